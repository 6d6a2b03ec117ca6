#!/usr/bin/perl
# banned.t - calls that the house does not make, each with what to do instead.
use strict;
use warnings;
use Test::More;
use lib 'tests/lint';
use Lint qw(slurp sources code);

my %banned = (
	strcpy => 'arena_strdup(), or a struct buf',
	strcat => 'a struct buf',
	sprintf => 'snprintf(), or a struct buf',
	vsprintf => 'vsnprintf(), or a struct buf',
	strtok => 'a loop: it writes into its argument',
	atoi => 'number_parse_u64()',
	atof => 'number_parse()',
	gets => 'getline()',
	gmtime => 'core/timestamp.h: it is not safe in threads',
	localtime => 'core/timestamp.h: it is not safe in threads',
	strerror => 'strerrordesc_np(): it is not safe in threads',
	alloca => 'an arena: the stack is not bounded by anything',
);
my $names = join '|', keys %banned;

# Allowed in one file.
my %only = (sqlite3_exec => 'db/open.c');
my $only = join '|', keys %only;

my @found;
for my $path (sources(), sources('tests', 'bench')) {
	my $n = 0;
	for my $line (split /\n/, code(slurp($path))) {
		$n++;
		push @found, "$path:$n: $1(): $banned{$1}"
			while $line =~ /\b($names)\s*\(/g;
		# Nobody can tell what was read without looking at the end.
		push @found, "$path:$n: strtod() without an end"
			if $line =~ /\bstrto(?:d|f|ld)\s*\([^,]*,\s*NULL\s*\)/;
		push @found, "$path:$n: $1() outside $only{$1}"
			if $line =~ /\b($only)\s*\(/ && $path ne $only{$1};
	}
}
is(join("\n", @found), '', 'no banned calls');
like(code(qq{a /* strcpy(\n) */ "gets(\\"" b}), qr/^a \n "" b$/,
	'comments and strings are not code');
done_testing();
