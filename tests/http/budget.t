#!/usr/bin/perl
# Time and memory that a request may take, and who is kept waiting meanwhile.
use strict;
use warnings;
use lib 'tests/lib';
use Fault;
use Maxistat;
use Test::More;
use Time::HiRes 'time';

# ---- Memory: bodies that are on their way at once. ----
my $at = serve(scratch('memory.db'), '--max-memory', '3M');
my $two = "1\n2\n3\n" x 350_000;
my $half = IO::Socket::INET->new(PeerAddr => $at) or die "$!";
print $half "PUT /runs/host:a HTTP/1.1\r\nHost: $at\r\nContent-Length: " .
	(2 * length $two) . "\r\n\r\n$two";
select undef, undef, undef, 0.5;
my $r = put($at, '/runs/host:b', $two);
is $r->{status}, 503, 'a body that does not fit beside another one is refused';
like $r->{body}, qr/^there is no memory left for this body/, '... and says so';
is $r->{headers}{'retry-after'}, 1, '... and when to try again';
is get($at, '/health')->{status}, 200, '... and pages are answered';
close $half;
select undef, undef, undef, 0.2;
is put($at, '/runs/host:b', $two)->{status}, 201, '... until the other one ends';
is +(stop($at))[0], 0, 'the server ends well';
for (qw(0 2T x 1.5M -1)) {
	my ($status, undef, $err) = run_program('serve', '--db', scratch('x.db'),
		'--max-memory', $_);
	is $status, 2, "--max-memory $_ is refused";
	like $err, qr/--max-memory takes 1\.\.1048576M, not '\Q$_\E'/, '... says what';
}

# ---- Time: reports on a slow disk. ----
if (fault_missing()) {
	note fault_missing();
	done_testing;
	exit;
}

my $db = scratch('slow.db');
$at = fault_serve($db);
my $n = 300;
for my $set (1 .. 2) {
	my @results = map { sprintf '{"test":"t%d","metrics":[{"name":"x",' .
		'"samples":[%s]}]}', $_, join ',', map { rand } 1 .. 100 }
		1 .. $n;
	$r = put($at, "/runs/host:slow,set:$set",
		'{"results":[' . join(',', @results) . ']}');
	is $r->{status}, 201, "set $set" or diag $r->{body};
}
my $path = '/compare/set:1/set:2';
is get($at, $path)->{status}, 200, 'a report in its time';

# Another state of the archive: what a reader keeps of it is no longer good.
sub touch { is put($at, '/runs/host:b', rand() . "\n")->{status}, 201, 'a run' }
sub slow { fault(ops => ['read'], delay_us => $_[0]) }

touch();
slow(100_000);
my $start = time;
$r = get($at, $path);
my $took = time - $start;
is $r->{status}, 503, 'a report that takes too long is cut off';
like $r->{body}, qr/^this takes longer than the 2 s it may\n  narrow the terms/,
	'... and says so';
is $r->{headers}{'retry-after'}, 1, '... and when to try again';
cmp_ok $took, '<', 3, '... in time';
cmp_ok $took, '>=', 2, '... and not before';
fault_none();
is get($at, $path)->{status}, 200, 'and is there when the disk is quick again';

# Many of them: who comes too late is told at once, and small pages go on.
touch();
slow(100_000);
my @waiting;
for (1 .. 160) {
	my $s = IO::Socket::INET->new(PeerAddr => $at) or die "$!";
	print $s "GET $path HTTP/1.1\r\nHost: $at\r\nConnection: close\r\n\r\n";
	push @waiting, $s;
}
my $worst = 0;
for (1 .. 20) {
	$start = time;
	is get($at, '/help')->{status}, 200, 'a small page meanwhile';
	$took = time - $start;
	$worst = $took if $took > $worst;
}
cmp_ok $worst, '<', 1, '... does not wait for a report';
fault_none();
my %status;
for my $s (@waiting) {
	local $/;
	my $answer = <$s> // '';
	$status{$answer =~ m{^HTTP/1\.1 (\d+)} ? $1 : 'none'}++;
}
is join(' ', grep { !/^(?:200|503)$/ } sort keys %status), '',
	'each of many reports is made, or refused';
cmp_ok $status{503} // 0, '>=', 20, '... the last ones, because too many wait';

# A server that stops while reports are made does not wait for them.
touch();
slow(20_000);
for (1 .. 8) {
	my $s = IO::Socket::INET->new(PeerAddr => $at) or die "$!";
	print $s "GET $path HTTP/1.1\r\nHost: $at\r\nConnection: close\r\n\r\n";
	push @waiting, $s;
}
select undef, undef, undef, 0.3;
$start = time;
my ($status, $err) = stop($at);
is "$status $err", '0 ', 'a server that stops meanwhile ends well';
cmp_ok time - $start, '<', 20, '... and soon';
fault_none();
is +(run_program('fsck', '--db', $db))[0], 0, '... and leaves the archive whole';
done_testing;
