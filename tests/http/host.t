#!/usr/bin/perl
# /host/NAME: what was recorded and when, the lines with their noise, and which
# of them became noisier. What is expected is computed here.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

my $at = serve(scratch('host.db'));
my $hour = 0;

# A run of a test: tags, then samples. Each an hour after the one before.
sub document { my ($tags, $test, @samples) = @_;
	my $h = $hour++;
	return JSON::PP->new->canonical->encode({ tags => $tags,
		at => sprintf('2026-01-%02dT%02d:00:00Z', 1 + $h / 24, $h % 24),
		results => [ { test => $test, params => { size => 64 }, metrics => [ {
			name => 'time', unit => 'ms', samples => \@samples } ] } ] }) . "\n" }
sub store {
	my $r = put($at, '/runs', join '', @_);
	is $r->{status}, 201, 'stored' or diag $r->{body};
}
sub host { my ($name) = @_; json(get($at, "/host.json/$name")) }
sub text { my ($path) = @_; get($at, $path)->{body} }

# ---- The statistics, plainly. ----
sub median { my @x = sort { $a <=> $b } @_;
	@x % 2 ? $x[$#x / 2] : ($x[@x / 2 - 1] + $x[@x / 2]) / 2 }
sub cv { my @x = @_; my ($sum, $squares) = (0, 0);
	$sum += $_ for @x;
	$squares += ($_ - $sum / @x) ** 2 for @x;
	return sqrt($squares / (@x - 1)) / abs($sum / @x) }
# Mann-Whitney's exact p, two-sided: all ways to choose 5 of the ranks.
sub exact { my ($before, $newest) = @_;
	my @all = (@$before, @$newest);
	my $mean = @$before * @$newest / 2;
	my $u = sub { my %is = map { ($_ => 1) } @_;
		my $u = 0;
		for my $j (@_) {
			$u += $all[$_] < $all[$j] ? 1 : $all[$_] == $all[$j] ? .5 : 0
				for grep { !$is{$_} } 0 .. $#all;
		}
		return $u };
	my $seen = abs($u->(@$before .. $#all) - $mean);
	my ($n, $far, $pick) = (0, 0);
	$pick = sub { my ($from, @chosen) = @_;
		if (@chosen == @$newest) {
			$n++;
			$far++ if abs($u->(@chosen) - $mean) >= $seen - 1e-9;
			return;
		}
		$pick->($_ + 1, @chosen, $_) for $from .. $#all;
	};
	$pick->(0);
	return $far / $n }
sub near { my ($got, $want, $name, $within) = @_;
	ok defined $got && abs($got - $want) <= ($within // 1e-12) * (abs($want) || 1), $name
		or diag +($got // 'undef') . " is not $want" }

# ---- What was recorded. ----
my @machine = ([ 'old', '13', 'igb1', 3 ], [ 'new', '14', 'igb1', 2 ], [ 'old', '14', 'igb2', 1 ]);
my (@runs, %seen);
for my $m (@machine) {
	for (1 .. $m->[3]) {
		my %tags = (host => 'lab', 'hw.cpu' => $m->[0], os => $m->[1],
			'nic.driver' => $m->[2], kernel => "6.$hour", rack => 7,
			'disk.driver' => 'ahci', 'peer.os' => 'x');
		for my $key (grep { !/^(?:host|rack|peer\.os)$/ } keys %tags) {
			my $time = sprintf '2026-01-01T%02d:00:00Z', $hour;
			my $s = $seen{$key}{$tags{$key}} //= { from => $time, runs => 0 };
			$s->{to} = $time;
			$s->{runs}++;
		}
		push @runs, document(\%tags, 'udp', 10, 11, 12);
	}
}
store(reverse @runs);
my $h = host('lab');
is $h->{schema}, 'maxistat-host/1', 'JSON has a schema';
is_deeply [ @$h{qw(host runs first_at last_at failures)} ],
	[ 'lab', 6, '2026-01-01T00:00:00Z', '2026-01-01T05:00:00Z', 0 ], 'the runs, and when';
my @want;
for my $key (sort keys %seen) {
	push @want, map { { key => $key, value => $_, %{ $seen{$key}{$_} } } }
		sort { $seen{$key}{$b}{to} cmp $seen{$key}{$a}{to} } keys %{ $seen{$key} };
}
is_deeply $h->{recorded}, \@want, 'what the machine was, the newest value first';
is_deeply [ map { "$_->{value} $_->{from}" } grep { $_->{key} eq 'hw.cpu' } @{ $h->{recorded} } ],
	[ 'old 2026-01-01T00:00:00Z', 'new 2026-01-01T03:00:00Z' ], '... also one that came back';
my $text = text('/host/lab');
like $text, qr/^lab: 6 runs, the last \d+ days ago; too few runs to say whether it became noisier\n/,
	'line 1 is the answer';
like $text, qr/^measured  2026-01-01 00:00 \.\. 2026-01-01 05:00$/m, '... then when';
like $text, qr/^hw\.cpu +old +4  2026-01-01 00:00  2026-01-01 05:00\n +new +2  2026-01-01 03:00 /m,
	'... what it was';
like $text, qr/^all lines disk\.driver:ahci peer\.os:x rack:7$/m, '... what its lines share';
like $text, qr{^udp time size:64 nic\.driver:igb1 +5 +11 ms .* http:\S+/history/\S*host:lab\S*$}m,
	'... and what they are';
like $text, qr/no line has enough runs/, '... with what cannot be said';
like $text, qr{\nhttp://\S+/host/lab\n\z}, '... and its own link';

# More values of a key than a screen has room for.
store(map { document({ host => 'many', kernel => "6.$_" }, 't', $_) } 1 .. 25);
$text = text('/host/many');
is scalar(() = $text =~ /^(?:kernel)? +6\.\d+ +1  2026/mg), 10, 'the newest ten values as text';
like $text, qr{^15 older values: http://\S+/host\.json/many$}m, '... with the way to the others';
is scalar @{ host('many')->{recorded} }, 25, '... all in JSON';

# ---- Lines: noise, changes, spread. ----
my @noise = map { (($_ * 7919) % 101 - 50) / 100 } 1 .. 200;
my @widths = map { .1 + (($_ * 31) % 7) / 100 } 1 .. 60;
$_ *= 30 for @widths[55 .. 59];
my @samples = map { my ($m, $w) = (($_ < 30 ? 100 : 103) + $noise[$_], $widths[$_]);
	[ $m - $w, $m, $m + 2 * $w ] } 0 .. 59;
store(map { document({ host => 'h', rev => "r$_" }, 'step', @{ $samples[$_] }) } 0 .. 59);
my ($line) = @{ host('h')->{lines} };
my $history = json(get($at, '/history.json/host:h'))->{series}[0];
is_deeply [ @$line{qw(test metric unit n better order newest_at)} ],
	[ 'step', 'time', 'ms', 60, 'lower', 'rev', $history->{points}{at}[59] ], 'a line';
is_deeply $line->{params}, { size => 64 }, '... its parameters';
near $line->{newest}, median(@{ $samples[59] }), '... its newest median';
near $line->{noise}, $history->{noise} / $history->{level}, '... its noise, of the level';
ok $line->{noise} > .002 && $line->{noise} < .005, '... which is what was put into it';
near $line->{seen_after_5}, $history->{seen_after_5}, '... what it can show';
is_deeply [ $line->{changes}, @{ $line->{last_change} }{qw(run state verdict from to)} ],
	[ 1, $history->{points}{run}[30], qw(confirmed worse r29 r30) ], '... its last change';
near $line->{last_change}{change}, $history->{change_points}[0]{change}, '... and how large';
is get($at, $line->{history} =~ s{http://[^/]+}{}r)->{status}, 200, '... its history is there';
my @cv = map { cv(@$_) } @samples;
my $s = $line->{spread};
near $s->{newest}, median(@cv[55 .. 59]), 'the spread in the newest five';
near $s->{before}, median(@cv[0 .. 54]), '... and before';
is "$s->{n_newest} $s->{n_before}", '5 55', '... of so many';
# All five above all others: 2 of choose(60, 5).
near $s->{p}, 2 / 5461512, '... p is exact', 1e-9;
ok $s->{noisier}, '... noisier';
$text = text('/host/h');
like $text, qr/^h: .*; 1 of 1 line became noisier\n/, '... is the answer';
my $newest = sprintf '%.1f', 100 * median(@cv[55 .. 59]);
like $text, qr/^step time .* 0\.\d\d %  \d\.\d %  +1  \+3\.\d\d % worse  0\.\d\d -> \Q$newest\E % noisier  http/m,
	'... in its row';
like $text, qr/of 1 line with enough runs at most 0\.0005 false ones are expected/, '... and how sure';
is scalar(grep { length > 100 && !m{http://} } split /\n/, $text), 0, 'lines fit, links aside';

# As few runs as can tell, and one less; an overlap; quieter; one sample a run.
my %spread = (
	eight => [ (map { $_ / 100 } 1 .. 8), 1 .. 5 ],
	nine => [ (map { $_ / 100 } 1 .. 9), 1 .. 5 ],
	overlap => [ (map { $_ / 100 } 1 .. 8), 1.5, 1 .. 5 ],
	quieter => [ 1 .. 9, map { $_ / 100 } 1 .. 5 ],
	ties => [ (.01) x 12, (.02) x 5 ],
	equal => [ (.01) x 17 ],
);
for my $name (sort keys %spread) {
	my @of = map { [ 100 - $_, 100, 100 + $_ ] } @{ $spread{$name} };
	store(map { document({ host => $name }, 't', @$_) } @of);
	$s = host($name)->{lines}[0]{spread};
	my @c = map { cv(@$_) } @of;
	my $p = exact([ @c[0 .. $#c - 5] ], [ @c[$#c - 4 .. $#c] ]);
	if ($name eq 'eight') {
		is $s->{p}, undef, 'eight before five cannot tell';
		is $s->{noisier}, undef, '... and nothing is said';
		ok $p >= .001, '... whatever they are';
		next;
	}
	near $s->{p}, $p, "$name: p is that of all ways to choose", 1e-9;
	is $s->{noisier} ? 1 : 0, $p < .001 && $name ne 'quieter' ? 1 : 0, '... and what follows';
}
store(map { document({ host => 'single' }, 't', $_) } 1 .. 20);
$s = host('single')->{lines}[0]{spread};
is_deeply [ @$s{qw(newest before p noisier n_newest n_before)} ], [ (undef) x 4, 0, 0 ],
	'runs of one sample have no spread';
store(map { document({ host => 'long' }, 't', 10, 10 + $_ / 1000) } 1 .. 120);
is host('long')->{lines}[0]{spread}{n_before}, 80, 'of many runs the newest before';

# ---- Failures, names, errors. ----
put($at, '/runs', '{"tags":{"host":"dead"},"results":[{"test":"x","failure":"panic"}]}');
is host('dead')->{failures}, 1, 'a host whose only test failed';
like text('/host/dead'), qr/^failed    1 result\n.*^no run with a value; all have failed$/ms, '... says so';
put($at, '/runs', JSON::PP->new->encode({ tags => { host => 'pub' }, results => [ { test => 'p',
	metrics => [ { name => 'x', unit => 's', summary => { n => 5, mean => 2, stddev => .1 } } ] } ] }));
is_deeply [ @{ host('pub')->{lines}[0] }{qw(n newest newest_at noise seen_after_5 last_change no_median)} ],
	[ 0, (undef) x 5, 1 ], 'a published mean is a line without a value';
like text('/host/pub'), qr/^left out  1 result: only a summary was published, and it has no median$/m,
	'... and is counted';
is get($at, '/test/p')->{status}, 200, '... also as a test';
put($at, '/runs/host:a%20b%2Fc%3F,test:t', "1\n2\n");
like text('/host/a%20b%2Fc%3F'), qr{^a b/c\?: 1 run, .*/history/\S*host:a%20b%2Fc%3F$}ms,
	'a name of any characters';
my $r = get($at, '/host/labb');
is $r->{status}, 404, 'a host that is not there';
like $r->{body}, qr/^no runs for these terms \(host:labb\)\n.*^  near: lab, /ms, '... and which are near';
is json(get($at, '/host.json/labb'))->{error}{code}, 'not_found', '... as JSON';
is get($at, $_->[0])->{status}, $_->[1], "$_->[0]: $_->[1]"
	for [ '/host', 400 ], [ '/host/a/b', 400 ], [ '/host/%zz', 400 ], [ '/host/%C2%85', 400 ],
	[ '/host/lab,limit=3', 404 ], [ '/host/lab?limit=3', 400 ], [ '/host.csv/lab', 406 ],
	[ '/host/' . 'x' x 513, 400 ];
is request($at, 'POST', '/host/lab', body => '')->{status}, 405, 'nothing to be written';

# Kept until the archive changes.
is host('lab')->{runs}, 6, 'as before';
store(document({ host => 'lab' }, 'udp', 1));
is host('lab')->{runs}, 7, '... one more';
my $id = host('lab')->{lines}[0]{newest_run};
request($at, 'DELETE', "/run/$id", body => 'why');
is host('lab')->{runs}, 6, '... and without it';
done_testing;
