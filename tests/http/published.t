#!/usr/bin/perl
# Published figures come back: four mails and a benchmark archive, filed by
# upload and read by URL. The data stand beside the project, not in it.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

my %mail = map { $_ => shared("data/seeds/$_.txt") }
	qw(vimage_ministat loopback_rr_ministat fget_light_netperf
	batching_netperf_table);
my $folder = shared('data/netbenches/vimage-r317849');
my $cases = shared('doc/CASES.md');
plan skip_all => 'the published data (../shared) are not here'
	if !$folder || !$cases || grep { !defined } values %mail;

my $at = serve(scratch('published.db'));

sub file {
	my ($terms, $body, $name) = @_;
	my $r = put($at, "/runs/$terms", $body);
	is $r->{status}, 201, $name || "filed as $terms" or diag $r->{body};
	return $r;
}

# The difference lines of a ministat block, blanks aside.
sub differences {
	my ($text) = @_;
	return join "\n", map { s/^[>\s]+|\s+$//gr =~ s/\s+/ /gr }
		grep { /^[>\s]*(?:Difference|No\ diff|\S+\ \+\/-\ |\(Student)/x }
		split /\n/, $text;
}

# ---- Three tables of ministat in a mail, two sets each. ----
my $vimage = slurp($mail{vimage_ministat});
my $option = 'VIMAGE_GLOBALS';
my @tables = (
	'test:tcp,size:1500,tool:ttcp,metric:throughput,unit:KB%2FSec',
	'test:udp,size:160,tool:ttcp,metric:throughput',
	'test:iperf,tool:iperf,metric:throughput' );
for my $i (1 .. 3) {
	my $terms = "os:FreeBSD,better:higher,$tables[$i - 1]";
	file("$terms,$option,pick=table:$i,pick=set:$option", $vimage);
	file("$terms,-$option?pick=table:$i,set:NO_$option", $vimage);
}
my @published = split /^.*?x (?:NO_)?$option$/m, $vimage;
my $profile = 'profile=debian2015';
my $block = sub { get($at, "/ministat/$_[0]")->{body} };
like $block->("test:tcp,$profile/$option/-$option"),
	qr/^No difference proven at 95\.0% confidence$/m, 'ttcp, TCP: none proven';
is differences($block->("test:udp,$profile/$option/-$option")),
	differences($published[2]), 'ttcp, UDP: the published lines';
is differences($block->("test:iperf,$profile/-$option/$option")),
	differences($published[3]), 'iperf: the published lines';
like differences($published[3]), qr/^Difference.*\n.*\n-1\.26621% /,
	'... which are those of the mail';
my $udp = get($at, "/compare/test:udp/$option/-$option")->{body};
like $udp, qr/^B is worse: udp .*throughput, -1\.68 % \(-2\.07 \.\. -1\.29\)$/m,
	'the report of it says so in line 1';
like $udp, qr/^A  $option +1 run, 150 samples/m, '... and how many samples';

# ---- Two tables of another mail. ----
my $loopback = slurp($mail{loopback_rr_ministat});
for my $test ('loopback_rr', '10GbE_rr') {
	my $common = "tool:netperf,test:$test,metric:rate,better:higher";
	file("$common,os:FreeBSD,pick=set:$test.after", $loopback);
	file("$common,os:Linux,pick=set:$test.rhel4", $loopback);
	my ($want) = $loopback =~ /^>x \Q$test\E\.after\n(.*?)(?=^>x \S+\.after|\z)/ms;
	is differences($block->("test:$test,$profile/os:FreeBSD/os:Linux")),
		differences($want), "$test: the published lines";
	like differences($want), qr/^Difference.*\n\d.*\n\d.*%.*%\n\(Student/,
		'... all four of them';
}

# ---- Ten rows of netperf, before and after. ----
my $fget = slurp($mail{fget_light_netperf});
my ($before, $after) = map { join '', /^(87380 .*\n)/mg }
	$fget =~ /^Before:.*?\n(.*?)^Average.*^After:.*?\n(.*?)^Average/ms;
my $netperf = 'os:Linux,test:TCP_STREAM,patch';
file("$netperf:none", $before);
file("$netperf:fget_light", $after);
my $report = json(get($at, '/compare.json/test:TCP_STREAM/patch:none/' .
	'patch:fget_light'));
my %row = map { $_->{metric} => $_ } @{ $report->{rows} };
my ($throughput) = grep { /throughput/i } keys %row;
my ($demand) = grep { /service.?demand/i && !/remote|recv/i } sort keys %row;
my @mean = map { sprintf '%.3f', $_->{mean} } @{ $row{$throughput}{sides} };
is "@mean", '8072.341 7998.143', 'netperf: the published means';
@mean = map { sprintf '%.4f', $_->{mean} } @{ $row{$demand}{sides} };
is "@mean", '1.8166 1.6923', '... and service demand';
is $row{$throughput}{comparisons}[0]{verdict}, 'worse',
	'... throughput fell';
is $row{$demand}{comparisons}[0]{verdict}, 'better', '... for less work';
is differences($block->("metric:$throughput,$profile/patch:none/" .
	'patch:fget_light')), join("\n", 'Difference at 95.0% confidence',
	'-74.198 +/- 25.7984', '-0.919163% +/- 0.31959%',
	q{(Student's t, pooled s = 27.4569)}), '... as ministat says it';

# ---- A table of 28 rows, one value each. ----
my $table = slurp($mail{batching_netperf_table});
my ($csv, $proto, $procs, $nodelay, @bytes, @want) =
	("test,procs,nodelay,bytes,set,metric,unit,better,value\n");
for (split /\n/, $table) {
	if (/^(TCP|UDP) (\d+) process(?:es)?( No Delay)?/) {
		($proto, $procs, $nodelay) = ($1, $2, $3 ? 'y' : 'n');
		@bytes = (8, 32, 128, 512, 4096);
	}
	next if !defined $proto || !/^[\d.]+(?: -?[\d.]+){5}$/;
	my ($bw_a, $sd_a, $bw_b, $sd_b, @percent) = split;
	my $bytes = shift @bytes;
	for ([ org => $bw_a, $sd_a ], [ new => $bw_b, $sd_b ]) {
		my $head = "$proto,$procs,$nodelay,$bytes,$_->[0]";
		$csv .= "$head,throughput,Mbit/s,higher,$_->[1]\n" .
			"$head,service demand,,lower,$_->[2]\n";
	}
	push @want, [ "$proto $procs $nodelay $bytes", @percent ];
}
is scalar @want, 28, 'the table has 28 rows';
file('tool:netperf4,os:Linux', $csv, 'the table is filed as CSV');
$report = json(get($at, '/compare.json/tool:netperf4,total=1/set:org/set:new'));
my %change;
for (@{ $report->{rows} }) {
	my $l = $_->{labels};
	$change{"$_->{test} $l->{procs} $l->{nodelay} $l->{bytes}"}
		{$_->{metric}} = $_->{comparisons}[0]{change};
}
# The mail cut its percentages to two decimals.
sub cut { my ($x) = @_; my $s = sprintf '%.9f', 100 * $x;
	  return $s =~ /^(-?\d+\.\d\d)/ ? 0 + $1 : $s }
for (@want) {
	my ($name, @percent) = @$_;
	my @got = map { cut($change{$name}{$_}) } 'throughput', 'service demand';
	is "@got", join(' ', map { 0 + $_ } @percent), "$name: the published %";
}
my %sum = map { $_->{metric} => $_ } @{ $report->{summaries} };
my ($bw, $sd) = @sum{'throughput', 'service demand'};
my ($avg) = $table =~ /^Avg: (.*)/m;
my @sums = split ' ', $avg;
is join(' ', map { sprintf '%.2f', $_ } $bw->{sum_a}, $sd->{sum_a}, $bw->{sum},
	$sd->{sum}), "@sums[0 .. 3]", 'the four published sums';
is sprintf('%+.3f %+.3f', map { 100 * $_->{sum_change} } $bw, $sd),
	'+0.658 +11.868', '... and what they differ by';
is join(' ', map { cut($_->{sum_change}) } $bw, $sd),
	join(' ', map { 0 + $_ } @sums[4, 5]), '... as published';
is sprintf('%.5f %.5f', map { $_->{geometric_mean_ratio} } $bw, $sd),
	'0.99745 1.00030', 'the geometric means say otherwise';
is_deeply [ map { $_->{n} } $bw, $sd ], [ 28, 28 ], '... of 28 rows each';
my $text = get($at, '/compare/tool:netperf4,total=1/set:org/set:new')->{body};
like $text, qr/too few for a verdict/, 'n = 1 gives no verdict';
like $text, qr/^geometric mean +\| +-0\.25 +\| +\+0\.03$/m, 'the text says it too';
like $text, qr/^<< UDP bytes:128 nodelay:. procs:32 service demand\n   69 % of the difference of the sums is this one row; without it the sums change\s+\+3\.85 %\n   the geometric mean without it is -4\.3 %$/m,
	'... and points at the one row that makes the sum';
ok !(grep { length > 100 } split /\n/, $text), '... in 100 columns';

# ---- Five machines with an option off and on, three tests. ----
my @machine = ([ 'apu2', 'AMD*' ], [ 'c2558', '*C2558*' ],
	[ 'c2758', '*C2758*' ], [ 'e5-2650', '*E5-2650*' ],
	[ 'l5630', '*L5630*' ]);
my @tests = qw(forwarding ipfw-statefull pf-statefull);
my $filed = 0;
for (@machine) {
	my ($host, $glob) = @$_;
	my ($dir) = glob "$folder/$glob/*";
	my ($nic) = $dir =~ m{([^/]+)$};
	$_->[2] = $dir;
	for my $test (@tests) {
		for (qw(-VIMAGE VIMAGE)) {
			my $name = '317849' . s/^-.*//r . ".$test.pps";
			my $r = put($at, "/runs/host:$host,hw.nic:$nic," .
				"os:FreeBSD,kernel:r317849,test:$test," .
				"metric:rate,unit:pps,better:higher,$_/",
				slurp("$dir/$name"));
			$filed += $r->{status} == 201;
		}
	}
}
is $filed, 30, 'thirty files are filed';

my $blocks = 0;
for (@machine) {
	my ($host, undef, $dir) = @$_;
	for my $want (split /^(?=x r317849)/m,
			slurp("$dir/published-ministat.txt")) {
		my ($test) = $want =~ /^x r317849 (\S+)/;
		my ($got) = $block->("host:$host,test:$test,bars=separate/" .
			'-VIMAGE/VIMAGE') =~ /^(.*\n)\n/s;
		# Its names are others, and blanks stand for the tab.
		s/^x .*\n\+ .*\n// for $want, $got;
		$want =~ s/^ {8}/\t/mg;
		$want =~ s/\n+\z/\n/;
		is $got, $want, "$host $test: the published block";
		$blocks++;
	}
}
is $blocks, 14, 'fourteen blocks';
like $block->('host:apu2,test:forwarding,bars=separate/-VIMAGE/VIMAGE'),
	qr{\n\n/ministat/\S+\n\z|\n\nhttp://\S+/ministat/\S+\n\z},
	'the link stands behind an empty line';

my $question = 'kernel:r317849/-VIMAGE/VIMAGE';
$report = json(get($at, "/compare.json/$question"));
is scalar @{ $report->{rows} }, 15, 'one URL: fifteen rows';
is_deeply [ map { $_->{pooled} ? 1 : 0 } @{ $report->{rows} } ], [ (0) x 15 ],
	'... none is pooled';
is_deeply [ map { "$_->{n}" } map { @{ $_->{sides} } } @{ $report->{rows} } ],
	[ (5) x 30 ], '... five samples a side';
is_deeply $report->{label_keys}, [ qw(host hw.nic) ], '... known by host and NIC';
my %got = map { ("$_->{labels}{host} $_->{test}" => $_) } @{ $report->{rows} };
my ($section) = slurp($cases) =~ /^## 0\.(.*?)^## /ms;
my $compared = 0;
for (split /\n/, $section) {
	my @cell = map { s/^\s+|\s+$//gr } split /\|/;
	next if @cell < 8 || $cell[6] !~ /^(?:differs|none proven)$/;
	my ($host) = map { lc } $cell[1] =~ /^(\S+)/;
	my $row = $got{"$host $cell[2]"} or fail("$host $cell[2]"), next;
	my $c = $row->{comparisons}[0];
	my $want = $cell[6] eq 'differs' ? 'better|worse' : 'inconclusive';
	like $c->{verdict}, qr/^(?:$want)$/, "$host $cell[2]: $cell[6]";
	is sprintf('%+.3f%%', 100 * $c->{change}), $cell[4], '... by as much';
	is join(' -> ', map { $_->{median} } @{ $row->{sides} }), $cell[3],
		'... and the medians';
	$compared++;
}
is $compared, 15, 'all fifteen of the table';
$text = get($at, "/compare/$question")->{body};
like $text, qr/^15 rows on 5 hosts: 2 better, 5 worse \(1 weak\), 8 inconclusive;/,
	'the text answers in line 1';
my @heads = $text =~ /^(host .*)$/mg;
is scalar @heads, 3, '... a table each test';
like $heads[0], qr/^host +nic +n +A +cv +B +cv +change +95 % interval +verdict +more n$/,
	'... with these columns';
like $text, qr/^apu2 +Intel_i21\S* +5\+5 +476\.9 +0\.5 +483\.8 +0\.3 +\+1\.45 % +\+0\.87 +\.\. +\+2\.0[45] +better\b/m,
	'... and these figures';
like $text, qr/^15 rows: 15 paired, 0 one-sided, 0 failed, 0 not comparable/m,
	'... and these counts';
ok !(grep { length > 100 || /[^ -~]/ } split /\n/, $text),
	'... in 100 columns of ASCII';
is((stop($at))[1], '', 'the server had nothing to complain about');
done_testing;
