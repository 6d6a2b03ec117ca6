#!/usr/bin/perl
# Requests as bytes: odd, broken and hostile ones, each with its pinned answer.
# 0 stands for a connection that is closed without one.
use strict;
use warnings;
use lib 'tests/lib';
use IO::Select;
use IO::Socket::INET;
use Maxistat;
use Test::More;
use Time::HiRes 'time';

$SIG{PIPE} = 'IGNORE';
my $at = serve(scratch('raw.db'));
my $h = "Host: $at\r\n";
my $close = "Connection: close\r\n";

# Sends bytes; the status of what comes back within so many seconds, 0 where
# the connection closed, 'none' where nothing came.
sub answer {
	my ($bytes, $wait) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => $at, Timeout => 5) or die "$!";
	print $s $bytes;
	my $got = '';
	my $until = time + ($wait // 5);
	while ($got !~ m{^(?:HTTP/1\.1 100 .*?\r\n\r\n)?HTTP/1\.[01] (?!100).*\r\n\r\n}s) {
		my $left = $until - time;
		return 'none' if $left <= 0 || !IO::Select->new($s)->can_read($left);
		my $n = sysread $s, my $more, 65536;
		return $got eq '' ? 0 : 'cut' if !$n;
		$got .= $more;
	}
	return $got =~ m{^(?:HTTP/1\.1 100 .*?\r\n\r\n)?HTTP/1\.[01] (\d+)}s ? $1 : 'odd';
}

my $put = "PUT /runs/host:a HTTP/1.1\r\n$h$close";
my @cases = (
	[ 'a plain request', "GET /health HTTP/1.1\r\n$h\r\n", 200 ],
	[ 'a HEAD', "HEAD /health HTTP/1.1\r\n$h\r\n", 200 ],
	[ 'HTTP/1.0 with a Host', "GET /health HTTP/1.0\r\n$h\r\n", 200 ],
	[ 'no Host', "GET /health HTTP/1.1\r\n\r\n", 400 ],
	[ 'two Hosts', "GET /health HTTP/1.1\r\n$h$h\r\n", 400 ],
	[ 'a foreign Host', "GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421 ],
	[ 'localhost as Host', "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 200 ],
	[ 'LOCALHOST with a port', "GET /health HTTP/1.1\r\nHost: LOCALHOST:80\r\n\r\n", 200 ],
	[ 'localhost with a tail', "GET /health HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n", 421 ],
	[ 'another loopback address', "GET /health HTTP/1.1\r\nHost: 127.0.0.2\r\n\r\n", 421 ],
	[ 'an IPv6 Host', "GET /health HTTP/1.1\r\nHost: [::1]\r\n\r\n", 421 ],
	[ 'an empty Host', "GET /health HTTP/1.1\r\nHost:\r\n\r\n", 421 ],
	[ 'HTTP/0.9', "GET /health\r\n\r\n", 400 ],
	[ 'HTTP/2.0', "GET /health HTTP/2.0\r\n$h\r\n", 505 ],
	[ 'a blank before the colon', "GET /health HTTP/1.1\r\nHost : $at\r\n\r\n", 400 ],
	[ 'a folded header', "GET /health HTTP/1.1\r\n${h}X: a\r\n b\r\n\r\n", 200 ],
	[ 'two lengths, equal', "${put}Content-Length: 2\r\nContent-Length: 2\r\n\r\n1\n", 400 ],
	[ 'two lengths, different', "${put}Content-Length: 2\r\nContent-Length: 3\r\n\r\n1\n", 400 ],
	[ 'a length and chunks', "${put}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n1\n\r\n0\r\n\r\n", 400 ],
	[ 'chunks twice', "${put}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501 ],
	[ 'gzip as a transfer', "${put}Transfer-Encoding: gzip\r\n\r\n", 501 ],
	[ 'gzip, chunked', "${put}Transfer-Encoding: gzip, chunked\r\n\r\n", 501 ],
	[ 'xchunked', "${put}Transfer-Encoding: xchunked\r\n\r\n", 501 ],
	[ 'chunks', "${put}Transfer-Encoding: chunked\r\n\r\n6\r\n1\n2\n3\n\r\n0\r\n\r\n", 201 ],
	[ 'a negative chunk', "${put}Transfer-Encoding: chunked\r\n\r\n-3\r\n1\n\r\n0\r\n\r\n", 400 ],
	[ 'a chunk in hex with 0x', "${put}Transfer-Encoding: chunked\r\n\r\n0x3\r\n1\n2\r\n0\r\n\r\n", 400 ],
	[ 'a huge chunk', "${put}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n", 413 ],
	[ 'a bad chunk end', "${put}Transfer-Encoding: chunked\r\n\r\n2\r\n1\nXX0\r\n\r\n", 400 ],
	[ 'a length of -1', "${put}Content-Length: -1\r\n\r\n", 400 ],
	[ 'a length of +3', "${put}Content-Length: +3\r\n\r\n1\n2", 400 ],
	[ 'a length of "3, 3"', "${put}Content-Length: 3, 3\r\n\r\n1\n2", 400 ],
	[ 'a length of 2^64', "${put}Content-Length: 18446744073709551616\r\n\r\n", 413 ],
	[ 'a length of 2^63', "${put}Content-Length: 9223372036854775808\r\n\r\n", 413 ],
	[ 'a length over the limit', "${put}Content-Length: 67108865\r\n\r\n", 413 ],
	[ 'no length and no body', "$put\r\n", 400 ],
	[ 'a URL of 40 K', 'GET /' . 'a' x 40_000 . " HTTP/1.1\r\n$h\r\n", 400 ],
	[ 'a URL of 200 K', 'GET /' . 'a' x 200_000 . " HTTP/1.1\r\n$h\r\n", '414|0' ],
	[ 'a header of 200 K', "GET / HTTP/1.1\r\n${h}X: " . 'a' x 200_000 . "\r\n\r\n", '431|0' ],
	[ '5,000 headers', "GET / HTTP/1.1\r\n$h" . "X: a\r\n" x 50_000 . "\r\n", '431|0' ],
	[ '%00 in the path', "GET /runs/host:a%00b HTTP/1.1\r\n$h\r\n", 400 ],
	[ '%0A in the path', "GET /runs/host:a%0Ab HTTP/1.1\r\n$h\r\n", 400 ],
	[ 'a bad escape', "GET /runs/host:%zz HTTP/1.1\r\n$h\r\n", 400 ],
	[ 'an overlong UTF-8 slash', "GET /runs/host:%c0%af HTTP/1.1\r\n$h\r\n", 400 ],
	[ '../', "GET /../etc/passwd HTTP/1.1\r\n$h\r\n", 404 ],
	[ '%2e%2e%2f', "GET /%2e%2e%2fetc%2fpasswd HTTP/1.1\r\n$h\r\n", 404 ],
	[ '..%5c', "GET /..%5cetc HTTP/1.1\r\n$h\r\n", 404 ],
	[ '// is /', "GET // HTTP/1.1\r\n$h\r\n", 200 ],
	[ 'TRACE', "TRACE /health HTTP/1.1\r\n$h\r\n", 405 ],
	[ 'CONNECT', "CONNECT a:1 HTTP/1.1\r\n$h\r\n", 400 ],
	[ 'OPTIONS *', "OPTIONS * HTTP/1.1\r\n$h\r\n", 400 ],
	[ 'OPTIONS', "OPTIONS /health HTTP/1.1\r\n$h\r\n", 405 ],
	[ 'a lower-case method', "get /health HTTP/1.1\r\n$h\r\n", 405 ],
	[ 'POST to a page', "POST /health HTTP/1.1\r\n${h}Content-Length: 0\r\n\r\n", 405 ],
	[ 'Expect: 100-continue', "${put}Expect: 100-continue\r\nContent-Length: 6\r\n\r\n7\n8\n9\n", 201 ],
	[ 'Expect: junk', "${put}Expect: junk\r\nContent-Length: 2\r\n\r\n1\n", 417 ],
	[ 'a Range', "GET /health HTTP/1.1\r\n${h}Range: bytes=0-1\r\n\r\n", 200 ],
	[ 'a foreign Origin', "${put}Origin: http://evil.example\r\nContent-Length: 2\r\n\r\n1\n", 403 ],
	[ 'our Origin', "${put}Origin: http://$at\r\nContent-Length: 6\r\n\r\n4\n5\n6\n", 201 ],
	[ 'Origin: null', "${put}Origin: null\r\nContent-Length: 2\r\n\r\n1\n", 403 ],
	[ 'Sec-Fetch-Site: cross-site', "${put}Sec-Fetch-Site: cross-site\r\nContent-Length: 2\r\n\r\n1\n", 403 ],
	[ 'binary noise', join('', map { chr } 1 .. 255) . "\r\n\r\n", 0 ],
);
for (@cases) {
	my ($name, $bytes, $want) = @$_;
	# A server that closes before all is read may be heard as a reset.
	like answer($bytes), qr/^(?:$want)$/, "$name: $want";
}

# Three in a row on one connection.
my $s = IO::Socket::INET->new(PeerAddr => $at) or die "$!";
print $s "GET /health HTTP/1.1\r\n$h\r\n" x 2, "GET /health HTTP/1.1\r\n$h$close\r\n";
my $all = do { local $/; <$s> };
is scalar(() = $all =~ m{^HTTP/1\.1 200 }mg), 3, 'three requests in a row';

# Aborted in the middle of the body: nothing is kept.
my $before = get($at, '/export/-')->{body};
for (1 .. 20) {
	my $half = IO::Socket::INET->new(PeerAddr => $at) or die "$!";
	print $half "${put}Content-Length: 100\r\n\r\n1\n2\n3\n";
	close $half;
}
is get($at, '/export/-')->{body}, $before, 'half an upload leaves nothing';

# Who drips or is silent is cut off; the others are answered meanwhile.
my @slow = map { IO::Socket::INET->new(PeerAddr => $at) or die "$!" } 1 .. 3;
$slow[0]->print("GET /health HTTP/1.1\r\n");
$slow[1]->print("${put}Content-Length: 100000\r\n\r\n1\n");
my $start = time;
my %open = map { $_ => $slow[$_] } 0 .. 2;
while (%open && time - $start < 25) {
	select undef, undef, undef, 0.5;
	syswrite $open{0}, "X: a\r\n" if $open{0};
	syswrite $open{1}, "1\n" if $open{1};
	for my $i (keys %open) {
		next if !IO::Select->new($open{$i})->can_read(0);
		sysread $open{$i}, my $any, 65536 and next;
		delete $open{$i};
	}
}
is join(' ', sort keys %open), '', 'a slow head, a slow body and silence are cut off';
cmp_ok time - $start, '<', 20, '... in good time';
is get($at, '/health')->{status}, 200, '... and others are answered';
my ($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server ends well';
done_testing;
