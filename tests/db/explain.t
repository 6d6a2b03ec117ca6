#!/usr/bin/perl
# explain.t - how SQLite does every statement of db/sql.def: by a look-up, or by
# reading a whole table or index where the list below says why that is meant.
# What a page asks stays as fast in an archive of a million runs only so.
#
# Nobody runs ANALYZE on an archive, so a plan follows from the schema alone.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

# Statement, then what is read whole, as the plan calls it, and the reason.
my $fsck = 'fsck reads all there is';
my $few = 'all of them are asked for, and they are few';
my $trash = 'an index of the trash alone';
my $census = 'the census of a connection, once';
my $since = 'what is new since the last time';
my %whole = (
	NAMED_ENVIRONMENTS => { 'named_environment' => $few },
	NOTES => { 'note' => $few },
	OPTION_SETS_ALL => { 'option_set' => $few },
	TESTS => { 'series USING COVERING INDEX sqlite_autoindex_series_1' =>
		$few },
	TAG_KEYS => { 'tag USING COVERING INDEX tag_by_order' =>
		'counts the values of every key' },
	TOTALS => { 'series_list' => 'a sum over the lists, not the runs' },
	RUNS_OF_TAG_IN_PARAMS => { 'series' => 'the series, not the runs' },
	ENVIRONMENT_COUNTS => { 'environment' => $census },
	LAST_RUNS => { 'run USING COVERING INDEX run_by_environment' => $census },
	RUN_TIMES => { 'run USING COVERING INDEX run_by_at' =>
		'the times of all runs, once a connection' },
	RUN_TIMES_SINCE => { 'run (rowid>?)' => $since },
	EDITED_RUN_TIMES_SINCE => { 'edit (rowid>?)' => $since },
	RUNS_SINCE => { 'run (rowid>?)' => $since },
	EDITS_SINCE => { 'edit (rowid>?)' => $since },
	PARAM_KEYS_SINCE => { 'param_set_tag (param_set>?)' => $since },
	TAG_KEYS_SINCE => { 'tag (rowid>?)' => $since },
	LIVE_RUNS => { 'series_list' => 'a sum over the lists, not the runs' },
	NEWEST_RUN => { 'run' => 'newest first, up to one that is live' },
	PURGE_NEXT => { 'run (trashed_ns<?)' => $trash },
	PURGE_KEPT => { 'run (trashed_ns<?)' => $trash },
	TOTAL_TRASHED => { 'run (trashed_ns>?)' => $trash },
	PURGE_UPLOADS_COUNT => { 'upload (rowid<?)' =>
		'a purge asks of each upload whether it has a run' },
	PURGE_UPLOADS => { 'upload (rowid<?)' => 'the same' },
	TABLES => { 'sqlite_schema' => 'the names of the tables' },
	CHECK_QUICK => { 'pragma_quick_check VIRTUAL TABLE INDEX 0:' =>
		'no table: what SQLite finds' },
	CHECK_FOREIGN_KEYS => {
		'pragma_foreign_key_check VIRTUAL TABLE INDEX 0:' => $fsck },
	CHECK_ENVIRONMENT_COUNTS => { 'environment' => $fsck },
	CHECK_SERIES_LIST_COUNTS => { 'series_list' => $fsck },
	CHECK_RUN_RESULTS => {
		'run USING COVERING INDEX run_by_series_list' => $fsck },
	CHECK_ORPHANS => { 'result' => $fsck },
	CHECK_SAMPLES => { 'result' => $fsck },
	CHECK_FIGURES => { 'result' => $fsck },
	CHECK_DOCUMENTS => { 'run' => $fsck },
	CHECK_UPLOADS => { 'upload' => $fsck },
);

my $db = scratch('a.db');
import_text($db, 'host:h,test:t,unit:s', "1\n2\n3\n");

# The program's answer, a line each.
sub sqlite {
	my ($sql) = @_;
	my $in = spew(scratch('sql'), ".bail on\n$sql;\n");
	my @lines = `sqlite3 -batch '$db' <'$in' 2>&1`;
	chomp @lines;
	return ($? == 0, @lines);
}

my ($got_tables, @tables) = sqlite(
	"SELECT name FROM sqlite_schema WHERE type = 'table'");
my $tables = join '|', map { quotemeta } @tables;

# Names and texts, C strings joined.
sub statements {
	my ($text) = @_;
	my @found;
	$text =~ s{/\*.*?\*/}{}gs;
	while ($text =~ /^SQL\((\w+),((?:\s*"(?:[^"\\]|\\.)*")+)\)/mg) {
		my ($name, $strings) = ($1, $2);
		push @found, [$name, join '', $strings =~ /"((?:[^"\\]|\\.)*)"/g];
	}
	return @found;
}

# Which table each name in a plan is: its own, or that of an alias.
sub names {
	my ($sql) = @_;
	my %name = map { $_ => $_ } @tables, 'sqlite_schema',
		$sql =~ /\b(pragma_\w+)/g;
	$name{$2} = $1 while $sql =~ /\b(?:FROM|JOIN|,)\s*($tables)\s+(?:AS\s+)?
		(?!(?:WHERE|JOIN|ON|ORDER|GROUP|LIMIT|CROSS|LEFT|SET|INNER|USING|
		INDEXED|NOT|UNION)\b)(\w+)/gx;
	return \%name;
}

# What a statement reads whole: "run", "run USING INDEX run_by_at"; an index that
# is made for it counts, too, and so does a range with one end: "run (rowid>?)".
sub reads_whole {
	my ($sql) = @_;
	my $name = names($sql);
	my ($ok, @plan) = sqlite("EXPLAIN QUERY PLAN $sql");
	return "no plan: @plan" if !$ok;
	my @whole;
	for (@plan) {
		s/^[\s|`-]+//;
		next if /^SCAN (?:CONSTANT ROW|\(subquery-)/ || (!/^SCAN (\S+)(.*)/ &&
			!/^SEARCH (\S+)(.* USING AUTOMATIC .*)/ &&
			!/^SEARCH (\S+) .*( \(\w+[<>]\?\))$/);
		push @whole, ($name->{$1} // "unknown $1") . $2;
	}
	return sort @whole;
}

# Not a query: settings and transactions, which SQLite gives no plan for.
sub has_plan {
	my ($sql) = @_;
	return $sql =~ /^(?:SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE)\b/;
}

ok $got_tables && @tables > 10, 'the tables of the schema are known';
my @statements = statements(slurp('db/sql.def'));
my @rows = slurp('db/sql.def') =~ /^SQL\(/mg;
is scalar @statements, scalar @rows, 'every row of sql.def is read';
my @others = grep { !has_plan($_->[1]) } @statements;
is join("\n", grep { !/^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|VACUUM)/ }
	map { $_->[1] } @others), '', 'what has no plan is no query';

my %known = map { $_->[0] => 1 } @statements;
is join(' ', grep { !$known{$_} } sort keys %whole), '',
	'every exception is of a statement that is there';
for (grep { has_plan($_->[1]) } @statements) {
	my ($name, $sql) = @$_;
	my %reason = %{ $whole{$name} // {} };
	is join("\n", reads_whole($sql)), join("\n", sort keys %reason),
		$name . join '', map { "; $_: $reason{$_}" } sort keys %reason;
}

# What the test must see, and what it must not complain of.
for (
	['SELECT count(*) FROM result WHERE n = 3', 'result'],
	['SELECT r.id FROM run r WHERE r.doc_size = ?1', 'run'],
	['SELECT 1 FROM unit u CROSS JOIN run AS r WHERE r.doc_size = u.id',
	 "run USING AUTOMATIC COVERING INDEX (doc_size=?)\nunit"],
	['SELECT id FROM run ORDER BY at_ns LIMIT 1',
	 'run USING COVERING INDEX run_by_at'],
	['SELECT environment FROM environment_tag',
	 'environment_tag USING COVERING INDEX environment_by_tag'],
	['SELECT id FROM run WHERE id IN (SELECT e.run FROM edit e)',
	 'edit USING COVERING INDEX edit_by_run'],
	['SELECT id FROM run WHERE id > ?1', 'run (rowid>?)'],
	['SELECT id FROM run WHERE id BETWEEN ?1 AND ?2', ''],
	['SELECT id FROM run WHERE environment = ?1 AND id > ?2', ''],
) {
	my ($sql, $whole) = @$_;
	is join("\n", reads_whole($sql)), $whole, "seen: $sql";
}
like join('', reads_whole('SELECT id FROM nothing')), qr/^no plan/,
	'a statement without a plan is seen';
done_testing;
