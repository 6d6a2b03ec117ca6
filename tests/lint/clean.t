#!/usr/bin/perl
# clean.t - nothing of one machine in any file, no blanks at a line's end.
use strict;
use warnings;
use Test::More;
use lib 'tests/lint';
use Lint qw(slurp files);

# Folders of somebody's machine, put together here so that this file passes.
my $places = join '|', map { "/$_/" } 'wo' . 'rk', 'ro' . 'ot', 'ho' . 'me';
# A package's address belongs to whoever builds, not into a file.
my $registry = qr{https?://[^/\s"']*\b(?:registry|npmjs|yarnpkg|pypi|nexus|
	artifactory|proxy|mirrors?)\b}x;

# What tools printed is kept as they printed it.
my $verbatim = qr{^(?:tests/.*\.(?:in|expect|out|txt|tsv|rc)|examples/.*\.txt|
	LICENSE|.*\.(?:png|ico|gz|zst))$}x;

my (@places, @registries, @blanks);
for my $path (files()) {
	my $text = slurp($path);
	my $n = 0;
	for (split /\n/, $text) {
		$n++;
		push @places, "$path:$n: $1" if m{(?<![\w.*:])($places)};
		push @registries, "$path:$n: $&" if /$registry/;
		push @blanks, "$path:$n" if /[ \t\r]$/ && $path !~ $verbatim;
	}
	push @blanks, "$path: no line break at its end"
		if $text =~ /[^\n]\z/ && $path !~ $verbatim;
	push @blanks, "$path: empty lines at its end"
		if $text =~ /\n\n\z/ && $path !~ $verbatim;
}
is(join("\n", @places), '', "no machine's folders");
is(join("\n", @registries), '', 'no address of a registry');
is(join("\n", @blanks), '', 'no blanks at the end of lines and files');
done_testing();
