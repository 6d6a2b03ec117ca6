#!/usr/bin/perl
# migrate.t - an archive of every older version becomes exactly what a fresh
# one is, with its rows, after a copy, and all at once also when it is killed;
# what is newer or none of ours is refused untouched.
# Run from the project root; MAXISTAT is the program (build/maxistat).
use strict;
use warnings;
use Digest::SHA;
use File::Spec;
use File::Temp qw(tempdir);
use Test::More;

my $maxistat = File::Spec->rel2abs($ENV{MAXISTAT} // 'build/maxistat');
my $tmp = tempdir(CLEANUP => 1);
my $ID = 0x6d786973;
my $document = '{"tags":{"host":"apu2"},"at":"2026-11-30T08:00:00Z",' .
	'"results":[{"test":"udp","metrics":[{"name":"throughput",' .
	'"unit":"Mbit/s","samples":[1,2,3.5]}]}]}' . "\n";

sub slurp {
	my ($path) = @_;
	open my $f, '<:raw', $path or die "$path: $!";
	local $/;
	return scalar(<$f>) // '';
}

sub spew {
	my ($path, $text) = @_;
	open my $f, '>:raw', $path or die "$path: $!";
	print $f $text;
	close $f or die "$path: $!";
}

# Runs a command with a text as its standard input; output, errors, exit.
sub run {
	my ($in, @command) = @_;
	spew("$tmp/stdin", $in);
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open STDIN, '<', "$tmp/stdin" or die "stdin: $!";
		open STDOUT, '>', "$tmp/stdout" or die "stdout: $!";
		open STDERR, '>', "$tmp/stderr" or die "stderr: $!";
		exec { $command[0] } @command or die "$command[0]: $!";
	}
	waitpid $pid, 0;
	my $rc = $? & 127 ? -($? & 127) : $? >> 8;
	return (slurp("$tmp/stdout"), slurp("$tmp/stderr"), $rc);
}

sub sql {
	my ($file, $text) = @_;
	my ($out, $err, $rc) = run($text, 'sqlite3', '-batch', '-bail', $file);
	die "sqlite3 $file: $err" if $rc || $err;
	chomp $out;
	return $out;
}

sub import_into {
	my ($file) = @_;
	return run($document, $maxistat, 'import', '--db', $file, '-');
}

# The whole layout in one text; how it was written does not matter.
sub layout {
	my ($file) = @_;
	my $rows = sql($file, 'SELECT type, name, tbl_name, sql ' .
		'FROM sqlite_schema ORDER BY type, name;');
	$rows =~ s/--[^\n]*//g;
	$rows =~ s/\s+/ /g;
	$rows =~ s/ ?([(),|]) ?/$1/g;
	return $rows . join ' ', map { sql($file, "PRAGMA $_;") }
		qw(application_id user_version auto_vacuum journal_mode);
}

# An archive as it was at a version, in the state that db/open.c left; pages were
# of 8 KiB then.
sub old_archive {
	my ($file, $version, $rows) = @_;
	sql($file, 'PRAGMA page_size=8192; PRAGMA auto_vacuum=INCREMENTAL; ' .
		"PRAGMA journal_mode=WAL; BEGIN;\n" .
		slurp("tests/db/schema-$version.sql") .
		"$rows\nPRAGMA application_id=$ID; " .
		"PRAGMA user_version=$version; COMMIT;") eq 'wal' or
		die "$file: no WAL";
}

# Rows of every version so far: a host with a run that has one result.
my $rows = <<'END';
INSERT INTO tag VALUES (1, 'host', 'lab', x'76');
INSERT INTO option_set VALUES (1, x'01', 0);
INSERT INTO environment (id, digest, option_set, live_runs)
	VALUES (1, x'02', 1, 1);
INSERT INTO environment_tag VALUES (1, 1);
INSERT INTO param_set VALUES (1, x'03');
INSERT INTO series VALUES (1, 'udp', 1, 'throughput', 0);
INSERT INTO series_list (id, digest, series, live_runs)
	VALUES (1, x'04', x'01000000', 1);
INSERT INTO series_list_member VALUES (1, 1);
INSERT INTO unit VALUES (1, 'pps');
INSERT INTO upload VALUES (1, 1, '::1', 'csv', NULL, '-', NULL, 0, x'00');
INSERT INTO run VALUES (1, 1, 1, 1, 5, 0, zeroblob(32), NULL, NULL, NULL);
INSERT INTO result VALUES ((1 << 17), 1, 1, 0, 2, 1, 2, 1.5, 0.5, 1.5,
	x'000000000000f03f0000000000000040');
END

# ... and what later ones have beside them.
sub rows_of {
	my ($old) = @_;
	return $rows if $old < 5;
	return $rows . 'UPDATE environment SET newest_ns = 5; ' .
		'UPDATE series_list SET newest_ns = 5;';
}

my ($version) = slurp('db/db_private.h') =~ /SCHEMA_VERSION (\d+)/;
my ($out, $err, $rc) = import_into("$tmp/fresh");
is($rc, 0, 'a fresh archive is made') or BAIL_OUT("import: $err");
is(sql("$tmp/fresh", 'PRAGMA integrity_check; PRAGMA foreign_key_check;'),
	'ok', 'and whole');
my $fresh = layout("$tmp/fresh");
like($fresh, qr/$ID $version 2 wal$/, 'with its settings');
is(sql("$tmp/fresh", 'PRAGMA page_size;'), 2048, '... and small pages');

for my $old (1 .. $version - 1) {
	my $file = "$tmp/old-$old";
	old_archive($file, $old, rows_of($old));
	my $before = slurp($file);
	my $dump = sql($file, '.dump');
	chmod 0640, $file;
	($out, $err, $rc) = run('', $maxistat, 'get', '--db', $file, '/health');
	is($rc, 3, "version $old is not read as it is");
	like($err, qr/old layout/, 'and why is said');
	ok(slurp($file) eq $before, 'and reading leaves it alone');
	($out, $err, $rc) = import_into($file);
	is($rc, 0, "version $old is brought up") or diag($err);
	my $copy = "$file.before-v$version";
	is($err, "maxistat import: '$file' was brought from version $old to " .
		"$version; '$copy' is a copy of it as it was before\n",
		'and that is said');
	is(sprintf('%04o', (stat $copy)[2] & 07777), '0640',
		'the copy has the mode of the archive');
	is(sql($copy, '.dump'), $dump, 'and its rows');
	is(sql($copy, 'PRAGMA user_version; PRAGMA integrity_check;'),
		"$old\nok", 'of the old version, and whole');
	is(layout($file), $fresh, 'to exactly the fresh layout');
	is(sql($file, 'SELECT count(*), sum(live_runs) FROM environment;'),
		'2|2', 'its runs are kept beside the new one');
	is(sql($file, 'SELECT value FROM tag WHERE id = 1;'), 'lab',
		'so are its tags');
	is(sql($file, 'SELECT hex(samples) FROM result ORDER BY id LIMIT 1;'),
		'000000000000F03F0000000000000040', 'and its samples');
	is(sql($file, 'SELECT min, max FROM result ORDER BY id;'),
		"1.0|2.0\n|", '... whose ends it keeps, unlike the new one');
	for ([ 1, qr/^udp +throughput .* 1 +2 +sample/m ],
	     [ 2, qr/^udp +throughput .* 1 +3\.5\d* +sample/m ]) {
		my ($id, $ends) = @$_;
		($out) = run('', $maxistat, 'get', '--db', $file, "/run/$id");
		like($out, $ends, "and run $id shows its ends");
	}
	is(sql($file, 'PRAGMA integrity_check; PRAGMA foreign_key_check;'),
		'ok', 'it is whole');
	($out, $err, $rc) = run('', $maxistat, 'get', '--db', $file, '/health');
	is($rc, 0, 'it is read') or diag($err);
	($out, $err, $rc) = import_into($file);
	is($rc, 0, 'and opened again') or diag($err);
	is($err, '', 'of which there is nothing to say');

	# A copy never takes the place of another one.
	spew($file, $before);
	unlink "$file-wal", "$file-shm";
	spew($copy, 'precious');
	import_into($file);
	is(slurp($copy), 'precious', 'a file of that name is left alone');
	is(sql("$copy-2", 'PRAGMA user_version;'), $old,
		'and the copy gets another');
	killed($old, $before);
}

# An archive of a version, killed behind the k-th of each call that changes
# files, is the old one or the new; the next start finishes.
sub killed {
	my ($old, $before) = @_;
	my ($file, %states, %after, @wrong, @copies) = ("$tmp/kill-$old");
	SKIP: {
		skip 'a sanitizer cannot be traced', 5 if $ENV{SAN};
		skip 'strace is not here, or may not trace', 5
			if system 'strace -o /dev/null true 2>/dev/null';
		for my $call (qw(pwrite64 write ftruncate fsync fdatasync rename
			unlink)) {
			for my $k (1 .. 1000) {
				unlink glob "$file*";
				spew($file, $before);
				my ($out, $err, $rc) = run($document, 'strace',
					'-f', '-o', "$tmp/trace", '-e',
					"trace=$call", '-e',
					"inject=$call:signal=KILL:when=$k",
					$maxistat, 'import', '--db', $file, '-');
				last if !$rc;
				my $state = state_of($file, $old);
				$states{$state}++;
				push @wrong, "$call $k: $state"
					if $state !~ /^(?:old|new)$/;
				($out, $err, $rc) = import_into($file);
				push @wrong, "$call $k: then $rc $err" if $rc;
				push @wrong, "$call $k: then not new"
					if state_of($file, $old) ne 'new';
				my @found = glob "$file.before-*";
				push @copies, "$call $k: @found" if @found != 1;
				last if $state eq 'new' && $k > 3 &&
					++$after{$call} == 5;
			}
		}
		cmp_ok($states{old} || 0, '>', 10,
			'killed ' . ($states{old} || 0) . ' times before');
		cmp_ok($states{new} || 0, '>', 0,
			'and ' . ($states{new} || 0) . ' times after');
		is(join("\n", @wrong), '', 'nothing is ever between');
		is(join("\n", @copies), '', 'and there is one copy');
		is(sql("$file.before-v$version",
			'PRAGMA user_version; SELECT count(*) FROM run;'),
			"$old\n1", 'of the old one');
	}
}

# What a copy of the files of an archive is: old, new, or anything else.
sub state_of {
	my ($file, $old) = @_;
	my $look = "$tmp/look";
	unlink glob "$look*";
	-e "$file$_" and spew("$look$_", slurp("$file$_")) for '', '-wal';
	my $is = sql($look, 'PRAGMA integrity_check; PRAGMA user_version;');
	return $is if $is !~ /^ok\n(\d+)$/;
	my $now = $1;
	my $wanted = $now == $version ? $fresh : layout_of($old);
	return "version $now with another layout" if layout($look) ne $wanted;
	return $now == $version ? 'new' : $now == $old ? 'old' : $is;
}

my %layouts;
sub layout_of {
	my ($old) = @_;
	if (!$layouts{$old}) {
		old_archive("$tmp/layout-$old", $old, rows_of($old));
		$layouts{$old} = layout("$tmp/layout-$old");
	}
	return $layouts{$old};
}

# Refused, for reading and for writing, with every byte as it was.
sub refused {
	my ($name, $want, $words, $file) = @_;
	my $sha = Digest::SHA->new(256)->addfile($file)->hexdigest;
	for my $command ('import', 'get') {
		($out, $err, $rc) = $command eq 'import' ? import_into($file) :
			run('', $maxistat, 'get', '--db', $file, '/health');
		is($rc, $want, "$command refuses $name");
		like($err, $words, 'and says why') or diag($err);
		is(Digest::SHA->new(256)->addfile($file)->hexdigest, $sha,
			'and changes nothing');
		ok(!-s "$file-wal", 'and leaves no log');
	}
}

sql("$tmp/newer", "CREATE TABLE t (x); PRAGMA application_id=$ID; " .
	'PRAGMA user_version=' . ($version + 1) . ';');
refused('a newer one', 4, qr/newer/, "$tmp/newer");
sql("$tmp/foreign", 'CREATE TABLE t (x); INSERT INTO t VALUES (1);');
refused('another program\'s', 3, qr/no archive/, "$tmp/foreign");
sql("$tmp/strange", 'CREATE TABLE t (x); PRAGMA application_id=7; ' .
	'PRAGMA user_version=1;');
refused('one with another id', 3, qr/no archive/, "$tmp/strange");
spew("$tmp/text", "host: apu2\n" x 1000);
refused('a text', 3, qr/not a database/, "$tmp/text");
sql("$tmp/fresh", 'PRAGMA wal_checkpoint(TRUNCATE);');
my $whole = slurp("$tmp/fresh");
spew("$tmp/short", substr $whole, 0, 4096 * 3);
refused('a truncated one', 3, qr/malformed|damaged/, "$tmp/short");
spew("$tmp/shorter", substr $whole, 0, 5000);
refused('a piece of one', 3, qr/malformed|damaged|not a database/,
	"$tmp/shorter");
spew("$tmp/head", substr $whole, 0, 60);
refused('a few bytes of one', 3, qr/malformed|damaged|not a database/,
	"$tmp/head");
mkdir "$tmp/folder";
($out, $err, $rc) = import_into("$tmp/folder");
is($rc, 3, 'a folder is refused');
($out, $err, $rc) = run('', $maxistat, 'get', '--db', "$tmp/none", '/health');
is($rc, 3, 'one that is not there is not read');
ok(!-e "$tmp/none", 'and not made');
done_testing();
