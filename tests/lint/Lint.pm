# Lint.pm - what the lint tests share. They run from the project root.
package Lint;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(slurp files rooms sources code);

sub rooms { return qw(core stats import db server cli) }

sub slurp {
	my ($path) = @_;
	open my $f, '<:raw', $path or die "$path: $!";
	local $/;
	return scalar(<$f>) // '';
}

# Every file of the project: what git tracks and what it will, or, outside of a
# checkout, what is there and was not built.
sub files {
	my @found = -e '.git' ?
		split /\0/, `git ls-files -z -c -o --exclude-standard` :
		map { s{^\./}{}r } split /\0/, `find . -type f -not -path '*/.*/*' \\
			-not -path './build*' -not -path '*/node_modules/*' -print0`;
	return grep { -f } sort @found;
}

# The C files and headers of the rooms, and of the tests where asked for.
sub sources {
	my @in = @_ ? @_ : rooms();
	my $in = join '|', @in;
	return grep { m{^(?:$in)/.*\.[ch]$} } files();
}

# A C text without comments and with empty strings, line for line.
sub code {
	my ($text) = @_;
	$text =~ s{(/\*.*?\*/)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'}
		{$1 ? $1 =~ s/[^\n]//gr : '""'}gse;
	return $text;
}

1;
