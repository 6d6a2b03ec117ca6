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

# Every file of the project: what git tracks and what it will, or, where git is
# not or does not answer, what is there and was not built.
sub files {
	my $tracked = -e '.git' ?
		`sh -c 'git ls-files -z -c -o --exclude-standard' 2>/dev/null` : '';
	my @found = split /\0/, $tracked && !$? ? $tracked :
		`find . -type f -not -path '*/.*/*' -not -path './build*' \\
			-not -path '*/node_modules/*' -print0`;
	return grep { -f } sort map { s{^\./}{}r } @found;
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
