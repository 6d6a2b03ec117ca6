#!/usr/bin/perl
# examples/fill and examples/demo: the published figures, and the four lines
# that the demo prints.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd 'abs_path';
use IO::Socket::INET;
use Maxistat;
use Test::More;

$ENV{MAXISTAT} = abs_path(program());
my $db = scratch('examples.db');
my $log = scratch('fill.log');
is system("examples/fill '$db' >'$log' 2>&1"), 0, 'fill fills an archive'
	or diag slurp($log);
unlike slurp($log), qr/error|cannot/i, '... without complaint';

# ---- The figures. ----
for (
	[ 'test:udp,profile=debian2015/VIMAGE_GLOBALS/-VIMAGE_GLOBALS',
	  "-180.711 +/- 42.3572", "-1.67935% +/- 0.393626%", 'pooled s = 187.155' ],
	[ 'test:iperf,profile=debian2015/-VIMAGE_GLOBALS/VIMAGE_GLOBALS',
	  "-5.50833 +/- 0.869898", "-1.26621% +/- 0.199965%", 'pooled s = 3.43786' ],
	[ 'test:tcp,profile=debian2015/VIMAGE_GLOBALS/-VIMAGE_GLOBALS',
	  'No difference proven at 95.0% confidence' ],
	[ 'test:loopback_rr,profile=debian2015/os:FreeBSD/os:Linux',
	  '14810.9 +/- 885.686', '37.531% +/- 2.24433%', 'pooled s = 607.282' ],
	[ 'test:10GbE_rr,profile=debian2015/os:FreeBSD/os:Linux',
	  '10775.5 +/- 571.321', '32.1116% +/- 1.70258%', 'pooled s = 417.112' ],
	[ 'profile=debian2015/patch:none/patch:fget_light',
	  '-74.198 +/- 25.7984', '-0.919163% +/- 0.31959%', 'pooled s = 27.4569' ],
) {
	my ($url, @lines) = @$_;
	my $body = page($db, "/ministat/$url")->{body};
	ok index($body, $_) > 0, "$url: $_" or diag $body for @lines;
}
sub report { json(page($db, "/compare.json/$_[0]")) }
my %sum = map { $_->{metric} => $_ }
	@{ report('tool:netperf,total=1/set:org/set:new')->{summaries} };
my ($bw, $sd) = @sum{'throughput', 'service demand'};
is sprintf('%.2f %.2f %.2f %.2f', $bw->{sum_a}, $bw->{sum}, $sd->{sum_a},
	$sd->{sum}), '14107.18 14200.02 2064517.05 2309541.53', 'batching: the sums';
is sprintf('%+.3f %+.3f', 100 * $bw->{sum_change}, 100 * $sd->{sum_change}),
	'+0.658 +11.868', '... and their changes';
is sprintf('%.5f %.5f', $bw->{geometric_mean_ratio}, $sd->{geometric_mean_ratio}),
	'0.99745 1.00030', '... the geometric means';
my %verdict = map { $_->{metric} => $_->{comparisons}[0]{verdict} }
	@{ report('patch:none/patch:fget_light')->{rows} };
is $verdict{throughput}, 'worse', 'fget_light: throughput is worse';
is_deeply [ map { $verdict{$_} } grep { /service/ } sort keys %verdict ],
	[ ('better') x grep { /service/ } keys %verdict ],
	'... and service demand better, in one report';
my $nights = report('host:synthetic1/rev:..r1120/rev:r1121..');
is_deeply [ map { $_->{runs} } @{ $nights->{sides} } ], [ 120, 80 ],
	'two hundred nights';
my $change = $nights->{rows}[0]{comparisons}[0];
is $change->{verdict}, 'worse', '... got worse';
ok abs($change->{change} + .03) < .003, '... by 3 %';
is $nights->{both}{synthetic}, 'yes', '... and are tagged as synthetic';
my ($line) = @{ json(page($db, '/history.json/host:synthetic1'))->{series} };
my @points = grep { $_->{kind} ne 'burst' } @{ $line->{change_points} };
is_deeply [ map { "$_->{to} $_->{state} $_->{verdict}" } @points ], [ 'r1121 confirmed worse' ],
	'... the step stands at its run in the history';
ok abs($points[0]{change} + .03) < .003, '... with its 3 %';

# ---- The demo. ----
SKIP: {
	skip 'curl is not installed', 1 if system 'command -v curl >/dev/null';
	my $s = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0,
		Listen => 1) or die "socket: $!";
	my $port = $s->sockport;
	close $s;
	my $out = scratch('demo');
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		$ENV{PORT} = $port;
		$ENV{DEMO_DB} = scratch('demo.db');
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', $out or exit 99;
		open STDERR, '>&', \*STDOUT;
		exec 'examples/demo' or exit 99;
	}
	my $answer;
	for (1 .. 600) {
		$answer = eval { get("127.0.0.1:$port", '/health') } and last;
		last if waitpid($pid, 1) > 0;
		select undef, undef, undef, 0.05;
	}
	is $answer ? $answer->{status} : 'none', 200, '/health answers'
		or diag slurp($out);
	my @lines = slurp($out) =~ /^(curl .*)$/mg;
	is scalar @lines, 4, 'four lines are printed before it listens';
	for (@lines) {
		like $_, qr{^curl -fsS 127\.0\.0\.1:$port/(?:compare|history)/[^'"\s]+$}, $_;
		my $text = `$_ 2>&1`;
		is $?, 0, '... exits with 0';
		like $text, qr/\b(?:better|worse|inconclusive|too few)\b/,
			'... and prints a verdict';
		is `$_ 2>&1`, $text, '... the same again';
	}
	like slurp($out), qr{in a browser: http://127\.0\.0\.1:$port/$}m,
		'and the address for a browser';
	kill TERM => $pid;
	waitpid $pid, 0;
	is $?, 0, 'it ends when told so';
}
done_testing;
