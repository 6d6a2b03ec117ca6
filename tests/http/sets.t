#!/usr/bin/perl
# What a report says of sets of every shape: units, zeros, hosts, pairs, the
# notices, families, wild numbers. The samples are drawn here, seeded.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Samples;
use List::Util qw(max min sum);
use Test::More;

# Two revisions on one host: test => [samples of 1, samples of 2].
sub pair_of {
	my (%sets) = @_;
	return archive(map { my $rev = $_; run_of({ host => 'h', rev => $rev },
		map { [ $_, 'x', 's', 'lower', $sets{$_}[$rev - 1] ] }
		sort keys %sets) } 1, 2);
}
my $sides = '/rev:1/rev:2';

# Holm's step-down, to check against.
sub holm {
	my @p = @_;
	my ($least, %of) = (0);
	my @order = sort { $p[$a] <=> $p[$b] } 0 .. $#p;
	for (0 .. $#order) {
		$least = max $least, min 1, (@p - $_) * $p[$order[$_]];
		$of{$order[$_]} = $least;
	}
	return map { $of{$_} } 0 .. $#p;
}

subtest 'units' => sub {
	my $db = archive(run_of({ host => 'h', rev => 1 },
		[ 'ping', 'rtt', 'ms', 'lower', around(5, 2, .1) ],
		[ 'flood', 'rate', 'pps', 'higher', around(5, 9e5, 900) ]),
		run_of({ host => 'h', rev => 2 },
		[ 'ping', 'rtt', 's', 'lower', around(5, .0025, .0001) ],
		[ 'flood', 'rate', 'bit/s', 'higher', around(5, 4e8, 4e5) ]));
	my $doc = json_of($db, $sides);
	my $c = comparison_of($doc, 'ping');
	is row_of($doc, 'ping')->{unit}, 'ms', 'ms against s: in ms';
	cmp_ok abs($c->{change} - (2.495 / 1.995 - 1)), '<', .01, '... converted';
	is $c->{verdict}, 'worse', '... and compared';
	is comparison_of($doc, 'flood')->{verdict}, 'not_comparable',
		'pps against bit/s';
	is $doc->{counts}[0]{not_comparable}, 1, '... counted';
	like text_of($db, $sides), qr/^not comparable: flood rate: the units/m,
		'... and told';
};

subtest 'zeros and constants' => sub {
	my $db = pair_of(zero => [ [ 0, 0, 0 ], [ 4, 5, 6 ] ],
		signs => [ [ -2, 1, 3, -1 ], [ 4, 6, 8, 5 ] ],
		equal => [ [ (64) x 5 ], [ (64) x 5 ] ],
		constants => [ [ (115) x 5 ], [ (78.8) x 5 ] ],
		three => [ [ (115) x 3 ], [ (78.8) x 3 ] ]);
	my $doc = json_of($db, $sides);
	for my $test (qw(zero signs)) {
		my $c = comparison_of($doc, $test);
		is $c->{change}, undef, "$test: no change in %";
		is $c->{verdict}, 'worse', '... but a difference';
		ok defined $c->{difference_interval}{lo}, '... with interval';
	}
	my $c = comparison_of($doc, 'constants');
	is $c->{verdict}, 'better', '5 x 115 against 5 x 78.8 differ';
	cmp_ok abs($c->{change} - (78.8 / 115 - 1)), '<', 1e-12, '... so much';
	cmp_ok abs($c->{p} - 2 / 252), '<', 1e-12, '... by ranks: 2 of 10 over 5';
	is $c->{method}, 'constant_ranks', '... and that is named';
	is $c->{figures}{welch_t}, undef, '... t is not defined';
	ok scalar(grep { $_ eq 'constant' } @{ $c->{notices} }), '... noticed';
	is comparison_of($doc, 'equal')->{verdict}, 'identical', 'equal ones';
	is comparison_of($doc, 'three')->{verdict}, 'inconclusive',
		'three a side are too few for ranks';
	like text_of($db, '/test:constants/rev:1/rev:2'),
		qr/^B is better: constants host:h x, -31\.48 %$/m, 'in text';
};

subtest 'a hidden dimension: two hosts on a side' => sub {
	srand 4;
	my $db = archive(map { my ($host, $mean) = @$_; map { run_of(
		{ host => $host, rev => $_ }, [ 'udp', 'rate', 'pps', 'higher',
		normal(8, $mean * ($_ == 2 ? .97 : 1), $mean / 500) ])
		} 1, 2 } [ slow => 100 ], [ fast => 1000 ]);
	my $doc = json_of($db, $sides);
	is_deeply [ map { $_->{labels}{host} } @{ $doc->{rows} } ],
		[ qw(fast slow) ], 'hosts are rows of their own';
	my ($group) = @{ $doc->{groups} };
	is $group->{n}, 2, 'and stand together under them';
	cmp_ok abs($group->{change} + .03), '<', .003, '... as one ratio';
	like text_of($db, $sides), qr/^all 2 .* ratio .* -3\.\d/m, '... in text';
	my $pooled = json_of($db, "/by=none$sides");
	ok $pooled->{rows}[0]{pooled} || $pooled->{rows}[0]{sides}[0]{runs} == 2,
		'by=none puts all in one row';
	is $pooled->{rows}[0]{comparisons}[0]{verdict}, 'inconclusive',
		'... where the hosts drown the change';
	unlike text_of($db, $sides), qr/disagree/, 'these hosts agree';
};

# Notices that a set raises, beside those of how it was made.
sub notices {
	my ($c) = @_;
	my %made = map { $_ => 1 } qw(one_run);
	return join ' ', sort grep { !$made{$_} } @{ $c->{notices} };
}

subtest 'each shape raises its notice, and no other' => sub {
	srand 2;
	my $x = 0;
	my %shapes = (
		clean => normal(100, 100, 1),
		memory => [ map { $x = .7 * $x + gauss(0, .7); 100 + $x }
			1 .. 100 ],
		drift => [ map { 100 + $_ / 50 + gauss(0, .6) } 1 .. 60 ],
		humps => [ map { 100 + (rand > .5) * 8 + gauss(0, 1) } 1 .. 60 ],
		outlier => [ map { $_ == 30 ? 107 : gauss(100, 1) } 1 .. 100 ],
		first => [ map { $_ == 1 ? 107 : gauss(100, 1) } 1 .. 100 ],
		tied => [ map { int gauss(100, 1.2) } 1 .. 60 ],
	);
	my %want = (clean => '', memory => 'autocorrelated', drift => 'drift',
		humps => 'bimodal spreads_differ', outlier => 'outliers',
		first => 'outliers slow_first', tied => 'ties');
	my $doc = json_of(pair_of(map { $_ => [ normal(100, 100, 1),
		$shapes{$_} ] } sort keys %shapes), $sides);
	my %also = (drift => qr/^(autocorrelated )?drift$/,
		humps => qr/^bimodal( median_disagrees)? spreads_differ$/);
	for my $test (sort keys %want) {
		my $got = notices(comparison_of($doc, $test));
		$also{$test} ? like $got, $also{$test}, $test :
			is $got, $want{$test}, $test;
	}
	my $a = json_of(pair_of(t => [ $shapes{first}, $shapes{clean} ]),
		$sides);
	is notices(comparison_of($a, 't')), $want{first}, 'the baseline\'s too';
	is notices(comparison_of(json_of(pair_of(t => [ around(3, 5, 1),
		around(20, 5, 1) ]), $sides), 't')), 'few_samples ties unequal_n',
		'few and unequal';
	my $null = json_of(pair_of(map { ("t$_" => [ normal(20, 100, 1),
		normal(20, 100, 1) ]) } 1 .. 100), $sides);
	my %raised;
	$raised{$_}++ for map { @{ $_->{comparisons}[0]{notices} } }
		@{ $null->{rows} };
	is $raised{$_} // 0, 0, "100 rows of noise raise no $_"
		for qw(drift autocorrelated slow_first bimodal);
};

# Rounds 1..6; 2 lacks rev 1, 5 lacks rev 2, and one run has no round.
sub rounds {
	srand 8;
	return archive(map { my ($rev, $round) = @$_; my $mean =
		(100 + 10 * ($round // 9)) * ($rev == 2 ? 1.05 : 1);
		run_of({ host => 'h', rev => $rev, defined $round ?
			(round => $round, boot => "b" . int($round / 2)) : () },
			[ 'udp', 'rate', 'pps', 'higher', normal(4, $mean, 1) ])
		} map { my $round = $_; map { [ $_, $round ] }
		defined $round && $round == 2 ? 2 : defined $round &&
		$round == 5 ? 1 : (1, 2) } 1 .. 6, undef);
}

subtest 'per= and pair=: what is compared' => sub {
	my $db = rounds();
	my %want = ('' => [ 'run', 6, 6, 0 ], 'per=run' => [ 'run', 6, 6, 0 ],
		'per=sample' => [ 'sample', 24, 24, 0 ],
		'per=boot' => [ 'boot', 4, 4, 1 ]);
	for my $per (sort keys %want) {
		my $row = json_of($db, ($per ? "/$per" : '') . $sides)->{rows}[0];
		is_deeply [ $row->{per}, (map { $_->{n_compared} }
			@{ $row->{sides} }), $row->{sides}[0]{without_key} ],
			$want{$per}, $per || 'per=auto';
	}
	like text_of($db, "/per=boot$sides"),
		qr/^n counts means by boot; results without it, left out: 2$/m,
		'what has no boot is left out and counted';
	like text_of($db, $sides), qr/^n counts runs: their means/m,
		'means of runs are said to be';
	is json_of($db, "/per=nothing$sides")->{rows}[0]{comparisons}[0]{state},
		'not_comparable', 'a key that nobody records compares nothing';
	like text_of($db, "/per=nothing$sides"),
		qr/^not comparable: .* a side records no nothing$/m, '... and why';
	my $row = json_of($db, "/pair=round$sides")->{rows}[0];
	my $c = $row->{comparisons}[0];
	is $c->{figures}{n_pairs}, 4, 'pairs by round';
	is $c->{unpaired}, 4, 'what has none is counted';
	is $c->{method}, 'paired', '... by the paired t';
	is $c->{verdict}, 'better', 'they see what drowns otherwise';
	is json_of($db, $sides)->{rows}[0]{comparisons}[0]{verdict},
		'inconclusive', '... namely here';
	my $text = text_of($db, "/pair=round$sides");
	like $text, qr/^4 pairs /m, 'text counts pairs';
	like $text, qr/^n counts pairs by round; .*, left out: 4$/m,
		'... and what is left out';
	like $text, qr/; paired t; margin/, '... and names the test';
	my (undef, undef, $m, undef, $n, undef, $change) =
		split ' ', ($text =~ /^(4 pairs .*)/m)[0];
	cmp_ok abs($n / $m - 1 - $change / 100), '<', .002,
		'the means shown are those of the pairs';
};

subtest 'more than two sides: one family' => sub {
	srand 16;
	my $db = archive(map { my $rev = $_; run_of({ host => 'h',
		rev => $rev }, map { [ "t$_", 'rate', 'pps', 'higher',
		normal(6, 100 + ($rev - 1) * ($_ - 3) / 2, 1) ] } 1 .. 5)
		} 1 .. 4);
	my $doc = json_of($db, '/-/rev:1/rev:2/rev:3/rev:4');
	is_deeply [ map { $_->{side} } @{ $doc->{rows}[0]{comparisons} } ],
		[ qw(B C D) ], 'each against the first';
	my @all = map { @{ $_->{comparisons} } } @{ $doc->{rows} };
	my @holm = holm(map { $_->{p} } @all);
	my @off = grep { abs($all[$_]{p_holm} - $holm[$_]) > 1e-12 } 0 .. $#all;
	is "@off", '', 'Holm over all rows and sides';
	is_deeply [ map { $_->{holm} ? 1 : 0 } @all ],
		[ map { $_ < .05 ? 1 : 0 } @holm ], '... and what holds';
	my $two = json_of($db, '/rev:1/rev:3');
	for (0 .. 4) {
		my ($x, $y) = ($doc->{rows}[$_]{comparisons}[1],
			$two->{rows}[$_]{comparisons}[0]);
		is_deeply [ @$x{qw(p change verdict)} ],
			[ @$y{qw(p change verdict)} ], "t" . ($_ + 1) .
			': C against A as if it were alone';
	}
	like text_of($db, '/-/rev:1/rev:2/rev:3/rev:4'),
		qr/^C against A: .*^D against A: /ms, 'text has a part a side';
};

subtest 'bootstrap=1 and exact=1' => sub {
	srand 32;
	my $db = pair_of(t => [ normal(60, 100, 5), normal(50, 103, 5) ],
		long => [ map { normal(1100, 100, $_) } 5, 6 ]);
	my $path = "/bootstrap=1,detail=1,width=100$sides";
	my $first = page($db, "/compare.json$path")->{body};
	is page($db, "/compare.json$path")->{body}, $first,
		'the same bytes in another process';
	my $where = serve($db);
	is get($where, "/compare.json$path")->{body} =~ s/http:[^"]*(?=\/(?:compare
		|ministat|samples))//grx, $first, '... and from a server';
	is get($where, "/compare.json$path")->{body},
		get($where, "/compare.json$path")->{body}, '... twice';
	my ($status, $stderr) = stop($where);
	is $stderr, '', '... which has nothing to say';
	my $doc = json_of($db, $path);
	my ($q) = comparison_of($doc, 't')->{quantiles};
	my %q = map { $_->{p} => $_ } @$q;
	ok defined $q{.5}{change_interval}{lo}, 'the median of 50 has one';
	is $q{.99}{a_interval}{lo}, undef, 'the p99 of 60 samples has no interval';
	my ($p99) = grep { $_->{p} == .99 }
		@{ comparison_of($doc, 'long')->{quantiles} };
	ok defined $p99->{a_interval}{lo}, '... that of 1100 has';
	cmp_ok $p99->{a_interval}{lo}, '<=', $p99->{a}, '... around it';
	my $text = page($db, "/compare$path")->{body};
	like $text, qr/^ +p50 +A \S+ \(\S+ \.\. \S+\)  B .*  change \S+ \.\. \S+ %$/m,
		'the text has the intervals';
	like $text, qr/^ +p99 +A \S+  B \S+  \(an interval needs 1000 a side\)$/m,
		'... or says what they need';
	ok !exists comparison_of(json_of($db, $sides), 't')->{quantiles},
		'and only where asked for';
	my $normal = comparison_of(json_of($db, $sides), 't')->{figures};
	my $exact = comparison_of(json_of($db, "/exact=1$sides"), 't')->{figures};
	is_deeply [ map { $_->{rank_exact} } $normal, $exact ], [ 0, 1 ],
		'3000 pairs are exact where asked for';
	cmp_ok abs($normal->{rank_p} - $exact->{rank_p}), '<', .01,
		'... and nearly the same';
	is comparison_of(json_of($db, "/exact=1$sides"), 'long')
		->{figures}{rank_exact}, 0, '... a million are not';
};

# A printed number and the most that rounding can have taken from it.
sub printed {
	my ($text) = @_;
	my ($decimals) = $text =~ /\.(\d+)/;
	my ($exponent) = $text =~ /e([-+]?\d+)/;
	return (0 + $text, .501 * 10 ** (($exponent // 0) - length($decimals
		// '')));
}

subtest 'detail=1 prints what JSON has' => sub {
	srand 64;
	my $db = pair_of(t => [ normal(12, 10, .5), normal(15, 10.4, .5) ]);
	my $figures = comparison_of(json_of($db, $sides), 't')->{figures};
	my ($n, @wrong, %seen) = (0);
	for (split /\n/, text_of($db, "/detail=1$sides")) {
		/^  (\w+) +(\S+)( %)?(?: s)?(?: \.\. (\S+)(?: %)?)?(?: s)?$/
			or next;
		my ($name, $share) = ($1, $3 ? 100 : 1);
		my @text = defined $4 ? ($2, $4) : ($2);
		next if $name =~ /^p_/;
		$seen{$name} = 1;
		my $json = $figures->{$name};
		my @json = ref $json ? @$json : ($json);
		for (0 .. $#text) {
			my ($x, $room) = printed($text[$_]);
			$n++;
			push @wrong, "$name: $text[$_], not $json[$_]"
				if !defined $json[$_] ||
				abs($x - $share * $json[$_]) > $room + 1e-12;
		}
	}
	is join("\n", @wrong), '', "$n printed numbers are those of JSON";
	is_deeply [ sort grep { my $v = $figures->{$_};
		defined(ref $v ? $v->[0] : $v) && !$seen{$_} } keys %$figures ],
		[], 'and none is missing';
	my $help = page($db, '/help/stats')->{body};
	is_deeply [ grep { $help !~ /^  \Q$_\E +\S/m } sort keys %$figures ], [],
		'/help/stats explains each';
};

subtest 'confounders, and times that do not overlap' => sub {
	my $db = archive((map { run_of({ host => 'h', rev => 1, boot => $_,
		kernel => 'k1', at => "2026-01-0${_}T00:00:00Z" },
		[ 't', 'x', 's', 'lower', around(4, 5 + $_, .1) ]) } 1 .. 3),
		(map { run_of({ host => 'h', rev => 2, boot => $_, kernel =>
		$_ == 6 ? 'k1' : 'k2', at => "2026-01-0${_}T00:00:00Z" },
		[ 't', 'x', 's', 'lower', around(4, 5 + $_, .1) ]) } 4 .. 6));
	my $doc = json_of($db, $sides);
	my ($kernel) = grep { $_->{key} eq 'kernel' } @{ $doc->{differ} };
	is_deeply $kernel->{values}, [ { value => 'k1', runs => [ 3, 1 ] },
		{ value => 'k2', runs => [ 0, 2 ] } ], 'values with counts';
	ok $doc->{counts}[0]{apart_in_time}, 'times apart are told';
	like text_of($db, $sides),
		qr/^  time: A ended 2026-01-03, B began 2026-01-04$/m,
		'... in text';
	ok !json_of($db, '/boot:1~4/boot:2~5')->{counts}[0]{apart_in_time},
		'and only those';
};

subtest 'known by a published summary only' => sub {
	my %of = (n => 150, min => 10300, max => 11200, median => 10760);
	my $a = { %of, mean => 10760, stddev => 200 };
	my $b = { %of, mean => 10580, stddev => 172, median => 10580 };
	my $db = pair_of(both => [ $a, $b ], half => [ $a, normal(9, 10760, 9) ],
		bare => [ { n => 5, mean => 10 }, { n => 5, mean => 11 } ]);
	my $doc = json_of($db, "/margin=1$sides");
	for my $test (qw(both half)) {
		my $f = comparison_of($doc, $test)->{figures};
		is_deeply [ grep { !defined(ref $f->{$_} ? $f->{$_}[0] :
			$f->{$_}) } qw(difference difference_interval welch_t
			welch_p student_p change change_interval
			margin_interval log_change_interval tost_p hedges_g
			hedges_g_interval a_mean_interval half_width detectable
			n_needed) ], [], "$test: all that a summary allows";
		is_deeply [ grep { defined(ref $f->{$_} ? $f->{$_}[0] :
			$f->{$_}) } qw(rank_u rank_p shift shift_interval
			cliff_delta a_median_interval a_drift_p a_dip_p) ], [],
			'... and nothing else';
	}
	my $c = comparison_of($doc, 'both');
	is $c->{verdict}, 'better', 'there is a verdict';
	my $se = sqrt(200 ** 2 / 150 + 172 ** 2 / 150);
	cmp_ok abs($c->{figures}{welch_t} / (-180 / $se) - 1), '<', 1e-12,
		'... from the right t';
	is notices($c), 'summary_only', 'a notice says so';
	my $text = text_of($db, $sides);
	like $text, qr/from a published summary: no rank test, outliers, drift/,
		'... and what could not be done';
	is comparison_of($doc, 'bare')->{verdict}, 'too_few', 'without a spread';
	like $text, qr/^too few  the published summary of A tells no spread$/m,
		'... it is told';
	is page($db, "/compare/samples=1$sides")->{status}, 200,
		'samples that are not there are not missed';
};

subtest 'wild numbers never print nan or inf' => sub {
	my @wild = ([ 1e308, 1e308, -1e308, 5e307 ], [ (1.7e308) x 4 ],
		[ 1.7e308, -1.7e308, 1.6e308 ], [ 4.9e-324, 1e-320, 3e-310 ],
		[ (4.9e-324) x 5 ], [ (0) x 5 ], [ 0 ], [ (115) x 5 ], [ 3 ],
		[ -1, 1, -1, 1 ], [ map { 100 + $_ } 1 .. 8 ], [ 0, 0, 1 ],
		[ 1, 1 + 2 ** -52, 1, 1 ], [ 1e-300, 2e-300, 3e-300 ],
		[ 1e308, 1e-308 ], { n => 5, mean => 10 }, { n => 1, mean => 2 },
		{ n => 3, mean => 1e308, stddev => 1e308, min => 0,
		  max => 1.7e308, median => 1 });
	my $n = @wild;
	my $db = pair_of(map { ("t$_" => [ $wild[$_ / $n], $wild[$_ % $n] ]) }
		0 .. $n * $n - 1);
	for my $as ('', '.json', '.csv') {
		my $page = page($db, "/compare$as/detail=1,bootstrap=1,total=1" .
			$sides);
		is $page->{status}, 200, "/compare$as of " . $n * $n . ' rows';
		unlike $page->{body}, qr/(?<![a-z])-?(?:nan|inf(?:inity)?)
			(?![a-z])/xi, '... has neither';
		json($page) if $as eq '.json';
		is_deeply [ grep { length > 100 } split /\n/, $page->{body} ],
			[], '... and 100 columns' if !$as;
	}
};
done_testing;
