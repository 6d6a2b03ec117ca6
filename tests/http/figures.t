#!/usr/bin/perl
# A percentile of a tool's summary is stored and compared as a series of its
# own; a run and an export show it in the summary of its metric, and what they
# show is stored as the same series again.
use strict;
use warnings;
use lib 'tests/lib';
use JSON::PP qw(decode_json);
use Maxistat;
use Test::More;

my $db = scratch('figures.db');
my $at = serve($db);

sub document {
	my ($side, $p99) = @_;
	return '{"tags":{"host":"apu2","side":"' . $side . '"},"results":['
		. '{"test":"rr","metrics":[{"name":"read.clat","unit":"ns",'
		. '"better":"lower","role":"summary","summary":{"n":128,'
		. '"mean":400,"stddev":9,"p99":' . $p99 . '}},'
		. '{"name":"read.lat","unit":"ns","better":"lower",'
		. '"role":"summary","summary":{"mean":500,"stddev":8}}]}]}' . "\n";
}

# Upload to upload the p99 differs by a little, from side to side by much.
is put($at, '/runs', document('a', 900 + $_))->{status}, 201, "a, run $_"
	for 1 .. 5;
is put($at, '/runs', document('b', 700 + $_))->{status}, 201, "b, run $_"
	for 1 .. 5;

my $text = get($at, '/compare/role:summary,metric:read.clat.p99/side:a/side:b')->{body};
like $text, qr/^B is better: rr .*read\.clat\.p99/m, 'a p99 is compared'
	or diag $text;

my $run = decode_json(get($at, '/run/1.json')->{body});
my ($clat, $lat) = @{ $run->{results}[0]{metrics} };
is $clat->{name}, 'read.clat', 'a run shows the metric';
is $clat->{summary}{p99}, 901, '... with its p99';
is $clat->{summary}{n}, 128, '... and its n';
is_deeply $lat->{summary}, { mean => 500, stddev => 8 },
	'a summary without n has what was told';
is @{ $run->{results}[0]{metrics} }, 2, '... and nothing stands beside them';

my $export = get($at, '/export/-')->{body};
my $copy = scratch('copy.db');
is +(run_program('import', '--db', $copy, spew(scratch('all.json'), $export)))[0],
	0, 'the export can be imported';
is page($copy, '/export/-')->{body}, $export, '... and gives the same export';
is page($copy, '/samples/role:summary,side:a')->{body}, page($db, '/samples/role:summary,side:a')->{body},
	'... of the same series';
like page($copy, '/samples/role:summary,side:a')->{body}, qr/read\.clat\.p99/,
	'... where the p99 is one';
done_testing;
