#!/usr/bin/perl
# kill -9 at random moments under eight uploaders: what was acknowledged is
# there with all its samples, nothing is half there, and the next start is fast.
use strict;
use warnings;
use lib 'tests/lib';
use Load;
use Maxistat;
use Test::More;
use Time::HiRes 'time';

use constant { ROUNDS => $ENV{KILL_ROUNDS} || 10, CLIENTS => 8 };

# Uploads for a while, kills the server, $rounds times; what was acknowledged,
# each [status, run, value], and the slowest start in seconds.
sub torture {
	my ($db, $rounds) = @_;
	my (@acked, $slowest);
	for my $round (1 .. $rounds) {
		my $start = time;
		my $at = serve($db);
		my $took = time - $start;
		$slowest = $took if !defined $slowest || $took > $slowest;
		my $load = load_begin($at, clients => CLIENTS, until_gone => 1);
		select undef, undef, undef, 0.05 + rand 0.4;
		stop($at, 'KILL');
		push @acked, grep { $_->[1] } load_end($load);
	}
	return (\@acked, $slowest);
}

srand 20261130;
my $db = scratch('kill.db');
my ($acked, $slowest) = torture($db, ROUNDS);
cmp_ok scalar @$acked, '>', 20 * ROUNDS,
	'the uploads of ' . @$acked . ' runs were acknowledged';
is scalar(grep { $_->[0] != 201 } @$acked), 0, 'each with 201';
my ($lost, $half) = load_missing($db, CLIENTS, @$acked);
is load_first($half), '', 'no run is half there';
is load_first($lost), '', 'every acknowledged run is there with all its samples';
my ($status, undef, $err) = run_program('fsck', '--db', $db);
is "$status $err", '0 ', 'the archive is sound';
cmp_ok $slowest, '<', 1, 'every start took less than a second';

# The control acknowledges before COMMIT (with 404, for it cannot read what it
# names): if it lost nothing, neither could the above have failed.
SKIP: {
	my $early = program() . '-early';
	skip "$early is not built", 2 if !-x $early;
	local $ENV{MAXISTAT} = $early;
	my $other = scratch('early.db');
	my ($told) = torture($other, 3);
	($lost, $half) = load_missing($other, CLIENTS, @$told);
	cmp_ok scalar @$lost, '>', 0, 'the wrong order loses ' . @$lost . ' runs';
}
done_testing;
