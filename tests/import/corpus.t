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

# Corpus, and the importer whose folder of it must hold whole; '': all of it.
my @held = (
	[general => 'ministat-input'],
	[general => 'ministat-output'],
	[general => 'csv'],
	[general => 'jsonl'],
	[general => 'gab-custom'],
	[general => 'phoronix'],
	[general => 'tap'],
	[general => 'hyperfine'],
	[general => 'googlebenchmark'],
	[general => 'go'],
	[general => 'criterion'],
	[general => 'rust-bench'],
	[general => 'perf-stat'],
	[general => 'perf-bench'],
	[general => 'fio'],
	[general => 'sysbench'],
	[general => 'jmh'],
	[general => 'lnt'],
	[general => 'hackbench'],
	[general => 'stream'],
	[general => 'time'],
	[general => 'cyclictest'],
	[general => 'kernbench'],
	[general => 'dbench'],
	[general => 'unixbench'],
	[general => 'lmbench'],
	[general => 'bonnie'],
	[general => 'will-it-scale'],
	[general => 'stress-ng'],
	[general => 'conbench'],
	[general => 'sysstat'],
	[general => 'benchmarkdotnet'],
	[general => 'pytest-benchmark'],
	[network => ''],
);

for (@held) {
	my ($corpus, $tool) = @$_;
	my $only = $tool ? "--tool $tool" : '';
	my $out = `$check $bin $shared/data/$corpus $only --disputed $disputed 2>&1`;
	like($out, qr/^[1-9]\d* passed, 0 failed,/m, "$corpus/$tool")
		or diag $out;
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
