#!/usr/bin/perl
# The 45 histories in ../shared/data/series as runs of an archive: the change
# points of /history.json are the expected ones, index for index, with all their
# figures to the six digits given.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

my $folder = shared('data/series');
plan skip_all => '../shared/data/series is not there' if !$folder;

my $expected = JSON::PP->new->decode(slurp("$folder/expected.json"));
my @series = sort keys %$expected;
is scalar @series, 45, 'the histories are there';

# The last column, below a line of names.
sub values_of {
	my ($head, @lines) = split /\r?\n/, slurp("$folder/$_[0].csv");
	return map { (split /,/)[-1] } @lines;
}

my $document = '';
for my $name (@series) {
	my $i = 0;
	$document .= sprintf('{"tags":{"host":"h","rev":"r%d"},"at":"2026-01-01T00:00:00.%09dZ",' .
		'"results":[{"test":"%s","metrics":[{"name":"m","samples":[%s]}]}]}' . "\n",
		++$i, $i, $name, $_) for values_of($name);
}
my $at = serve(scratch('series.db'));
is put($at, '/runs', $document)->{status}, 201, '... and stored as runs';

sub six { my ($x) = @_; defined $x ? sprintf '%.6g', $x : 'null' }
for my $name (@series) {
	my $want = $expected->{$name};
	my ($line, @more) = @{ json(get($at, "/history.json/test:$name"))->{series} };
	my @points = grep { $_->{kind} ne 'burst' } @{ $line->{change_points} };
	is_deeply [ map { $_->{index} } @points ], $want->{change_points}, "$name: where";
	is_deeply [ map { my $p = $_; join ' ', map({ $p->{$_} } qw(lo hi n_before n_after)),
			map({ six($p->{$_}) } qw(p before after change)),
			$p->{state} eq 'provisional' ? 1 : 0 } @points ],
		[ map { my $p = $_; join ' ', map({ $p->{$_} } qw(lo hi n_before n_after)),
			map({ six($p->{$_}) } qw(p before after change)),
			$p->{provisional} ? 1 : 0 } @{ $want->{detail} } ], '... and how much';
	is $line->{n}, $want->{n}, '... of all runs';
	ok !@more, '... in one line';
}
my ($ramp) = @{ json(get($at, '/history.json/test:syn_ramp_n100'))->{series} };
is_deeply [ map { "$_->{from}..$_->{to}" } @{ $ramp->{drifts} } ], [ '0..99' ], 'a ramp is one drift';
is scalar(grep { $_->{kind} ne 'drift' } @{ $ramp->{change_points} }), 0, '... with its points';

done_testing;
