#!/usr/bin/perl
# The upload's answer, and `maxistat enough`: how well each series is known and
# how many more samples would reach what is wanted. Every figure is computed
# here once more, from a printed table of t.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Samples;
use Test::More;

# Quantiles of Student's t for df 1, 2, ... : NIST/SEMATECH e-Handbook of
# Statistical Methods, table 1.3.6.7.2 (columns .95, .975, .995).
my %t = (
	90 => [ qw(6.314 2.920 2.353 2.132 2.015 1.943 1.895 1.860 1.833 1.812
		1.796 1.782 1.771 1.761 1.753 1.746 1.740 1.734 1.729 1.725
		1.721 1.717 1.714 1.711 1.708 1.706 1.703 1.701 1.699 1.697) ],
	95 => [ qw(12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228
		2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093 2.086
		2.080 2.074 2.069 2.064 2.060 2.056 2.052 2.048 2.045 2.042) ],
	99 => [ qw(63.657 9.925 5.841 4.604 4.032 3.707 3.499 3.355 3.250 3.169
		3.106 3.055 3.012 2.977 2.947 2.921 2.898 2.878 2.861 2.845
		2.831 2.819 2.807 2.797 2.787 2.779 2.771 2.763 2.756 2.750) ],
);

# Mean, half-width as a share of it, and the n that reaches a share.
sub by_hand {
	my ($x, $want, $level) = @_;
	my ($n, $mean, $squares) = (scalar @$x, 0, 0);
	$mean += $_ / $n for @$x;
	$squares += ($_ - $mean) ** 2 for @$x;
	my $sd = sqrt($squares / ($n - 1));
	my $half = $t{$level}[$n - 2] * $sd / sqrt($n) / abs $mean;
	my $need = 2;
	$need++ while $need < 31 && $t{$level}[$need - 2] * $sd / sqrt($need) >
		$want / 100 * abs $mean;
	return { mean => $mean, half => $half, need => $need, n => $n };
}

sub near {
	my ($got, $want, $name) = @_;
	ok abs($got - $want) <= 3e-4 * abs $want, $name or
		diag "$got, not $want";
}

my $db = scratch('enough.db');
my $where = serve($db);
srand 12;
my @sets = ([ 10, 11, 12, 10.5, 11.2 ], normal(6, 50, 2), normal(12, 3, .2),
	normal(2, 100, .01), normal(20, -7, .3), normal(30, 1e6, 2e4));
my $number = 0;
for my $set (@sets) {
	for ([ 5, 95 ], [ 10, 90 ], [ 8, 99 ]) {
		my ($width, $level) = @$_;
		my $hand = by_hand($set, $width, $level);
		my $name = "$hand->{n} samples, +/- $width % at $level %";
		my $body = join "\n", @$set, '';
		my $terms = "host:h,test:t,unit:MB%2Fs,want=$width%2C$level," .
			'round:' . ++$number;
		my $answer = put($where, "/runs/$terms", $body);
		is $answer->{status}, 201, $name;
		my ($mean, $half, $n, $more) = $answer->{body} =~ m{
			^t\ \ value\ (\S+)\ MB/s\ \+/-\ (\S+)\ %\ \(n\ (\d+)\)
			(?:;\ for\ \+/-\ $width\ %\ about\ (\d+)\ more)?
			;\ direction\ assumed:\ higher$}mx;
		ok defined $mean, '... a line a series' or
			diag $answer->{body}, next;
		ok abs($mean - $hand->{mean}) <= 1e-3 * abs $hand->{mean},
			'... the mean';
		ok abs($half / 100 - $hand->{half}) <= .06 * $hand->{half},
			'... the half-width';
		is $n, $hand->{n}, '... n';
		my $enough = $hand->{half} <= $width / 100;
		is defined $more ? 0 : 1, $enough ? 1 : 0, '... enough or not';
		# The table ends at 31 samples, its rounding may cost one.
		ok abs($n + $more - $hand->{need}) <= 1, '... how many more'
			if !$enough && $hand->{need} < 31;
		my $not_yet = qr/^not enough yet: .*significant/ms;
		$enough ? unlike $answer->{body}, $not_yet, '... no warning' :
			like $answer->{body}, $not_yet, '... the warning';

		my $json = json(put($where, "/runs.json/${terms}b", $body));
		my ($s) = @{ $json->{series} };
		near $s->{mean}, $hand->{mean}, '... JSON: the mean';
		near $s->{half_width}, $hand->{half}, '... the half-width';
		near $s->{hi} - $s->{lo}, 2 * $hand->{half} *
			abs $hand->{mean}, '... the interval';
		is $s->{enough} ? 1 : 0, $enough ? 1 : 0, '... enough';
		is $json->{enough} ? 1 : 0, $enough ? 1 : 0, '... all are';
		is $s->{better}, 'higher', '... direction';
		ok $s->{better_assumed}, '... assumed';

		my ($exit, $out, $err) = run_program('enough', '--want',
			"$width,$level", spew(scratch('set'), $body));
		is $exit, $enough ? 0 : 1, '... enough: the exit status';
		like $out, qr/ value $mean \+\/- $half % \(n $n\)/,
			'... the same figures';
		is $err, '', '... and nothing else';
	}
}

# The widest first, at most 10; what is not told of a series.
my @widths = (7, 3, 12, 1, 9, 4, 11, 2, 8, 5, 10, 6);
my $many = put($where, '/runs/host:new', run_of({}, map { [ "t$_", 'x', 's',
	'lower', around(5, 100, $_) ] } @widths));
like $many->{body}, qr/^run \d+ stored: 12 tests, 60 samples, 0 /m,
	'what was stored';
like $many->{body}, qr/\(new host new\)$/m, '... of a host that was not known';
is_deeply [ $many->{body} =~ /^t(\d+)  x /mg ], [ reverse 3 .. 12 ],
	'the 10 widest of 12';
like $many->{body}, qr/^and 2 more series, with narrower intervals$/m,
	'... the others are counted';
unlike $many->{body}, qr/not enough yet/, 'no warning where want= is not given';
like $many->{body}, qr/^t12 .*; for \+\/- 1 % about \d+ more$/m,
	'... which is 1 % then; a direction that is told is not assumed';
my $kinds = put($where, '/runs/host:new', run_of({},
	[ 'one', 'x', 's', 'lower', [ 5 ] ],
	[ 'zero', 'x', 's', 'lower', [ 0, 0, 0 ] ],
	[ 'flat', 'x', 's', 'lower', [ 4, 4, 4 ] ],
	[ 'mean', 'x', 's', 'lower', { n => 5, mean => 3 } ],
	[ 'known', 'x', undef, undef, { n => 4, mean => 50, stddev => 4 } ],
	[ 'bad', 'x', 's', 'lower', 'no such device' ]))->{body};
like $kinds, qr/^one  x 5 s \(n 1\); one sample tells nothing of its spread$/m,
	'one sample';
like $kinds, qr/^zero  x 0 s \(n 3\); of a mean of 0 there is no/m, 'zeros';
like $kinds, qr/^flat  x 4 s \+\/- 0 % \(n 3\)$/m, 'constant ones';
like $kinds, qr/^mean  x 3 s \(n 5\); the published summary tells no spread$/m,
	'a summary without a spread';
my $half = sprintf '%.0f', 100 * $t{95}[2] * 4 / 2 / 50;
like $kinds, qr/^known  x 50 \+\/- $half % \(n 4\); .*; direction not told$/m,
	'a summary, and no direction';
unlike $kinds, qr/^bad/m, 'a failure has none';
unlike $kinds, qr/nan|inf/, 'and nothing is a NaN';

# dry=1 answers the same and stores nothing.
my $before = json(get($where, '/runs.json'));
my $dry = put($where, '/runs/host:dry,test:t,want=5,dry=1', "10\n11\n12\n");
is $dry->{status}, 200, 'dry=1';
like $dry->{body}, qr/^t  value 11 \+\/- 23 % \(n 3\); for/m, '... the same';
is_deeply json(get($where, '/runs.json')), $before, '... and nothing stored';

# A file of several series is enough when each is.
sub enough {
	my ($text, @args) = @_;
	return run_program('enough', @args, spew(scratch('file'), $text));
}
my $two = run_of({}, [ 'a', 'x', 's', 'lower', around(9, 100, .1) ],
	[ 'b', 'x', 's', 'lower', around(9, 100, 9) ]);
is +(enough($two))[0], 1, 'one of two is not enough';
is +(enough($two, '--want', 10))[0], 0, 'both are at 10 %';
my ($status, $out, $err) = enough($two, '--want=3,90', '--format', 'json');
is $status, 1, 'options in every spelling';
like $out, qr/^a  x .*^b  x .*^not enough yet/ms, '... a line a series';
like $out, qr/^b .*; for \+\/- 3 % about/m, '... of what was wanted';
is $err, '', '... and nothing else';
for ([ 'want', '0', "1\n2\n" ], [ 'want', '1,100', "1\n2\n" ],
	[ 'want', 'x', "1\n2\n" ], [ 'format', 'nonsense', "1\n2\n" ],
	[ 'format', 'ministat-input', "1\nx\n" ], [ 'want', '1', '' ]) {
	my ($name, $value, $text) = @$_;
	my ($exit, $said, $why) = enough($text, "--$name", $value);
	is $exit, 2, "--$name $value of " . length($text) . ' bytes: exit 2';
	is $said, '', '... no figures';
	like $why, qr/^maxistat enough: \S/, '... but why';
}
is +(run_program('enough'))[0], 2, 'no file';
is +(run_program('enough', scratch('not-there')))[0], 2, 'a file that is not';
is put($where, '/runs/host:h,test:t,want=0', "1\n2\n")->{status}, 400,
	'want=0 is 400';
my (undef, $stderr) = stop($where);
is $stderr, '', 'the server has nothing to say';
done_testing;
