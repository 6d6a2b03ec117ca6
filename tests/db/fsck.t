#!/usr/bin/perl
# An archive is found sound, or what is wrong with it; a copy of one that is
# being written to holds all that was acknowledged before.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

sub sqlite {
	my ($db, $sql) = @_;
	open my $p, '|-', "sqlite3 -bail '$db' >/dev/null" or die "sqlite3: $!";
	print $p $sql;
	return close $p;
}

sub archive {
	my $db = scratch('a.db');
	import_text($db, "host:h$_,test:t,unit:s", "$_\n2\n3\n4\n") for 1 .. 5;
	return $db;
}

my $db = archive();
my ($status, $out, $err) = run_program('fsck', '--db', $db);
is $status, 0, 'a new archive is sound';
like $out, qr/is sound: 5 runs, 0 in the trash, 5 uploads/, '... with its counts';
is $err, '', '... without a complaint';

for (
	[ 'a wrong count', 'UPDATE environment SET live_runs = 9 WHERE id = 1',
	  qr/1 environments with a wrong count, or newest time, of live runs/ ],
	[ 'a wrong time', 'UPDATE series_list SET newest_ns = newest_ns + 1 WHERE id = 1',
	  qr/1 series lists with a wrong count, or newest time, of live runs/ ],
	[ 'a lost result', 'DELETE FROM result WHERE id = 1 << 17',
	  qr/1 runs that hold another number of results/ ],
	[ 'a lost run', 'PRAGMA foreign_keys=OFF; DELETE FROM run WHERE id = 2',
	  qr/1 results of no run/ ],
	[ 'a lost sample', 'UPDATE result SET samples = substr(samples, 9) WHERE id = 3 << 17',
	  qr/1 results with another number of samples/ ],
	[ 'a wrong least', 'UPDATE result SET min = 0.5, max = 4 WHERE id = 1 << 17',
	  qr/1 results whose figures are not those of their samples/ ],
	[ 'a wrong largest', 'UPDATE result SET min = 2, max = 3 WHERE id >> 17 IN (1, 2)',
	  qr/2 results whose figures are not/ ],
	[ 'a lost least', 'UPDATE result SET max = 4 WHERE id = 1 << 17',
	  qr/1 results whose figures are not/ ],
	[ 'a changed sample', 'UPDATE result SET samples = zeroblob(32) WHERE id = 3 << 17',
	  qr/1 results whose figures are not/ ],
	[ 'a median beyond', 'UPDATE result SET median = 4.5 WHERE id = 3 << 17',
	  qr/1 results whose figures are not/ ],
	[ 'a lost median', 'UPDATE result SET median = NULL WHERE id = 3 << 17',
	  qr/1 results whose figures are not/ ],
	[ 'a damaged original', "UPDATE upload SET bytes = x'00' WHERE id = 4",
	  qr/upload 4 is damaged/ ],
	[ 'a lost environment', 'PRAGMA foreign_keys=OFF; DELETE FROM environment WHERE id = 3',
	  qr/rows that point at nothing/ ],
) {
	my ($name, $sql, $says) = @$_;
	my $broken = archive();
	ok sqlite($broken, "$sql;\n"), "$name: made";
	($status, $out, $err) = run_program('fsck', '--db', $broken);
	is $status, 3, '... is found';
	like $err, $says, '... and named';
}

# What older programs stored is as good.
my $stored = archive();
sqlite($stored, 'UPDATE result SET min = 1, max = 4 WHERE id = 1 << 17;' .
	"UPDATE result SET min = 2, max = 5 WHERE id = 5 << 17;\n");
($status, $out, $err) = run_program('fsck', '--db', $stored);
is "$status $err", '0 ', 'a row may have its least and largest';

# A page overwritten in the middle.
my $pages = archive();
sqlite($pages, "PRAGMA wal_checkpoint(TRUNCATE);\n");
open my $f, '+<:raw', $pages or die "$pages: $!";
my $size = -s $pages;
seek $f, 4096 * int($size / 4096 / 2), 0;
print $f "\xa5" x 4096;
close $f;
($status) = run_program('fsck', '--db', $pages);
is $status, 3, 'a damaged page is found';

# A copy under load.
my $at = serve($db);
my ($ids, $pid) = (scratch('ids'));
defined($pid = fork) or die "fork: $!";
if (!$pid) {
	open my $log, '>', $ids or die;
	$log->autoflush(1);
	for my $n (1 .. 400) {
		my $r = put($at, '/runs/host:load,test:t', "$n\n$n.5\n$n.25\n");
		print $log "$1\n" if $r->{headers}{location} =~ m{/run/(\d+)};
	}
	require POSIX;
	POSIX::_exit(0);
}
select undef, undef, undef, 0.05 while !-s $ids;
my @before = split /\n/, slurp($ids);
my $copy = scratch('copy.db');
($status, $out, $err) = run_program('backup', '--db', $db, $copy);
is "$status $err", '0 ', 'a copy while uploads go on';
my $fetched = get($at, '/backup');
is $fetched->{status}, 200, '... and another one by HTTP';
waitpid $pid, 0;
spew(my $http_copy = scratch('http.db'), $fetched->{body});
for my $file ($copy, $http_copy) {
	my (undef, $runs) = run_program('get', '--db', $file,
		'/runs.json/host:load,limit=2000');
	my %in = map { $_ => 1 } $runs =~ /"run":(\d+)/g;
	is join(' ', grep { !$in{$_} } @before), '',
		'it holds all that was acknowledged before';
	($status) = run_program('fsck', '--db', $file);
	is $status, 0, '... and is sound';
}
is join(' ', glob "$db.backup-*"), '', 'nothing is left beside the archive';
($status, $out, $err) = run_program('backup', '--db', $db, $copy);
is $status, 2, 'a copy never takes the place of a file';
like $err, qr/is there already/, '... and says so';
($status, $err) = stop($at);
is "$status $err", '0 ', 'the server had nothing to complain about';
($status) = run_program('fsck', '--db', $db);
is $status, 0, 'the archive is sound after all that';
done_testing;
