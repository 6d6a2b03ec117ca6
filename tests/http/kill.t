#!/usr/bin/perl
# kill -9 at random moments under eight uploaders: what was acknowledged is
# there with all its samples, nothing is half there, and the next start is fast.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;
use Time::HiRes 'time';

use constant { ROUNDS => $ENV{KILL_ROUNDS} || 10, CLIENTS => 8 };

# Uploads for a while, kills the server, $rounds times; what was acknowledged,
# each [status, run, value], and the slowest start in seconds. A list, for a run
# that was lost may give its number to a later one.
sub torture {
	my ($db, $rounds) = @_;
	my (@acked, $slowest);
	for my $round (1 .. $rounds) {
		my $start = time;
		my $at = serve($db);
		my $took = time - $start;
		$slowest = $took if !defined $slowest || $took > $slowest;
		my (@files, @clients);
		for my $client (1 .. CLIENTS) {
			push @files, scratch('acks');
			push @clients, fork // die "fork: $!";
			next if $clients[-1];
			open my $log, '>', $files[-1] or die;
			$log->autoflush(1);
			for (my $n = 1; ; $n++) {
				my $v = sprintf "%d%d%05d", $round, $client, $n;
				my $r = eval { put($at, "/runs/host:c$client,test:k",
					join '', map { "$v.$_\n" } 1 .. 10) } or last;
				print $log "$r->{status} $1 $v\n"
					if ($r->{headers}{location} || '') =~ m{/run/(\d+)};
			}
			require POSIX;
			POSIX::_exit(0);
		}
		select undef, undef, undef, 0.05 + rand 0.4;
		stop($at, 'KILL');
		waitpid $_, 0 for @clients;
		for (map { split /\n/, slurp($_) } @files) {
			push @acked, [$1, $2, $3] if /^(\d+) (\d+) (\d+)$/;
		}
	}
	return (\@acked, $slowest);
}

# The acknowledged runs that are not there whole, and those half there. One
# client after the other, for an answer of a thousand rounds would be too long.
sub missing {
	my ($db, $acked) = @_;
	my (%samples, @bad);
	for my $client (1 .. CLIENTS) {
		my ($status, $csv) = run_program('get', '--db', $db,
			"/samples/host:c$client,test:k");
		push @bad, $status if $status;
		for (split /\n/, $csv) {
			my @f = split /,/;
			push @{ $samples{$f[0]} }, $f[-1] if $f[0] =~ /^\d+$/;
		}
	}
	is "@bad", '', 'the archive can be read';
	my @half = grep { @{ $samples{$_} } != 10 } keys %samples;
	my @lost = map { $_->[1] } grep {
		my ($status, $run, $v) = @$_;
		join(' ', map { 0 + $_ } @{ $samples{$run} || [] }) ne
			join(' ', map { 0 + "$v.$_" } 1 .. 10)
	} @$acked;
	return (\@lost, \@half);
}

# "17 of them: 3 4 5 ...", or nothing.
sub first_of {
	my ($runs) = @_;
	my @first = grep { defined } @$runs[0 .. 9];
	return @first ? @$runs . " of them: @first" : '';
}

srand 20261130;
my $db = scratch('kill.db');
my ($acked, $slowest) = torture($db, ROUNDS);
cmp_ok scalar @$acked, '>', 20 * ROUNDS,
	'the uploads of ' . @$acked . ' runs were acknowledged';
is scalar(grep { $_->[0] != 201 } @$acked), 0, 'each with 201';
my ($lost, $half) = missing($db, $acked);
is first_of($half), '', 'no run is half there';
is first_of($lost), '', 'every acknowledged run is there with all its samples';
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
	($lost, $half) = missing($other, $told);
	cmp_ok scalar @$lost, '>', 0, 'the wrong order loses ' . @$lost . ' runs';
}
done_testing;
