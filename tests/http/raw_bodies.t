#!/usr/bin/perl
# Requests as bytes, what follows their heads: lengths, chunks, Expect, several
# requests in a row, and who breaks off; each with its pinned answer within
# 10 s. The heads are in raw.t.
use strict;
use warnings;
use lib 'tests/lib';
use IO::Socket::INET;
use Maxistat;
use Raw;
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;

my $at = serve(scratch('raw.db'));
my $h = "Host: $at\r\n";
my $next = "GET /health HTTP/1.1\r\n$h\r\n";
my $n = 0;

sub ask { my ($method, $path, @lines) = @_;
	return "$method $path HTTP/1.1\r\n$h" .
		join('', map { "$_\r\n" } @lines) . "\r\n" }
# An upload's head, to a host of its own, that no two are the same.
sub head { ask('PUT', '/runs/host:h' . ++$n, @_) }
my $body = "1\n2\n3\n";
my $six = 'Content-Length: 6';
my $chunked = 'Transfer-Encoding: chunked';
sub sized { head(@_, $six) . $body }
# Chunks as they are given, and the one that is right.
sub chunks { my ($text, @lines) = @_; return head(@lines, $chunked) . $text }
my $whole = "6\r\n$body\r\n0\r\n\r\n";
sub long { my ($value) = @_; return head("Content-Length:$value") . $body }

my @lengths = (
	[ 'a length', sized(), 201 ],
	[ 'no length and no body', head(), 400 ],
	[ 'a length of 0', head('Content-Length: 0'), 400 ],
	(map { [ "a length of '$_->[0]'", long(" $_->[0]"), $_->[1] ] }
		[ '0006', 201 ], [ ' 6', 201 ], [ '6  ', '400 400' ],
		map { [ $_, '400 400' ] } '-1', '-0', '+6', '6, 6', '6,6', '6 6', '6x',
		'x', '0x6', '6.0', '6e0', '', '"6"', "\xd9\xa6"),
	[ "a length of tab 6", long("\t6"), 201 ],
	[ 'a length without a blank', long('6'), 201 ],
	[ 'a length with NUL 7', long(" 6\0" . '7'), 201 ],
	[ 'a length in mixed case', head('cOnTeNt-LeNgTh: 6') . $body, 201 ],
	[ 'Content_Length', head('Content_Length: 6'), 400 ],
	[ 'two lengths, equal', sized($six), 400 ],
	[ 'two lengths, different', sized('Content-Length: 7'), 400 ],
	[ 'two lengths in two cases', sized('content-length: 7'), 400 ],
	[ 'a folded length', head('Content-Length:', ' 6') . $body, 400 ],
	[ 'a length that is folded on', head('Content-Length: 6', ' 6') . $body, 400 ],
	[ 'a length of 2^64', long(' 18446744073709551616'), '413 413' ],
	[ 'a length of 2^63', long(' 9223372036854775808'), 413 ],
	[ 'a length of 400 digits', long(' ' . '9' x 400), '413 413' ],
	[ 'a length over the limit', long(' 67108865'), 413 ],
	[ 'a length and chunks', head($six, $chunked) . $whole, 400 ],
	[ 'chunks and a length', head($chunked, $six) . $whole, 400 ],
);

my @chunks = (
	[ 'chunks', chunks($whole), 201 ],
	[ 'CHUNKED', head('Transfer-Encoding: CHUNKED') . $whole, 201 ],
	[ 'tab chunked', head("Transfer-Encoding:\tchunked") . $whole, 201 ],
	[ 'chunks twice', head($chunked, $chunked) . $whole, 501 ],
	(map { [ "Transfer-Encoding: $_", head("Transfer-Encoding: $_") . $whole, 501 ] }
		'gzip', 'gzip, chunked', 'chunked, gzip', 'chunked, chunked',
		'xchunked', 'chunkedx', 'chunked;q=1', '"chunked"', 'identity', ''),
	[ 'a vertical tab before chunked', head("Transfer-Encoding: \x0bchunked") . $whole, 400 ],
	[ 'a CR before chunked', head("Transfer-Encoding: \rchunked") . $whole, 400 ],
	[ 'a folded coding', head('Transfer-Encoding:', ' chunked') . $whole, 400 ],
	[ 'a coding that is folded on', head($chunked, ', gzip') . $whole, 400 ],
	[ 'a coding that is folded on, right', head($chunked, ' , gzip') . $whole, 400 ],
	[ 'Transfer_Encoding', head('Transfer_Encoding: chunked'), 400 ],
	[ 'chunks in HTTP/1.0', "PUT /runs/host:old HTTP/1.0\r\n$h$chunked\r\n\r\n$whole", 400 ],
	[ 'no chunk at all', chunks("0\r\n\r\n"), 400 ],
	[ 'a chunk a byte', chunks(join('', map { "1\r\n$_\r\n" } split //, $body) .
		"0\r\n\r\n"), 201 ],
	[ 'sizes in hex, both cases', chunks("A\r\n1\n2\n3\n4\n5\n\r\na\r\n" .
		"6\n7\n8\n9\n0\n\r\n0\r\n\r\n"), 201 ],
	[ 'a size with zeros', chunks("0000000000000006\r\n$body\r\n0\r\n\r\n"), 201 ],
	[ 'bare LF', chunks("6\n$body\n0\n\n"), 201 ],
	[ 'an extension', chunks("6;a=b\r\n$body\r\n0;x\r\n\r\n"), 201 ],
	[ 'half a quoted extension', chunks("6;a=\"\r\n$body\r\n0\r\n\r\n"), 201 ],
	[ 'an extension of 10 K', chunks('6;' . 'a' x 10_000 . "\r\n$body\r\n0\r\n\r\n"), 201 ],
	[ 'an extension of 100 K', chunks('6;' . 'a' x 100_000 . "\r\n$body\r\n0\r\n\r\n"), '500|' ],
	# What libmicrohttpd says where the line is longer than its memory.
	[ 'an extension of 300 K', chunks('6;' . 'a' x 300_000 . "\r\n$body\r\n0\r\n\r\n"), '500|' ],
	[ 'a trailer', chunks("6\r\n$body\r\n0\r\nX: y\r\n\r\n"), 201 ],
	[ 'a length as a trailer', chunks("6\r\n$body\r\n0\r\nContent-Length: 5\r\n\r\n"), 201 ],
	[ 'a Host as a trailer', chunks("6\r\n$body\r\n0\r\nHost: evil.example\r\n\r\n"), 201 ],
	[ 'a coding as a trailer', chunks("6\r\n$body\r\n0\r\nTransfer-Encoding: gzip\r\n\r\n"), 201 ],
	[ 'a trailer that is none', chunks("6\r\n$body\r\n0\r\nnonsense\r\n\r\n"), 400 ],
	(map { [ "a size of '$_'", chunks("$_\r\n$body\r\n0\r\n\r\n"), 400 ] }
		'-6', '+6', '0x6', '6 ', ' 6', '', 'g', '6g', '6,', '4', '8'),
	[ 'a bad end of a chunk', chunks("6\r\n${body}XX0\r\n\r\n"), 400 ],
	[ 'a size of 2^64', chunks("10000000000000000\r\n$body"), 413 ],
	[ 'a size of 18 digits', chunks("ffffffffffffffffff\r\n"), 413 ],
	[ 'a size of 2^63, and the end', chunks("8000000000000000\r\n$body"), '', half => 1 ],
);

sub waits { my (@lines) = @_;
	return [ head('Expect: 100-continue', @lines), \0.3,
		(grep { /chunked/ } @lines) ? $whole : $body ] }
sub expects { my ($path, @lines) = @_;
	return ask('PUT', $path, 'Expect: 100-continue', @lines) }
my $limit = 'Content-Length: 67108865';
my @expects = (
	[ 'a body that is asked for', waits($six), '100 201' ],
	[ 'chunks that are asked for', waits($chunked), '100 201' ],
	[ '100-CONTINUE', [ head('Expect: 100-CONTINUE', $six), \0.3, $body ], '100 201' ],
	[ 'a body that does not wait', head('Expect: 100-continue', $six) . $body,
	  '201|100 201' ],
	[ 'nothing to wait for', head('Expect: 100-continue'), '100 400' ],
	[ 'a GET that waits', ask('GET', '/health', 'Expect: 100-continue'), '100 200' ],
	[ 'HTTP/1.0 that waits', "PUT /runs/host:wait HTTP/1.0\r\n${h}Expect: 100-continue\r\n" .
		"$six\r\n\r\n$body", 201 ],
	# The answer, and never 100 before it.
	[ 'too large', expects('/runs/host:x', $limit), 413 ],
	[ 'far too large', expects('/runs/host:x', 'Content-Length: 9223372036854775807'), 413 ],
	[ 'a bad term', expects('/runs/udp.out', $six), 400 ],
	[ 'a bad option', expects('/runs/host:x,pikc=1', $six), 400 ],
	[ 'a page that is not there', expects('/nowhere', $six), 404 ],
	[ 'a page that takes none', expects('/health', $six), 405 ],
	[ 'a foreign Host', "PUT /runs/host:x HTTP/1.1\r\nHost: evil.example\r\n" .
		"Expect: 100-continue\r\n$six\r\n\r\n", 421 ],
	[ 'a foreign Origin', expects('/runs/host:x', 'Origin: null', $six), 403 ],
	[ 'two lengths', expects('/runs/host:x', $six, $six), 400 ],
	[ 'a coding', expects('/runs/host:x', 'Transfer-Encoding: gzip'), 501 ],
	[ 'a Content-Encoding', expects('/runs/host:x', 'Content-Encoding: br', $six), 415 ],
	(map { [ "Expect: $_", head("Expect: $_", $six), 417 ] }
		'junk', '', '100-continue, junk', '200-ok', '100 continue'),
	[ 'junk and 100-continue', head('Expect: junk', 'Expect: 100-continue', $six), 417 ],
	[ '100-continue and junk', head('Expect: 100-continue', 'Expect: junk', $six), 417 ],
);

# Whose body is whose: a second request behind the first.
my $five = 'Content-Length: 5';
my @rows = (
	[ 'an upload, then GET', sized() . $next, '201 200' ],
	[ 'chunks, then GET', chunks($whole) . $next, '201 200' ],
	[ 'chunks with a trailer, then GET', chunks("6\r\n$body\r\n0\r\nX: y\r\n\r\n") .
		$next, '201 200' ],
	[ 'three uploads in a row', sized() . sized() . sized(), '201 201 201' ],
	[ 'an upload and half another', sized() . head($six) . "1\n", '201' ],
	[ 'an upload that is refused, then GET', head($six) . "x\ny\nz\n$next", '400 200' ],
	[ 'a form that is refused, then GET', head('Content-Type: multipart/mixed', $six) .
		$body . $next, '415 200' ],
	[ 'a GET with a body', ask('GET', '/health', $five) . 'hello' . $next, '200 200' ],
	[ 'a GET with a request as its body', ask('GET', '/health',
		'Content-Length: ' . length $next) . $next, 200 ],
	[ 'a GET with chunks', ask('GET', '/health', $chunked) . "5\r\nhello\r\n0\r\n\r\n$next",
	  '200 200' ],
	[ 'a HEAD with a body', ask('HEAD', '/health', $five) . 'hello' . $next, '200 200' ],
	[ 'a DELETE with a body', ask('DELETE', '/run/99999', $five) . 'hello' . $next, '404 200' ],
	[ 'a DELETE without one', ask('DELETE', '/run/99999') . $next, '404 200' ],
	[ 'a GET of a gigabyte', ask('GET', '/health', 'Content-Length: 1073741824'), 413 ],
	[ 'a GET of 2^64', ask('GET', '/health', 'Content-Length: 18446744073709551616'),
	  '413 413' ],
	[ 'a GET with a coding', ask('GET', '/health', 'Transfer-Encoding: gzip') . $next, 501 ],
	[ 'a GET with a length and chunks', ask('GET', '/health', $five, $chunked) .
		"0\r\n\r\n$next", 400 ],
	[ 'a GET with a folded coding', ask('GET', '/health', 'Transfer-Encoding:', ' chunked') .
		"0\r\n\r\n$next", 400 ],
	[ 'a GET with a folded length', ask('GET', '/health', 'Content-Length: 0', ' 5') .
		"hello$next", 400 ],
	[ 'a request as the body of an upload', head('Content-Length: ' . length $next) .
		$next, 400 ],
	# These are answered before the body, which is never read for a request.
	[ 'a 405 before its body', ask('PUT', '/health', 'Content-Length: ' . length $next) .
		$next . $next, 405 ],
	[ 'a 421 before its body', "PUT /runs/host:x HTTP/1.1\r\nHost: evil.example\r\n" .
		"$six\r\n\r\n$body$next", 421 ],
	[ 'a 403 before its body', head('Origin: null', $six) . $body . $next, 403 ],
	[ 'a 413 before its body', head($limit) . $next, 413 ],
	[ 'a 417 before its body', head('Expect: junk', $six) . $body . $next, 417 ],
	[ 'a 415 before its body', head('Content-Encoding: br', $six) . $body . $next, 415 ],
	[ 'a 501 before its body', head('Transfer-Encoding: br') . $body . $next, 501 ],
	[ 'a 400 for two lengths', head($six, 'Content-Length: 0') . $body . $next, 400 ],
);

# Who ends its side. libmicrohttpd gives an upload up whose client goes away
# while it is stored: it is there, and told again it is the same.
my @halves = (
	[ 'an upload in pieces', [ head($six) . "1\n", \0.3, "2\n", \0.3, "3\n" ], 201 ],
	[ 'chunks in pieces', [ chunks("6\r"), \0.3, "\n1\n2", \0.3, "\n3\n\r\n0\r", \0.3,
		"\n\r\n" ], 201 ],
	[ 'a GET with a body, and its end', ask('GET', '/health', $five) . 'hello', 200, half => 1 ],
	[ 'an upload, and its end', sized(), '201|', half => 1 ],
	[ 'half a body, and its end', head('Content-Length: 60') . $body, '', half => 1 ],
	[ 'half a body, later its end', [ head('Content-Length: 60') . $body, \0.3 ], '', half => 1 ],
	[ 'no body, and its end', head($six), '', half => 1 ],
	[ 'half a chunk, and its end', chunks("6\r\n1\n2"), '', half => 1 ],
	[ 'no last chunk, and its end', chunks("6\r\n$body\r\n"), '', half => 1 ],
	[ 'half a trailer, and its end', chunks("6\r\n$body\r\n0\r\nX: "), '', half => 1 ],
	[ 'half a body', head('Content-Length: 60') . $body, '' ],
	[ 'a body that never begins', head('Content-Length: 60'), '' ],
	[ 'a GET whose body never comes', ask('GET', '/health', $five), '' ],
	# Who drips is cut off too.
	[ 'a head that drips', [ "GET /health HTTP/1.1\r\n$h", map { (\0.5, "X: a\r\n") }
		1 .. 30 ], '' ],
	[ 'a body that drips', [ head('Content-Length: 60000'), map { (\0.5, "1\n") }
		1 .. 30 ], '' ],
);

pinned($at, @lengths, @chunks, @expects, @rows, @halves);
my $before = get($at, '/export/-')->{body};
my $stored = join ' ', map { $_->[2] =~ s/\|.*//r } @lengths, @chunks, @expects,
	@rows, @halves;
$stored = () = $stored =~ /201/g;
is scalar(() = $before =~ /\n/g), $stored,
	'what was acknowledged is stored, and nothing else';

# Aborted in the middle of the body: nothing is kept, of a descriptor neither.
sub descriptors { return scalar(() = glob '/proc/' . server_pid($at) . '/fd/*') }
sub settle { my ($most) = @_;
	for (1 .. 600) {
		return 1 if descriptors() <= $most;
		select undef, undef, undef, 0.05;
	}
	return 0;
}
select undef, undef, undef, 3; # what is on its way ends
my $open = descriptors();
cmp_ok $open, '>', 5, 'descriptors can be counted';
for my $how ('reset', 'closed') {
	for my $i (1 .. 1000) {
		my $half = IO::Socket::INET->new(PeerAddr => $at) or die "$!";
		$half->setsockopt(SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0)
			if $how eq 'reset';
		syswrite $half, $i % 2 ? head('Content-Length: 100') . $body :
			chunks("6\r\n$body\r\n");
		close $half;
	}
	ok settle($open), "1,000 uploads that are $how half-way leave no descriptor"
		or diag "$open before, " . descriptors() . ' after';
	is get($at, '/export/-')->{body}, $before, '... and nothing in the archive';
}

my ($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server ends well';
done_testing;
