#!/usr/bin/perl
# A disk that is full, fails, or is busy while eight uploaders are at it: what is
# acknowledged is there, nothing is half there, pages go on, and uploads go on
# when the disk does, without a restart.
use strict;
use warnings;
use lib 'tests/lib';
use Fault;
use IO::Socket::INET;
use Load;
use Maxistat;
use Test::More;

my $CLIENTS = 8;

sub wait_s { select undef, undef, undef, $_[0] }

# How often each status was answered, and the last word on the archive.
sub statuses {
	my %n;
	$n{ $_->[0] }++ for @_;
	return \%n;
}

sub whole {
	my ($name, $db, @answers) = @_;
	my ($lost, $half) = load_missing($db, $CLIENTS, @answers);
	is load_first($lost), '', "$name: every acknowledged run is there";
	is load_first($half), '', '... and none is half there';
	my ($status, undef, $err) = run_program('fsck', '--db', $db);
	is "$status $err", '0 ', '... and the archive is sound';
}

# ---- A full disk (F3): a small file system that is made larger. ----
SKIP: {
	my $folder = scratch('small');
	mkdir $folder or die;
	skip 'only root mounts', 9 if $> || system("mount -t tmpfs -o " .
		"size=3m none $folder 2>/dev/null");
	my $db = "$folder/full.db";
	my $at = serve($db);
	my $load = load_begin($at, clients => $CLIENTS);
	wait_s(1.5);
	is get($at, '/runs')->{status}, 200, 'a full disk: pages go on';
	my $r = put($at, '/runs/host:x', join '', map { rand() . "\n" } 1 .. 9);
	is $r->{status}, 507, '... and an upload is refused with 507';
	like $r->{body}, qr/^the disk is full\n/, '... which says why';
	system("mount -o remount,size=24m $folder") == 0 or die;
	is put($at, '/runs/host:x', "1\n2\n3\n")->{status}, 201,
		'... until there is room again';
	wait_s(0.3);
	my @answers = load_end($load);
	my $n = statuses(@answers);
	cmp_ok $n->{507}, '>', 20, "... $n->{507} uploads were refused";
	is join(' ', grep { !/^(?:201|507)$/ } keys %$n), '',
		'... and none was answered in another way';
	stop($at);
	whole('a full disk', $db, @answers);
	system("umount $folder") == 0 or die;
}

# ---- Calls that fail (F4). ----
SKIP: {
	skip fault_missing(), 1 if fault_missing();
	for my $ops ([ 'sync' ], [ 'write' ], [qw(write sync truncate)]) {
		my $db = scratch("@$ops.db");
		my $at = fault_serve($db);
		my $load = load_begin($at, clients => $CLIENTS);
		for my $ever (0, 0, 0, 1) {
			wait_s(0.15);
			fault(ops => $ops, at => 5, error => 'EIO', ever => $ever);
			wait_s(0.15);
			is get($at, '/runs')->{status}, 200,
				"@$ops fails: pages go on";
			fault_none();
		}
		is put($at, '/runs/host:x', "1\n2\n3\n")->{status}, 201,
			'... and uploads, when it works again';
		wait_s(0.2);
		my @answers = load_end($load);
		my $n = statuses(@answers);
		cmp_ok $n->{500}, '>', 20, "... $n->{500} uploads were refused";
		is join(' ', grep { !/^(?:201|500)$/ } keys %$n), '',
			'... and none was answered in another way';
		my ($status) = stop($at);
		is $status, 0, '... and the server ends well';
		whole("@$ops fails", $db, @answers);
	}
}

# ---- Errors of all kinds at any call (F5), by strace. ----
SKIP: {
	my $traced = 'strace -qq -o /dev/null -e trace=none true 2>/dev/null';
	skip 'strace is not there, or may not trace', 1 if system $traced;
	my $db = scratch('any.db');
	my $at = serve($db);
	my $pid = server_pid($at);
	my $tracer = fork // die "fork: $!";
	if (!$tracer) {
		open STDERR, '>', '/dev/null';
		exec qw(strace -f -qq -o /dev/null -p), $pid, '-e',
			'trace=pwrite64,fdatasync,ftruncate', '-e',
			'inject=pwrite64:error=ENOSPC:when=200+50', '-e',
			'inject=fdatasync:error=EINTR:when=20+7' or exit 99;
	}
	wait_s(0.5);
	my $load = load_begin($at, clients => $CLIENTS);
	wait_s(3);
	kill TERM => $tracer;
	waitpid $tracer, 0;
	is put($at, '/runs/host:x', "1\n2\n3\n")->{status}, 201,
		'errors at any call: uploads go on afterwards';
	my @answers = load_end($load);
	my $n = statuses(@answers);
	cmp_ok $n->{500} // 0, '>', 0, "... $n->{500} were refused by EINTR";
	cmp_ok $n->{507} // 0, '>', 0, "... $n->{507} by ENOSPC";
	is join(' ', grep { !/^(?:201|500|507)$/ } keys %$n), '',
		'... and none was answered in another way';
	is +(stop($at))[0], 0, '... and the server ends well';
	whole('errors at any call', $db, @answers);
}

# ---- Another program holds the archive (F15). ----
{
	my $db = scratch('held.db');
	my $at = serve($db);
	put($at, '/runs/host:x', "1\n2\n3\n");
	my $holder = fork // die "fork: $!";
	if (!$holder) {
		exec 'sh', '-c', "(echo 'begin immediate;'; sleep 8) | sqlite3 $db"
			or exit 99;
	}
	wait_s(0.5);
	is get($at, '/run/1')->{status}, 200, 'held by another program: pages go on';
	my $r = put($at, '/runs/host:y', "1\n2\n3\n");
	is $r->{status}, 503, '... and an upload is refused with 503';
	like $r->{body}, qr/^the archive is busy\n/, '... which says why';
	is $r->{headers}{'retry-after'}, 1, '... and when to try again';
	waitpid $holder, 0;
	is put($at, '/runs/host:y', "1\n2\n3\n")->{status}, 201, '... until it lets go';
	stop($at);
	is +(run_program('fsck', '--db', $db))[0], 0, '... and the archive is sound';
}
done_testing;
