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

my $db = scratch('kill.db');
my (%acked, $slowest);
srand 20261130;
for my $round (1 .. ROUNDS) {
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
			my $v = "$round$client$n";
			my $r = eval { put($at, "/runs/host:c$client,test:k",
				join '', map { "$v.$_\n" } 1 .. 10) } or last;
			print $log "$1 $v\n"
				if $r->{status} == 201 && $r->{headers}{location} =~ m{/run/(\d+)};
		}
		require POSIX;
		POSIX::_exit(0);
	}
	select undef, undef, undef, 0.05 + rand 0.4;
	stop($at, 'KILL');
	waitpid $_, 0 for @clients;
	for (map { split /\n/, slurp($_) } @files) {
		$acked{$1} = $2 if /^(\d+) (\d+)$/;
	}
}
cmp_ok scalar keys %acked, '>', 20 * ROUNDS, 'the uploads of ' . keys(%acked) . ' runs were acknowledged';
my ($status, $csv, $err) = run_program('get', '--db', $db, '/samples/test:k');
is $status, 0, 'the archive can be read';
my (%samples, @half);
for (split /\n/, $csv) {
	my @f = split /,/;
	push @{ $samples{$f[0]} }, $f[-1] if $f[0] =~ /^\d+$/;
}
@half = grep { @{ $samples{$_} } != 10 } keys %samples;
is "@half", '', 'no run is half there';
my @lost = grep {
	my $v = $acked{$_};
	join(' ', map { 0 + $_ } @{ $samples{$_} || [] }) ne
		join(' ', map { 0 + "$v.$_" } 1 .. 10)
} keys %acked;
is "@lost", '', 'every acknowledged run is there with all its samples';
($status, undef, $err) = run_program('fsck', '--db', $db);
is "$status $err", '0 ', 'the archive is sound';
cmp_ok $slowest, '<', 1, 'every start took less than a second';
done_testing;
