#!/usr/bin/perl
# Numbers come back bit for bit, and what is none is refused: 100,000 random
# doubles through every way in and out, and a table of spellings.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use POSIX 'strtod';
use Test::More;

my $db = scratch('numbers.db');
my $at = serve($db);

sub bits { my ($text) = @_;
	my ($value, $rest) = strtod($text);
	return $rest ? "'$text'" : unpack 'H*', pack 'd>', $value }

# ---- Any double there is. ----
# A generator of our own: the same numbers in every build of Perl.
my $state = 20261130;
sub word { $state = ($state * 1103515245 + 12345) % 2147483648;
	return $state >> 7 & 0xffff }

my @hex = qw(0000000000000000 8000000000000000 0000000000000001 8000000000000001
	000fffffffffffff 0010000000000000 7fefffffffffffff ffefffffffffffff
	3ff0000000000000 3ff0000000000001 3fefffffffffffff 3fb999999999999a
	3fd3333333333334 4340000000000000 433fffffffffffff 4340000000000001
	430c6bf526340000 430c6bf526340001 44b52d02c7e14af6 7fe0000000000000);
while (@hex < 100_000) {
	my $h = sprintf '%04x%04x%04x%04x', word(), word(), word(), word();
	# Subnormal ones, and those of few bits, are rare otherwise.
	substr $h, 0, 3, @hex & 8 ? '000' : '800' if @hex % 16 == 0;
	substr $h, 5, 11, '0' x 11 if @hex % 16 == 1;
	push @hex, $h if (hex(substr $h, 0, 3) & 0x7ff) != 0x7ff;
}
my @texts = map { sprintf '%.17g', unpack 'd>', pack 'H*', $_ } @hex;
is join(' ', grep { $hex[$_] ne bits($texts[$_]) } 0 .. $#hex), '',
	'17 digits are enough for this C library';

# How many of these differ from those that were sent, and the first of them.
my @right; # texts that are known to be the same bits
sub differ { my ($name, @got) = @_;
	my @bad = grep { my $text = $got[$_] // 'none';
		($right[$_] // '') ne $text && bits($text) ne $hex[$_] } 0 .. $#hex;
	@right = @got if !@bad;
	is scalar @got, scalar @hex, "$name: as many";
	is @bad . (@bad ? " $hex[$bad[0]] is " . ($got[$bad[0]] // 'none') : ''), '0',
		'... bit for bit' }

my $list = join ',', @texts;
my %in = (
	json => qq({"results":[{"test":"t","metrics":[{"name":"m","samples":[$list]}]}]}),
	'ministat-input' => join("\n", @texts, ''),
	csv => join("\n", 'test,value', map({ "t,$_" } @texts), ''),
	text => "maxistat: 1\nt m s lower @texts\n",
);
for my $format (sort keys %in) {
	my $r = put($at, "/runs/host:$format,format=$format", $in{$format});
	is $r->{status}, 201, "$format: stored" or diag substr $r->{body}, 0, 200;
	my ($id) = $r->{headers}{location} =~ /(\d+)/;
	my (undef, @lines) = split /\n/, get($at, "/samples.csv/run:$id")->{body};
	differ("$format, /samples as CSV", map { /([^,]+)\z/ } @lines);
	my $blob = lc `sqlite3 $db "SELECT hex(samples) FROM result ORDER BY id DESC LIMIT 1"`;
	chomp $blob;
	ok $blob eq join('', map { unpack 'H*', reverse pack 'H*', $_ } @hex),
		"$format: the archive has these bytes";
	next if $format =~ /csv|text/; # the same bytes give the same pages
	differ("$format, /samples as JSON", get($at, "/samples.json/run:$id")->{body} =~
		/"value":([^,}]+)\}$/mg);
	differ("$format, /export", split /,/, (get($at, "/export/run:$id")->{body} =~
		/"samples":\[([^\]]*)\]/)[0]);
	my $run = get($at, "/run.json/$id")->{body};
	differ("$format, /run", split /,/, ($run =~ /"samples":\[([^\]]*)\]/)[0]);
	unlike $run, qr/[:,\[]-?(?:nan|inf)/i, '... and no figure of them is none';
}

# An export is imported as the same bits.
my $copy = scratch('copy.db');
my ($failed, $out, $err) = run_program('import', '--db', $copy,
	spew(scratch('export.jsonl'), get($at, '/export/host:json')->{body}));
is $failed, 0, 'an export is imported' or diag $err;
(undef, $out) = run_program('get', '--db', $copy, '/export/-');
differ('imported again', split /,/, ($out =~ /"samples":\[([^\]]*)\]/)[0]);

# ---- Spellings: as a line, in CSV and in text; then in JSON. A word of 16 digits is
# what is stored; 'no' is no number, 'range' beyond the largest; 'same' as before. ----
my @spellings = map { [ split ] } grep { /\S/ } split /\n/, <<'END';
0                                         0000000000000000  same
-0                                        8000000000000000  same
+0                                        0000000000000000  no
0.0                                       0000000000000000  same
-0.0                                      8000000000000000  same
00                                        0000000000000000  no
007                                       401c000000000000  no
-007                                      c01c000000000000  no
1.                                        3ff0000000000000  no
.5                                        3fe0000000000000  no
-.5                                       bfe0000000000000  no
+.5                                       3fe0000000000000  no
.                                         no                same
-                                         no                same
+                                         no                same
+1                                        3ff0000000000000  no
++1                                       no                same
--1                                       no                same
-+1                                       no                same
1e                                        no                same
1e+                                       no                same
e5                                        no                same
1e5                                       40f86a0000000000  same
1E5                                       40f86a0000000000  same
1e+5                                      40f86a0000000000  same
1e-5                                      3ee4f8b588e368f1  same
1e05                                      40f86a0000000000  same
1.e5                                      40f86a0000000000  no
.e5                                       no                same
1.5e3                                     4097700000000000  same
1e5.0                                     no                same
1ee5                                      no                same
1e308                                     7fe1ccf385ebc8a0  same
1.7976931348623157e308                    7fefffffffffffff  same
1.7976931348623158e308                    7fefffffffffffff  same
1.7976931348623159e308                    range             same
1.8e308                                   range             same
-1.8e308                                  range             same
1e309                                     range             same
1e400                                     range             same
1e999                                     range             same
1e99999999999999999999                    range             same
-1e999                                    range             same
0e999                                     0000000000000000  same
0e99999999999999999999                    0000000000000000  same
1e-400                                    0000000000000000  same
-1e-400                                   8000000000000000  same
1e-99999999999999999999                   0000000000000000  same
2.2250738585072014e-308                   0010000000000000  same
2.2250738585072011e-308                   000fffffffffffff  same
4.9406564584124654e-324                   0000000000000001  same
5e-324                                    0000000000000001  same
3e-324                                    0000000000000001  same
2.4703282292062327e-324                   0000000000000000  same
2.4703282292062328e-324                   0000000000000001  same
2.47e-324                                 0000000000000000  same
9007199254740991                          433fffffffffffff  same
9007199254740992                          4340000000000000  same
9007199254740993                          4340000000000000  same
9007199254740993.0000000000000001         4340000000000001  same
9007199254740995                          4340000000000002  same
9223372036854775807                       43e0000000000000  same
9223372036854775808                       43e0000000000000  same
18446744073709551616                      43f0000000000000  same
123456789012345678901234567890            45f8ee90ff6c373e  same
0.1                                       3fb999999999999a  same
0.10                                      3fb999999999999a  same
0.30000000000000004                       3fd3333333333334  same
0.1000000000000000055511151231257827      3fb999999999999a  same
3.141592653589793238462643383279          400921fb54442d18  same
nan                                       no                same
NaN                                       no                same
NAN                                       no                same
-nan                                      no                same
nan(1)                                    no                same
inf                                       no                same
Inf                                       no                same
INF                                       no                same
-inf                                      no                same
+inf                                      no                same
infinity                                  no                same
Infinity                                  no                same
-Infinity                                 no                same
1.#INF                                    no                same
1.#QNAN                                   no                same
0x10                                      no                same
0x1p3                                     no                same
0X1P-2                                    no                same
0b1                                       no                same
0o7                                       no                same
1_000                                     no                same
1'000                                     no                same
1.2.3                                     no                same
1..2                                      no                same
1f                                        no                same
1.5L                                      no                same
1d5                                       no                same
1e5f                                      no                same
1%                                        no                same
$1                                        no                same
1/2                                       no                same
1+1                                       no                same
(1)                                       no                same
"1"                                       no                same
1ms                                       no                same
1k                                        no                same
1K                                        no                same
1M                                        no                same
1Ki                                       no                same
true                                      no                same
null                                      no                same
None                                      no                same
NULL                                      no                same
END
push @spellings, map { [ @$_ ] } (
	[ '1' x 309, '7fe3c747785b50b2', 'same' ], [ '1' x 400, 'range', 'same' ],
	[ '0.' . '0' x 400 . '1', '0' x 16, 'same' ],
	[ '1' . '0' x 400 . 'e-400', '3ff0' . '0' x 12, 'same' ],
	[ '0.' . '0' x 399 . '1e400', '3ff0' . '0' x 12, 'same' ],
	[ '0' x 400 . '1', '3ff0' . '0' x 12, 'no' ],
	[ '1.' . '0' x 400 . '1', '3ff0' . '0' x 12, 'same' ],
	[ "\xd9\xa1\xd9\xa2", 'no', 'same' ], [ "\xef\xbc\x91", 'no', 'same' ],
	[ "1\xc2\xa0000", 'no', 'same' ], [ "\xe2\x88\x921", 'no', 'same' ],
	[ "1\xe2\x80\xaf000", 'no', 'same' ], [ '1,5', 'no', '3ff0' . '0' x 12 ],
	[ '1.000,5', 'no', '3ff0' . '0' x 12 ], [ '1,000', 'no', 'no' ],
	[ "\xe2\x88\x9e", 'no', 'same' ], [ "\xc2\xbd", 'no', 'same' ],
);
cmp_ok scalar @spellings, '>=', 80, @spellings . ' spellings';
# CSV takes these for "no value".
my %none = map { $_ => 1 } qw(- nan NaN null NULL);
my %says = (no => qr/not a number|not finite|bad JSON|decimal comma/, range => qr/out of range/);
for (@spellings) {
	my ($text, $plain, $in_json) = @$_;
	$in_json = $plain if $in_json eq 'same';
	my $cell = $text =~ s/"/""/gr;
	my %body = (
		'ministat-input' => "1\n$text\n2\n", csv => qq(test,value\nt,1\nt,"$cell"\nt,2\n),
		text => "maxistat: 1\nt m s lower 1 $text 2\n",
		json => qq({"results":[{"test":"t","metrics":[{"name":"m","samples":[1,$text,2]}]}]}),
	);
	my $short = length $text > 40 ? substr($text, 0, 12) . '...' : $text;
	my @got;
	for my $format (sort keys %body) {
		my $want = $format eq 'json' ? $in_json : $plain;
		$want = 'none' if $format eq 'csv' && $none{$text};
		next if $format eq 'text' && $text =~ /"/; # a quoted word
		my $r = put($at, "/runs/host:s,format=$format", $body{$format});
		if ($r->{status} == 201) {
			my ($id) = $r->{headers}{location} =~ /(\d+)/;
			my $csv = get($at, "/samples.csv/run:$id")->{body};
			my (undef, @values) = $csv =~ /^.*,([^,\n]+)$/mg;
			my $stored = $want eq 'none' ? @values == 2 && 'none' : bits($values[1]);
			push @got, "$format: $stored" if $stored ne $want;
			next;
		}
		push @got, "$format: $r->{status} $r->{body}" if $r->{status} != 400 ||
			!$says{$want} || $r->{body} !~ /^line \d+: .*$says{$want}/;
	}
	is join("\n", @got), '', "$short: $plain, JSON $in_json";
}
my ($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server had nothing to complain about';
done_testing;
