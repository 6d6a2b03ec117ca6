#!/usr/bin/perl
# /test/NAME: one test on all hosts, a row a line.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

my $at = serve(scratch('test.db'));
my $hour = 0;

# A run: host, other tags, parameters, metric, unit, samples.
sub document { my ($host, $tags, $params, $metric, $unit, @samples) = @_;
	my $h = $hour++;
	return JSON::PP->new->canonical->encode({ tags => { %$tags, host => $host },
		at => sprintf('2026-01-%02dT%02d:00:00Z', 1 + $h / 24, $h % 24),
		results => [ { test => 'udp', params => $params, metrics => [ {
			name => $metric, defined $unit ? (unit => $unit) : (),
			samples => \@samples } ] } ] }) . "\n" }
sub store {
	my $r = put($at, '/runs', join '', @_);
	is $r->{status}, 201, 'stored' or diag $r->{body};
}
sub of { my ($name) = @_; json(get($at, "/test.json/$name")) }
sub text { get($at, $_[0])->{body} }

my @noise = map { (($_ * 7919) % 101 - 50) / 100 } 1 .. 200;
sub level { my ($host, $unit, $from, $n, $mean) = @_;
	map { document($host, { rev => 'r' . ($from + $_) }, { size => 64 }, 'rate', $unit,
		$mean + $noise[$from + $_]) } 0 .. $n - 1 }

# A gain on a, a loss on b, nothing on c; d has two configurations and two sizes.
store(level('a', 'Mbit/s', 0, 20, 100), level('a', 'Mbit/s', 20, 20, 104),
	level('b', 'Mbit/s', 0, 20, 200), level('b', 'Mbit/s', 20, 4, 180),
	level('c', 'Mbit/s', 0, 20, 300));
store(document('d', { 'option.VIMAGE' => 'y' }, { size => 64 }, 'rate', 'Mbit/s', 7, 9, 8),
	document('d', { 'option.VIMAGE' => 'n' }, { size => 64 }, 'rate', 'Mbit/s', 6),
	document('d', {}, { size => 1500 }, 'rate', 'Mbit/s', 5),
	document('d', {}, { size => 64 }, 'rate', 'pps', 4000),
	document('d', {}, { size => 64 }, 'latency', 'us', 3, 4));
put($at, '/runs/host:e', '{"tags":{"host":"e"},"results":[{"test":"udp","failure":"panic"}]}');
put($at, '/runs/host:e,test:other', "1\n2\n");

my $t = of('udp');
is $t->{schema}, 'maxistat-test/1', 'JSON has a schema';
# Runs: 40, 24, 20 and 5, and one that failed. Hosts: those that have a line.
is_deeply [ @$t{qw(test runs hosts failures lines_left_out)} ], [ 'udp', 90, 4, 1, 0 ], 'what there is';
my $row = sub { my ($l) = @_;
	join ' ', map { $_ // '-' } @$l{qw(metric unit)}, $l->{tags}{host}, $l->{params}{size},
		$l->{tags}{'option.VIMAGE'}, $l->{n}, $l->{newest}, $l->{changes},
		$l->{last_change} ? @{ $l->{last_change} }{qw(state verdict)} : () };
is_deeply [ map { $row->($_) } @{ $t->{lines} } ], [
	'latency us d 64 - 1 3.5 0',
	'rate Mbit/s d 1500 - 1 5 0',
	'rate Mbit/s a 64 - 40 ' . (104 + $noise[39]) . ' 1 confirmed better',
	'rate Mbit/s b 64 - 24 ' . (180 + $noise[23]) . ' 1 provisional worse',
	'rate Mbit/s c 64 - 20 ' . (300 + $noise[19]) . ' 0',
	'rate Mbit/s d 64 n 1 6 0', 'rate Mbit/s d 64 y 1 8 0',
	'rate pps d 64 - 1 4000 0',
], 'a row a line, by metric and unit' or diag explain [ map { $row->($_) } @{ $t->{lines} } ];
my ($b) = grep { $_->{tags}{host} eq 'b' } @{ $t->{lines} };
my $history = json(get($at, '/history.json/test:udp,host:b'))->{series}[0];
is $b->{last_change}{change}, $history->{change_points}[0]{change}, 'a change is that of the history';
is $b->{last_change}{run}, $history->{points}{run}[20], '... and where it is';
ok abs($b->{last_change}{change} + .1) < .003, '... what was put into it';
my @wrong = grep { my $h = get($at, $_->{history} =~ s{http://[^/]+/history}{/history.json}r);
	$h->{status} != 200 || !grep { $_->{n} } @{ json($h)->{series} } } @{ $t->{lines} };
is scalar @wrong, 0, 'every line has its history';

my $text = text('/test/udp');
like $text, qr/^udp: 2 of 8 lines changed; by their last change 1 worse, 1 better\n\n/,
	'line 1 is the answer';
like $text, qr/^measured  90 runs on 4 hosts, the last just now$/m, '... then how often';
like $text, qr/^failed    1 result$/m, '... a failure is counted';
is_deeply [ $text =~ /^(\w+, .* is better .*)$/mg ], [ 'latency, us, less is better (assumed)',
	'rate, Mbit/s, more is better (assumed)', 'rate, pps, more is better (assumed)' ],
	'a table a metric and unit';
like $text, qr{^a +size:64 +40 +10\d\.?\d* +\d+ days ago +1 +\+[34]\.\d+ % +confirmed +better +http://\S+host:a$}m,
	'... a row of it';
like $text, qr/^b +size:64 +24 .* -(?:9|10)(?:\.\d+)? % +provisional +worse /m, '... one that is not certain';
like $text, qr/^c +size:64 +20 .* 0 +- +http/m, '... one without a change';
like $text, qr/^d +size:64 -VIMAGE +1 +6 /m, '... one of an option';
like $text, qr{\nhttp://\S+/test/udp\n\z}, '... and the link';
is scalar(grep { length > 100 && !m{http://} } split /\n/, $text), 0, 'lines fit, links aside';

# What all lines have alike stands above them.
put($at, "/runs/test:same,rack:7,host:$_", "1\n") for qw(a b);
like text('/test/same'), qr/^all lines rack:7$/m, 'what lines share is said once';
unlike text('/test/same'), qr/^a +rack/m, '... and not of each';

# Names, and what is none.
put($at, '/runs/host:a,test:a%20%2Fb%3F', "1\n");
like text('/test/a%20%2Fb%3F'), qr{^a /b\?: no change on 1 line\n\nmeasured  1 run on 1 host, }, 'a name of any characters';
put($at, '/runs/host:x', '{"results":[{"test":"dead","failure":"panic"}]}');
like text('/test/dead'), qr/^dead: no change on 0 lines\n.*all have failed$/ms, 'a test that only failed';
my $r = get($at, '/test/upd');
is $r->{status}, 404, 'a test that is not there';
like $r->{body}, qr/^no runs for these terms \(test:upd\)\n.*^  near: .*\budp\b/ms, '... and which are near';
is json(get($at, '/test.json/upd'))->{error}{code}, 'not_found', '... as JSON';
is get($at, $_->[0])->{status}, $_->[1], "$_->[0]: $_->[1]"
	for [ '/test', 400 ], [ '/test/-', 404 ], [ '/test/%E2%80%AE', 400 ], [ '/test/udp/x', 400 ],
	[ '/test.csv/udp', 406 ], [ '/test/udp?x=1', 400 ];

# Without a server.
my $db = scratch('alone.db');
import_text($db, 'host:h,test:alone', "1\n2\n3\n");
like page($db, '/test/alone')->{body}, qr{^alone: no change on 1 line\n.*^/test/alone$}ms, 'without a server';
is page($db, '/test/x')->{status}, 404, '... or not';
# ---- More than 10,000 runs: those of the last year, the others are counted. ----
use Time::Local;
my $first = timegm(0, 0, 0, 1, 0, 2020);
store(map { my @d = gmtime($first + 6000 * $_);
	sprintf qq({"tags":{"host":"n","rev":"n%d"},"at":"%04d-%02d-%02dT%02d:%02d:%02dZ","results":[{"test":"nightly",) .
		qq("metrics":[{"name":"m","unit":"s","samples":[%.2f]}]}]}\n), $_, $d[5] + 1900, $d[4] + 1, @d[3, 2, 1, 0],
		10 + $noise[$_ % 200] } 1 .. 10_001);
# From the midnight before a year before the last.
my $last = $first + 6000 * 10_001;
my $from = $last - 365 * 86400;
$from -= $from % 86400;
my $year = int(($last - $from) / 6000) + 1;
$t = of('nightly');
is_deeply [ @$t{qw(runs older_runs)}, $t->{lines}[0]{n} ], [ $year, 10_001 - $year, $year ], 'a year of 10,001 runs';
like text('/test/nightly'), qr/^older     @{[10_001 - $year]} runs, more than 365 days before the last, are not looked at here$/m,
	'... as text';
is of('udp')->{older_runs}, 0, 'all of fewer';

done_testing;
