#!/usr/bin/perl
# Clients that are many, slow or gone, signals, and a second server: the others
# are answered, and what was acknowledged is there.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd 'abs_path';
use Fault;
use IO::Select;
use IO::Socket::INET;
use Load;
use Maxistat;
use Test::More;
use Time::HiRes 'time';


sub wait_s { select undef, undef, undef, $_[0] }
sub opened { IO::Socket::INET->new(PeerAddr => $_[0], Timeout => 5) }

sub descriptors { my @fds = glob "/proc/$_[0]/fd/*"; scalar @fds }

# ---- More clients than there are descriptors (F9). ----
{
	my $few = spew(scratch('few'), "#!/bin/sh\nulimit -n 48\nexec " .
		abs_path(program()) . " \"\$@\"\n");
	chmod 0755, $few;
	my $db = scratch('few.db');
	my $at = do { local $ENV{MAXISTAT} = $few; serve($db) };
	my $before = descriptors(server_pid($at));
	my @many = grep { $_ } map { opened($at) } 1 .. 120;
	cmp_ok scalar @many, '>', 100, '120 clients, 48 descriptors';
	wait_s(0.5);
	cmp_ok descriptors(server_pid($at)), '<', 48, '... some are left for SQLite';
	my $start = time;
	is put($at, '/runs/host:a', "1\n2\n3\n")->{status}, 201,
		'... an upload is stored meanwhile';
	cmp_ok time - $start, '<', 8, '... in its turn';
	close $_ for @many;
	wait_s(0.5);
	is get($at, '/run/1')->{status}, 200, '... and all goes on when they are gone';
	is put($at, "/runs/host:b$_", "1\n2\n3\n")->{status}, 201, '... uploads too'
		for 1 .. 3;
	is +(stop($at))[0], 0, '... to its end';
}

# ---- Sixty that drip, fifty places (F10). ----
{
	my $db = scratch('drip.db');
	my $at = serve($db, '--max-connections', 50);
	my $big = join '', map { rand() . "\n" } 1 .. 200_000;
	put($at, '/runs/host:big', $big);
	my @begin = ("GET / HTTP/1.1\r\nX: ", "PUT /runs/host:a HTTP/1.1\r\n" .
		"Host: $at\r\nContent-Length: 60000000\r\n\r\n1",
		"GET /samples/host:big HTTP/1.1\r\nHost: $at\r\n\r\n");
	my @drips = map { my $s = opened($at);
		syswrite $s, $begin[$_ % 3]; $s } 1 .. 60;
	wait_s(0.2);
	my $dripper = fork // die "fork: $!";
	if (!$dripper) {
		while (1) {
			wait_s(0.5);
			for my $i (0 .. $#drips) {
				$i % 3 == 1 ? sysread($drips[$i], my $byte, 1) :
					syswrite $drips[$i], '11';
			}
		}
	}
	my $worst = 0;
	for (1 .. 10) {
		my $start = time;
		my $r = eval { get($at, '/health') };
		is $r ? $r->{status} : 'none', 200, '60 drip into 50 places: a page';
		my $took = time - $start;
		$worst = $took if $took > $worst;
		wait_s(0.1);
	}
	cmp_ok $worst, '<', 2, '... takes no two seconds';
	kill KILL => $dripper;
	waitpid $dripper, 0;
	is +(stop($at))[0], 0, '... to its end';
}

# ---- Who asks for much and reads nothing (F12). ----
{
	my $db = scratch('reads.db');
	my $at = serve($db, '--max-connections', 8);
	my $big = join '', map { rand() . "\n" } 1 .. 300_000;
	put($at, '/runs/host:big', $big);
	my @deaf = map { my $s = opened($at); print $s
		"GET /samples/host:big HTTP/1.1\r\nHost: $at\r\n" .
		"Connection: close\r\n\r\n"; $s } 1 .. 12;
	wait_s(1);
	my $start = time;
	is eval { get($at, '/health')->{status} }, 200, 'twelve that do not read';
	cmp_ok time - $start, '<', 10, '... lose their places';
	# What came before that is what was asked for, and not all of it.
	my $cut = 0;
	for my $s (@deaf) {
		local $/;
		my $all = <$s> // '';
		my ($length) = $all =~ /Content-Length: (\d+)/;
		my ($body) = $all =~ /\r\n\r\n(.*)/s;
		$cut++ if !$length || length $body < $length;
	}
	cmp_ok $cut, '>=', 4, "... $cut of them in the middle";
	is +(stop($at))[0], 0, '... to its end';
}

# ---- A second server (F14). ----
{
	my $db = scratch('two.db');
	my $at = serve($db);
	my $pid = server_pid($at);
	put($at, '/runs/host:a', "1\n2\n3\n");
	my ($status, $out, $err) = run_program('serve', '--db', $db, '--listen',
		'127.0.0.1:0');
	is $status, 4, 'a second server is refused with 4';
	like $err, qr/\b$pid\b/, '... and names the process that has the archive';
	is $out, '', '... and says nothing else';
	is get($at, '/run/1')->{status}, 200, '... which goes on';
	stop($at);
}

# ---- A backup under load (F16). ----
{
	my $db = scratch('backup.db');
	my $at = serve($db);
	my $load = load_begin($at);
	wait_s(1);
	my $first = put($at, '/runs/host:c1,test:k', join '', map { "7.$_\n" } 1 .. 10);
	my ($run) = $first->{headers}{location} =~ /(\d+)/;
	my ($by_get, $by_program) = (scratch('get.db'), scratch('copy.db'));
	spew($by_get, get($at, '/backup')->{body});
	is +(run_program('backup', '--db', $db, $by_program))[0], 0,
		'a backup under load';
	my @answers = load_end($load);
	my @before = grep { $_->[0] eq '201' && $_->[1] <= $run } @answers;
	cmp_ok scalar @before, '>', 100, '... after ' . @before . ' uploads';
	for ([ 'GET /backup', $by_get ], [ 'maxistat backup', $by_program ]) {
		my ($name, $copy) = @$_;
		my ($lost, $half) = load_missing($copy, 8, @before);
		is load_first($lost), '', "$name has all that came before it";
		is load_first($half), '', '... and nothing by half';
		is +(run_program('fsck', '--db', $copy))[0], 0, '... and is sound';
	}
	stop($at);
}

# ---- SIGTERM with a hundred in flight (F22), SIGHUP under load (F23). ----
SKIP: {
	skip fault_missing(), 1 if fault_missing();
	my $db = scratch('term.db');
	my $at = fault_serve($db);
	put($at, '/runs/host:a', "1\n2\n3\n");
	fault(ops => ['sync'], delay_us => 300_000);
	my @clients;
	for my $n (1 .. 100) {
		my $s = opened($at);
		my $body = "$n\n$n.5\n$n.25\n";
		print $s "PUT /runs/host:f$n HTTP/1.1\r\nHost: $at\r\nContent-Length: " .
			length($body) . "\r\nConnection: close\r\n\r\n$body";
		push @clients, $s;
	}
	wait_s(0.2);
	my $start = time;
	my ($status) = stop($at);
	my $took = time - $start;
	is $status, 0, 'SIGTERM with a hundred in flight: the server ends well';
	cmp_ok $took, '<', 5, '... in time';
	my $stored = grep { local $/; (<$_> // '') =~ m{^HTTP/1\.1 201 } } @clients;
	is $stored, 100, '... and each is acknowledged';
	ok !-e "$db-wal", '... and all is in the one file';
	my (undef, $runs) = run_program('get', '--db', $db, '/export/-');
	is scalar(() = $runs =~ /\n/g), 101, '... each of them';
	fault_none();

	# The second one does not wait.
	$at = fault_serve($db);
	fault(ops => ['sync'], delay_us => 900_000);
	my $pid = server_pid($at);
	my $s = opened($at);
	print $s "PUT /runs/host:z HTTP/1.1\r\nHost: $at\r\nContent-Length: 100\r\n\r\n1\n";
	wait_s(0.2);
	kill TERM => $pid;
	wait_s(0.3);
	ok kill(0 => $pid), 'half an upload is waited for';
	$start = time;
	($status) = stop($at);
	is $status, 0, '... but not after a second SIGTERM';
	cmp_ok time - $start, '<', 3, '... which ends the server soon';
	fault_none();
}
{
	my ($db, $log) = (scratch('hup.db'), scratch('log'));
	my $at = serve($db, '--log', $log);
	my $load = load_begin($at);
	my $n = 0;
	for (1 .. 10) {
		wait_s(0.1);
		rename $log, "$log." . $n++;
		kill HUP => server_pid($at);
	}
	my @answers = load_end($load);
	is +(stop($at))[0], 0, 'SIGHUP under load: the server ends well';
	my $text = join '', map { -e $_ ? slurp($_) : '' }
		$log, map { "$log.$_" } 0 .. $n - 1;
	my @lines = split /\n/, $text;
	is scalar(@lines), scalar(@answers), '... a line for each of ' . @answers .
		' requests, in ' . ($n + 1) . ' files';
	is scalar(grep { !m{^\S+ \S+ PUT /runs/host:c\d,test:k 201 \d+ \d+us$} } @lines),
		0, '... each of them whole';
}
done_testing;
