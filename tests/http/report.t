#!/usr/bin/perl
# The report of /compare, on an archive made here: every kind of row, in text
# and JSON, against tests/http/report/*. UPDATE=1 writes those anew; read the
# difference before you keep it.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use JSON::PP;
use Test::More;

my $json = JSON::PP->new->utf8->canonical;

# test, metric, unit, better, parameters, samples (or what else there is).
sub result {
	my ($test, $metric, $unit, $better, $params, $what) = @_;
	my %m = (name => $metric, unit => $unit, better => $better);
	return { test => $test, params => $params, failure => $what }
		if !ref $what;
	$m{ref $what eq 'ARRAY' ? 'samples' : 'summary'} = $what;
	defined $m{$_} or delete $m{$_} for keys %m;
	return { test => $test, params => $params, metrics => [ \%m ] };
}

# Samples around a mean, the same shape each time.
sub around {
	my ($mean, $spread, $n) = @_;
	my @shape = (-1, .5, 1, -.25, -.5, .25, .75, -.75);
	return [ map { 0 + sprintf '%.6f', $mean + $spread *
		$shape[$_ % @shape] } 0 .. ($n || 8) - 1 ];
}
sub published {
	my ($n, $mean, $stddev) = @_;
	return { n => $n, mean => $mean, stddev => $stddev,
		min => $mean - 2 * $stddev, max => $mean + 2 * $stddev,
		median => $mean };
}

# Every kind of row on one host; b is what rev 2 measured.
my @kinds = (
	[ 'better', 'rate', 'op/s', 'higher', {}, around(1000, 10), around(1100, 10) ],
	[ 'worse', 'latency', 'ms', 'lower', {}, around(5, .1), around(6, .1) ],
	[ 'changed', 'depth', undef, undef, {}, around(20, 1), around(30, 1) ],
	[ 'negligible', 'rate', 'op/s', 'higher', {}, around(5000, 2), around(5010, 2) ],
	[ 'equivalent', 'rate', 'op/s', 'higher', {}, around(700, 2), around(700.3, 2) ],
	[ 'inconclusive', 'rate', 'op/s', 'higher', {}, around(300, 60), around(320, 60) ],
	[ 'too-few', 'rate', 'op/s', 'higher', {}, [ 41 ], around(45, 3, 5) ],
	[ 'identical', 'rate', 'op/s', 'higher', {}, [ (64) x 5 ], [ (64) x 4 ] ],
	[ 'constants', 'time', 's', 'lower', {}, [ (115) x 5 ], [ (78.8) x 5 ] ],
	[ 'constant-a', 'time', 's', 'lower', {}, [ (2) x 5 ], around(3, .5) ],
	[ 'only-a', 'rate', 'op/s', 'higher', {}, around(9, 1), undef ],
	[ 'only-b', 'rate', 'op/s', 'higher', {}, undef, around(9, 1) ],
	[ 'failed-b', 'rate', 'op/s', 'higher', {}, around(9, 1), 'out of memory' ],
	[ 'failed-a', 'rate', 'op/s', 'higher', {}, 'no such device', around(9, 1) ],
	[ 'failed-both', 'rate', 'op/s', 'higher', {}, 'no route', 'no route' ],
	[ 'zero', 'drops', 'packet', 'lower', {}, [ 0, 0, 0 ], [ 4, 5, 6 ] ],
	[ 'signs', 'offset', 'us', 'lower', {}, [ -2, 1, 3, -1 ], [ 4, 6, 8, 5 ] ],
	[ 'negative', 'gain', 'dB', 'higher', {}, around(-40, 1), around(-30, 1) ],
	[ 'published', 'rate', 'op/s', 'higher', {}, published(150, 10760, 200),
	  published(150, 10580, 172) ],
	[ 'half-published', 'rate', 'op/s', 'higher', {},
	  published(40, 500, 20), around(520, 20) ],
);
# The same metric in other units, and in one that does not convert.
my @units = (
	[ 'ping', 'rtt', 'ms', 's', 'lower', around(2, .1), around(.0025, .0001) ],
	[ 'bulk', 'throughput', 'MB/s', 'KiB/s', 'higher', around(100, 2),
	  around(105000, 2000) ],
	[ 'flood', 'throughput', 'pps', 'bit/s', 'higher', around(9e5, 9e3),
	  around(4e8, 4e6) ],
);

my @lines;
sub run {
	my ($tags, $day, @results) = @_;
	push @lines, $json->encode({ tags => $tags, at => "2020-03-${day}T12:00:00Z",
		results => \@results });
}
my %base = (os => 'FreeBSD', 'hw.nic' => 'em', suite => 'kinds');
run({ %base, host => 'apu2', rev => 1, kernel => '13.0' }, '01',
	map { my ($t, $m, $u, $b, $p, $x) = @$_;
	      defined $x ? result($t, $m, $u, $b, $p, $x) : () } @kinds);
run({ %base, host => 'apu2', rev => 2, kernel => '13.1' }, '02',
	map { my ($t, $m, $u, $b, $p, undef, $x) = @$_;
	      defined $x ? result($t, $m, $u, $b, $p, $x) : () } @kinds);
my %units = (%base, suite => 'units', host => 'apu2');
run({ %units, rev => 1 }, '03', map { result(@$_[0, 1, 2, 4], {}, $_->[5]) } @units);
run({ %units, rev => 2 }, '03', map { result(@$_[0, 1, 3, 4], {}, $_->[6]) } @units);

# Two hosts, three sizes, three revisions; two runs each. The parameter size
# stands against a tag of the run, and wins.
for my $rev (1 .. 3) {
	for my $host ('apu2', 'apu10') {
		for my $day (11, 12) {
			run({ os => 'FreeBSD', 'hw.nic' => $host eq 'apu2' ?
				'igb' : 'ix', suite => 'sizes', host => $host,
				rev => $rev, size => 9, round => $day - 10,
				'option.VIMAGE' => $rev == 1 ? 'n' : 'y' },
				$day + 2 * ($rev - 1),
				map { result('udp', 'throughput', 'Mbit/s',
				'higher', { size => $_ },
				around((($_ =~ s/k/000/r) / 10 + $day / 10) *
				($host eq 'apu2' ? 1 : 3) * (1 + ($rev - 1) / 25 *
				($_ eq '64' ? -1 : 1)), 1, 4)) } 64, 512, '9k');
		}
	}
}
# A third revision, and names as long as they may come.
run({ %base, host => 'apu2', rev => 3, kernel => '13.2' }, '03',
	result('only-c', 'rate', 'op/s', 'higher', {}, around(9, 1)),
	result('better', 'rate', 'op/s', 'higher', {}, around(1200, 10)));
my $long = join ' ', map { "part$_" } 1 .. 30;
for my $rev (1, 2) {
	run({ os => $long, suite => 'long', host => 'h' x 60, rev => "$rev $long",
		note => "$rev-" . 'x' x 300 }, '20',
		map { result("$long $_", $long, 'op/s', 'higher',
			{ size => "$_ $long", mode => "m$_" . 'y' x 60,
			  queue => $_ x 20 }, around(1000 * $rev, 10)),
		result("failed $_ $long", $long, 'op/s', 'higher',
			{ size => "$_ $long" }, $long) } 1 .. 2);
}
my $db = scratch('report.db');
my ($status, $out, $err) = run_program('import', '--db', $db,
	spew(scratch('runs.jsonl'), join "\n", @lines, ''));
is $status, 0, 'the fixture is stored' or die $err;
like page($db, '/run.json/5')->{body}, qr/"warnings":\[\{[^]]*size/,
	'a parameter that differs from a tag is warned about';

# ---- Golden files: name, URL. ----
my %reports = map { split ' ' } grep { /\S/ } split /\n/, <<'END';
kinds			suite:kinds/rev:1/rev:2
kinds-swapped		suite:kinds/rev:2/rev:1
kinds-changed		suite:kinds,show=changed/rev:1/rev:2
kinds-worse		suite:kinds,show=worse/rev:1/rev:2
kinds-by-change		suite:kinds,sort=change/rev:1/rev:2
kinds-margin		suite:kinds,margin=20/rev:1/rev:2
kinds-confidence	suite:kinds,confidence=99/rev:1/rev:2
kinds-narrow		suite:kinds,width=78/rev:1/rev:2
one-better		test:better/rev:1/rev:2
one-worse		test:worse/rev:1/rev:2
one-changed		test:changed/rev:1/rev:2
one-negligible		test:negligible/rev:1/rev:2
one-equivalent		test:equivalent/rev:1/rev:2
one-inconclusive	test:inconclusive/rev:1/rev:2
one-too-few		test:too-few/rev:1/rev:2
one-identical		test:identical/rev:1/rev:2
one-failed		test:failed-b/rev:1/rev:2
one-zero		test:zero/rev:1/rev:2
one-published		test:published/rev:1/rev:2
units			suite:units/rev:1/rev:2
units-swapped		suite:units/rev:2/rev:1
sizes			suite:sizes/rev:1/rev:2
sizes-swapped		suite:sizes/rev:2/rev:1
sizes-option		suite:sizes/-VIMAGE/VIMAGE
sizes-three		suite:sizes/rev:1/rev:2/rev:3
sizes-by-none		suite:sizes,by=none/rev:1/rev:2
sizes-by-nic		suite:sizes,by=hw.nic/rev:1/rev:2
sizes-by-round		suite:sizes,host:apu2,by=round/rev:1/rev:2
sizes-last		suite:sizes,last:1/rev:1/rev:2
sizes-last-side		suite:sizes/rev:1,last:2/rev:2,last:1
sizes-total		suite:sizes,total=1/rev:1/rev:2
sizes-one-host		suite:sizes,host:apu2/rev:1/rev:2
sizes-hosts		suite:sizes,rev:1/host:apu2/host:apu10
sizes-named		suite:sizes,host:apu2,rev:1/size:64/size:9k
sizes-samples		suite:sizes,size:64,host:apu2,samples=1/rev:1/rev:2
all			rev:1/rev:2
kinds-three		suite:kinds/rev:1/rev:2/rev:3
long			suite:long/rev.pre:1/rev.pre:2
END

# JSON as it is kept: a row a line, ten digits.
sub readable {
	my ($text) = @_;
	$text =~ s/(?<=[\]}]),(?=["{])/,\n/g;
	$text =~ s/(?<=[\[:,])(-?\d+\.\d+(?:e[-+]?\d+)?)(?=[,\]}])/
		sprintf '%.10g', $1/gex;
	return $text;
}

sub golden {
	my ($file, $got) = @_;
	$file = "tests/http/report/$file";
	spew($file, $got) if $ENV{UPDATE};
	return fail("$file is missing; UPDATE=1 writes it") if !-e $file;
	return is $got, slurp($file), $file if $file =~ /txt$/;
	my @missing = missing($json->decode(slurp($file)), $json->decode($got), '');
	is join("\n", @missing), '', $file;
}

# What of one document does not stand in the other: keys are only ever added.
sub missing {
	my ($x, $y, $path) = @_;
	return "$path: " . $json->allow_nonref->encode([ $x, $y ])
		if ref $x ne ref $y || defined $x ne defined $y;
	return map { missing($x->{$_}, $y->{$_}, "$path.$_") } sort keys %$x
		if ref $x eq 'HASH';
	return @$x == @$y ? map { missing($x->[$_], $y->[$_], "$path\[$_]") }
		0 .. $#$x : "$path: " . @$x . ' items, not ' . @$y
		if ref $x eq 'ARRAY';
	return !defined $x || $x eq $y ? () : "$path: $x, not $y";
}

# The counts of a report are those of its rows.
sub counts_add_up {
	my ($name, $report, $all) = @_;
	for my $at (0 .. $#{ $report->{counts} }) {
		my $n = $report->{counts}[$at];
		my ($states, $verdicts) = (0, 0);
		$states += $n->{$_} for qw(paired one_sided failed not_comparable);
		$verdicts += $_ for values %{ $n->{verdicts} };
		is "$states $verdicts", "$n->{rows} $n->{rows}",
			"$name: the counts add up";
		my %seen;
		$seen{$_->{verdict}}++ for grep { $_->{state} ne 'absent' }
			map { $_->{comparisons}[$at] } @{ $all->{rows} };
		is_deeply $n->{verdicts}, \%seen, '... and are those of the rows';
	}
}

my %json;
for my $name (sort keys %reports) {
	my $url = $reports{$name};
	my $text = page($db, "/compare/$url");
	is $text->{status}, 200, "$name: 200" or next;
	golden("$name.txt", $text->{body});
	my @wide = grep { length > ($url =~ /width=(\d+)/ ? $1 : 100) }
		grep { !m{^(?:pinned )?/compare/} && !/^ *\S+$/ } split /\n/, $text->{body};
	is "@wide", '', '... not too wide';
	unlike $text->{body}, qr/[^ -~\n]/, '... ASCII';
	unlike $text->{body}, qr/ $/m, '... no blanks at the end';
	unlike $text->{body}, qr/\bnan\b|\binf\b|-0\.0+ %/i, '... no odd numbers';
	my $r = page($db, "/compare.json/$url");
	golden("$name.json", readable($r->{body}));
	my $report = $json{$name} = $json->decode($r->{body});
	is $report->{schema}, 'maxistat-compare/1', '... its schema';
	is_deeply [ map { page($db, $_)->{status} } values %{ $report->{links} } ],
		[ (200) x keys %{ $report->{links} } ], '... its links are good';
	my $all = $url =~ /show=/ ? $json->decode(page($db, "/compare.json/" .
		$url =~ s/,show=\w+//r)->{body}) : $report;
	counts_add_up($name, $report, $all);
	my ($first) = $text->{body} =~ /^(.*?)\n\n/s;
	is $first =~ s/^B against A: //r =~ s/\n +/ /gr, $report->{answer},
		'... line 1 is the answer';
	my ($rows) = $text->{body} =~ /^(\d+) rows?: \d+ paired/m;
	is $rows, $report->{counts}[0]{rows}, '... the text counts them too';
}

# ---- The same with the sides exchanged. ----
my %turned = (better => 'worse', worse => 'better', only_a => 'only_b',
	only_b => 'only_a');
sub rows_of {
	my ($report) = @_;
	return map { ("$_->{test} $_->{metric} " .
		$json->encode($_->{labels}) => $_) } @{ $report->{rows} };
}
for my $name (qw(kinds units sizes)) {
	my %a = rows_of($json{$name});
	my %b = rows_of($json{"$name-swapped"});
	is_deeply [ sort keys %a ], [ sort keys %b ], "$name: the same rows";
	for (sort keys %a) {
		my ($x, $y) = map { $_->{comparisons}[0] } $a{$_}, $b{$_};
		is $y->{verdict}, $turned{$x->{verdict}} || $x->{verdict},
			"$_: the verdict turns";
		is $y->{improvement}, -$x->{improvement}, '... and the sign';
		my ($d, $e) = map { $_->{difference} // 0 } $x, $y;
		ok $name eq 'units' ? $d * $e <= 0 :
			abs($d + $e) <= 1e-9 * abs $d, '... and the difference';
		next if !defined $x->{change} || !defined $y->{change};
		ok abs((1 + $x->{change}) * (1 + $y->{change}) - 1) < 1e-9,
			'... and the ratio';
	}
}

# ---- What each row must be. ----
my %kind = map { $_->{test} => $_ } @{ $json{kinds}{rows} };
my %verdict = (better => 'better', worse => 'worse', changed => 'changed',
	negligible => 'negligible', equivalent => 'equivalent',
	inconclusive => 'inconclusive', 'too-few' => 'too_few',
	identical => 'identical', constants => 'better', 'constant-a' => 'worse',
	'only-a' => 'only_a', 'only-b' => 'only_b', 'failed-a' => 'failed',
	'failed-b' => 'failed', 'failed-both' => 'failed', zero => 'worse',
	signs => 'worse', negative => 'better', published => 'worse',
	'half-published' => 'better');
is_deeply [ sort keys %kind ], [ sort keys %verdict ], 'every kind has its row';
for (sort keys %verdict) {
	is $kind{$_}{comparisons}[0]{verdict}, $verdict{$_}, "$_ is $verdict{$_}";
}
is $kind{$_}{comparisons}[0]{change}, undef, "$_: no change of a ratio"
	for qw(zero signs);
my $text = page($db, "/compare/$reports{kinds}")->{body};
like $text, qr/^3\+3 +0 .* n\/a +worse/m,
	'a baseline of zero is n/a';
like $text, qr/failed in B, run 2: failed-b.*: out of memory$/m, 'failures have reasons';
like $text, qr/failed in A, run 1: failed-a.*: no such device$/m, '... on both sides';
like $text, qr/^differ besides rev:\n  kernel: A 13\.0 \| B 13\.1$/m,
	'a tag that differs besides is listed';
like $text, qr/^s  from a published summary/m, 'published summaries are told';
is $kind{published}{sides}[0]{summary_only}, JSON::PP::true, '... in JSON too';

my %unit = map { $_->{test} => $_ } @{ $json{units}{rows} };
is $unit{ping}{unit}, 'ms', 'the baseline gives the unit';
is sprintf('%.6f', $unit{ping}{sides}[1]{mean}), '2.500000', '... seconds become ms';
is sprintf('%.4f', $unit{bulk}{sides}[1]{mean}), '107.5200', '... KiB/s become MB/s';
is $unit{flood}{comparisons}[0]{verdict}, 'not_comparable', 'pps and bit/s do not';
like page($db, "/compare/$reports{units}")->{body},
	qr/^not comparable: flood throughput: /m, '... which is said';

# A link to another page takes along what that page takes.
for (
	[ 'sizes-by-nic', 'ministat', '/ministat/suite:sizes,by=hw.nic/rev:1/rev:2' ],
	[ 'sizes-total', 'ministat', '/ministat/suite:sizes/rev:1/rev:2' ],
	[ 'kinds-confidence', 'ministat', '/ministat/suite:kinds,confidence=99/rev:1/rev:2' ],
	[ 'sizes-by-nic', 'samples', '/samples/suite:sizes/rev:1/rev:2' ],
) {
	my ($name, $page, $link) = @$_;
	is $json{$name}{links}{$page}, $link, "$name: the link to /$page";
}
my $level = $json->decode(page($db,
	'/compare.json/suite:kinds,confidence=97/rev:1/rev:2')->{body});
is $level->{links}{ministat}, '/ministat/suite:kinds/rev:1/rev:2',
	'... but no level that ministat has not';

# Rows are by test, parameters and host; runs count.
sub row_names {
	my ($name) = @_;
	return [ map { my $l = $_->{labels}; join ' ', map { $l->{$_} // '-' }
		@{ $json{$name}{label_keys} } } @{ $json{$name}{rows} } ];
}
is_deeply $json{sizes}{label_keys}, [ qw(host size hw.nic) ], 'rows have host and size';
is $json{sizes}{both}{size}, undef, '... a tag named like a parameter is none';
is_deeply row_names('sizes'), [ map { my $h = $_; map { "$h $_ " .
	($h eq 'apu2' ? 'igb' : 'ix') } qw(64 512 9k) } qw(apu2 apu10) ],
	'... in the order of values: apu2 before apu10, 512 before 9k';
my $row = $json{sizes}{rows}[0];
is_deeply [ map { ($_->{n}, $_->{runs}) } @{ $row->{sides} } ],
	[ 8, 2, 8, 2 ], '... two runs of four samples a side';
is $row->{labels}{size}, '64', 'a parameter wins over a tag of the run';
is_deeply row_names('sizes-by-none'), [ qw(64 512 9k) ], 'by=none pools the hosts';
is $json{'sizes-by-none'}{rows}[0]{sides}[0]{n}, 16, '... all their samples';
is_deeply [ map { $_->{labels}{'hw.nic'} } @{ $json{'sizes-by-nic'}{rows} } ],
	[ qw(igb igb igb ix ix ix) ], 'by=hw.nic puts it in host\'s place';
is scalar @{ $json{'sizes-by-round'}{rows} }, 6, 'by=round: a row a round';
is_deeply [ map { $_->{runs} } @{ $json{'sizes-last'}{rows}[0]{sides} } ],
	[ 1, 1 ], 'last:1 takes one run of each row and side';
is_deeply [ map { $_->{runs} } @{ $json{'sizes-last-side'}{rows}[0]{sides} } ],
	[ 2, 1 ], '... or as each side says';
is_deeply [ map { @{ $_->{run_ids} } } @{ $json{'sizes-last'}{rows}[0]{sides} } ],
	[ 6, 10 ], '... the newest';
my ($sum) = @{ $json{'sizes-total'}{summaries} };
my $want = 0;
$want += $_->{sides}[0]{mean} for @{ $json{'sizes-total'}{rows} };
ok abs($sum->{sum_a} - $want) < 1e-6, 'total=1 adds the rows';
my ($only_c) = grep { $_->{test} eq 'only-c' } @{ $json{'kinds-three'}{rows} };
is $only_c->{comparisons}[1]{word}, 'only in C', 'a row of the third side alone';
is $only_c->{comparisons}[0]{state}, 'absent', '... is none of the second';
is_deeply [ map { scalar @{ $_->{comparisons} } } @{ $json{'sizes-three'}{rows} } ],
	[ (2) x 6 ], 'three sides: two against the first';
is_deeply [ map { $_->{labels}{host} } @{ $json{'sizes-hosts'}{rows} } ],
	[ (undef) x 3 ], 'a key that a side names is not in the row key';
is_deeply [ map { $_->{pooled} ? 1 : 0 } @{ $json{'sizes-named'}{rows} } ], [ 0 ],
	'... and its one row is one series a side';
is scalar @{ $json{'sizes-samples'}{rows}[0]{sides}[0]{samples} }, 8,
	'samples=1 gives them';
is_deeply [ grep { exists $_->{samples} } map { @{ $_->{sides} } }
	@{ $json{sizes}{rows} } ], [], '... and only that';
my @changes = map { abs($_->{comparisons}[0]{change} // -1) }
	@{ $json{'kinds-by-change'}{rows} };
is scalar(@{ $json{'kinds-worse'}{rows} }), 5, 'show=worse shows those';
is_deeply [ grep { $_->{comparisons}[0]{verdict} ne 'worse' }
	@{ $json{'kinds-worse'}{rows} } ], [], '... and no other';
like page($db, "/compare/$reports{'kinds-worse'}")->{body},
	qr/^20 rows: .*; 15 hidden by show=/m, '... the others are counted';
done_testing;
