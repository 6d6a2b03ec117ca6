#!/usr/bin/perl
# An archive with damaged pages takes nothing more, whether the damage is there
# at the start or comes while it is served; what can be read is read, and the
# file is left as it is.
use strict;
use warnings;
use lib 'tests/lib';
use Digest::SHA;
use Maxistat;
use Test::More;

use constant PAGE => 4096;

sub sha { Digest::SHA->new(256)->addfile($_[0])->hexdigest }

# An archive of so many runs, a thousand samples each, in its one file.
sub archive {
	my ($runs) = @_;
	my $db = scratch('a.db');
	srand 18;
	my $in = spew(scratch('in'), join '', map { my $run = $_;
		qq({"tags":{"host":"h$run"},"at":"2026-01-01T00:00:00Z","results":) .
		'[{"test":"t","metrics":[{"name":"m","unit":"s","samples":[' .
		join(',', map { sprintf '%.6f', rand } 1 .. 1000) . "]}]}]}\n" } 1 .. $runs);
	my ($status, undef, $err) = run_program('import', '--db', $db, $in);
	die "import: $err" if $status;
	return $db;
}

# Overwrites pages, the first is 0.
sub damage {
	my ($db, @pages) = @_;
	open my $f, '+<:raw', $db or die "$db: $!";
	for (@pages) {
		seek $f, PAGE * $_, 0;
		print $f "\xa5" x PAGE;
	}
	close $f or die "$db: $!";
}

sub upload { my ($at, $n) = @_; put($at, '/runs/host:new,test:t', "$n\n7\n8\n") }

sub takes_nothing {
	my ($at, $name) = @_;
	my @pids = map { my $client = $_; fork // die or do {
		my $got = eval { upload($at, $client)->{status} } || 0;
		require POSIX;
		POSIX::_exit($got == 503 ? 0 : 1);
	} } 1 .. 8;
	my @exits = map { waitpid $_, 0; $? } @pids;
	is "@exits", '0 0 0 0 0 0 0 0', "$name: every upload is answered by 503";
	like upload($at, 9)->{body}, qr/^the archive is damaged/, '... and why';
	is request($at, 'DELETE', '/run/1', body => 'x')->{status}, 503,
		'... so is a deletion';
	my $r = get($at, '/health');
	is $r->{status}, 503, '/health is 503';
	like $r->{body}, qr/^the archive is damaged, and is served read-only\n  maxistat fsck/,
		'... and says why';
	is json(get($at, '/health.json'))->{error}{code}, 'archive_unusable', '... in JSON';
	is get($at, '/help')->{status}, 200, 'the server goes on';
}

# ---- At the start. ----
my $db = archive(100);
my $middle = int((-s $db) / PAGE / 2);
my $at = serve($db);
is get($at, '/health')->{status}, 200, 'a sound archive';
is +(stop($at))[1], '', '... of which there is nothing to say';
damage($db, $middle - 1 .. $middle + 1);
my $before = sha($db);
$at = serve($db);
takes_nothing($at, 'three pages');
is get($at, '/run/1')->{status}, 200, 'what is not damaged is read';
my ($status, $err) = stop($at);
is $status, 0, '... and ends well';
like $err, qr/\Amaxistat serve: the archive is damaged \([^\n]+\), and is served read-only; maxistat fsck says more\n/,
	'... having said so';
is scalar(() = $err =~ /is damaged/g), 1, '... once';
is sha($db), $before, 'no byte was changed';
is +(run_program('fsck', '--db', $db))[0], 3, 'fsck says more';

# ---- A large one is looked through behind. ----
sub check_ends {
	my ($at) = @_;
	for (1 .. 300) {
		my $r = get($at, '/health.json');
		my $health = json($r);
		return "error $r->{status}" if $health->{error};
		return $health->{check} if $health->{check} ne 'running';
		select undef, undef, undef, 0.1;
	}
	return 'it does not end';
}
$db = archive(2500);
ok -s $db > 16 << 20, 'larger than what is looked through at the start';
$at = serve($db);
is check_ends($at), 'ok', 'a sound one';
like get($at, '/health')->{body}, qr/\Aok: 2500 runs\ncheck of its pages: ok\n\z/, '... as text';
is +(stop($at))[1], '', '... of which there is nothing to say';
damage($db, int(.9 * (-s $db) / PAGE) + $_) for 0 .. 2;
$at = serve($db);
is check_ends($at), 'error 503', 'a damaged one is found out';
takes_nothing($at, 'from then on');
($status, $err) = stop($at);
is $status, 0, '... and ends well';
is scalar(() = $err =~ /is damaged/g), 1, '... having said so once';

# ---- While it is served. ----
$db = archive(800);
$at = serve($db);
# More than what SQLite keeps in memory, and all of it but the first page.
damage($db, 1 .. (-s $db) / PAGE - 1);
$before = sha($db);
takes_nothing($at, 'live');
($status, $err) = stop($at);
is $status, 0, 'it ends well';
is scalar(() = $err =~ /^maxistat serve: the archive is damaged \(.*malformed\)/mg), 1,
	'... having said so once';
is sha($db), $before, 'no byte was changed';
done_testing;
