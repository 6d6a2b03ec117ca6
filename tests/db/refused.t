#!/usr/bin/perl
# Names that lead to no archive, or to one that may not be written: what is
# refused is left as it is, byte for byte, and what can be read is.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd 'abs_path';
use Digest::SHA;
use File::Basename;
use Maxistat;
use Test::More;

my $dir = scratch('files');
mkdir $dir;
chmod 0711, dirname($dir), $dir;
my $good = "$dir/good.db";
import_text($good, 'host:a,test:t,unit:s', "1\n2\n3\n");
my $whole = slurp($good);
my $in = spew(scratch('in'), "4\n5\n6\n");

# As a user who is not root, for whom modes count; nothing for others.
my @nobody = $> ? () : qw(setpriv --reuid=65534 --regid=65534 --clear-groups);
my $program = abs_path(program());
my $modes_count = $> || !system "@nobody '$program' --help >/dev/null 2>&1";

sub sha { -f $_[0] ? Digest::SHA->new(256)->addfile($_[0])->hexdigest : '' }

# Runs the program as nobody: status, stdout and stderr in one.
sub as_nobody {
	my @args = @_;
	my $out = scratch('nobody');
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', $out or exit 99;
		open STDERR, '>&', \*STDOUT;
		exec @nobody, $program, @args or exit 99;
	}
	waitpid $pid, 0;
	return ($? >> 8, slurp($out));
}

sub import_to { ('import', '--db', $_[0], $in) }
sub read_from { ('get', '--db', $_[0], '/health') }
sub serve_it { ('serve', '--db', $_[0], '--listen', '127.0.0.1:0', @_[1 .. $#_]) }

# ---- What is no archive. ----
spew("$dir/text", "host: apu2\n" x 1000);
spew("$dir/half", substr $whole, 0, length($whole) / 2);
spew("$dir/head", substr $whole, 0, 100);
system "sqlite3 '$dir/foreign' 'CREATE TABLE t (x); INSERT INTO t VALUES (1)'";
spew("$dir/newer", $whole);
system "sqlite3 '$dir/newer' 'PRAGMA user_version=99' >/dev/null";
mkdir "$dir/folder";
system 'mkfifo', "$dir/pipe";
for (
	[ 'text', 3, qr/not a database/ ], [ 'half', 3, qr/malformed/ ],
	[ 'head', 3, qr/not a database|malformed/ ], [ 'foreign', 3, qr/no archive/ ],
	[ 'newer', 4, qr/newer maxistat \(version 99/ ],
	[ 'folder', 3, qr/no plain file/ ], [ 'pipe', 3, qr/no plain file/ ],
) {
	my ($name, $want, $says) = @$_;
	my $file = "$dir/$name";
	my $before = sha($file);
	for ([ import_to($file) ], [ read_from($file) ], [ serve_it($file) ],
		[ serve_it($file, '--read-only') ], [ 'fsck', '--db', $file ],
		[ 'backup', '--db', $file, scratch('copy') ]) {
		my ($status, $out, $err) = run_program(@$_);
		is $status, $want, "$name: $_->[0] exits with $want";
		like $err, $says, '... and says why';
		is sha($file), $before, '... and changes nothing';
	}
	ok !-s "$file-wal", '... and leaves no log';
}

# ---- An empty file is what a start leaves that was killed at once. ----
spew("$dir/empty", '');
is +(run_program(read_from("$dir/empty")))[0], 3, 'an empty file is not read';
is -s "$dir/empty", 0, '... and left empty';
is +(run_program(import_to("$dir/empty")))[0], 0, '... but becomes an archive';
is +(run_program('fsck', '--db', "$dir/empty"))[0], 0, '... that is sound';

# ---- Other names. ----
symlink 'good.db', "$dir/link";
my $before = sha($good);
for ([ import_to("$dir/link") ], [ serve_it("$dir/link") ]) {
	my ($status, $out, $err) = run_program(@$_);
	is $status, 3, "a symbolic link: $_->[0] refuses";
	like $err, qr/is a symbolic link\n  name the file itself/, '... and says what to do';
}
ok !-e "$dir/link-lock", '... before it makes a lock';
is +(run_program(read_from("$dir/link")))[0], 0, '... reading follows it';
symlink "$dir/away", "$dir/dangling";
is +(run_program(import_to("$dir/dangling")))[0], 3, 'one to nothing';
ok !-e "$dir/away", '... makes nothing';
link $good, "$dir/twin";
for my $name ($good, "$dir/twin") {
	my ($status, $out, $err) = run_program(import_to($name));
	is $status, 3, 'a hard link is refused';
	like $err, qr/has another name/, '... and why';
	is +(run_program(read_from($name)))[0], 0, '... and read';
}
unlink "$dir/twin";
is sha($good), $before, '... and nothing was changed';
mkdir "$dir/real";
symlink 'real', "$dir/alias";
is +(run_program(import_to("$dir/alias/a.db")))[0], 0, 'a folder may be a link';

# ---- What may not be written, or not be read. ----
SKIP: {
	skip 'modes do not count for us here', 1 if !$modes_count;
	my $ro = "$dir/read only?#%";
	mkdir $ro;
	my $file = "$ro/a.db";
	spew($file, $whole);
	chmod 0444, $file;
	chmod 0555, $ro;
	for ([ import_to($file) ], [ serve_it($file) ]) {
		my ($status, $out) = as_nobody(@$_);
		is $status, 3, "a read-only folder: $_->[0] exits with 3";
		like $out, qr/Permission denied\n  reading works: serve --read-only/,
			'... and says what works';
	}
	for ([ read_from($file) ], [ 'fsck', '--db', $file ],
		[ 'check', '--db', $file, 'host:a', 'host:a', 'last:1' ]) {
		my ($status, $out) = as_nobody(@$_);
		unlike $out, qr/readonly|unable|denied/, "... $_->[0] works";
	}
	is join(' ', map { s{.*/}{}r } glob "'$ro/*'"), 'a.db', '... and leaves nothing';

	# A server that only reads, while somebody else writes.
	my $script = spew(scratch('nobody.sh'),
		"#!/bin/sh\nexec @nobody '$program' \"\$@\"\n");
	chmod 0755, $script;
	my $at = do { local $ENV{MAXISTAT} = $script; serve($file, '--read-only') };
	is get($at, '/runs')->{status}, 200, '... serve --read-only reads';
	is put($at, '/runs/host:a', "1\n")->{status}, 503, '... and takes no upload';
	chmod 0755, $ro;
	chmod 0644, $file;
	my $writer = serve($file);
	put($writer, '/runs/host:new,test:t', "$_\n7\n8\n") for 1 .. 3;
	is get($at, '/health')->{body}, "ok: 4 runs, read-only\n",
		'... and sees what another process writes';
	is +(stop($at))[0], 0, '... and ends';
	is +(stop($writer))[0], 0, '... so does the writer';

	chmod 0444, $file;
	for ([ import_to($file) ], [ serve_it($file) ]) {
		my ($status, $out) = as_nobody(@$_);
		is $status, 3, "a read-only file: $_->[0] exits with 3";
	}
	chmod 0600, $file;
	for ([ import_to($file) ], [ serve_it($file) ], [ read_from($file) ],
		[ serve_it($file, '--read-only') ]) {
		skip 'the file is ours', 2 if $>;
		my ($status, $out) = as_nobody(@$_);
		is $status, 3, "a file of somebody else: $_->[0] exits with 3";
		like $out, qr/denied|unable to open/, '... and says why';
	}
}
done_testing;
