#!/usr/bin/env perl
# corpus.t - the importers against files of real tool output, where they are.
use strict;
use warnings;
use Test::More;

my $bin = $ENV{MAXISTAT} || 'build/maxistat';
my $shared = '../shared';
my $check = "$shared/tools/check-corpus";
my $disputed = 'tests/import/disputed.txt';

plan skip_all => "no $bin; run make first" unless -x $bin;
plan skip_all => "no corpus beside the checkout ($shared)" unless -x $check;

for my $corpus (qw(general network)) {
	my $out = `$check $bin $shared/data/$corpus --disputed $disputed 2>&1`;
	my ($passed, $failed, $skipped) =
		$out =~ /^(\d+) passed, (\d+) failed, (\d+) skipped$/m;
	ok($passed && !$failed, "$corpus: none fails") or diag $out;
	my ($known, $all) = $out =~ /^# (\d+) of (\d+) recognised/m;
	cmp_ok($known / $all, '>=', .9, '... and they are recognised');
	cmp_ok($skipped / $all, '<=', .03, '... few are disputed');
}

# The mails of the seeds: how many results, tables and samples each holds.
use JSON::PP qw(decode_json);
my %seed = (
	'vimage_ministat.txt' => [6, 3, 0],
	'loopback_rr_ministat.txt' => [4, 2, 0],
	'fget_light_netperf.txt' => [1, 0, 20],
);
for my $name (sort keys %seed) {
	my $got = decode_json(`$bin parse --json $shared/data/seeds/$name`);
	my @results = @{ $got->{results} };
	my %tables = map { $_ => 1 } grep { defined }
		map { $_->{params}{table} } @results;
	my $samples = @{ $results[0]{metrics}[0]{samples} || [] };
	is_deeply([scalar @results, scalar keys %tables, $samples],
		  $seed{$name}, "seeds/$name");
	is_deeply($got->{errors}, [], "seeds/$name: no errors");
}

# Every file of the published comparison parses whole.
for my $file (glob "$shared/data/netbenches/vimage-*/*/*/*") {
	my $got = decode_json(`$bin parse --json $file`);
	ok($got->{complete} && @{ $got->{results} } && !@{ $got->{errors} },
	   $file =~ s/^\Q$shared\E\/data\///r);
}

done_testing();
