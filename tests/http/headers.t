#!/usr/bin/perl
# The headers that every answer has: every route in every format, HEAD, files,
# and every status; and the answers that are not the program's own.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Raw;
use Routes qw(routes spelled);
use Test::More;

my %always = (
	'x-content-type-options' => 'nosniff',
	'content-security-policy' => "default-src 'none'; style-src 'self'; " .
		"script-src 'self'; img-src 'self' data:; connect-src 'self'; " .
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	'referrer-policy' => 'no-referrer',
	'cross-origin-opener-policy' => 'same-origin',
	'cache-control' => 'no-cache',
);
my %type = (txt => 'text/plain; charset=utf-8', json => 'application/json',
	csv => 'text/csv; charset=utf-8', html => 'text/html; charset=utf-8',
	css => 'text/css; charset=utf-8', js => 'text/javascript; charset=utf-8');
# What may stand there besides; date, connection and a length or chunks always do.
my %also = map { $_ => 1 } qw(location allow retry-after www-authenticate link
	x-verdict x-left-out content-disposition date connection content-length
	transfer-encoding content-type vary), keys %always;

# An answer as it came, its header lines counted. $want is its type; @more names
# what stands there besides.
sub has_headers {
	my ($name, $got, $status, $want, @more) = @_;
	my %more = map { $_ => 1 } @more;
	my ($head) = split /\r\n\r\n/, $got, 2;
	my ($first, @lines) = split /\r\n/, $head;
	my %has;
	push @{ $has{lc $1} }, $2 while "@lines" && shift(@lines) =~ /^([\w-]+): (.*)\z/;
	my @bad;
	push @bad, $first if $first !~ m{^HTTP/1\.1 $status };
	push @bad, @lines;
	push @bad, map { "$_: " . join ' + ', @{ $has{$_} // [ 'none' ] } }
		grep { "@{ $has{$_} // [] }" ne $always{$_} } sort keys %always;
	push @bad, map { "$_ is not expected" } grep { !$also{$_} && !$more{$_} } sort keys %has;
	push @bad, map { "no $_" } grep { !$has{$_} } @more;
	push @bad, map { "$_ twice" } grep { @{ $has{$_} } > 1 } sort keys %has;
	push @bad, "type @{ $has{'content-type'} // [] }" if defined $want &&
		"@{ $has{'content-type'} // [] }" ne $want;
	is join("\n", @bad), '', "$name: $status" or diag substr $got, 0, 900;
	return { map { $_ => $has{$_}[0] } keys %has };
}

# One request; the whole answer.
sub ask {
	my ($at, $method, $path, $body, %h) = @_;
	my %o = (Host => $at, %h);
	$o{'Content-Length'} //= length $body if defined $body;
	my $c = (raw_all($at, { send => "$method $path HTTP/1.1\r\n" . join('',
		map { "$_: $o{$_}\r\n" } grep { defined $o{$_} } sort keys %o) .
		"\r\n" . ($body // '') }))[0];
	return $c->{got};
}

my $db = scratch('headers.db');
my $at = serve($db);
my $n = 0;
my %run;
for my $host (qw(a c d)) {
	my $r = put($at, "/runs/host:$host,test:t", "1\n2\n3\n4\n" . ++$n . "\n");
	is $r->{status}, 201, "a run of $host";
	($run{$host}) = $r->{headers}{location} =~ /(\d+)/;
}
my %words = (TERMS => 'host:a', SIDES => 'host:c/host:d', FILE => 'f.txt',
	NAME => 'host');

# ---- Every row of the table. ----
my %other = ('/backup' => 'application/vnd.sqlite3',
	'/export/TERMS' => 'application/x-ndjson',
	'/samples/TERMS json' => 'application/x-ndjson',
	'/samples/SIDES json' => 'application/x-ndjson');
my %status = ('GET /compare' => 303, 'POST /run/ID/restore' => 200,
	'DELETE /runs/TERMS' => 409, map { ("PUT $_" => 201, "POST $_" => 201) }
	'/runs', '/runs/TERMS', '/runs/TERMS/FILE');
$status{'POST /note/TERMS'} = 201;
sub noted {
	request($at, 'POST', '/note/host:a,rev:' . ++$n, body => 'why')->{body} =~
		m{/note/(\d+)}; $1 }
sub correction {
	request($at, 'POST', "/run/$run{a}/tags/rev:" . ++$n, body => '')->{body} =~
		m{/edit/(\d+)}; $1 }
put($at, '/env/host', "n: 1\n");
my @routes = routes();
cmp_ok scalar @routes, '>', 28, 'the table has rows';
for my $r (@routes) {
	my ($method, $path) = @$r{qw(method path)};
	for my $format ('', @{ $r->{formats} }) {
		my %w = (%words, ID => $path =~ m{^/upload} ? 1 : $run{a});
		$w{TERMS} = 'rev:' . ++$n if $path =~ m{/tags/TERMS};
		$w{ID} = correction() if $path =~ m{^/edit};
		$w{TERMS} = 'host:a,rev:' . ++$n if $path =~ m{^/note/TERMS};
		$w{ID} = noted() if $path =~ m{^/note/ID};
		my $url = spelled($path, $format, %w);
		$url .= '?a=host:c&b=host:d' if $path eq '/compare';
		my $body = $method eq 'GET' ? undef :
			$method eq 'DELETE' || $path =~ m{^/note} ? 'why' : $path =~ m{^/env} ?
			"n: 1\n" : ++$n . "\n2\n3\n";
		my $want = $status{"$method $path"} // 200;
		my $type = $other{"$path $format"} // $other{$path} //
			($path eq '/compare' ? undef : $type{$format || 'txt'});
		$type = $type{txt} if $path eq '/compare' && $format eq '';
		request($at, 'DELETE', "/run/$run{a}", body => 'x')
			if $path =~ /restore/;
		has_headers("$method $url", ask($at, $method, $url, $body), $want, $type);
		request($at, 'POST', "/run/$run{a}/restore", body => '')
			if $method eq 'DELETE';
		next if $method ne 'GET' || $path eq '/backup';
		my $head = ask($at, 'HEAD', $url);
		has_headers("HEAD $url", $head, $want, $type);
		like $head, qr/\r\n\r\n\z/, '... and no body';
	}
}
for my $file (map { s{^web}{}r } glob 'web/*.*') {
	next if $file =~ /\.json$/;
	my ($kind) = $file =~ /\.(\w+)$/;
	$type{sh} = $type{txt};
	for my $method (qw(GET HEAD)) {
		my $has = has_headers("$method $file", ask($at, $method, $file), 200,
			$type{$kind}, 'etag');
		has_headers("... packed", ask($at, $method, $file, undef,
			'Accept-Encoding' => 'gzip'), 200, $type{$kind}, 'etag',
			'content-encoding');
		has_headers("... again", ask($at, $method, $file, undef,
			'If-None-Match' => $has->{etag}), 304, $type{$kind}, 'etag');
	}
}
my $raw = has_headers('/run/ID/raw', ask($at, 'GET', "/run/$run{a}/raw"), 200, $type{txt});
is $raw->{'content-disposition'}, "attachment; filename=\"run-$run{a}.txt\"",
	'what was uploaded is no page';

# ---- Every status, as text and as JSON. ----
my $five = "5\n6\n7\n";
put($at, '/runs/host:key', "8\n", 'Idempotency-Key' => 'k');
my $gone = "41\n42\n43\n";
my ($trash) = put($at, '/runs/host:gone', $gone)->{headers}{location} =~ /(\d+)/;
request($at, 'DELETE', "/run/$trash", body => 'x');
my @statuses = (
	[ 400, 'GET', '/runs%s/udp.out' ],
	[ 400, 'GET', '/runs%s/host:%%00' ],
	[ 400, 'GET', '/run%s/1/2/3' ],
	[ 400, 'PUT', '/runs%s/host:a', '' ],
	[ 400, 'PUT', '/runs%s/host:a', "1\n2\n3\nx\n" ],
	[ 400, 'GET', '/health%s', undef, Origin => "a\tb", Authorization => "\x7f" ],
	[ 403, 'PUT', '/runs%s/host:a', $five, Origin => 'null' ],
	[ 404, 'GET', '/nowhere%s' ],
	[ 404, 'GET', '/run%s/99999' ],
	[ 404, 'GET', '/runs%s/host:nobody' ],
	[ 404, 'DELETE', '/run/99999', 'x' ],
	[ 405, 'PUT', '/health%s', $five ],
	[ 405, 'TRACE', '/health%s' ],
	[ 406, 'GET', '/health.csv' ],
	[ 406, 'GET', '/help.json' ],
	[ 409, 'PUT', '/runs%s/host:key', $five, 'Idempotency-Key' => 'k' ],
	[ 410, 'PUT', '/runs%s/host:gone', $gone ],
	[ 412, 'GET', '/check%s/host:a/host:key', undef ],
	[ 413, 'PUT', '/runs%s/host:a', undef, 'Content-Length' => 1 << 30 ],
	[ 415, 'PUT', '/runs%s/host:a', $five, 'Content-Type' => 'multipart/x' ],
	[ 415, 'PUT', '/runs%s/host:a', $five, 'Content-Encoding' => 'br' ],
	[ 417, 'PUT', '/runs%s/host:a', $five, Expect => 'x' ],
	[ 421, 'GET', '/health%s', undef, Host => 'evil.example' ],
	[ 422, 'GET', '/compare%s/host:a/host:a' ],
	[ 501, 'PUT', '/runs%s/host:a', undef, 'Transfer-Encoding' => 'gzip' ],
);
sub all_statuses {
	my ($where, @rows) = @_;
	for (@rows) {
		my ($status, $method, $path, $body, %h) = @$_;
		for my $suffix ($path =~ /%s/ ? ('', '.json') : ('')) {
			my $url = $path =~ /%s/ ? sprintf $path, $suffix : $path;
			my $got = ask($where, $method, $url, $body, %h);
			my $json = $url =~ /^[^\/]*\/\w+\.json/;
			my $has = has_headers("$method $url", $got, $status,
				$type{$json ? 'json' : 'txt'});
			my $needs = { 401 => 'www-authenticate', 405 => 'allow',
				503 => 'retry-after' }->{$status};
			ok defined $has->{$needs}, "... with $needs" if $needs;
		}
	}
}
all_statuses($at, @statuses);
my ($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server had nothing to complain about';

# With tokens, and read-only.
my $token = sub { my ($name, $scope) = @_;
	my (undef, $out) = run_program('token', 'add', $name, '--scope', $scope, '--db', $db);
	chomp $out;
	return "Bearer $out" };
my $upload = $token->('u', 'upload');
$at = serve($db);
all_statuses($at, [ 401, 'PUT', '/runs%s/host:a', $five ],
	[ 401, 'DELETE', '/run/1', 'x' ], [ 401, 'GET', '/backup' ],
	[ 401, 'PUT', '/runs%s/host:a', $five, Authorization => 'Bearer x' ],
	[ 403, 'DELETE', '/run/1', 'x', Authorization => $upload ],
	[ 403, 'GET', '/backup', undef, Authorization => $upload ]);
stop($at);
$at = serve($db, '--read-only');
all_statuses($at, [ 503, 'PUT', '/runs%s/host:a', $five ],
	[ 503, 'DELETE', '/run/1', 'x' ]);

# ---- What is not ours: it says nothing of the request, and ends. ----
my $said = 'docs/http.md';
like slurp($said), qr/\Q$_\E/, "$said names $_" for values %always;
for ([ 400, "GET /health HTTP/1.1\r\n\r\n" ], [ 505, "GET /x HTTP/2.0\r\n\r\n" ],
	[ 400, "GET /<script>secret HTTP/1.1\r\nHost: $at\r\nsecret\r\n\r\n" ],
	[ 400, "GET /secret HTTP/secret\r\n\r\n" ],
	[ 413, "PUT /runs/secret HTTP/1.1\r\nHost: $at\r\nContent-Length: 18446744073709551616\r\n\r\n" ],
	[ 431, "GET /secret HTTP/1.1\r\nHost: $at\r\n" . "X: secret\r\n" x 5000 . "\r\n" ],
	[ 414, 'GET /' . 'secret' x 40_000 . " HTTP/1.1\r\nHost: $at\r\n\r\n" ]) {
	my ($want, $bytes) = @$_;
	my $got = (raw_all($at, { send => $bytes }))[0]{got};
	next if $got eq '' && $want =~ /^(?:414|431)$/; # heard as a reset
	like $got, qr{^HTTP/1\.1 $want .*^Connection: close\r\n}ms, "libmicrohttpd's own $want";
	unlike $got, qr/secret|script/, '... repeats nothing';
	like slurp($said), qr/\b$want\b/, "... and is in $said";
}
($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server had nothing to complain about';
done_testing;
