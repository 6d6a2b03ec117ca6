#!/usr/bin/perl
# tables.t - every row of a table has its file, and every file its row.
use strict;
use warnings;
use Test::More;
use lib 'tests/lint';
use Lint qw(slurp code);

# The ids of a .def file, in order.
sub rows {
	my ($path, $macro) = @_;
	return code(slurp($path)) =~ /^\s*$macro\((\w+)\)/mg;
}

for my $id (rows('import/importers.def', 'IMPORTER')) {
	my $path = "import/import_$id.c";
	ok(-f $path, "importer $id has $path") or next;
	my ($name) = slurp($path) =~ /\bimporter_$id = \{.*?\.name = "([^"]+)"/s;
	ok(defined $name, "$path names its format") or next;
	my @in = glob "tests/import/$name/*.in";
	ok(@in > 0, "$name has fixtures, which are its seeds for the fuzzer");
	for (@in) {
		my $expect = s/\.in$/.expect/r;
		ok(-f $expect, "$expect is there");
	}
}

my %commands = map { $_ => 1 } rows('cli/commands.def', 'COMMAND');
ok(-f "cli/cmd_$_.c", "command $_ has its file") for sort keys %commands;
for (sort glob 'cli/cmd_*.c') {
	my $text = slurp($_);
	my ($id) = $text =~ /^const struct command command_(\w+) =/m or next;
	ok($commands{$id}, "$_ is in the table");
}

ok(-f "bench/bench_$_.c", "benchmark $_ has its file")
	for rows('bench/benchmarks.def', 'BENCHMARK');

my $db = join '', map { code(slurp($_)) } glob 'db/*.c';
my @unused = grep { $db !~ /\bSQL_$_\b/ }
	slurp('db/sql.def') =~ /^SQL\((\w+),/mg;
is("@unused", '', 'every statement is used');

my ($version) = slurp('db/db_private.h') =~ /define SCHEMA_VERSION (\d+)/;
my @steps = sort glob 'db/migrate/*.sql';
is(scalar @steps, $version - 1, 'a migration for every version but the first');
for my $i (0 .. $#steps) {
	my $number = sprintf '%04d', $i + 2;
	like($steps[$i], qr{/${number}_\w+\.sql$}, "migration $number");
	ok(-f 'tests/db/schema-' . ($i + 1) . '.sql',
		"$steps[$i] has the schema it starts from");
}
done_testing();
