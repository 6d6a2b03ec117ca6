#!/usr/bin/perl
# `push` keeps what a server cannot take now, and sends it later, exactly once:
# servers that are away, busy, lose answers or refuse; a push that is killed;
# many at once; a spool that is damaged, full, or not to be written.
use strict;
use warnings;
use lib 'tests/lib';
use Away;
use Maxistat;
use Test::More;
use Time::HiRes qw(sleep time);

my ($spool, $n) = (undef, 0);
delete @ENV{qw(MAXISTAT_TOKEN http_proxy HTTP_PROXY all_proxy ALL_PROXY)};
$ENV{HOME} = scratch('home');

# From here on another spool, which is not there yet.
sub new_spool { $ENV{MAXISTAT_SPOOL} = $spool = scratch('spool') }
sub push_it { run_program('push', @_) }
sub values_file { my $v = shift; spew(scratch($_[0] || "$v.txt"),
	join '', map { "$v.$_\n" } 1 .. 5) }
sub kept { map { s{.*/}{}r } grep { !/\.why$|refused/ } glob "$spool/*" }
sub refused { map { s{.*/}{}r } grep { !/\.why$/ } glob "$spool/refused/*" }

# A server on that port; the archive is one that stop() leaves.
sub serve_on { my ($db, $port, @more) = @_;
	serve($db, '--listen', "127.0.0.1:$port", @more) }

# value => [runs that hold it], of a test.
sub stored {
	my ($at, $test) = @_;
	my $r = get($at, "/samples/test:$test");
	return {} if $r->{status} == 404;
	die $r->{body} if $r->{status} != 200;
	my %runs;
	for (split /\n/, $r->{body}) {
		my @f = split /,/;
		push @{ $runs{$1} }, $f[0] if $f[-1] =~ /^(\d+)\.1$/;
	}
	return \%runs;
}

# ---- A server that is away. ----
new_spool();
my $port = free_port();
my $url = "http://127.0.0.1:$port/runs";
my $db = scratch('a.db');
my $start = time;
my ($status, $out, $err) = push_it("$url/test:away,host:a", values_file(1));
is $status, 75, 'a server that is away: 75';
cmp_ok time - $start, '<', 5, '... soon';
like $err, qr{1\.txt: not sent \(.*connect.*\); kept in \Q$spool\E, and sent with},
	'... it is kept, and that is said';
is $out, '', '... and nothing else';
is scalar(kept()), 1, '... as one file';
my ($entry) = kept();
is sprintf('%04o %04o', map { (stat)[2] & 07777 } $spool, "$spool/$entry"),
	'0700 0600', '... which is nobody else\'s';
is slurp("$spool/$entry") =~ /\n\n(.*)/s && $1, "1.1\n1.2\n1.3\n1.4\n1.5\n",
	'... and holds the bytes';
push_it("$url/test:away,host:a", values_file($_)) for 2 .. 4;
($status, $out) = push_it('--list');
is $status, 0, '--list';
like $out, qr/^4 uploads wait and 0 were refused in \Q$spool\E\n/, '... counts';
like $out, qr{^\d{4}-\S+ \S+ +20 +\S+1\.txt +\Q$url\E\S+ +\Q$entry\E +waits: .*connect}m,
	'... and tells of each';
($status, $out, $err) = push_it('--flush');
is $status, 75, '--flush while it is away';
like $err, qr{^maxistat push: http://127.0.0.1:$port: .*; 4 uploads wait in}, '... says so';
is scalar(() = $err =~ /\n/g), 1, '... once';

my $at = serve_on($db, $port);
($status, $out, $err) = push_it("$url/test:away,host:a", values_file(5));
is "$status $err", '0 ', 'the next push sends all';
is scalar(() = $out =~ /^\S+\.txt: run \d+ stored/mg), 5, '... and says so';
my $stored = stored($at, 'away');
is join(' ', map { "@{ $stored->{$_} }" } 1 .. 5), '1 2 3 4 5',
	'... each once, in the order in which they came';
is join(' ', kept()), '', '... and nothing is left';
is +(push_it('--flush'))[0], 0, '--flush of nothing';
is +(push_it('--spool', scratch('none'), '--flush'))[0], 0, '... of no folder';

# ---- What a server may say. ----
my $late = free_port();
my $busy = "HTTP/1.1 503 Busy\nRetry-After: 1\nContent-Length: 5\n\nbusy\n";
my $good = "HTTP/1.1 201 Created\nLocation: /run/1\nContent-Length: 3\n\nok\n";
canned($late, $busy, $busy, $good);
$start = time;
($status, $out, $err) = push_it("http://127.0.0.1:$late/runs/test:t", values_file(1));
is "$status $err", '0 ', 'a server that is busy twice';
cmp_ok time - $start, '>=', 2, '... is waited for as it asks';
my %keys = map { /^Idempotency-Key: (\w{32})\r$/m ? ($1 => 1) : () } requests($late);
is scalar(requests($late)) . ' ' . keys %keys, '3 1', '... under one key';
end($late);
for (
	[ 'a long wait', $busy =~ s/After: 1/After: 900/r, 75, qr/503: busy/, 1, 1 ],
	[ 'a failure', "HTTP/1.1 500 No\nContent-Length: 0\n\n", 75, qr/500: /, 2, 2 ],
	[ 'a full disk', "HTTP/1.1 507 No\nContent-Length: 0\n\n", 75, qr/507: /, 1, 2 ],
	[ 'a page of somebody else', "HTTP/1.1 200 OK\nContent-Length: 0\n\n", 75,
	  qr/not from a maxistat/, 1, 2 ],
	[ 'a page elsewhere', "HTTP/1.1 302 Found\nLocation: http://x/\n\n", 75,
	  qr{302: it is at http://x/}, 1, 2 ],
	[ 'another address', "HTTP/1.1 301 Moved\nLocation: http://x/\n\n", 2,
	  qr{301: it is at http://x/}, 2, 0 ],
	[ 'a refusal', "HTTP/1.1 400 No\nContent-Length: 13\n\nno \e[2Jnot\nx", 2,
	  qr/400: no \\u\{1B\}\[2Jnot\nx\n/, 2, 0 ],
) {
	my ($name, $answer, $want, $says, $asked, $left) = @$_;
	new_spool();
	canned($late, $answer);
	($status, $out, $err) = push_it("http://127.0.0.1:$late/runs/test:t",
		map { values_file($_) } 1, 2);
	is $status, $want, "$name: $want";
	like $err, $says, '... and why';
	is scalar(requests($late)), $asked, "... asked $asked times";
	is scalar(kept()), $left ? 2 : 0, '... and kept, or not';
	end($late);
}

# A name is somebody else's text.
new_spool();
($status, $out, $err) = push_it("$url/test:name", values_file(9, "a\e[31m%\nb"));
is $status, 0, 'an odd name';
like $out, qr/a\\u\{1B\}\[31m%\\u\{A\}b: run/, '... is shown safely';
unlike $out, qr/\e/, '... everywhere';
($status, $out, $err) = push_it("http://127.0.0.1:$late/runs/test:name",
	values_file(9, "a\e[31m%\nb"));
like +(push_it('--list'))[1], qr/a\\u\{1B\}\[31m%\\u\{A\}b /, '... and kept as it is';

# ---- Refused when it is sent later. ----
new_spool();
stop($at);
push_it("$url/$_", values_file(7)) for 'test:late,host:a', 'run:7', 'test:late';
$at = serve_on($db, $port);
($status, $out, $err) = push_it('--flush');
is $status, 1, 'refused later: 1';
like $err, qr/400: 'run:7': this word is reserved.*kept as \Q$spool\E\/refused\/(\S+); .*--retry/,
	'... says why, where it is, and what to do';
is scalar(kept()) . ' ' . refused(), '0 1', '... the others are sent';
is +(push_it('--flush'))[0], 0, '... once';
like +(push_it('--list'))[1], qr/^0 uploads wait and 1 was refused.*refused: 400: /s,
	'... and listed';
is +(push_it('--retry'))[0], 1, '--retry sends it again';
is scalar(kept()) . ' ' . refused(), '0 1', '... and keeps it';

# ---- Damage. ----
new_spool();
stop($at);
push_it("$url/test:torn", values_file($_)) for 1 .. 3;
my @torn = map { "$spool/$_" } kept();
spew($torn[0], substr slurp($torn[0]), 0, -3);
spew($torn[1], slurp($torn[1]) =~ s/2\.3/2.4/r);
spew("$spool/" . '1' x 19 . '-00000000', "x\n");
spew("$spool/.new-x", 'half');
like +(push_it('--list'))[1], qr/waits: damaged: 17 bytes of 20/, 'a torn one is listed';
$at = serve_on($db, $port);
($status, $out, $err) = push_it('--flush');
is $status, 1, 'damaged ones';
is scalar(() = $err =~ /damaged: (?:17 bytes|the sum)|no upload, or/g), 3, '... are said';
is join(' ', sort keys %{ stored($at, 'torn') }), '3', '... and not sent';
is scalar(refused()), 3, '... but put aside';
is join(' ', kept()), '', '... the whole one is sent';
push_it("$url/test:torn", values_file(4));
ok !-e "$spool/.new-x", 'what a crash left is removed';

# ---- Who sees which token. ----
new_spool();
my $token = do { my (undef, $word) = run_program('token', 'add', 'ci', '--scope',
	'upload', '--db', $db); $word =~ s/\n//r };
stop($at);
push_it("$url/test:token", values_file(1));
$ENV{MAXISTAT_TOKEN} = $token;
push_it("$url/test:token", values_file(2));
delete $ENV{MAXISTAT_TOKEN};
$at = serve_on($db, $port);
($status, $out, $err) = push_it('--flush');
is $status, 75, 'without its token an upload waits';
like $err, qr/401: this needs a token.*2 uploads wait/, '... and why is said';
is +(push_it("$url/test:token", values_file(3)))[0], 75,
	'a push behind them waits, too';
push_it("http://127.0.0.1:$late/runs/test:t", values_file(5));
canned($late, $good);
$ENV{MAXISTAT_TOKEN} = $token;
($status, $out, $err) = push_it('--flush');
is $status, 75, 'several servers and one token';
like $err, qr/shown to none; name one: push --flush URL/, '... is said';
unlike join('', requests($late)), qr/Authorization/, '... it is shown to none';
push_it('--flush', "http://127.0.0.1:$late/");
push_it("http://127.0.0.1:$late/runs/test:t", values_file(6)) for 1;
is scalar(grep { /\Q$token\E/ } requests($late)), 1, 'to the server of the URL it is';
($status, $out, $err) = push_it('--flush', $url);
is "$status $err", '0 ', 'with the token they are sent';
is join(' ', map { scalar @$_ } @{ stored($at, 'token') }{ 1 .. 3 }), '1 1 1', '... once';
is +(push_it("$url/test:secret", spew(scratch('log'), "1 $token\n")))[0], 2,
	'a file that shows a token is not kept';
is +(push_it("http://u:$token\@127.0.0.1:$late/runs/x", $0))[0], 2, '... nor a URL';
is +(push_it("http://127.0.0.1:$late/runs/$token", $0))[0], 2, '... in its path';
end($late);
push_it("http://127.0.0.1:$late/runs/test:t", values_file(8));
is join('', map { slurp($_) =~ /maxistat_|Bearer/ ? $_ : () }
	grep { -f } glob "$spool/* $spool/refused/*"), '', 'no token is in the spool';
delete $ENV{MAXISTAT_TOKEN};
stop($at);
unlink "$db.tokens";

# ---- Where it cannot be kept. ----
$at = serve_on($db, $port);
for ([ 'no folder', '/proc/maxistat/spool', qr/cannot make '\/proc\/maxistat/ ],
	[ 'a file', spew(scratch('file'), ''), qr/Not a directory/ ],
	[ 'a folder of all', do { mkdir(my $d = scratch('all')); chmod 0777, $d; $d },
	  qr/others may write into/ ]) {
	my ($name, $folder, $says) = @$_;
	$n++;
	($status, $out, $err) = push_it('--spool', $folder, "$url/test:nospool", values_file($n));
	is $status, 0, "$name: what can be sent is";
	like $err, qr/^maxistat push: warning: nothing is kept: /, '... with a warning';
	like $err, $says, '... why';
	($status, $out, $err) = push_it('--spool', $folder,
		"http://127.0.0.1:$late/runs/x", values_file($n));
	is $status, 2, '... what cannot fails';
	like $err, qr/not sent .* and not kept: /, '... and is not kept';
	is +(push_it('--spool', $folder, '--flush'))[0], -e $folder ? 2 : 0,
		'... nor is there anything to flush';
}
new_spool();
push_it("http://127.0.0.1:$late/runs/x", values_file(1));
my $big = "$spool/" . '1' x 19 . '-00000000';
open my $f, '>', $big or die;
truncate $f, 1 << 30;
close $f;
($status, $out, $err) = push_it("http://127.0.0.1:$late/runs/x", values_file(2));
is $status, 2, 'a full spool';
like $err, qr/not sent .* and not kept: '\Q$spool\E' is full: 2 uploads, \d+ bytes/,
	'... is said';
($status, $out, $err) = push_it("$url/test:full,host:a", values_file(3));
is $status, 0, '... what can be sent is';

# ---- Answers that are lost. ----
new_spool();
my $lossy = proxy(0, "127.0.0.1:$port", 5);
my @files = map { values_file(100 + $_) } 1 .. 100;
($status, $out, $err) = push_it("http://127.0.0.1:$lossy/runs/test:storm,host:a", @files);
cmp_ok scalar(requests($lossy)), '>', 105, 'a storm of ' . requests($lossy) . ' requests';
for (1 .. 20) {
	last if !kept();
	push_it('--flush');
}
$stored = stored($at, 'storm');
is scalar(keys %$stored), 100, '... every upload is stored';
is scalar(grep { @$_ != 1 } values %$stored), 0, '... once';
end($lossy);

# ---- Many at once. ----
new_spool();
my $same = free_port();
my $others = "http://127.0.0.1:$same/runs/test:many,host:a";
push_it($others, map { values_file($_) } 1 .. 20);
is scalar(kept()), 20, 'twenty wait';
proxy($same, "127.0.0.1:$port", 0);
my @pids = map { my $i = $_; my $file = values_file(1000 + $i); fork // die or do {
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', "$spool.err$i";
	exec program(), 'push', $others, $file;
} } 1 .. 8;
my @exits = map { waitpid $_, 0; $? } @pids;
is "@exits", '0 0 0 0 0 0 0 0', 'eight at once';
is join('', map { slurp("$spool.err$_") } 1 .. 8), '', '... none complains';
is join(' ', kept()), '', '... and nothing is left';
$stored = stored($at, 'many');
is scalar(keys %$stored), 28, '... every upload is stored';
is scalar(grep { @$_ != 1 } values %$stored), 0, '... once';
is scalar(requests($same)), 28, '... and sent, too';
end($same);

# ---- A push that is killed. ----
new_spool();
my (%seen, %is_kept);

# What there is of a push that was killed, before anything else is done.
sub look {
	my ($round, $test) = @_;
	my $is_stored = stored($at, $test)->{$round};
	my $is_kept = grep { slurp("$spool/$_") =~ /\n\n$round\.1\n/ } kept();
	$seen{ ($is_kept ? 'kept, ' : '') . ($is_stored ? 'stored' : 'not stored') }++;
	$is_kept{$round} = $is_kept || $is_stored;
}

sub all_once {
	my ($name, $test, $rounds) = @_;
	is +(push_it('--flush'))[0], 0, "$name: what is left is sent";
	my $stored = stored($at, $test);
	is join(' ', grep { $is_kept{$_} && @{ $stored->{$_} || [] } != 1 } 1 .. $rounds),
		'', '... each that was kept is stored once';
	is join(' ', grep { @$_ > 1 } values %$stored), '', '... and none twice';
	is join(' ', kept()), '', '... and none is left';
}

srand 20261130;
for my $round (1 .. 50) {
	my $file = values_file($round);
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		exec program(), 'push', "$url/test:killed,host:a", $file;
	}
	sleep rand 0.02;
	kill KILL => $pid;
	waitpid $pid, 0;
	look($round, 'killed');
}
all_once('fifty killed', 'killed', 50);

SKIP: {
	skip 'a sanitizer cannot be traced', 1 if $ENV{SAN};
	skip 'strace is not here, or may not trace', 1
		if system 'strace -o /dev/null true 2>/dev/null';

	# On the disk before it is sent.
	my ($trace, $file) = (scratch('trace'), values_file(1));
	new_spool();
	is system('strace', '-f', '-y', '-o', $trace, '-e',
		'trace=write,fsync,rename,connect,unlink,mkdir', 'sh', '-c',
		'"$@" >/dev/null', 'sh', program(), 'push',
		"$url/test:traced,host:a", $file), 0, 'traced';
	my @did = map {
		/(mkdir)\("[^"]*spool"/ || m{(write|fsync)\(\d+<[^>]*/\.new-} ||
		/(rename)\(/ || m{(fsync)\(\d+<[^>]*-spool>} || /(connect)\(/ ||
		/(unlink)\(/ ? $1 : () } split /\n/, slurp($trace);
	like "@did", qr/^mkdir (?:write )+fsync rename fsync (?:connect )+unlink unlink$/,
		'written, synced, named, the folder synced, sent, removed';

	# Killed behind the k-th of each of these calls.
	new_spool();
	(%seen, %is_kept) = ();
	my $round = 0;
	for my $call (qw(openat write fsync rename connect sendto recvfrom unlink)) {
		for my $k (1 .. 8) {
			$file = values_file(++$round);
			my $rc = system "strace -f -o /dev/null -e trace=$call " .
				"-e inject=$call:signal=KILL:when=$k " . program() .
				" push $url/test:traced,host:a $file >/dev/null 2>&1";
			look($round, 'traced');
			last if !$rc && $call ne 'openat';
		}
	}
	is join('; ', sort keys %seen), 'kept, not stored; kept, stored; not stored; stored',
		'killed at every step: ' . join ', ', map { "$seen{$_} $_" } sort keys %seen;
	all_once("killed $round times", 'traced', $round);
}

# ---- Words. ----
for ([], [ $url ], [ '--flush', $url, 'x' ], [ '--list', 'x' ], [ '--nix' ],
	[ '--flush', '--list' ], [ '--spool' ], [ 'ftp://x/runs', $0 ],
	[ "http://x/a b", $0 ], [ "http://x/\n", $0 ]) {
	is +(push_it(@$_))[0], 2, "push @$_: 2";
}
($status, undef, $err) = stop($at);
is $status, 0, 'the server ends well';
done_testing;
