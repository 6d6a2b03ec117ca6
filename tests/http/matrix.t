#!/usr/bin/perl
# /matrix/ROWKEY/COLKEY/TERMS: medians of medians by two keys, computed here a
# second time; nothing is dropped, and units do not mix.
use strict;
use warnings;
use lib 'tests/lib';
use List::Util 'sum0';
use Maxistat;
use Test::More;

my $at = serve(scratch('matrix.db'));
my $minute = 0;
my @stored;

# A run of one result; what is expected is made from @stored.
sub document { my (%o) = @_;
	my $h = $minute++;
	my %doc = (tags => $o{tags} // {},
		at => sprintf('2026-01-%02dT%02d:%02d:00Z', 1 + $h / 1440, $h / 60 % 24, $h % 60),
		results => [ { test => $o{test} // 'udp', params => $o{params} // {}, metrics => [ {
			name => $o{metric} // 'rate', unit => $o{unit} // 'Mbit/s',
			samples => $o{samples} } ] } ]);
	push @stored, { %{ $doc{tags} }, %{ $o{params} // {} }, test => $o{test} // 'udp',
		metric => $o{metric} // 'rate', unit => $o{unit} // 'Mbit/s', samples => $o{samples} };
	return JSON::PP->new->canonical->encode(\%doc) . "\n" }
sub store {
	my $r = put($at, '/runs', join '', @_);
	is $r->{status}, 201, 'stored' or diag $r->{body};
}
sub matrix { json(get($at, "/matrix.json/$_[0]")) }
sub text { get($at, "/matrix/$_[0]")->{body} }
sub median { my @x = sort { $a <=> $b } @_;
	@x % 2 ? $x[$#x / 2] : ($x[@x / 2 - 1] + $x[@x / 2]) / 2 }
sub parameters { my ($b) = @_; join ' ', map { "$_:$b->{params}{$_}" } sort keys %{ $b->{params} } }

# All cells of a block as {row}{column} = [n, median, change].
sub cells { my ($b) = @_;
	my %cells;
	for my $row (@{ $b->{rows} }) {
		for my $i (0 .. $#{ $b->{columns} }) {
			my $c = $row->{cells}[$i] or next;
			$cells{ $row->{value} // '-' }{ $b->{columns}[$i] // '-' } =
				[ @$c{qw(n median change)} ];
		}
	}
	return \%cells }

# The same from what was stored; the first column as it is told.
sub expected { my ($row, $column, $first, $factor, @of) = @_;
	my (%values, %cells);
	push @{ $values{ $_->{$row} // '-' }{ $_->{$column} // '-' } },
		median(@{ $_->{samples} }) * $factor->($_->{unit}) for @of;
	for my $r (keys %values) {
		my $base = $values{$r}{$first} ? median(@{ $values{$r}{$first} }) : undef;
		for my $c (keys %{ $values{$r} }) {
			my $m = median(@{ $values{$r}{$c} });
			$cells{$r}{$c} = [ scalar @{ $values{$r}{$c} }, $m,
				$c ne $first && $base ? ($m - $base) / $base : undef ];
		}
	}
	return \%cells }
sub same { my ($got, $want, $name) = @_;
	my $print = sub { my ($cells) = @_; my @all;
		for my $r (sort keys %$cells) {
			push @all, map { my $c = $cells->{$r}{$_};
				"$r $_: $c->[0] " . join ' ', map { defined ? sprintf '%.12g', $_ : '-' }
				@$c[1, 2] } sort keys %{ $cells->{$r} };
		}
		return join "\n", @all };
	is $print->($got), $print->($want), $name }
my $one = sub { 1 };

# ---- Hosts by kernels. ----
store(map { my $host = $_; map { my $kernel = $_; map {
	document(tags => { ($host ? (host => $host) : ()), ($kernel ? (kernel => $kernel) : ()),
		boot => $_ }, samples => [ map { ($minute * 37 + $_ * 11) % 97 + 50 } 1 .. 3 + $_ ])
	} 1 .. 3 } ('6.9', '6.10', $host eq 'b' ? () : '6.10-rc2', $host eq 'a' ? undef : ()) } 'a', 'b', '');
my $m = matrix('host/kernel/test:udp');
is $m->{schema}, 'maxistat-matrix/1', 'JSON has a schema';
is_deeply [ @$m{qw(row_key column_key)} ], [ 'host', 'kernel' ], '... and its keys';
is scalar @{ $m->{blocks} }, 1, 'one table';
my $b = $m->{blocks}[0];
is_deeply [ @$b{qw(test metric unit role better)} ], [ qw(udp rate Mbit/s sample higher) ], 'of what';
is_deeply $b->{columns}, [ '6.9', '6.10-rc2', '6.10', undef ], 'columns in the order of versions';
is_deeply [ map { $_->{value} } @{ $b->{rows} } ], [ 'a', 'b', undef ], 'rows, too; what has no key is last';
same(cells($b), expected('host', 'kernel', '6.9', $one, @stored), 'every cell');
is $m->{results}, scalar @stored, 'all results';
is $m->{in_cells}, scalar @stored, '... are in cells';
is_deeply $m->{differ}, [ 'boot' ], '... of runs that differ otherwise';
my $text = text('host/kernel/test:udp');
like $text, qr/^host by kernel: 1 table, 3 rows, 9 cells\n\nudp rate, Mbit\/s, more is better \(assumed\)\n/,
	'as text';
like $text, qr/^host +6\.9  n  6\.10-rc2  n +%  6\.10  n +% +-  n +%$/m, '... with its columns';
my $c = cells($b)->{a};
like $text, qr/^a +$c->{'6.9'}[1]  3 +$c->{'6.10-rc2'}[1]  3 +[-+]\d+(?:\.\d+)? % +$c->{'6.10'}[1]  3 /m, '... and cells';
like $text, qr/^b .* -  - +- +\S+  3 +\S+ % +-  - +-$/m, '... empty ones';
like $text, qr/^- +\S+  3 /m, '... a row of none';
like $text, qr/^the runs differ in boot$/m, '... what else differs';
like $text, qr{^http://\S+/matrix/host/kernel/test:udp\n27 results: 27 in cells\n\z}m, '... and the counts last';
my @csv = split /\n/, get($at, '/matrix.csv/host/kernel/test:udp')->{body};
is shift @csv, 'test,metric,role,params,unit,better,row,column,n,median,change', 'CSV has a head';
my %from_csv;
for (@csv) {
	my @f = split /,/, $_, -1;
	$from_csv{ $f[6] eq '' ? '-' : $f[6] }{ $f[7] eq '' ? '-' : $f[7] } =
		[ @f[8, 9], $f[10] eq '' ? undef : $f[10] ];
}
same(\%from_csv, cells($b), '... and the same cells');

# ---- Units, parameters, tests. ----
my @before = @stored;
@stored = ();
store(map { my $size = $_; map { my $unit = $_; document(test => 'tcp', unit => $unit,
	tags => { host => $unit eq 'Mbit/s' ? 'a' : 'b' }, params => { size => $size, proto => 'x' },
	samples => [ map { $_ * 10 + ($minute % 5) } 1 .. 4 ])
	} 'Mbit/s', 'Gbit/s', 'pps' } '9', '10', '1k');
my %factor = ('Mbit/s' => 1e-3, 'Gbit/s' => 1, pps => 1);
# The newest result that converts is in Gbit/s.
$m = matrix('size/host/test:tcp');
is_deeply [ map { $_->{unit} . ' ' . parameters($_) } @{ $m->{blocks} } ],
	[ 'Gbit/s proto:x', 'pps proto:x' ], 'what does not convert is another table';
$b = $m->{blocks}[0];
is_deeply [ map { $_->{value} } @{ $b->{rows} } ], [ 9, 10, '1k' ], 'numbers are in their order';
same(cells($b), expected('size', 'host', 'a', sub { $factor{ $_[0] } },
	grep { $_->{unit} ne 'pps' } @stored), 'what does is one');
$m = matrix('host/unit_none/test:tcp');
is $m->{error}{code}, 'not_found', 'a key that nobody records';
$m = matrix('host/test/test:tcp');
is scalar @{ $m->{blocks} }, 6, 'a table a set of parameters and a dimension';
is_deeply [ map { parameters($_) } @{ $m->{blocks} } ],
	[ map { ("proto:x size:$_") x 2 } 9, 10, '1k' ], '... in their order';
is sum0(map { sum0(map { sum0(map { $_ ? $_->{n} : 0 } @{ $_->{cells} }) } @{ $_->{rows} }) }
	@{ $m->{blocks} }), scalar @stored, '... that hold every result once';
is $m->{blocks}[0]{test}, undef, '... and are of no test, for that is a key';
store(document(metric => 'loss', unit => '%', samples => [ 1, 2, 6 ], tags => { host => 'a' }));
$m = matrix('metric/host/test:udp');
is_deeply [ map { my $x = $_; map { "$x->{unit} $_->{value}" } @{ $x->{rows} } } @{ $m->{blocks} } ],
	[ 'Mbit/s rate', '% loss' ], 'metrics as rows';

# ---- Kernel options. ----
@stored = ();
store(map { my $v = $_; map { document(test => 'opt', tags => { host => $_,
	defined $v ? ('option.VIMAGE' => $v) : () }, samples => [ $minute + 1, $minute + 3 ]) } 'a', 'b' }
	'y', 'n', undef);
my $want = expected('host', 'option.VIMAGE', 'n', $one, @stored);
same(cells(matrix("host/$_/test:opt")->{blocks}[0]), $want, "$_ is the option")
	for qw(option.VIMAGE VIMAGE CONFIG_VIMAGE);
is matrix('host/VIMAGE/test:opt')->{column_key}, 'option.VIMAGE', '... and called so';
store(document(test => 'opt2', tags => { RACK => '7' }, samples => [ 1 ]));
is matrix('RACK/host/test:opt2')->{row_key}, 'RACK', 'a tag that is called like one';
put($at, '/env/full', "#\n# Automatically generated file; DO NOT EDIT.\n# Linux/x86 " .
	"6.1.0 Kernel Configuration\n#\n" .
	join '', map { "CONFIG_X$_=y\n" } 1 .. 300);
is put($at, '/runs/env:full,test:full,host:a', "1\n2\n")->{status}, 201, 'a full config';
$m = matrix('host/VIMAGE/test:full');
is_deeply $m->{blocks}[0]{columns}, [ 'n' ], '... without an option is an n';

# ---- What is left out is counted. ----
$m = matrix('host/kernel/test:udp,metric:rate,limit=1');
is scalar @{ $m->{blocks}[0]{rows} }, 1, 'limit= rows';
ok $m->{left_out}{hidden} > 0 && $m->{in_cells} + $m->{left_out}{hidden} == $m->{results}, '... the others are counted';
$m = matrix('host/kernel/test:udp,metric:rate,last:2');
is_deeply [ $m->{results}, $m->{in_cells}, $m->{left_out}{older} ], [ 27, 18, 9 ], 'last: of each cell';
same(cells($m->{blocks}[0]), expected('host', 'kernel', '6.9', $one,
	grep { $_->{boot} > 1 } @before), '... the newest');
like text('host/kernel/test:udp,metric:rate,last:2'),
	qr/^27 results: 18 in cells, 9 older than last: keeps\n\z/m, '... and the others are told';
put($at, '/runs/host:a', JSON::PP->new->encode({ tags => { host => 'a' }, results => [
	{ test => 'pub', metrics => [ { name => 'x', unit => 's', samples => [ 3 ] },
	{ name => 'y', unit => 's', summary => { n => 5, mean => 2, stddev => .1 } } ] },
	{ test => 'pub', failure => 'panic' } ] }) . "\n");
$m = matrix('host/metric/test:pub');
is_deeply [ $m->{results}, $m->{in_cells}, $m->{left_out}{no_median}, $m->{failures} ], [ 2, 1, 1, 1 ],
	'a published mean is in no cell' or diag explain $m;
like text('host/metric/test:pub'), qr/^1 failure, in no cell$/m, '... nor is a failure';
like text('host/metric/test:pub'), qr/^2 results: 1 in cells, 1 published without a median\n\z/m, '... counted';
store(map { document(test => 'zero', tags => { host => 'a', kernel => "1.$_" }, samples => [ $_ ]) } 0 .. 2);
is_deeply cells(matrix('host/kernel/test:zero')->{blocks}[0])->{a}{'1.1'}, [ 1, 1, undef ],
	'of 0 there are no %';

# More columns than a table has, more than a screen.
store(map { document(test => 'wide', tags => { host => 'a', kernel => "2.$_" }, samples => [ $_ ]) } 1 .. 230);
$m = matrix('host/kernel/test:wide');
is scalar @{ $m->{blocks}[0]{columns} }, 200, 'as many columns as the limit';
is_deeply [ @{ $m->{blocks}[0]{columns} }[0, 199] ], [ '2.1', '2.200' ], '... the first of them';
is_deeply [ $m->{results}, $m->{in_cells}, $m->{left_out}{hidden} ], [ 230, 200, 30 ], '... the rest is counted';
$text = text('host/kernel/test:wide');
is scalar(grep { length > 100 && !m{http://} } split /\n/, $text), 0, 'wide ones are parted to fit';
is scalar(() = $text =~ /(?<= )2\.\d+(?= )/g), 200, '... and every column is there';
store(map { document(test => 'long', tags => { host => "h$_", kernel => '3' }, samples => [ 1 ]) } 1 .. 2100);
$m = matrix('host/kernel/test:long');
is_deeply [ scalar @{ $m->{blocks}[0]{rows} }, $m->{in_cells}, $m->{left_out}{hidden} ],
	[ 2000, 2000, 100 ], 'as many rows as the limit';
$m = matrix('kernel/host/test:long');
is_deeply [ scalar @{ $m->{blocks}[0]{columns} }, $m->{in_cells}, $m->{left_out}{hidden} ],
	[ 200, 200, 1900 ], '... or columns';

# ---- Digits, errors. ----
store((map { document(test => 'fine', tags => { host => 'a', kernel => $_ < 10 ? '1.1' : '1.2' },
	samples => [ ($_ < 10 ? 100 : 101) + ($_ % 10) / 1000 ]) } 0 .. 19),
	map { document(test => 'coarse', tags => { host => 'a', kernel => $_ < 10 ? '1.1' : '1.2' },
	samples => [ ($_ < 10 ? 100 : 131) + ($_ % 10) * 9 ]) } 0 .. 19);
like text('host/kernel/test:fine'), qr/ \+1\.0000 %$/m, 'as many digits as the spread leaves';
like text('host/kernel/test:coarse'), qr/ \+\d\d %$/m, '... or few';
for ([ 'host/host/-', 400, 'twice' ], [ 'run/host/-', 400, 'reserved' ], [ 'host/unit/-', 400, 'the unit' ],
	[ 'host.pre/test/-', 400, 'what asks for a part' ], [ 'h%20x/test/-', 400, 'no key' ],
	[ 'hots/test/-', 404, 'unknown' ], [ 'test/NIX/-', 404, 'an option nobody has' ],
	[ 'host/test/host:nobody', 404, 'nobody' ], [ 'host/test', 400, 'no terms' ],
	[ 'host/test/udp', 400, 'no term' ], [ 'host/test/-,by=host', 400, 'an option' ]) {
	my ($path, $status, $name) = @$_;
	is get($at, "/matrix/$path")->{status}, $status, "$name: $status";
}
like text('hots/test/-'), qr/^no tag or parameter 'hots' is recorded\n  near: .*host/, 'a near key is told';
like text('run/host/-'), qr/^'run' is no key of a matrix\n.*\^\n  test, metric, host/s, '... and what is one';
my $db = scratch('alone.db');
import_text($db, 'host:h,kernel:1,test:alone', "1\n2\n3\n");
like page($db, '/matrix/host/kernel/-')->{body}, qr{^h +2  1\n.*^/matrix/host/kernel/-$}ms, 'without a server';
my $empty = serve(scratch('empty.db'));
is get($empty, '/matrix/host/kernel/-')->{body}, "host by kernel: 0 tables, 0 rows, 0 cells\n\n" .
	"http://$empty/matrix/host/kernel/-\n0 results: 0 in cells\n", 'an empty archive';
done_testing;
