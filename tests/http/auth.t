#!/usr/bin/perl
# Who may do what: every route of the table for eight identities, on loopback
# with tokens and without, and off loopback; what a token is shown by; tokens
# that come and go while the server runs; no byte of one where it is kept.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use MIME::Base64;
use Routes;
use Test::More;

# ---- The table. ----
my @routes = map { [ @$_{qw(method path scope)} ] } routes();
cmp_ok scalar @routes, '>', 25, 'the table has routes';
is scalar(keys %{ { map { ($_->{row}, 1) } routes() } }), route_rows(),
	'every row was read';

# Runs that the routes speak of.
sub fill_all {
	my ($at, %h) = @_;
	is $_->{status}, 201, 'a run that the routes speak of' for fill($at, %h);
}

my $n = 0;

# ---- Identities. ----
my %rank = (read => 0, upload => 1, edit => 2, admin => 3);
my %token;

sub token_add {
	my ($db, $name, @args) = @_;
	my ($status, $out, $err) = run_program('token', 'add', $name, @args,
		'--db', $db);
	is $status, 0, "token add $name" or diag $err;
	like $out, qr/^maxistat_[0-9a-f]{12}_[0-9a-f]{64}_[0-9a-f]{8}\n\z/,
		'... is one word';
	chomp $out;
	return $out;
}

sub bearer { return (Authorization => "Bearer $_[0]") }
sub revoke { my ($db, $name) = @_;
	return (run_program('token', 'revoke', $name, '--db', $db))[0] }

# Makes one of every kind; the unknown one is of another archive.
sub make_tokens {
	my ($db) = @_;
	my %t = map { $_ => token_add($db, "the-$_", '--scope', $_) }
		qw(upload edit admin);
	$t{revoked} = token_add($db, 'the-revoked', '--scope', 'admin');
	is revoke($db, 'the-revoked'), 0, '... revoked';
	$t{expired} = token_add($db, 'the-expired', '--scope', 'admin',
		'--expires', '7d');
	my $file = slurp("$db.tokens");
	$file =~ s/^(\w+ admin \w+ )\S+ \S+( - the-expired)$/${1}2026-01-01T00:00:00Z 2026-01-02T00:00:00Z$2/m
		or die 'no line of the expired one';
	spew("$db.tokens", $file);
	$t{unknown} = token_add(scratch('other.db'), 'other', '--scope', 'admin');
	$t{malformed} = $t{admin} =~ s/(.)(.)\z/$2 . ($1 eq '0' ? 1 : 0)/er;
	return %t;
}

my %says = (none => qr/^this needs a token of scope \w+\n/,
	malformed => qr/^the token is mistyped/,
	unknown => qr/^this token is not known here\n/,
	expired => qr/^this token has expired\n/,
	revoked => qr/^this token is revoked\n/,
	map { ($_ => qr/^this needs a token of scope \w+; 'the-$_' has scope (?:$_|edit) here\n/) }
	qw(upload edit));
my @identities = qw(none malformed unknown expired revoked upload edit admin);

# Every route for everybody; $open is what needs no token.
sub matrix {
	my ($name, $at, $open, %t) = @_;
	for (@routes) {
		my ($method, $path, $scope) = @$_;
		for my $who (@identities) {
			my $r = ask($at, $method, $path, { bearer($t{admin}) },
				$who eq 'none' ? () : bearer($t{$who}));
			my $has = $rank{$who} && $rank{$who} > $rank{$open} ? $who : $open;
			my $bad = $who =~ /^(?:malformed|unknown|expired|revoked)$/;
			my $may = $scope eq 'read' || !$bad && $rank{$has} >= $rank{$scope};
			my $want = $may ? status_done($method, $path) :
				$bad || $who eq 'none' ? 401 : 403;
			like $r->{status}, qr/^$want$/, "$name: $method $path, $who: $want"
				or diag $r->{body};
			is $r->{headers}{'www-authenticate'} // '',
				$want eq 401 ? 'Bearer realm="maxistat"' : '',
				'... asks for a token where one is missing'
				if $want eq 401 || $who eq 'admin';
			like $r->{body}, $says{$who}, '... and says why' if !$may;
			unlike $r->{body}, qr/maxistat_[0-9a-f]/, '... and not what'
				if !$may;
		}
	}
}

# ---- Off loopback, in a network of its own. ----
sub off_loopback {
	my $db = scratch('far.db');
	my $far = '10.9.9.9:8421';
	my $at = serve($db, '--listen', $far);
	fill_all($at);
	my $r = upload($far, 'host:a,test:t');
	is $r->{status}, 401, 'another address is not';
	like $r->{body}, qr/`maxistat token add` makes one/, '... and says how';
	is upload($far, 'host:a', bearer('x'))->{status}, 401, '... to anybody';
	is get($far, '/runs')->{status}, 200, '... but for reading';
	my %t = make_tokens($db);
	is upload($at, 'host:a,test:t')->{status}, 401,
		'with tokens loopback is not open either';
	is upload($at, 'host:b,test:t', bearer($t{upload}))->{status}, 201,
		'... but for who has one';
	matrix('off loopback', $far, 'read', %t);
	my ($status, $err) = stop($at);
	is $status, 0, 'the server ends well';
	unlike $err, qr/plain HTTP/, 'there were no tokens to warn of';

	$at = serve($db, '--listen', $far);
	(undef, $err) = stop($at);
	is $err, "maxistat serve: warning: http://$far is plain HTTP; tokens can " .
		"be read on the way\n", 'plain HTTP with tokens is warned of';
	$at = serve($db);
	is +(stop($at))[1], '', '... and not on loopback';

	$at = serve($db, '--listen', $far, '--open');
	matrix('--open', $far, 'edit', %t);
	stop($at);
	for ([ '10.9.9.0/24', 'edit', 201 ], [ '10.9.8.0/24', 'read', 401 ]) {
		my ($net, $scope, $want) = @$_;
		$at = serve($db, '--listen', $far, '--trust', $net);
		is upload($far, 'host:a')->{status}, $want, "--trust $net: $want";
		is upload($far, 'host:a', bearer($t{upload}))->{status}, 201,
			'... with a token 201';
		is upload($far, 'host:a', bearer($t{revoked}))->{status}, 401,
			'... with a bad one 401';
		stop($at);
	}
}

if (@ARGV && $ARGV[0] eq 'off-loopback') {
	off_loopback();
	done_testing;
	exit;
}

# ---- Loopback, without tokens. ----
my $db = scratch('open.db');
my $at = serve($db, '--log', "$db.log");
fill_all($at);
my $r = upload($at, 'host:a', bearer('of another server'));
is $r->{status}, 201, 'without tokens nobody looks at one';
for (@routes) {
	my ($method, $path) = @$_;
	my $r = ask($at, $method, $path, {});
	my $want = status_done($method, $path);
	like $r->{status}, qr/^$want$/, "open: $method $path" or diag $r->{body};
}

# ---- Tokens come while the server runs. ----
my %t = make_tokens($db);
$r = upload($at, 'host:a');
is $r->{status}, 401, 'from the first token on writes need one';
matrix('loopback', $at, 'read', %t);

my $late = token_add($db, 'late', '--scope', 'upload', '--expires', '2199');
is upload($at, 'host:a', bearer($late))->{status}, 201, 'a new token is known';
$r = upload($at, 'host:a,test:sender', bearer($late));
like get($at, $r->{headers}{location})->{body}, qr/\blate\b/,
	'... and its name is the sender';
is revoke($db, 'late'), 0, 'it is revoked';
is upload($at, 'host:a', bearer($late))->{status}, 401, '... at once';
my $again = token_add($db, 'late', '--scope', 'upload');
is upload($at, 'host:a', bearer($again))->{status}, 201,
	'... and the name may be used again';
is upload($at, 'host:a', bearer($late))->{status}, 401, '... by the new one only';

# ---- Ways to show one. ----
sub basic { return (Authorization => 'Basic ' . encode_base64($_[0], '')) }
for ([ 201, bearer($t{upload}) ], [ 201, Authorization => "bearer $t{upload}" ],
	[ 201, basic("any:$t{upload}") ], [ 201, basic(":$t{upload}") ],
	[ 401, basic($t{upload}) ], [ 401, basic("$t{upload}:") ],
	[ 401, basic("any:x:$t{upload}") ], [ 401, Authorization => '' ],
	[ 401, Authorization => $t{upload} ],
	[ 401, Authorization => "Token $t{upload}" ],
	[ 401, Authorization => 'Bearer' ], [ 401, Authorization => 'Basic' ],
	[ 401, Authorization => 'Bearer ' . 'a' x 20_000 ],
	[ 401, bearer("\xff\xfe") ], [ 400, bearer("\xff\x01") ],
	[ 401, bearer("$t{upload}x") ], [ 401, bearer(uc $t{upload}) ],
	[ 401, bearer("$t{upload} $t{admin}") ]) {
	my ($want, %h) = @$_;
	is upload($at, 'host:a', %h)->{status}, $want,
		substr($h{Authorization}, 0, 12) . "...: $want";
}
$r = upload($at, 'host:a', bearer($t{upload}),
	'authorization' => "Bearer $t{admin}");
is $r->{status}, 400, 'two of them are refused';
$r = request($at, 'PUT', '/runs/host:a', headers => {
	'Content-Length' => 1000, Expect => '100-continue' });
is $r->{status}, 401, 'a body is not asked for in vain';
is json(upload($at, 'host:a', Accept => 'application/json'))->{error}{code},
	'unauthorized', '401 as JSON';
is json(upload($at, 'host:a', Accept => 'application/json',
	bearer($t{malformed})))->{error}{status}, 401, '... says its status';
is request($at, 'DELETE', '/run/1', body => 'why', headers => {
	bearer($t{admin}), Origin => 'http://evil.example' })->{status}, 403,
	'a page of another site may not use one';

# ---- In a URL. ----
my ($encoded, $upper) = map { my $s = $_; $s } $t{upload} =~ s/^m/%6D/r,
	uc $t{upload};
for my $path ("/runs?token=$t{upload}", "/runs/host:a,token:$t{upload}",
	"/$t{upload}", "/runs/host:a?x=$encoded", "/runs/host:$upper",
	"/runs/host:a?t=" . substr($t{upload}, 0, 30), "/tags/$t{admin}") {
	for my $method (qw(GET PUT DELETE)) {
		my $r = request($at, $method, $path, headers => { bearer($t{admin}) },
			body => $method eq 'GET' ? undef : "1\n");
		is $r->{status}, 400, "$method " . substr($path, 0, 20) . '...: 400';
		like $r->{body}, qr/^a token does not belong into a URL/, '... says why';
		unlike $r->{body}, qr/maxistat_|%6D/i, '... without it';
	}
}
is get($at, '/runs/test:maxistat_x')->{status}, 404, 'a name like one is fine';

# ---- In what is uploaded. ----
$r = put($at, '/runs/host:log', "+ curl -H Bearer $t{upload} -T x\n1\n2\n",
	bearer($t{upload}));
is $r->{status}, 400, 'a log that shows a token is not kept';
like $r->{body}, qr/^line 1: a token stands there/, '... and says where';
unlike $r->{body}, qr/maxistat_/, '... without it';

# ---- curl -n, push and check. ----
my $home = scratch('home');
mkdir $home;
my $file = spew(scratch('five.txt'), "1\n2\n3\n4\n6\n");
my ($host) = $at =~ /^(.*):/;
spew("$home/.netrc", "machine $host login any password $t{upload}\n");
{
	local $ENV{HOME} = $home;
	local $ENV{MAXISTAT_TOKEN};
	delete $ENV{MAXISTAT_TOKEN};
	my $out = `curl -fsSn -T $file http://$at/runs/host:a,test:netrc 2>&1`;
	is $?, 0, 'curl -n with .netrc' or diag $out;
	$out = `curl -fsS -T $file http://$at/runs/host:a,test:netrc 2>&1`;
	isnt $?, 0, '... and without -n';
	like $out, qr/401/, '... 401';
	my ($status, $said, $err) = run_program('push', "http://$at/runs/host:p", $file);
	is $status, 0, 'push with .netrc' or diag $err;
	($status, $said, $err) = run_program('check', "http://$at", 'host:c',
		'host:d');
	is $status, 0, 'check with .netrc' or diag $err;
	spew("$home/.netrc", "machine other.example login any password x\n");
	($status, $said, $err) = run_program('push', "http://$at/runs/host:q", $file);
	is $status, 2, 'push without a token';
	like $err, qr/: 401: this needs a token of scope upload/, '... says so';
	for ([ $t{upload}, 0, qr/^$/ ], [ $t{revoked}, 2, qr/401: this token is revoked/ ],
		[ $t{malformed}, 2, qr/MAXISTAT_TOKEN: the token is mistyped/ ],
		[ "$t{upload}\n", 2, qr/MAXISTAT_TOKEN: the token has 96/ ]) {
		my ($token, $want, $says) = @$_;
		$ENV{MAXISTAT_TOKEN} = $token;
		($status, $said, $err) = run_program('push',
			"http://$at/runs/host:p,test:t" . ++$n, $file);
		is $status, $want, "push with MAXISTAT_TOKEN: $want" or diag $err;
		like $err, $says, '... says why';
		unlike $err . $said, qr/\Q$token\E/, '... without it';
	}
	$ENV{MAXISTAT_TOKEN} = $t{upload};
	spew("$home/.netrc", "machine $host login any password $t{revoked}\n");
	is +(run_program('push', "http://$at/runs/host:both", $file))[0], 0,
		'MAXISTAT_TOKEN goes before .netrc';
	($status, $said, $err) = run_program('check', "http://$at", 'host:c', 'host:d');
	is $status, 0, 'check with MAXISTAT_TOKEN' or diag $err;
	$ENV{MAXISTAT_TOKEN} = 'x';
	is +(run_program('check', "http://$at", 'host:c', 'host:d'))[0], 2,
		'... which must be one';
}

# ---- What only an admin's word makes true. ----
my $export = get($at, '/export/run:1')->{body};
like $export, qr/"identity"/, 'an export has identities';
my $other = scratch('told.db');
my %o = map { $_ => token_add($other, $_, '--scope', $_) } qw(upload edit admin);
my $there = serve($other);
for ([ edit => qr/are kept from an admin only; ignored/ ],
	[ upload => qr/are kept from an admin only; ignored/ ],
	[ admin => qr/ 0 warnings|^(?!.*ignored)/s ]) {
	my ($who, $says) = @$_;
	my $r = put($there, "/runs", $export, bearer($o{$who}),
		'Idempotency-Key' => $who);
	is $r->{status}, 201, "re-import by $who" or diag $r->{body};
	like $r->{body}, $says, '... what was told of the runs';
}
stop($there);

# ---- A file that cannot be used opens nothing. ----
sub broken {
	my ($name, $says) = @_;
	$r = upload($at, 'host:a', bearer($t{admin}));
	is $r->{status}, 503, "$name: no write, token or not";
	unlike $r->{body}, qr/$db|line/, '... and no word of what it is';
	is upload($at, 'host:a')->{status}, 503, '... nor without one';
	is get($at, '/runs')->{status}, 200, '... reading goes on';
	my ($status, $out, $err) = run_program('serve', '--db', $db,
		'--listen', '127.0.0.1:0', '--read-only');
	is $status, 3, '... and no server starts';
	like $err, $says, '... and says why';
}
my $good = slurp("$db.tokens");
chmod 0644, "$db.tokens";
broken('mode 0644', qr/can be read or written by others \(mode 0644\)/);
like +(run_program('token', 'list', '--db', $db))[2], qr/by others/,
	'... nor does token list';
chmod 0600, "$db.tokens";
is upload($at, 'host:a', bearer($t{admin}))->{status}, 201, 'repaired';
spew("$db.tokens", $good . "half a li");
broken('damage', qr/line \d+ is damaged: it does not end/);
is revoke($db, 'the-admin'), 3, '... nor is it changed';
unlink "$db.tokens";
spew("$db.elsewhere", $good);
chmod 0600, "$db.elsewhere";
symlink "$db.elsewhere", "$db.tokens";
broken('a symbolic link', qr/is a symbolic link/);
unlink "$db.tokens";
rename "$db.elsewhere", "$db.tokens";
is upload($at, 'host:a', bearer($t{admin}))->{status}, 201, 'repaired';
spew("$db.tokens", '');
is upload($at, 'host:a', bearer($t{admin}))->{status}, 401,
	'an empty file knows nobody';
is upload($at, 'host:a')->{status}, 401, '... and is not none';
unlink "$db.tokens";
is upload($at, 'host:a')->{status}, 201, 'without the file loopback is open';
spew("$db.tokens", $good);
chmod 0600, "$db.tokens";

# ---- The command. ----
for ([ 2, qr/--db FILE is missing/, 'list' ], [ 2, qr/add, list or revoke/ ],
	[ 2, qr/takes a NAME/, 'add' ], [ 2, qr/takes no name/, 'list', 'x' ],
	[ 2, qr/too much/, 'add', 'x', 'y' ], [ 2, qr/--scope upload/, 'add', 'x' ],
	[ 2, qr/--scope upload/, 'add', 'x', '--scope', 'read' ],
	[ 2, qr/a name is/, 'add', 'a b', '--scope', 'edit' ],
	[ 2, qr/a name is/, 'add', 'x' x 65, '--scope', 'edit' ],
	[ 2, qr/there is a token/, 'add', 'the-edit', '--scope', 'edit' ],
	[ 2, qr/takes a time or/, 'add', 'x', '--scope', 'edit', '--expires', 'soon' ],
	[ 2, qr/is over/, 'add', 'x', '--scope', 'edit', '--expires', '2020' ],
	[ 2, qr/too short or too long/, 'add', 'x', '--scope', 'edit',
	  '--expires', '9400w' ],
	[ 2, qr/no token 'nobody'.*the-upload/s, 'revoke', 'nobody' ],
	[ 2, qr/no token 'the-revoked'/, 'revoke', 'the-revoked' ],
	[ 2, qr/takes no --scope/, 'revoke', 'x', '--scope', 'edit' ]) {
	my ($want, $says, @args) = @$_;
	my ($status, $out, $err) = run_program('token', @args,
		$says =~ /FILE is/ ? () : ('--db', $db));
	is $status, $want, "token @args: $want";
	like $err, $says, '... says why';
	is $out, '', '... and prints no token';
}
is slurp("$db.tokens"), $good, '... and the file is as it was';
my ($status, $out, $err) = run_program('token', 'list', '--db', $db);
is $status, 0, 'token list';
like $out, qr/^the-edit\s+edit\s+[0-9a-f]{12} .* never +good$/m, '... good';
like $out, qr/^the-revoked .* revoked \d{4}/m, '... revoked';
like $out, qr/^the-expired .* expired$/m, '... expired';
is sprintf('%04o', (stat "$db.tokens")[2] & 07777), '0600', 'its mode';

# Many at once: none is lost.
my @pids = map { my $i = $_; fork // die "fork: $!" or do {
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', '/dev/null';
	exec program(), 'token', 'add', "many$i", '--scope', 'upload', '--db', $db;
} } 1 .. 8;
waitpid $_, 0 for @pids;
is scalar(() = slurp("$db.tokens") =~ / many\d$/mg), 8, 'eight at once are eight';

# ---- Where no byte of a token may be. ----
($status, $err) = (stop($at))[0, 1];
is $status, 0, 'the server ends well';
spew("$db.err", $err);
$at = serve($db, '--log', "$db.log");
upload($at, 'host:a', bearer($t{upload}));
request($at, $_, '/health') for "\e[31mGET", "G\xffT", $t{upload}, 'X' x 9000;
my @kept = grep { -f } glob "$db*";
is scalar(grep { /-wal$/ } @kept), 1, 'the log of the archive is there, too';
# Whose tokens a text shows: whole, a part, as bytes, or as Basic has them.
sub shows {
	my ($text) = lc $_[0];
	return grep {
		my ($secret) = $t{$_} =~ /_(\w{64})_/;
		my $basic = substr encode_base64("any:$t{$_}", ''), 40, 40;
		grep { index($text, $_) >= 0 } substr($secret, 8, 16),
			substr(lc pack('H*', $secret), 8, 16), lc $basic;
	} sort keys %t;
}
is join(' ', shows("x $t{edit} y")), 'edit', 'a token would be found';
is join(' ', shows(pack 'H*', $t{edit} =~ /_(\w{64})_/)), 'edit', '... as bytes';
is join(' ', shows(encode_base64("any:$t{edit}", ''))), 'edit', '... as Basic';
is join(' ', shows(slurp($_))), '', 'no token in ' . s{.*/}{}r for @kept;
my $log = slurp("$db.log");
like $log, qr{ GET /\(a token in the URL\) 400 }, 'the log has the line';
unlike $log, qr/[^\n\x20-\x7e]/, '... and what a terminal may be shown, alone';
is scalar(() = $log =~ m{^\S+ 127\.0\.0\.1 \S+ /health 405 }mg), 2,
	'... of a method, too';
is scalar(() = $log =~ m{ \(a long method\) /health 405 }g), 2,
	'... if it is not long';

SKIP: {
	my @inside = ('unshare', '-rn', 'sh', '-c',
		'ip link set lo up && ip addr add 10.9.9.9/32 dev lo && exec "$@"', 'sh');
	skip 'no network namespaces for us here', 1
		if system "@inside[0 .. 1] true 2>/dev/null" or
		   system "command -v ip >/dev/null";
	my @lines = do {
		open my $f, '-|', @inside, $^X, $0, 'off-loopback' or die "$!";
		<$f>;
	};
	my $inside = grep { /^ok/ } @lines;
	my @bad = grep { /^not ok/ } @lines;
	is "@bad", '', 'off loopback, in a network of its own';
	cmp_ok $inside, '>', 400, "... $inside tests";
}
done_testing;
