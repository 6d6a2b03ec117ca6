#!/usr/bin/perl
# size.t - functions of at most 60 lines, files of 500, headers of 150, lines
# of 80 columns with tabs of 8. The exceptions may only shrink: one that is no
# longer needed fails the test, and so does one that grew.
use strict;
use warnings;
use Test::More;
use lib 'tests/lint';
use Lint qw(slurp sources rooms files);

my $FUNCTION = 60;
my %FILE = (c => 500, h => 150, def => 500);
my $COLUMNS = 80;

# Lines of a file that may be longer than the rule, and why.
my %long_file = (
	'db/db.h' => [246, 'the one header of the archive'],
	'tests/unit/archive.h' => [190, 'a fixture and its macros'],
);

# Lines of a file that may be wider than the rule.
my %wide_lines = ();

sub columns {
	my ($line) = @_;
	utf8::decode($line);
	my $n = 0;
	for (split //, $line) {
		$n += $_ eq "\t" ? 8 - $n % 8 : 1;
	}
	return $n;
}

# Linux braces: a function is what stands between { and } in column 0.
sub functions {
	my ($text) = @_;
	my ($n, $start, @found) = (0);
	for (split /\n/, $text) {
		$n++;
		$start = $n if $_ eq '{';
		next if $_ ne '}' || !$start;
		push @found, [$start, $n - $start + 1];
		undef $start;
	}
	return @found;
}

my (@functions, @long, %wide, %length);
my $in = join '|', rooms(), 'tests', 'bench';
for my $path (grep { m{^(?:$in)/.*\.(?:[ch]|def)$} } files()) {
	my $text = slurp($path);
	my ($kind) = $path =~ /\.(\w+)$/;
	my @lines = split /\n/, $text;
	$length{$path} = @lines;
	my $may = $long_file{$path} ? $long_file{$path}[0] : $FILE{$kind};
	push @long, "$path: " . @lines . " lines, at most $may"
		if @lines > $may;
	push @functions, "$path:$_->[0]: $_->[1] lines"
		for grep { $_->[1] > $FUNCTION } functions($text);
	for (0 .. $#lines) {
		push @{$wide{$path}}, "$path:" . ($_ + 1) . ': ' .
			columns($lines[$_]) . ' columns'
			if columns($lines[$_]) > $COLUMNS;
	}
}
is(join("\n", @functions), '', "functions of at most $FUNCTION lines");
is(join("\n", @long), '', 'files are short');
my @wide = map { @{$wide{$_}} > ($wide_lines{$_} // 0) ? @{$wide{$_}} : () }
	sort keys %wide;
is(join("\n", @wide), '', "lines of at most $COLUMNS columns");

# The pages: what a browser has to fetch, and people to read.
my @web = grep { m{^web/.*\.(?:js|css|html)$} && !m{node_modules} } files();
my $bytes = 0;
$bytes += -s $_ for @web;
cmp_ok($bytes, '<=', 120_000, "scripts and style of " . @web . " files, $bytes bytes");
is(join(' ', grep { (() = slurp($_) =~ /\n/g) > 500 } @web), '',
	'... each of at most 500 lines');

for (sort keys %long_file) {
	my ($kind) = /\.(\w+)$/;
	ok(($length{$_} // 0) > $FILE{$kind}, "$_ needs its exception");
}
for (sort keys %wide_lines) {
	is(scalar @{$wide{$_} // []}, $wide_lines{$_},
		"$_ has as many wide lines as its exception");
}
is_deeply([functions("int f(void)\n{\n\tx;\n}\n\nint g(void)\n{\n}\n")],
	[[2, 3], [7, 2]], 'functions are seen');
done_testing();
