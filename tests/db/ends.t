#!/usr/bin/perl
# ends.t - a result of few samples does not store the least and the largest of
# them, and every page shows them as if it did.
use strict;
use warnings;
use lib 'tests/lib';
use List::Util qw(max min);
use Maxistat;
use Test::More;

sub sql {
	my ($db, $text) = @_;
	my $out = `sqlite3 -batch -bail '$db' "$text"`;
	die "sqlite3 $db: $text" if $?;
	chomp $out;
	return $out;
}

# Series by their size, of several runs each.
my @sizes = (1, 2, 3, 10, 32, 33, 400);
my $db = scratch('few.db');
my $at = serve($db);
my @want; # [run, size, least, largest]
for my $side (qw(a b)) {
	for my $night (1 .. 4) {
		my @metrics;
		for my $n (@sizes) {
			my @x = map { ($_ * 37 + $night * 11 +
				($side eq 'b' ? 400 : 0)) % 101 / 8 - 3 } 1 .. $n;
			push @want, [ int(@want / @sizes) + 1, $n, min(@x), max(@x) ];
			push @metrics, qq({"name":"m$n","unit":"s","samples":[) .
				join(',', @x) . ']}';
		}
		put($at, "/runs/host:h,side:$side,rev:n$night", '{"at":' .
			qq("2026-11-0${night}T00:00:00Z","results":[{"test":"t",) .
			'"metrics":[' . join(',', @metrics) . "]}]}\n")
			->{status} == 201 or die 'an upload fails';
	}
}

sub ends {
	my ($file) = @_;
	return join '|', sort { $a <=> $b } split /\n/, sql($file, 'SELECT DISTINCT' .
		' n FROM result WHERE min IS NULL AND max IS NULL');
}
is ends($db), '1|2|3|10|32', 'few samples tell their ends, many do not';
is sql($db, 'SELECT count(*) FROM result WHERE (min IS NULL) <> (max IS NULL)' .
	' OR mean IS NULL OR median IS NULL'), 0, '... and the rest is stored';

# What /run shows as the least and the largest of every series, and what is wrong.
sub shown {
	my ($file) = @_;
	my (@wrong, %text);
	for (@want) {
		my ($run, $n, $min, $max) = @$_;
		$text{$run} //= page($file, "/run/$run")->{body};
		my ($got_min, $got_max) = $text{$run} =~
			/^t +m$n +s +$n +\S+ +\S+ +(\S+) +(\S+) +sample/m;
		push @wrong, "run $run, m$n: " . ($got_min // 'none') . ' ' .
			($got_max // 'none') if !defined $got_max ||
			$got_min != $min || $got_max != $max;
	}
	return join "\n", @wrong;
}
is shown($db), '', '/run shows them of every series';
my ($status, $err) = stop($at);
is "$status $err", '0 ', 'the server had nothing to complain about';
is shown($db), '', '... also without the server';
for my $n (@sizes) {
	my @sides = @{ json(page($db, "/compare.json/metric:m$n/run:1/run:5"))
		->{rows}[0]{sides} };
	is join(' ', map { "$_->{min} $_->{max}" } @sides),
		join(' ', map { @$_[2, 3] } grep { $_->[0] =~ /^[15]$/ &&
			$_->[1] == $n } @want), "/compare of $n samples, too";
}

# The same archive as an older program would have stored it.
my $older = scratch('older.db');
system('cp', $db, $older) == 0 or die "cp: $?";
sql($older, join '', map { 'UPDATE result SET min = ' . $_->[2] . ', max = ' .
	$_->[3] . " WHERE id >> 17 = $_->[0] AND n = $_->[1];" } @want);
is ends($older), '', 'an archive that stores all of them';
is sql($older, 'SELECT count(*) FROM result WHERE min IS NULL'), 0, '... is one';
for my $path (qw(/run/1 /run.json/8 /compare/side:a/side:b
	/compare.json/side:a/side:b?samples=1 /compare.json/run:2/run:7
	/ministat/metric:m10/side:a/side:b /history.json/test:t
	/history/metric:m3 /host/h /test/t /matrix/side/rev/test:t
	/samples/- /samples.json/- /export/- /runs.json/- /changes)) {
	my ($new, $old) = map { page($_, $path) } $db, $older;
	is $new->{status}, 200, "$path is there" or diag $new->{body};
	is $new->{body}, $old->{body}, '... and the same from both';
}
for my $file ($db, $older) {
	my ($sound, $out, $says) = run_program('fsck', '--db', $file);
	is "$sound $says", '0 ', 'fsck has nothing to say of it';
}

# An export makes the same archive again, and a unit is corrected as before.
my $again = scratch('again.db');
my ($failed, undef, $why) = run_program('import', '--db', $again,
	spew(scratch('all.jsonl'), page($older, '/export/-')->{body}));
is $failed, 0, 'the export of the older is imported' or diag $why;
is ends($again), '1|2|3|10|32', '... as rows that do not store them';
is page($again, '/export/-')->{body}, page($db, '/export/-')->{body},
	'... which give the same export';
$at = serve($again);
my $r = request($at, POST => '/run/1/tags/unit:ms,pick=metric:m10', body => '');
is $r->{status}, 200, 'a unit is corrected' or diag $r->{body};
my ($row) = get($at, '/run/1')->{body} =~ /^(t +m10 .*)/m;
my ($was) = page($db, '/run/1')->{body} =~ /^(t +m10 .*)/m;
is join(' ', split ' ', $row), join(' ', split ' ', $was =~ s/ s / ms /r),
	'... and its figures are what they were';
stop($at);
done_testing;
