#!/usr/bin/perl
# An export is made in pieces while it is sent: it is of any length, holds what
# was there when it began, and is never taken for whole when it is not.
use strict;
use warnings;
use lib 'tests/lib';
use Fault;
use IO::Socket::INET;
use Socket;
use Maxistat;
use Test::More;

my $RUNS = 3000;
my $db = scratch('export.db');
my $at = fault_missing() ? serve($db) : fault_serve($db);
my $r = put($at, '/runs', join '', map { '{"tags":{"host":"h' . $_ .
	'"},"results":[{"test":"t","metrics":[{"name":"x","samples":[' .
	join(',', map { rand } 1 .. 20) . "]}]}]}\n" } 1 .. $RUNS);
is $r->{status}, 201, "$RUNS runs" or diag $r->{body};

$r = get($at, '/export/-');
is $r->{status}, 200, 'an export';
is $r->{headers}{'transfer-encoding'}, 'chunked', '... in pieces';
cmp_ok length $r->{body}, '>', 1 << 20, '... of more than one';
my @lines = split /\n/, $r->{body};
is scalar @lines, $RUNS, '... with every run';
like $lines[0], qr/"host":"h1"/, '... in storing order';
like $lines[-1], qr/"host":"h$RUNS"/, '... to the last';
my ($status, $out) = run_program('get', '--db', $db, '/export/-');
is $status, 0, 'maxistat get';
ok $out eq $r->{body}, '... prints the same';
my $copy = scratch('copy.db');
is +(run_program('import', '--db', $copy, spew(scratch('all.json'), $out)))[0], 0,
	'it can be imported';
my $again = page($copy, '/export/-')->{body};
is scalar(() = $again =~ /\n/g), $RUNS, '... whole';

# Uploads meanwhile are not waited for, and not held up.
my $s = IO::Socket::INET->new(PeerAddr => $at) or die "$!";
print $s "GET /export/- HTTP/1.1\r\nHost: $at\r\nConnection: close\r\n\r\n";
sysread $s, my $begin, 1000;
is put($at, '/runs/host:late', "1\n2\n3\n")->{status}, 201, 'an upload meanwhile';
my $rest = do { local $/; <$s> };
unlike $begin . $rest, qr/"host":"late"/, '... is not in what was asked for before';
my (undef, $body) = split /\r\n\r\n/, "$begin$rest", 2;
is scalar(() = unchunked($body) =~ /"host":"h\d+"/g), $RUNS, '... but all else is';

# A piece that cannot be made ends the connection, not the document.
SKIP: {
	skip fault_missing(), 3 if fault_missing();
	$s = IO::Socket::INET->new(PeerAddr => $at) or die "$!";
	setsockopt $s, SOL_SOCKET, SO_RCVBUF, 4096;
	print $s "GET /export/- HTTP/1.1\r\nHost: $at\r\nConnection: close\r\n\r\n";
	sysread $s, $begin, 1000;
	like $begin, qr/^HTTP\/1\.1 200 /, 'an export begins';
	is put($at, '/runs/host:later', "1\n2\n3\n")->{status}, 201,
		'... and what is kept of the archive is old';
	fault(ops => ['read'], at => 1, error => 'EIO', ever => 1);
	$rest = do { local $/; <$s> };
	fault_none();
	unlike $begin . $rest, qr/\r\n0\r\n\r\n\z/, '... and does not pass for whole';
}
my ($end, $err) = stop($at);
is $end, 0, 'the server ends well';
like $err, qr{^maxistat serve: GET /export/-: .*\n\z}, '... and its log says why'
	if !fault_missing();
done_testing;
