#!/usr/bin/perl
# What is sent packed, to whom, and what is not sent again: files with a tag for
# each of their encodings, pages with none.
use strict;
use warnings;
use lib 'tests/lib';
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);
use Maxistat;
use Raw;
use Test::More;

my @GZIP = ('Accept-Encoding' => 'deflate, gzip, br');
my $at = serve(scratch('encoding.db'));

sub unpacked {
	my ($packed) = @_;
	gunzip(\$packed, \my $plain) or return "no gzip: $GunzipError";
	return $plain;
}

# ---- Files. ----
my %tag;
for my $path ('/style.css', map { s{^web}{}r } glob 'web/*.{html,js,css,sh}') {
	my $plain = get($at, $path);
	my $packed = get($at, $path, @GZIP);
	is "$plain->{status} $packed->{status}", '200 200', $path;
	my $file = "web$path";
	ok $plain->{body} eq slurp($file), '... as it is where nothing is asked for';
	is $plain->{headers}{'content-encoding'}, undef, '... which is not said';
	is $packed->{headers}{'content-encoding'}, 'gzip', '... packed';
	cmp_ok length $packed->{body}, '<', length $plain->{body}, '... which is less';
	ok unpacked($packed->{body}) eq $plain->{body}, '... and the same';
	is $packed->{headers}{'content-length'}, length $packed->{body}, '... its length';
	for ($plain, $packed) {
		is $_->{headers}{vary}, 'Accept-Encoding', '... they vary';
		like $_->{headers}{etag}, qr/^"[0-9a-f]{16}"\z/, '... a tag';
		push @{ $tag{$_->{headers}{etag}} }, $file . ($_ == $plain);
	}
	for ([ $plain, $packed ], [ $packed, $plain, @GZIP ]) {
		my ($own, $other, @as) = @$_;
		my $tag = $own->{headers}{etag};
		for my $method (qw(GET HEAD)) {
			my $r = request($at, $method, $path,
				headers => { @as, 'If-None-Match' => "\"x\", W/$tag" });
			is $r->{status}, 304, "... $method: has it already";
			is $r->{body}, '', '... so it comes without a body';
			is $r->{headers}{$_}, $own->{headers}{$_}, "... the same $_" for
				grep { !/^(?:date|connection)$/ } sort keys %{ $own->{headers} };
			my $head = request($at, 'HEAD', $path, headers => { @as });
			is_deeply [ map { $head->{headers}{$_} } qw(etag content-length) ],
				[ map { $own->{headers}{$_} } qw(etag content-length) ],
				'... HEAD tells it';
		}
		for my $held ($other->{headers}{etag}, '"x"', $tag =~ s/"//gr) {
			my $r = get($at, $path, @as, 'If-None-Match' => $held);
			is $r->{status}, 200, "... $held is not this";
			ok $r->{body} eq $own->{body}, '... so it comes';
		}
	}
}
is join(' ', grep { my %files = map { $_ => 1 } @{ $tag{$_} }; keys %files > 1 }
	sort keys %tag), '', 'a tag is of one file in one encoding';

# uPlot is there where npm had brought it when this was built.
my %uplot = ('/uplot.js' => 'dist/uPlot.esm.js', '/uplot.css' => 'dist/uPlot.min.css',
	'/uplot.txt' => 'LICENSE');
for my $path (sort keys %uplot) {
	my $file = "web/node_modules/uplot/$uplot{$path}";
	my $r = get($at, $path);
	is $r->{status}, -e $file ? 200 : 404, "$path, if there is $file";
	ok $r->{body} eq slurp($file), '... its bytes' if -e $file;
}

# A 304 does not put the next answer out of step.
my ($css) = map { $_->{headers}{etag} } get($at, '/style.css');
my $c = (raw_all($at, { send => "GET /style.css HTTP/1.1\r\nHost: $at\r\n" .
	"If-None-Match: $css\r\n\r\nGET /health HTTP/1.1\r\nHost: $at\r\n" .
	"Connection: close\r\n\r\n" }))[0];
like $c->{got}, qr{\AHTTP/1\.1 304 .*?\r\n\r\nHTTP/1\.1 200 .*\r\n\r\nok: 0 runs}s,
	'a 304 ends with its head';

# ---- Pages. ----
put($at, "/runs/host:h$_,test:t$_,unit:s", join('', map { "1$_\n" } 1 .. 99))
	for 1 .. 20;
my @pages = ('/help/terms', '/runs', '/runs.json', '/compare/host:h1/host:h2',
	'/compare.json/host:h1/host:h2', '/compare.csv/-/host:h1~h2/host:h3~h4',
	'/help/limits', '/help/routes', '/help/formats', '/samples/host:h1~h2', '/run/1/raw', '/history.json/host:h1');
my $packed_pages = 0;
for my $path (@pages) {
	my $plain = get($at, $path);
	my $packed = get($at, $path, @GZIP);
	my $long = length $plain->{body} > 1024;
	is $plain->{headers}{'content-encoding'}, undef, "$path: as it is";
	is $packed->{headers}{'content-encoding'}, $long ? 'gzip' : undef,
		'... packed if it is long' or next;
	is $packed->{status}, $plain->{status}, '... the same status';
	is $_->{headers}{etag}, undef, '... no tag' for $plain, $packed;
	is $_->{headers}{vary}, $long ? 'Accept-Encoding' : undef, '... varies then'
		for $plain, $packed;
	next if !$long;
	$packed_pages++;
	my $same = unpacked($packed->{body});
	s/\d+ s ago//g for $same, $plain->{body};
	ok $same eq $plain->{body}, '... the same text';
	is $packed->{headers}{'content-length'}, length $packed->{body}, '... its length';
	my $head = request($at, 'HEAD', $path, headers => {@GZIP});
	is $head->{headers}{'content-encoding'}, 'gzip', '... HEAD says so';
	is get($at, $path, 'Accept-Encoding' => $_)->{headers}{'content-encoding'},
		undef, "... not for '$_'" for 'gzip;q=0', 'br', 'identity';
}
cmp_ok $packed_pages, '>=', 5, 'some pages are long';

# The second time it is an answer that was kept.
my @twice = map { get($at, '/compare.json/host:h5/host:h6', @GZIP) } 1, 2;
ok unpacked($twice[0]{body}) eq unpacked($twice[1]{body}), 'kept and packed';
is get($at, '/compare.json/host:h5/host:h6')->{body}, unpacked($twice[1]{body}),
	'kept, and asked for as it is';

# ---- What is never packed. ----
for my $path ('/backup', '/export/-', '/samples.json/-', '/health') {
	my $r = get($at, $path, @GZIP);
	is $r->{status}, 200, $path;
	is $r->{headers}{'content-encoding'}, undef, '... is sent as it is';
}
my ($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server had nothing to complain about';
done_testing;
