#!/usr/bin/perl
# Every page in every representation: status, type, headers; what is refused
# before a page is found; lists, samples, exports; an empty archive.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use JSON::PP;
use Test::More;

my $at = serve(scratch('pages.db'), '--name', 'lab.example');
my $empty = serve(scratch('empty.db'));

for (
	[ 'host:apu2,test:udp,unit:pps,at:2026-01-01,-VIMAGE/off.txt', "1\n2\n3\n" ],
	[ 'host:apu2,test:udp,unit:pps,at:2026-01-02,VIMAGE', "4\n5.5\n6e-3\n" ],
	[ 'host:apu3,test:tcp,unit:Mbit%2Fs,at:2026-01-03,note:a%2C%22b%22',
	  "# size 64\n10\n20\n" ],
) {
	my ($terms, $body) = @$_;
	is put($at, "/runs/$terms", $body)->{status}, 201, "stored $terms";
}

# ---- Headers that every answer has. ----
my %always = ('x-content-type-options' => qr/^nosniff$/,
	'content-security-policy' => qr/^default-src 'none';.*script-src 'self'/,
	'referrer-policy' => qr/^no-referrer$/,
	'cross-origin-opener-policy' => qr/^same-origin$/,
	'cache-control' => qr/^no-cache$/, 'content-type' => qr/./);
my %seen;
sub has_headers {
	my ($name, $r) = @_;
	my @bad = grep { ($r->{headers}{$_} // '') !~ $always{$_} }
		sort keys %always;
	push @bad, 'no length' if ($r->{headers}{'content-length'} // '') !~
		/^\d+$/ && ($r->{headers}{'transfer-encoding'} // '') ne 'chunked';
	is "@bad", '', "$name: the headers of every answer";
	unlike $r->{headers}{'content-security-policy'}, qr/unsafe|\*/,
		'... no script from elsewhere' if !$seen{csp}++;
}

# ---- Pages by suffix and by Accept. ----
my %type = (txt => 'text/plain', json => 'application/json', csv => 'text/csv',
	html => 'text/html');
my %pages = map { split ' ', $_, 2 } grep { /\S/ } split /\n/, <<'END';
/				txt json html
/runs				txt json csv html
/runs/host:apu2			txt json csv html
/run/1				txt json html
/run/1/raw			txt
/upload/1/raw			txt
/compare/-VIMAGE/VIMAGE		txt json csv html
/compare/test:udp/-VIMAGE/VIMAGE	txt json csv html
/ministat/-VIMAGE/VIMAGE	txt
/samples/host:apu2		txt json csv
/samples/-VIMAGE/VIMAGE		txt json csv
/export/-			txt json
/tags				txt json csv html
/tags/host			txt json csv html
/tests				txt json csv html
/hosts				txt json csv html
/history/host:apu2		txt json csv html
/changes			txt json html
/changes/host:apu2		txt json html
/upload				txt html
/health				txt json
/help				txt html
/help/terms			txt html
/help/routes			txt html
/help/formats			txt html
/help/stats			txt html
/help/limits			txt html
END
# What is not of the type that was asked for.
my %other = ('/export/-' => 'application/x-ndjson',
	'/samples/host:apu2 json' => 'application/x-ndjson',
	'/samples/-VIMAGE/VIMAGE json' => 'application/x-ndjson');
for my $path (sort keys %pages) {
	my %can = map { $_ => 1 } split ' ', $pages{$path};
	for my $suffix (qw(txt json csv html)) {
		my $with = $path eq '/' ? "/index.$suffix" :
			$path =~ s{^/(\w+)}{/$1.$suffix}r;
		my $r = get($at, $with);
		my $s = get($at, $path, Accept => $type{$suffix});
		for ([ $with, $r ], [ "$path as $type{$suffix}", $s ]) {
			is $_->[1]{status}, $can{$suffix} ? 200 : 406,
				"$_->[0]: $_->[1]{status}";
			has_headers(@$_);
		}
		if (!$can{$suffix}) {
			like $r->{body}, qr/has no \.$suffix|comes as text/,
				'... and says so';
			next;
		}
		my $want = $other{"$path $suffix"} || $other{$path} ||
			$type{$suffix};
		like $_->{headers}{'content-type'}, qr{^\Q$want\E(?:;|$)},
			'... its type' for $r, $s;
		is $s->{body}, $r->{body}, '... suffix and Accept agree';
		if ($want eq 'application/json') {
			ok eval { json($r) }, '... is JSON';
			like $r->{body}, qr/\n\z/, '... and ends its line';
		}
	}
	my $plain = get($at, $path);
	is $plain->{status}, 200, "$path";
	like $plain->{headers}{'content-type'}, qr{^text/plain; charset=utf-8$|ndjson},
		'... is text where nothing is asked for';
	my $head = request($at, 'HEAD', $path);
	is $head->{status}, 200, "HEAD $path";
	is $head->{body}, '', '... has no body';
	is $head->{headers}{'content-length'},
		$plain->{headers}{'content-length'}, '... but its length';
	is $head->{headers}{'content-type'}, $plain->{headers}{'content-type'},
		'... and type';
}
# What a browser, curl and a script send.
for ([ 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
       'text/html', 'text/html' ],
	[ '*/*', 'text/plain', 'text/plain' ], [ '', 'text/plain', 'text/plain' ],
	[ 'text/*', 'text/plain', 'text/plain' ],
	[ 'application/json, text/plain, */*', 'application/json',
	  'application/json' ],
	[ 'image/png, application/json;q=0.5', 'application/json',
	  'application/json' ],
	[ 'Application/JSON', 'application/json', 'application/json' ]) {
	my ($accept, @want) = @$_;
	for my $path ('/compare/-VIMAGE/VIMAGE', '/runs') {
		my $want = shift @want;
		like get($at, $path, Accept => $accept)->{headers}{'content-type'},
			qr/^$want/, "$path for '$accept'";
	}
}
is get($at, '/runs', Accept => 'image/png')->{status}, 406, 'an image: 406';
# Who has no scripts finds the text of the same URL.
for ([ '/', '/index.txt' ], [ '/runs/host:apu2?limit=3', '/runs.txt/host:apu2?limit=3' ],
	[ '/compare.html/-VIMAGE/VIMAGE', '/compare.txt/-VIMAGE/VIMAGE' ],
	[ q{/runs/host:a'b&c<i>}, '/runs.txt/host:a&#39;b&amp;c&lt;i&gt;' ]) {
	my ($url, $text) = @$_;
	my $body = get($at, $url, Accept => 'text/html')->{body};
	like $body, qr{<noscript>[^<]*<a href="\Q$text\E">}, "$url leads to its text";
	unlike $body, qr{<i>}, '... and is no element';
}
is get($at, '/run/1.json')->{headers}{'content-type'}, 'application/json',
	'/run/1.json is JSON too';
for my $asset (qw(/style.css /index.js /compare.js /page.js)) {
	my $r = get($at, $asset);
	is $r->{status}, 200, $asset;
	like $r->{headers}{'content-type'},
		$asset =~ /css/ ? qr{^text/css} : qr{^text/javascript},
		'... its type';
	has_headers($asset, $r);
}
is get($at, $_)->{status}, 404, "$_: 404" for '/run/99/raw', '/help/term',
	'/upload/99/raw', '/style.css/x', '/../etc/passwd',
	'/%2e%2e/etc/passwd', '/web/index.html', '/robots.txt', '/favicon.ico';

# ---- Methods. ----
my @methods = map { [ split ' ', $_, 2 ] } grep { /\S/ } split /\n/, <<'END';
/				GET, HEAD
/runs				PUT, POST, GET, HEAD
/runs/host:apu2			PUT, POST, GET, HEAD, DELETE
/runs/host:apu2/file.txt	PUT, POST
/run/1				GET, HEAD, DELETE
/run/1/raw			GET, HEAD
/run/1/restore			POST
/upload/1/raw			GET, HEAD
/compare			GET, HEAD
/compare/a:b/c:d		GET, HEAD
/ministat/a:b/c:d		GET, HEAD
/samples/-			GET, HEAD
/export/-			GET, HEAD
/tags				GET, HEAD
/tests				GET, HEAD
/hosts				GET, HEAD
/health				GET, HEAD
/help				GET, HEAD
END
for (@methods) {
	my ($path, $allow) = @$_;
	my %is = map { $_ => 1 } split /, /, $allow;
	for my $method (grep { !$is{$_} } qw(GET HEAD PUT POST DELETE PATCH
			OPTIONS TRACE PROPFIND)) {
		my %o = $method =~ /^P[UO]|DEL|PAT/ ? (body => '') : ();
		my $r = request($at, $method, $path, %o);
		is $r->{status}, 405, "$method $path: 405";
		is join(', ', sort split /, /, $r->{headers}{allow} // ''),
			join(', ', sort keys %is), '... Allow';
	}
}
my $r = request($at, 'DELETE', '/hosts.json', body => '');
is json($r)->{error}{code}, 'method_not_allowed', 'a 405 as JSON';
has_headers('405', $r);

# ---- Errors, in the representation that was asked for. ----
for (
	[ 400, 'bad_input', '/runs/udp.out' ],
	[ 400, 'bad_input', '/compare/host:apu2/host:apu3,margin=x' ],
	[ 404, 'not_found', '/nowhere' ],
	[ 404, 'not_found', '/run/99' ],
	[ 404, 'not_found', '/runs/host:apu4' ],
	[ 404, 'not_found', '/samples/host:apu4' ],
	[ 404, 'not_found', '/samples/host:apu2/host:apu4' ],
	[ 404, 'not_found', '/export/host:apu4' ],
	[ 404, 'not_found', '/compare/host:apu2/host:apu4' ],
	[ 404, 'not_found', '/tags/hots' ],
	[ 406, 'not_acceptable', '/help' ],
	[ 422, 'unusable', '/compare/host:apu2/host:apu2' ],
	[ 422, 'unusable', '/samples/-/VIMAGE' ],
) {
	my ($status, $code, $path) = @$_;
	my $r = get($at, $path, Accept => 'application/json');
	is $r->{status}, $status, "$path: $status" or diag $r->{body};
	like $r->{headers}{'content-type'}, qr{^application/json}, '... as JSON';
	my $e = eval { json($r)->{error} } || {};
	is_deeply [ @$e{qw(code status)} ], [ $code, $status ], '... its code';
	ok length($e->{message} // ''), '... and message';
	has_headers($path, $r);
	if ($status != 406) {
		$r = get($at, $path);
		is $r->{status}, $status, '... the same as text';
		like $r->{headers}{'content-type'}, qr{^text/plain}, '... its type';
		like $r->{body}, qr/^\S.*\n(?:  .*\n)*\z/, '... its form';
		ok index($r->{body}, "$e->{message}\n") == 0, '... the message';
	}
}
for ([ '/runs.json/host:apu4', undef, qr/host:apu4/, 'apu2 apu3' ],
	[ '/samples.json/host:apu4', undef, qr/host:apu4/, 'apu2 apu3' ],
	[ '/export.json/host:apu4', undef, qr/host:apu4/, 'apu2 apu3' ],
	[ '/compare.json/host:apu4/host:apu2', 'A', qr/side A/, 'apu2 apu3' ],
	[ '/compare.json/test:udp/host:apu2/host:apu4', 'B', qr/side B/,
	  'apu2 apu3' ],
	[ '/compare.json/Host:apu2/host:apu2', 'A', qr/side A/, 'host' ],
	[ '/compare.json/test:ucp/host:apu2', 'A', qr/side A/, 'tcp udp' ],
	[ '/compare.json/run:99/host:apu2', 'A', qr/side A/, '' ],
	[ '/tags.json/hots', undef, qr/hots/, 'host note' ]) {
	my ($path, $side, $says, $near) = @$_;
	my $e = json(get($at, $path))->{error};
	is $e->{side}, $side, "$path: the side";
	like $e->{message}, $says, '... is named';
	is join(' ', sort @{ $e->{near} // [] }), $near, '... near values';
}

# ---- Before a page is found: Host, Origin, size. ----
for ([ 'evil.example', 421 ], [ 'localhost', 200 ], [ 'LOCALHOST', 200 ],
	[ $at, 200 ], [ '127.0.0.1', 200 ], [ 'lab.example', 200 ],
	[ 'lab.example:80', 200 ], [ 'xlab.example', 421 ],
	[ 'lab.example.evil', 421 ], [ '127.0.0.2', 421 ], [ '[::1]', 421 ],
	[ 'localhost.evil.example', 421 ], [ 'evil@localhost', 421 ],
	[ '', 421 ]) {
	my ($host, $status) = @$_;
	my $r = get($at, '/health', Host => $host);
	is $r->{status}, $status, "Host '$host': $status";
	has_headers("Host '$host'", $r);
}
$r = get($at, '/health.json', Host => 'evil.example');
is json($r)->{error}{code}, 'misdirected', '421 as JSON';
my $five = "1\n2\n3\n4\n5\n";
my $n = 0;
for ([ { Origin => 'http://evil.example' }, 403 ], [ { Origin => 'null' }, 403 ],
	[ { Origin => "https://$at" }, 403 ], [ { Origin => "http://$at.evil" }, 403 ],
	[ { Origin => "http://$at" }, 201 ],
	[ { 'Sec-Fetch-Site' => 'cross-site' }, 403 ],
	[ { 'Sec-Fetch-Site' => 'same-site' }, 403 ],
	[ { 'Sec-Fetch-Site' => 'same-origin' }, 201 ],
	[ { 'Sec-Fetch-Site' => 'none' }, 201 ]) {
	my ($headers, $status) = @$_;
	my ($name) = map { "$_: $headers->{$_}" } keys %$headers;
	$r = put($at, '/runs/host:origin,test:t' . $n++, $five, %$headers);
	is $r->{status}, $status, "PUT with $name: $status";
	has_headers($name, $r);
	is request($at, 'DELETE', '/run/99', body => '', headers => $headers)
		->{status}, $status == 403 ? 403 : 404, '... and DELETE';
	is get($at, '/health', %$headers)->{status}, 200, '... reading is open';
}
$r = request($at, 'PUT', '/runs/test:t', headers => {
	'Content-Length' => 1 << 30, Expect => '100-continue' });
is $r->{status}, 413, 'a body over the limit is not asked for';
has_headers('413', $r);
$r = request($at, 'PUT', '/runs/udp.out', headers => {
	'Content-Length' => 1000, Expect => '100-continue' });
is $r->{status}, 400, 'nor is one for a bad URL';

# ---- The form. ----
for ([ 'common=&a=host:apu2&b=host:apu3', '/compare/host:apu2/host:apu3' ],
	[ 'a=host:apu2&b=host:apu3', '/compare/host:apu2/host:apu3' ],
	[ 'common=test%3Audp&a=-VIMAGE&b=VIMAGE', '/compare/test:udp/-VIMAGE/VIMAGE' ],
	[ 'common=test:udp,+size:64&a=-VIMAGE&b=+VIMAGE+',
	  '/compare/test:udp,size:64/-VIMAGE/VIMAGE' ],
	[ 'common=-&a=x:1&b=', '/compare/x:1/-' ],
	[ 'a=x:a%2Fb&b=x:%25%32%46', '/compare/x:a%2Fb/x:%2F' ],
	[ 'a=x:%C3%A4%3C%22&b=x:a%2Bb', '/compare/x:%C3%A4%3C%22/x:a+b' ],
	[ 'a=x:%252C&b=x:1~2', '/compare/x:%2C/x:1~2' ],
	[ 'b=x:1&a=margin%3D2,x:2', '/compare/margin=2,x:2/x:1' ]) {
	my ($query, $location) = @$_;
	for my $accept (undef, 'text/html,*/*;q=0.8') {
		my $r = get($at, "/compare?$query", Accept => $accept);
		is $r->{status}, 303, "form $query: 303";
		is $r->{headers}{location}, $location, '... leads there';
	}
}
is get($at, "/compare?$_")->{status}, 400, "form '$_': 400"
	for '', 'common=&a=&b=', 'a=%zz&b=x:1', 'a=x%0D%0AX:1&b=x:1', 'a=%00&b=x';

# ---- Lists. ----
put($at, "/runs/host:many,test:t,round:$_,at:2026-02-0$_", "$_\n2\n3\n")
	for 1 .. 9;
for my $by ('', 'host:many,') {
	my (@runs, @texts);
	my $all = json(get($at, '/runs.json/' . ($by || '-,') . 'limit=2000'));
	is $all->{next}, undef, 'one page holds all';
	my ($next, $pages) = ("/runs.json/${by}limit=4", 0);
	while ($next && $pages++ < 20) {
		my $page = json(get($at, $next));
		push @runs, @{ $page->{runs} };
		ok @{ $page->{runs} } <= 4, 'a page has at most limit rows';
		last if !$page->{next};
		like $page->{next}, qr{^http://\Q$at\E/runs/\S+$}, '... links on';
		$next = $page->{next} =~ s{^http://[^/]+/runs}{/runs.json}r;
	}
	is_deeply [ map { $_->{run} } @runs ],
		[ map { $_->{run} } @{ $all->{runs} } ], 'pages make up the list';
	$next = "/runs/${by}limit=4";
	while ($next) {
		my $text = get($at, $next)->{body};
		push @texts, $text =~ /^ *(\d+)  2/mg;
		($next) = $text =~ m{^more: http://[^/]+(/\S+)$}m;
	}
	is_deeply \@texts, [ map { $_->{run} } @runs ], '... as text too';
	is_deeply [ sort { $b <=> $a } @texts ], \@texts, '... newest first';
}
# How many there are is told by any page of them, where that is asked for or known.
for ([ '/runs.json', 15 ], [ '/runs.json/host:many,limit=4', undef ],
	[ '/runs.json/host:many,limit=4,count=1', 9 ], [ '/runs.json/test:t,-host:apu2,limit=1,count=1', 9 ],
	[ '/runs.json/host:many,limit=4,after=8,count=1', 9 ], [ '/runs.json/-,limit=2', 15 ],
	[ '/runs.json/host:many,last:3', 3 ]) {
	is json(get($at, $_->[0]))->{count}, $_->[1], "$_->[0]: how many runs";
}
# Values of a key, in parts.
my (@values, $n_parts);
my $part = '/tags.json/round?limit=4';
while ($part && $n_parts++ < 9) {
	my $page = json(get($at, $part));
	push @values, map { $_->{value} } @{ $page->{values} };
	is $page->{count}, 9, 'a part of the values tells how many there are';
	$part = $page->{next} && $page->{next} =~ s{^http://[^/]+/tags}{/tags.json}r;
}
is "@values", '1 2 3 4 5 6 7 8 9', 'parts make up the values';
is $n_parts, 3, '... three of them';
is json(get($at, '/tags.json/round'))->{next}, undef, 'all of them at once';
like get($at, '/tags/round?limit=4')->{body}, qr{^more: http://\Q$at\E/tags/round\?after=4&limit=4\n\z}m, 'text links on';
like get($at, '/tags.csv/round?limit=4')->{headers}{link}, qr{^<http://\Q$at\E/tags/round\?after=4&limit=4>; rel="next"$}, '... and CSV';
is_deeply json(get($at, '/tags.json/round?after=99'))->{values}, [], 'none behind the last';
is_deeply [ map { $_->{value} } @{ json(get($at, '/tags.json/host'))->{values} } ],
	[ qw(apu2 apu3 many origin) ], '/tags/host has the values';
my ($apu2) = @{ json(get($at, '/hosts.json'))->{hosts} };
is_deeply [ @$apu2{qw(value runs last_at)} ], [ 'apu2', 2, '2026-01-02T00:00:00Z' ],
	'/hosts has runs and age';
my ($udp) = grep { $_->{test} eq 'udp' } @{ json(get($at, '/tests.json'))->{tests} };
is_deeply [ @$udp{qw(test series runs)} ], [ 'udp', 1, 2 ], '/tests counts';
like get($at, '/tags.csv')->{body}, qr/^key,values\nhost,4\nnote,1\n/m, '/tags.csv';
like get($at, '/runs.csv/host:apu3')->{body},
	qr/^run,measured,host,series,tests,tags\n3,2026-01-03T00:00:00Z,apu3,1,tcp,"/m,
	'/runs.csv quotes what needs it';

# ---- Samples. ----
my $csv = <<'END';
run,at,test,host,option.VIMAGE,metric,unit,better,role,index,value
1,2026-01-01T00:00:00Z,udp,apu2,n,value,pps,higher,sample,1,1
1,2026-01-01T00:00:00Z,udp,apu2,n,value,pps,higher,sample,2,2
1,2026-01-01T00:00:00Z,udp,apu2,n,value,pps,higher,sample,3,3
2,2026-01-02T00:00:00Z,udp,apu2,y,value,pps,higher,sample,1,4
2,2026-01-02T00:00:00Z,udp,apu2,y,value,pps,higher,sample,2,5.5
2,2026-01-02T00:00:00Z,udp,apu2,y,value,pps,higher,sample,3,0.006
END
is get($at, "/samples$_/host:apu2")->{body}, $csv, "/samples$_: every sample"
	for '', '.csv', '.txt';
my $sides = $csv =~ s/^/\$/mgr =~ s/^\$run/side,run/r =~ s/^\$1/A,1/mgr =~
	s/^\$2/B,2/mgr;
is get($at, "/samples$_/-VIMAGE/VIMAGE")->{body}, $sides,
	"/samples$_ of two sides has a column more" for '', '.csv';
is get($at, '/samples/host:apu2/-VIMAGE/VIMAGE')->{body}, $sides,
	'... also with a common segment';
like get($at, '/samples/host:apu3')->{body}, qr/,"a,""b""",/, '... quoted (RFC 4180)';
my @lines = split /\n/, get($at, '/samples.json/-VIMAGE/VIMAGE')->{body};
is scalar @lines, 6, 'NDJSON has a line a sample';
is_deeply decode_json($lines[4]), { side => 'B', run => 2,
	at => '2026-01-02T00:00:00Z', test => 'udp', tags => { host => 'apu2' },
	options => { 'option.VIMAGE' => 'y' }, params => {}, metric => 'value',
	unit => 'pps', better => 'higher', role => 'sample', index => 2,
	value => 5.5 }, '... with everything known of it';
my $one = get($at, '/samples.json/run:1')->{body};
ok !exists decode_json((split /\n/, $one)[0])->{side}, '... no side where there is none';
is get($at, '/export/run:1~2')->{body} =~ tr/\n//, 2, '/export has a line a run';
is get($at, '/export.json/-')->{body}, get($at, '/export/-')->{body},
	'... and is JSON either way';
is get($at, '/run/1/raw')->{body}, "1\n2\n3\n", 'raw bytes';
like get($at, '/run/1/raw')->{headers}{'content-disposition'}, qr/^attachment; filename="run-1\.txt"$/,
	'... are no page';
my @table = split /\n/, get($at, '/compare.csv/-VIMAGE/VIMAGE')->{body};
like $table[0], qr/^test,metric,unit,/, '/compare.csv has a head';
like $table[1], qr/^udp,value,pps,higher,.*,inconclusive,paired$/, '... and a row';
is scalar @table, 2, '... nothing else';
like get($at, "/help$_")->{body}, qr/\S.*\n.*\S/s, "/help$_"
	for '', map { "/$_" } qw(routes terms formats stats limits);
my $help = get($at, '/help/routes')->{body};
like $help, qr{^ +\S.* \Q$_\E +\S}m, "... names $_" for '/runs/TERMS',
	'/compare/SIDES', '/run/ID/raw';

# ---- An empty archive. ----
for my $path ('/', '/runs', '/runs/-', '/tags', '/tests', '/hosts', '/health',
	'/samples/-', '/export/-', '/index.html', '/help') {
	for my $p ($path, $path =~ m{^/(runs|tags|tests|hosts|health)} ?
			$path =~ s{^/(\w+)}{/$1.json}r : ()) {
		my $r = get($empty, $p);
		is $r->{status}, 200, "$p of an empty archive";
		has_headers($p, $r);
	}
}
like get($empty, '/')->{body}, qr/^Nothing is stored yet\.$/m, '... says so';
like get($empty, '/')->{body}, qr{^store +curl .* http://\Q$empty\E/runs/}m, '... and how to begin';
is get($empty, '/samples/-')->{body} =~ tr/\n//, 1, '... samples: the head alone';
is get($empty, '/export/-')->{body}, '', '... nothing to export';
is_deeply json(get($empty, '/runs.json')), { runs => [], count => 0, next => undef }, '... an empty list';
is_deeply json(get($empty, "/$_.json")), { ($_ eq 'tags' ? 'keys' : $_) => [] },
	"... no $_" for qw(tags tests);
is_deeply json(get($empty, '/hosts.json')), { hosts => [], count => 0, next => undef }, '... no hosts';
is get($empty, $_)->{status}, 404, "$_: 404" for '/runs/host:x', '/run/1',
	'/compare/-/-', '/compare/host:a/host:b', '/tags/host', '/upload/1/raw';

# ---- Nothing of what a terminal would obey. ----
my @hostile = ("\x1b[31m", "\x{9b}31m", "\x{202e}", "\x{2066}", "\x07", "\x7f",
	"\x08", "\r", "\x{85}", "\x{200b}\x{202a}");
for my $bad (@hostile) {
	my $hex = join ' ', map { sprintf 'U+%04X', ord } split //, $bad;
	my $in = JSON::PP->new->ascii->canonical;
	my $name = "a${bad}b";
	my $results = sub { { host => 'h' }, results => [ { test => $_[0],
		params => { p => $_[1] }, metrics => [ { name => $_[2],
		unit => $_[3], samples => [ 1, 2, 3 ] } ] } ] };
	my $kept = 0;
	for my $i (0 .. 3) {
		my @names = qw(t p m u);
		$names[$i] = $name;
		my $r = put($at, '/runs', $in->encode({ tags => $results->(@names) }));
		$kept++ if $r->{status} != 400;
	}
	my $r = put($at, '/runs', $in->encode({ tags => { host => $name },
		results => [] }));
	$kept++ if $r->{status} != 400;
	is $kept, 0, "$hex: no name holds it";
	$r = put($at, '/runs/host:hostile', $in->encode({ tags => {}, results => [],
		failures => [ { test => 'f', reason => "$name $hex" } ] }));
	my @places = ('/', '/runs', '/runs/host:hostile', '/runs.csv', '/hosts',
		'/tests', '/compare/host:hostile/host:many', '/ministat/host:apu2/host:many',
		'/samples/-', '/runs/a%1Bb', "/runs/a\xc2\x9bb:c", "/no\xe2\x80\xae",
		'/runs/host:%E2%80%AE', "/tags/\xe2\x80\xae", '/tags/%C2%9B', '/help/%C2%9B',
		$r->{headers}{location} // ());
	my @raw = grep { my $body = get($at, $_)->{body}; utf8::decode($body);
		$body =~ /[\x00-\x09\x0b-\x1f\x7f-\x9f\x{202a}-\x{202e}\x{2066}-\x{2069}]/ }
		@places;
	is "@raw", '', '... and no page prints it';
	unlike $r->{body}, qr/[\x00-\x09\x0b-\x1f\x7f]/, '... nor the reply';
}
my ($exit, $errors) = stop($at);
is "$exit $errors", '0 ', 'the server had nothing to complain about';
stop($empty);
done_testing;
