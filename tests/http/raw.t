#!/usr/bin/perl
# Requests as bytes: odd, broken and hostile heads, each with its pinned answer
# within 10 s. What follows a head is in raw_bodies.t. An answer that stands
# twice in the table is libmicrohttpd's own, which prints its head twice.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Raw;
use Test::More;

my $at = serve(scratch('raw.db'));
my $h = "Host: $at\r\n";

# A request with a good Host and these header lines.
sub ask { my ($method, $path, @lines) = @_;
	return "$method $path HTTP/1.1\r\n$h" .
		join('', map { "$_\r\n" } @lines) . "\r\n" }
sub of { ask('GET', '/health', @_) }
sub line { "$_[0]\r\n$h\r\n" }
sub host { "GET /health HTTP/1.1\r\nHost: $_[0]\r\n\r\n" }

# An upload of its own, with these header lines.
my $n = 0;
sub store { my $body = ++$n . "\n2\n3\n";
	return ask('PUT', "/runs/host:h$n", @_,
		'Content-Length: ' . length $body) . $body }
my $next = of();

my @lines = (
	[ 'a plain request', of(), 200 ],
	[ 'a HEAD', ask('HEAD', '/health'), 200 ],
	[ 'HTTP/1.0 with a Host', line('GET /health HTTP/1.0'), 200 ],
	[ 'HTTP/1.0 without', "GET /health HTTP/1.0\r\n\r\n", 421 ],
	[ 'HTTP/0.9', "GET /health\r\n\r\n", 400 ],
	[ 'HTTP/0.9 with a Host', line('GET /health'), 400 ],
	[ 'HTTP/1.2', line('GET /health HTTP/1.2'), 200 ],
	[ 'HTTP/1.10', line('GET /health HTTP/1.10'), 400 ],
	[ 'HTTP/01.1', line('GET /health HTTP/01.1'), 400 ],
	[ 'HTTP/2.0', line('GET /health HTTP/2.0'), 505 ],
	[ 'HTTP/9', line('GET /health HTTP/9'), 400 ],
	[ 'HTTP/', line('GET /health HTTP/'), 400 ],
	[ 'http/1.1', line('GET /health http/1.1'), 400 ],
	[ 'HTTPS/1.1', line('GET /health HTTPS/1.1'), 400 ],
	[ 'ICY/1.1', line('GET /health ICY/1.1'), 400 ],
	[ 'HTTP/1.1x', line('GET /health HTTP/1.1x'), 400 ],
	[ 'a word behind the version', line('GET /health HTTP/1.1 x'), 400 ],
	[ 'two blanks', line('GET  /health HTTP/1.1'), 200 ],
	[ 'tabs for blanks', line("GET\t/health\tHTTP/1.1"), '' ],
	[ 'a blank before the method', line(' GET /health HTTP/1.1'), '' ],
	[ 'no method', line(' /health HTTP/1.1'), '' ],
	[ 'no path', line('GET  HTTP/1.1'), 400 ],
	[ 'empty lines before', "\r\n\r\n" . of(), 200 ],
	[ 'bare LF before', "\n\n" . of(), 200 ],
	[ 'bare LF at every line', "GET /health HTTP/1.1\nHost: $at\n\n", 200 ],
	[ 'bare LF at the last line', "GET /health HTTP/1.1\r\n$h\n", 200 ],
	[ 'bare CR at every line', "GET /health HTTP/1.1\rHost: $at\r\r", '' ],
	[ 'a space in the URL', line('GET /he alth HTTP/1.1'), '' ],
	[ 'a space behind the URL', line('GET /health  HTTP/1.1'), '' ],
	[ 'a tab in the URL', line("GET /he\talth HTTP/1.1"), 400 ],
	[ 'ESC in the URL', line("GET /\e[31m HTTP/1.1"), 400 ],
	[ 'DEL in the URL', line("GET /\x7f HTTP/1.1"), 400 ],
	# What is behind a NUL cannot be seen.
	[ 'NUL in the URL', line("GET /health\0x HTTP/1.1"), 200 ],
	[ 'a raw 0xff in the URL', line("GET /runs/host:\xff HTTP/1.1"), 400 ],
	[ 'raw UTF-8 in the URL', line("GET /runs/host:\xc3\xa9 HTTP/1.1"), 404 ],
	[ '%00 in the path', ask('GET', '/runs/host:a%00b'), 400 ],
	[ '%0A in the path', ask('GET', '/runs/host:a%0Ab'), 400 ],
	[ '%0D%0A in the path', ask('GET', '/runs/host:a%0D%0AX:%20y'), 400 ],
	[ 'a bad escape', ask('GET', '/runs/host:%zz'), 400 ],
	[ 'an overlong UTF-8 slash', ask('GET', '/runs/host:%c0%af'), 400 ],
	[ '../', ask('GET', '/../etc/passwd'), 404 ],
	[ '%2e%2e%2f', ask('GET', '/%2e%2e%2fetc%2fpasswd'), 404 ],
	[ '..%5c', ask('GET', '/..%5cetc'), 404 ],
	[ 'a backslash', ask('GET', '/\\health'), 404 ],
	[ '// is /', ask('GET', '//'), 200 ],
	[ '///', ask('GET', '///'), 404 ],
	[ '/./', ask('GET', '/./health'), 404 ],
	[ 'a slash at the end', ask('GET', '/health/'), 200 ],
	[ 'two slashes at the end', ask('GET', '/health//'), 400 ],
	[ 'a page in capitals', ask('GET', '/HEALTH'), 404 ],
	[ 'an encoded page', ask('GET', '/%68ealth'), 404 ],
	[ 'a semicolon', ask('GET', '/health;x=1'), 404 ],
	[ 'a fragment', ask('GET', '/health#x'), 404 ],
	[ 'an unknown option', ask('GET', '/health?x=1'), 400 ],
	[ '? alone', ask('GET', '/health?'), 200 ],
	[ 'our own URL, absolute', ask('GET', "http://$at/health"), 400 ],
	[ 'another URL, absolute', ask('GET', 'http://evil.example/health'), 400 ],
	[ 'a path without its slash', ask('GET', 'health'), 400 ],
	[ 'a query without a path', ask('GET', '?x=1'), 400 ],
	[ '*', ask('GET', '*'), 400 ],
	[ 'a URL of 8,192 bytes', ask('GET', '/' . 'a' x 8191), 404 ],
	[ 'a URL of 8,193 bytes', ask('GET', '/' . 'a' x 8192), 400 ],
	[ 'a URL of 20 K', ask('GET', '/' . 'a' x 20_000), 400 ],
	[ 'a URL of 40 K', ask('GET', '/' . 'a' x 40_000), '414|' ],
	# A server that closes before all is read may be heard as a reset.
	[ 'a URL of 200 K', ask('GET', '/' . 'a' x 200_000), '414|' ],
	[ '451 arguments', ask('GET', '/health?' . join '&', ('a=1') x 451), 400 ],
	[ '1,801 arguments', ask('GET', '/health?' . join '&', ('a=1') x 1801), 400 ],
	[ '3,000 names', ask('GET', '/health?' . join '&', ('a') x 3000), 400 ],
	[ '8,000 empty arguments', ask('GET', '/health?' . '&' x 8000), 400 ],
	[ '20,000 empty arguments', ask('GET', '/health?' . '&' x 20_000), 400 ],
	[ '60,000 empty arguments', ask('GET', '/health?' . '&' x 60_000), '414|' ],
	[ 'many options that are good', ask('GET', '/runs?' .
		join '&', map { "limit=$_" } 1 .. 500), 400 ],
);

my @methods = (
	[ 'TRACE', ask('TRACE', '/health'), 405 ],
	[ 'CONNECT', ask('CONNECT', 'a:1'), 400 ],
	[ 'OPTIONS *', ask('OPTIONS', '*'), 400 ],
	[ 'OPTIONS', ask('OPTIONS', '/health'), 405 ],
	[ 'a lower-case method', ask('get', '/health'), 405 ],
	[ 'a method of 5 K', ask('A' x 5000, '/health'), 405 ],
	[ 'a method of 150 K', ask('A' x 150_000, '/health'), '414|' ],
	[ 'ESC in the method', ask("\e[31m", '/health'), 405 ],
	[ 'markup in the method', ask('G<E>T', '/health'), 405 ],
	[ 'HEAD of a page that is not there', ask('HEAD', '/nowhere'), 404 ],
	[ 'HEAD of a file', ask('HEAD', '/style.css'), 200 ],
	[ 'HEAD with a bad term', ask('HEAD', '/runs/udp.out'), 400 ],
	(map { my ($path, $delete) = @$_;
		map { [ "$_ $path", ask($_, $path, 'Content-Length: 0'),
			$_ eq 'DELETE' && $delete || 405 ] }
			qw(PATCH DELETE PROPFIND) }
		[ '/' ], [ '/runs' ], [ '/run/99', 404 ], [ '/run/1/raw' ],
		[ '/compare/a:b/c:d' ], [ '/style.css' ], [ '/help' ]),
	(map { [ "POST $_", ask('POST', $_, 'Content-Length: 0'), 405 ] }
		'/', '/run/1', '/upload/1/raw', '/compare', '/samples/-',
		'/export/-', '/tags/host', '/health', '/page.js', '/help/terms'),
);

my @hosts = (
	[ 'no Host', "GET /health HTTP/1.1\r\n\r\n", '400 400' ],
	[ 'two Hosts', "GET /health HTTP/1.1\r\n$h$h\r\n", 400 ],
	(map { [ "Host '" . substr($_->[0], 0, 30) . "'", host($_->[0]), $_->[1] ] }
		[ 'localhost', 200 ], [ 'LOCALHOST:80', 200 ],
		[ 'localhost:', 200 ], [ 'localhost:65535', 200 ],
		[ '127.0.0.1', 200 ], [ "  $at", 200 ], [ "\t$at", 200 ],
		[ "$at  ", 421 ],
		map { [ $_, 421 ] } '', 'evil.example', 'localhost.evil.example',
		'localhost.', 'localhost:0', 'localhost:65536', 'localhost:99999',
		'localhost:x', 'localhost:80:80', 'localhost:-1', 'localhost:+80',
		'localhost:80 ,x', 'localhost:evil.example', 'localhost:"><script>',
		'evil.example:localhost', '[::1]', '[::1]:80', '[::1', '::1',
		'[::ffff:127.0.0.1]', '127.0.0.2', '127.1', '2130706433', '0.0.0.0',
		'evil@localhost', 'localhost@evil.example', 'localhost/x',
		'localhost, evil.example', 'http://localhost', '*', 'a' x 5000),
	[ 'Host in mixed case', "GET /health HTTP/1.1\r\nhOsT: $at\r\n\r\n", 200 ],
	[ 'Host without a blank', "GET /health HTTP/1.1\r\nHost:$at\r\n\r\n", 200 ],
	[ 'a folded Host', "GET /health HTTP/1.1\r\nHost:\r\n $at\r\n\r\n",
	  '400 400' ],
	[ 'NUL in Host', host("$at\0.evil.example"), 200 ],
	[ 'X-Forwarded-Host', of('X-Forwarded-Host: evil.example'), 200 ],
);

my @headers = (
	[ 'a blank before the colon', of('X : a'), 400 ],
	[ 'a blank before the colon of Host', "GET /health HTTP/1.1\r\nHost : $at\r\n\r\n",
	  '400 400' ],
	[ 'a tab before the colon', of("X\t: a"), 400 ],
	[ 'a blank in a name', of('X Y: a'), 400 ],
	[ 'a bracket in a name', of('X(Y): a'), 400 ],
	[ 'UTF-8 in a name', of("X\xc3\xa9: a"), 400 ],
	[ 'every byte that a name may have', of("!#\$%&'*+-.^_`|~09AZaz: a"), 200 ],
	[ 'no name', of(': a'), 200 ],
	[ 'no colon', of('X'), 400 ],
	[ 'no value', of('X:'), 200 ],
	[ 'NUL in a name', of("X\0Y: a"), 400 ],
	[ 'NUL in a value', of("X: a\0b"), 200 ],
	[ 'ESC in a value', of("X: \e[31m"), 400 ],
	[ 'DEL in a value', of("X: a\x7f"), 400 ],
	[ 'a tab in a value', of("X: a\tb"), 200 ],
	[ 'a bare CR in a value', of("X: a\rHost: evil.example"), 400 ],
	[ 'bytes beyond ASCII in a value', of("X: \xff\xfe"), 200 ],
	[ 'a folded value', of('X: a', ' b'), 200 ],
	[ 'a value folded with a tab', of('X: a', "\tb"), 200 ],
	[ 'a fold of nothing', of('X: a', ' '), 200 ],
	[ 'a fold before any header', "GET /health HTTP/1.1\r\n X: a\r\n$h\r\n", 400 ],
	[ 'a fold that breaks the name', of('X:', ' (b'), 400 ],
	[ '300 headers', of(map { "X$_: a" } 1 .. 300), 200 ],
	[ '1,000 headers', of(map { "X$_: a" } 1 .. 1000), '431|' ],
	[ '2,500 headers', of(map { "X$_: a" } 1 .. 2500), '431|' ],
	[ '50,000 headers', of(('X: a') x 50_000), '431|' ],
	[ 'a header of 20 K', of('X: ' . 'a' x 20_000), 200 ],
	[ 'a header of 100 K', of('X: ' . 'a' x 100_000), '431|' ],
	[ 'a header of 200 K', of('X: ' . 'a' x 200_000), '431|' ],
	[ 'a name of 200 K', of('a' x 200_000 . ': x'), '431|' ],
	[ 'a cookie', of('Cookie: a=b; c=d'), 200 ],
	[ 'a broken cookie', of('Cookie: ;;;='), 200 ],
	[ 'a cookie with half its quotes', of('Cookie: a=b; c="'), '431 431' ],
	[ '2,000 cookies', of('Cookie: ' . join '; ', map { "k$_=v" } 1 .. 2000), '431|431 431|' ],
	(map { [ $_, of($_), 200 ] } 'If-None-Match: *', 'If-None-Match: """',
		'If-Match: "x"', 'If-Modified-Since: yesterday',
		'If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT',
		'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
		'Range: bytes=0-1', 'Range: bytes=5-1,-,x', 'If-Range: "x"',
		'Accept:', 'Accept: */*;q=0', 'Accept: text/*', 'Accept: text/plain;q=x',
		'Accept-Encoding: gzip;q=1, br', 'Accept-Encoding: identity;q=0',
		'Accept-Charset: utf-16', 'Accept-Language: xx', 'TE: trailers',
		'Authorization: x', 'Authorization: Bearer a, Bearer b',
		'X-HTTP-Method-Override: DELETE', 'Forwarded: host=evil.example',
		'Content-Type: multipart/form-data', 'Max-Forwards: 0'),
	[ '2,000 ranges', of('Range: bytes=' . join ',', map { "$_-" } 0 .. 2000), 200 ],
	[ 'Accept: image/png', of('Accept: image/png'), 406 ],
	[ 'Accept: ;;;,,,q=', of('Accept: ;;;,,,q='), 406 ],
	[ 'Accept with */* at its end', of('Accept: ' . 'a/b,' x 5000 . '*/*'), 200 ],
	[ 'two Authorizations', of('Authorization: a', 'authorization: b'), 400 ],
	[ 'two Origins', store("Origin: http://$at", 'Origin: http://evil.example'), 400 ],
	[ 'two Sec-Fetch-Sites', store('Sec-Fetch-Site: none', 'Sec-Fetch-Site: x'), 400 ],
	[ 'two Idempotency-Keys', store('Idempotency-Key: a', 'Idempotency-Key: b'), 400 ],
	[ 'two Content-Types', store('Content-Type: a/b', 'Content-Type: c/d'), 400 ],
	[ 'a foreign Origin', store('Origin: http://evil.example'), 403 ],
	[ 'our Origin', store("Origin: http://$at"), 201 ],
	[ 'our Origin by another name', store('Origin: http://localhost'), 403 ],
	[ 'Origin: null', store('Origin: null'), 403 ],
	[ 'an empty Origin', store('Origin:'), 403 ],
	[ 'Sec-Fetch-Site: cross-site', store('Sec-Fetch-Site: cross-site'), 403 ],
	[ 'Sec-Fetch-Site: junk', store('Sec-Fetch-Site: junk'), 403 ],
	[ 'an empty Sec-Fetch-Site', store('Sec-Fetch-Site:'), 403 ],
	[ 'multipart/form-data', store('Content-Type: multipart/form-data; boundary=b'), 415 ],
	[ 'MULTIPART without a boundary', store('Content-Type: MULTIPART/mixed'), 415 ],
	[ 'lines as a form', store('Content-Type: application/x-www-form-urlencoded'), 201 ],
	[ 'a Content-Type that is none', store('Content-Type: ;;;/'), 201 ],
	[ 'Content-Encoding: gzip, of plain bytes', store('Content-Encoding: gzip'), 201 ],
	[ 'Content-Encoding: deflate', store('Content-Encoding: deflate'), 415 ],
	[ 'Content-Encoding: x, identity', store('Content-Encoding: x, identity'), 415 ],
	[ 'Content-Encoding: identity', store('Content-Encoding: identity'), 201 ],
	[ 'a Content-Range', store('Content-Range: bytes 0-5/6'), 400 ],
	[ 'an upload with If-None-Match', store('If-None-Match: *'), 201 ],
	[ 'an empty Idempotency-Key', store('Idempotency-Key:'), 400 ],
	[ 'an Idempotency-Key of 513', store('Idempotency-Key: ' . 'k' x 513), 400 ],
	[ 'an Idempotency-Key of 512', store('Idempotency-Key: ' . 'k' x 512), 201 ],
	[ 'ESC in an Idempotency-Key', store("Idempotency-Key: \e[31m"), 400 ],
	[ 'an Idempotency-Key that is no UTF-8', store("Idempotency-Key: \xff"), 400 ],
);

# What is open for more, and what is not: the second request tells.
my @connections = (
	(map { [ "Connection: $_->[0]", of("Connection: $_->[0]") . $next, $_->[1] ] }
		[ 'close', 200 ], [ 'Close', 200 ], [ 'keep-alive, close', 200 ],
		[ 'close, keep-alive', 200 ], [ 'closed', '200 200' ],
		[ 'keep-alive', '200 200' ], [ ',,', '200 200' ],
		[ 'Host', '200 200' ], [ '', '200 200' ]),
	[ 'Connection twice', of('Connection: keep-alive', 'Connection: close') . $next, 200 ],
	[ 'Keep-Alive', of('Keep-Alive: timeout=1000000') . $next, '200 200' ],
	[ 'Proxy-Connection: close', of('Proxy-Connection: close') . $next, '200 200' ],
	[ 'HTTP/1.0, then another', line('GET /health HTTP/1.0') . $next, 200 ],
	[ 'HTTP/1.0 that stays', line("GET /health HTTP/1.0\r\nConnection: keep-alive") .
		$next, '200 200' ],
	[ 'Upgrade: h2c', of('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c',
		'HTTP2-Settings: AAMAAABkAAQAAP__') . $next, '200 200' ],
	[ 'Upgrade: websocket', of('Connection: Upgrade', 'Upgrade: websocket',
		'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
		'Sec-WebSocket-Version: 13') . $next, '200 200' ],
	[ 'ten in a row', $next x 10, join ' ', (200) x 10 ],
	[ 'a hundred in a row', $next x 100, join ' ', (200) x 100 ],
	[ 'HEAD, then GET', ask('HEAD', '/health') . $next, '200 200' ],
	[ 'a 404, then GET', ask('GET', '/nowhere') . $next, '404 200' ],
	[ 'a 400, then GET', ask('GET', '/runs/host:%zz') . $next, '400 200' ],
	[ 'a 405, then GET', ask('BREW', '/health') . $next, '405' ],
	[ 'two Hosts, then GET', "GET /health HTTP/1.1\r\n$h$h\r\n$next", 400 ],
	[ 'a foreign Host, then GET', host('evil.example') . $next, 421 ],
	[ 'noise behind a request', "${next}noise\r\n\r\n", 200 ],
);

# What is no HTTP, or not all of it.
my @others = (
	[ 'the preface of HTTP/2', "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505 ],
	[ 'the hello of TLS', "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" . 'x' x 505, '' ],
	[ 'ssh', "SSH-2.0-OpenSSH_9.2p1\r\n", '' ],
	[ 'a mailer', "EHLO localhost\r\n", 400 ],
	[ 'binary noise', join('', map { chr } 1 .. 255) . "\r\n\r\n", '' ],
	[ 'NUL bytes', "\0" x 1000 . "\r\n\r\n", '' ],
	[ 'nothing', '', '' ],
	[ 'one byte', 'G', '' ],
	[ 'an empty line', "\r\n", '' ],
	[ 'half a request line', 'GET /hea', '' ],
	[ 'half a head', "GET /health HTTP/1.1\r\n$h", '' ],
	[ 'a head in two pieces', [ 'GET /hea', \0.3, "lth HTTP/1.1\r\n$h\r\n" ], 200 ],
	[ 'a head byte by byte', [ map { ($_, \0.005) } split //, of() ], 200 ],
	[ 'nothing, and its end', '', '', half => 1 ],
	[ 'half a request line, and its end', 'GET /hea', '', half => 1 ],
	[ 'half a head, and its end', "GET /health HTTP/1.1\r\n$h", '', half => 1 ],
	[ 'a request, and its end', of(), 200, half => 1 ],
);

pinned($at, @lines, @methods, @hosts, @headers, @connections, @others);
my ($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server ends well';
done_testing;
