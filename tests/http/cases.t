#!/usr/bin/perl
# What people who compare benchmarks asked for or tripped over, a test a case.
# The numbers are those of the list of cases that the project began with.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Samples;
use Test::More;

# ---- One archive for most of the cases. ----
my $forwarding = [ 4785550, 4785560, 4785540, 4785575, 4785550 ];
my @base = (os => 'FreeBSD', suite => 'main');
my $db = archive(
	run_of({ @base, host => 'apu2', kernel => '5.19', gcc => 11,
		at => '2026-01-10T12:00:00Z' },
		[ 'fwd', 'rate', 'pps', 'higher', $forwarding ],
		[ 'ping', 'rtt', 'ms', 'lower', around(5, 2, .05) ],
		[ 'depth', 'queue', undef, undef, around(5, 20, 1) ],
		[ 'same', 'rate', 'pps', 'higher', around(8, 1000, .2) ],
		[ 'gone', 'rate', 'pps', 'higher', around(5, 50, 1) ],
		[ 'once', 'rate', 'pps', 'higher', [ 41 ] ]),
	run_of({ @base, host => 'apu4', kernel => '5.13', gcc => 9,
		at => '2026-02-10T12:00:00Z' },
		[ 'fwd', 'rate', 'pps', 'higher',
		  [ map { $_ * 1.1 } @$forwarding ] ],
		[ 'ping', 'rtt', 'ms', 'lower', around(5, 3, .05) ],
		[ 'depth', 'queue', undef, undef, around(5, 30, 1) ],
		[ 'same', 'rate', 'pps', 'higher', around(8, 1000.1, .2) ],
		[ 'new', 'rate', 'pps', 'higher', around(5, 50, 1) ],
		[ 'once', 'rate', 'pps', 'higher', around(5, 45, 2) ]),
	# Run 3: two configurations in one run of the tool.
	run_of({ suite => 'fw', host => 'apu2', at => '2026-03-01T00:00:00Z' },
		map { my $size = $_; map { [ 'fwd', 'rate', 'pps', 'higher',
			around(5, ($_ eq 'pf' ? 4e5 : 5e5) + $size, 900),
			{ fw => $_, size => $size } ] } 'pf', 'ipfw' }
			64, 1500),
	# Long ago, and of no known time.
	run_of({ suite => 'old', host => 'h', rev => 1,
		at => '1999-05-05T00:00:00Z' },
		[ 't', 'rate', 'op/s', 'higher', around(5, 10, 1) ]),
	run_of({ suite => 'old', host => 'h', rev => 2 },
		[ 't', 'rate', 'op/s', 'higher', around(5, 10, 1) ]));
my $hosts = '/suite:main/host:apu2/host:apu4';
my $text = text_of($db, $hosts);
my $doc = json_of($db, $hosts);

subtest 'C19: one dimension is compared, the rest is told' => sub {
	is_deeply [ sort map { $_->{key} } @{ $doc->{differ} } ],
		[ qw(gcc kernel) ], 'other tags that differ';
	like $text, qr/^differ besides host:\n  gcc: A 11 \| B 9$/m,
		'... in text';
	my $kernels = '/suite:main/kernel:5.19/kernel:5.13';
	my $apart = text_of($db, $kernels);
	like $apart, qr/^12 rows: 0 paired, 12 one-sided/m,
		'two hosts have no row in common: all rows are listed';
	like $apart, qr/^no row has both sides: .* host; by=none compares/m,
		'... and what to ask';
	like $apart, qr/^  host: A apu2 \| B apu4$/m, '... and why';
	is json_of($db, '/suite:main,by=none/kernel:5.19/kernel:5.13')
		->{counts}[0]{paired}, 5, 'by=none compares them';
};

subtest 'C21: two configurations inside the same run' => sub {
	my $two = json_of($db, '/run:3/fw:pf/fw:ipfw');
	is_deeply [ map { $_->{labels} } @{ $two->{rows} } ],
		[ { host => 'apu2', size => 64 },
		  { host => 'apu2', size => 1500 } ],
		'rows pair up without fw, in the order of numbers';
	is $two->{counts}[0]{paired}, 2, '... both';
	is $two->{rows}[0]{comparisons}[0]{verdict}, 'better', '... compared';
	is_deeply $two->{groups}, [], 'sizes of one host are no hosts';
	unlike text_of($db, '/run:3/fw:pf/fw:ipfw'), qr/^all 2|disagree/m,
		'... nor in text';
};

subtest 'C22: the order of sides is mine' => sub {
	my $swapped = json_of($db, '/suite:main/host:apu4/host:apu2');
	like $text, qr/^A  host:apu2 .* baseline$/m, 'A is the baseline';
	like $text, qr/change = \(B - A\) \/ A/, '... and that is said';
	for my $test (qw(fwd ping depth)) {
		my ($x, $y) = map { comparison_of($_, $test) } $doc, $swapped;
		cmp_ok $x->{change} * $y->{change}, '<', 0, "$test: the change";
		is $y->{difference}, -$x->{difference}, '... the difference';
		cmp_ok abs((1 + $x->{change}) * (1 + $y->{change}) - 1), '<',
			1e-12, '... the ratio is the other\'s inverse';
		is $y->{improvement}, -$x->{improvement}, '... the direction';
		is $y->{p}, $x->{p}, '... and the same p';
		is $y->{figures}{cliff_delta}, -$x->{figures}{cliff_delta},
			'... Cliff\'s delta';
		is $y->{figures}{hedges_g}, -$x->{figures}{hedges_g},
			'... Hedges\' g';
		is $y->{figures}{shift}, -$x->{figures}{shift},
			'... Hodges & Lehmann\'s shift';
	}
};

subtest 'C23: the direction of each metric' => sub {
	is comparison_of($doc, 'fwd')->{verdict}, 'better', 'more pps';
	is comparison_of($doc, 'ping')->{verdict}, 'worse', 'more ms';
	is comparison_of($doc, 'depth')->{verdict}, 'changed', 'not told';
	is comparison_of($doc, 'depth')->{improvement}, 0,
		'... is neither good nor bad';
	like $text, qr/^fwd rate, Mpps, more is better$/m, 'higher is said';
	like $text, qr/^ping rtt, ms, less is better$/m, 'lower is said';
	like $text, qr/^depth queue, unit not given, direction not told$/m,
		'unknown is said';
	unlike $text, qr/\e/, 'and never a colour';
};

subtest 'C25: a scaled number has a scaled unit' => sub {
	like $text, qr/^5\+5  4\.786 /m, '4785555 pps are 4.786 Mpps';
	my $row = row_of($doc, 'fwd');
	is $row->{unit}, 'pps', 'JSON keeps the unit';
	is $row->{sides}[0]{mean}, 4785555, '... and the value';
	is $row->{shown}{unit}, 'Mpps', '... and says what text shows';
	cmp_ok abs($row->{shown}{factor} * 1e6 - 1), '<', 1e-12,
		'... by which factor';
};

subtest 'C27: tests on one side only' => sub {
	is comparison_of($doc, 'gone')->{word}, 'only in A', 'gone';
	is comparison_of($doc, 'new')->{word}, 'only in B', 'new';
	is $doc->{counts}[0]{one_sided}, 2, 'counted';
	like $text, qr/^5\+0 .* only in A/m, 'listed';
	my ($mean) = grep { $_->{metric} eq 'rate' } @{ $doc->{summaries} };
	is $mean->{n}, 3, 'the geometric mean is of the rows of both';
	my $product = 1;
	for my $test (qw(fwd same once)) {
		my ($x, $y) = @{ row_of($doc, $test)->{sides} };
		$product *= $y->{mean} / $x->{mean};
	}
	cmp_ok abs($mean->{geometric_mean_ratio} / $product ** (1 / 3) - 1),
		'<', 1e-12, '... and right';
	like $text, qr/^  geometric mean of 3 ratios /m, '... and says so';
};

subtest 'C29: one sample a side' => sub {
	my $once = comparison_of($doc, 'once');
	is $once->{verdict}, 'too_few', 'too few for a verdict';
	cmp_ok abs($once->{change} - (45.025 - 41) / 41), '<', .01,
		'the change is there all the same';
	is $once->{reason}, '1 vs 5; need 2 a side, 4 a side for ranks',
		'... with the reason';
	is $once->{change_interval}{lo}, undef, '... and no interval';
	like $text, qr/^1\+5 .* \+\d+\.\d+ % +too few/m, 'the same in text';
	like $text, qr/^too few  1 vs 5; need 2 a side, 4 a side for ranks$/m,
		'... with the reason';
	unlike $text, qr/\+\/- 0/, 'nothing is sure to +/- 0';
};

# Do the word and the interval of a comparison say the same?
sub agrees {
	my ($c, $margin) = @_;
	my ($i, $m) = @$c{qw(change_interval margin_interval)};
	my $inside = $m->{lo} > -$margin && $m->{hi} < $margin;
	my $excludes = $i->{lo} > 0 || $i->{hi} < 0;
	my $word = $excludes ? $inside ? 'negligible' : $i->{lo} > 0 ?
		'better' : 'worse' : $inside ? 'equivalent' : 'inconclusive';
	return $word eq $c->{verdict} ? '' : "$c->{verdict}, not $word";
}

subtest 'C31: the word agrees with the interval' => sub {
	srand 31;
	my @sides = map { my $rev = $_; run_of({ host => 'h', rev => $rev },
		map { [ "t$_", 'rate', 'op/s', 'higher', normal(3 + $_ % 9,
			100 + ($rev - 1) * ($_ % 13 - 6) / 3, .2 + $_ % 7 / 2)
		] } 1 .. 150) } 1, 2;
	my $many = json_of(archive(@sides), '/rev:1/rev:2');
	my (%words, @wrong);
	for my $row (@{ $many->{rows} }) {
		my $c = $row->{comparisons}[0];
		$words{$c->{verdict}}++;
		push @wrong, "$row->{test}: " . agrees($c, $row->{margin})
			if agrees($c, $row->{margin});
	}
	is join("\n", @wrong), '', 'in 150 rows of every kind';
	is_deeply [ sort keys %words ],
		[ qw(better equivalent inconclusive negligible worse) ],
		'... which have every word';
	my @words = $text =~ /^.*\bverdict\b.*\n/mg;
	is scalar(@words), 7, 'one verdict column a table';
	like page($db, '/help/stats')->{body}, qr/negligible.*equivalent/s,
		'and its definition can be read';
};

subtest 'C32: only what changed, only what is worse' => sub {
	my %shown = (changed => [ qw(depth fwd gone new ping) ],
		worse => [ 'ping' ], better => [ 'fwd' ]);
	for my $show (sort keys %shown) {
		my $path = "/suite:main,show=$show/host:apu2/host:apu4";
		is_deeply [ sort map { $_->{test} }
			@{ json_of($db, $path)->{rows} } ],
			[ sort @{ $shown{$show} } ], "show=$show";
		my $hidden = 7 - @{ $shown{$show} };
		like text_of($db, $path), qr/^7 rows: .*; $hidden hidden by/m,
			'... the others are counted';
	}
};

subtest 'C34: text without a browser' => sub {
	for ($text, text_of($db, '/run:3,detail=1/fw:pf/fw:ipfw')) {
		is_deeply [ grep { length > 100 } split /\n/ ], [],
			'at most 100 columns';
		unlike $_, qr/[^\x20-\x7e\n]/, 'ASCII without any escapes';
		unlike $_, qr/[ \t]$/m, 'no blanks at the end of lines';
	}
	my $block = page($db, "/ministat$hosts")->{body};
	like $block, qr/^x host:apu2 fwd rate pps$/m, 'a ministat block a test';
	like $block, qr/^    N           Min           Max        Median /m,
		'... as ministat prints it';
};

subtest 'C35: a URL that a person types and edits' => sub {
	my $url = '/compare/suite:main/host:apu2/host:apu4';
	cmp_ok length($url), '<', 120, 'short';
	unlike $url, qr/[\s'"\$&*?<>|;()\[\]{}!#`\\]/, 'without quoting';
	is +(split /\n/, $text)[-1], $url, 'the report ends with it';
	my $again = page($db, $url)->{body};
	is $again, $text, '... and it gives the same page';
	my $relative = text_of($db, '/suite:main,at:36500d../host:apu2/' .
		'host:apu4');
	my $link = (split /\n/, $relative)[-1];
	unlike $link, qr/36500d/, 'a relative time is resolved in the link';
	like $link, qr/at:\d{4}-/, '... to one that will not move';
	is page($db, $link)->{body}, $relative, '... for the same page';
	like $text, qr{^pinned /compare/suite:main,run:\.\.5/host:apu2/}m,
		'and one that later uploads do not change';
};

subtest 'C36: no filter that was not asked for' => sub {
	my $old = json_of($db, '/suite:old/rev:1/rev:2');
	is_deeply [ map { $_->{runs} } @{ $old->{sides} } ], [ 1, 1 ],
		'what is 27 years old counts, and what has no date';
	like text_of($db, '/suite:old/rev:1/rev:2'),
		qr/^A .* 1999-05-05, baseline$/m, '... and its age is shown';
	is json_of($db, '/-/host:h,rev:1/host:h,rev:2')->{sides}[0]{runs}, 1,
		'no condition is no condition';
	like text_of($db, '/suite:main,last:1/host:apu2/host:apu4'),
		qr{last:1/host:apu2}, 'last: stands in the link';
};

subtest 'C38: raw samples in the answer' => sub {
	my $with = json_of($db,
		'/suite:main,test:fwd,samples=1/host:apu2/host:apu4');
	is_deeply $with->{rows}[0]{sides}[0]{samples}, $forwarding,
		'samples=1 adds them in measured order';
	ok !exists $doc->{rows}[0]{sides}[0]{samples}, '... and only that';
	my $link = $doc->{links}{samples};
	is $link, '/samples/suite:main/host:apu2/host:apu4', 'a sibling URL';
	my @lines = split /\n/, page($db, $link)->{body};
	like $lines[0], qr/^side,run,at,test,.*,index,value$/, '... is CSV';
	is scalar(@lines) - 1, $doc->{sides}[0]{samples} +
		$doc->{sides}[1]{samples}, '... of exactly these samples';
	is scalar(grep { /^A,.*,fwd,/ } @lines), 5, '... told apart by side';
};

subtest 'C39: what differs between A and B' => sub {
	is_deeply $doc->{both}, { os => 'FreeBSD', suite => 'main' },
		'common tags once';
	like $text, qr/^both  os:FreeBSD suite:main$/m, '... in text';
	my $mixed = archive((map { run_of({ host => 'h', rev => 1,
			kernel => $_ }, [ 't', 'x', 's', 'lower',
			normal(4, 5, .1) ]) } 'k1', 'k1', 'k2'),
		(map { run_of({ host => 'h', rev => 2, %$_ },
			[ 't', 'x', 's', 'lower', normal(4, 5, .1) ]) }
			{ kernel => 'k3' }, {}));
	is_deeply json_of($mixed, '/rev:1/rev:2')->{differ},
		[ { key => 'kernel', values => [
			{ value => 'k1', runs => [ 2, 0 ] },
			{ value => 'k2', runs => [ 1, 0 ] },
			{ value => 'k3', runs => [ 0, 1 ] },
			{ value => undef, runs => [ 0, 1 ] } ] } ],
		'values of each side, with counts';
	my $line = '  kernel: A k1 (2), k2 (1) | B k3 (1), not recorded (1)';
	like text_of($mixed, '/rev:1/rev:2'), qr/^\Q$line\E$/m, '... in text';
};
done_testing;
