#!/usr/bin/perl
# Hostile texts in everything that an uploader or a reader writes: what of them
# is refused, and that no page, header or log shows one that does harm. Bytes
# that were sent come back as they were from /run/ID/raw and /upload/ID/raw
# alone, as text and never as a page.
use strict;
use warnings;
use utf8;
use lib 'tests/lib';
use Encode qw(decode encode_utf8);
use JSON::PP;
use Maxistat;
use Routes;
use Test::More;

# What a terminal or a reader's eyes would obey; a line end is none.
my $harm = qr/[\x00-\x09\x0b-\x1f\x7f-\x9f\x{61c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}\x{feff}]/;

# ---- The texts. ----
my @harmless = (
	'<script>alert(1)</script>', '</script><script>alert(1)//', '"><img src=x onerror=alert(1)>',
	"'><svg/onload=alert(1)>", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
	'javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', '<iframe srcdoc="x">',
	'<!--', '-->', ']]>', '<![CDATA[', '&lt;script&gt;', '&#60;b&#62;', '<a href="//evil.example">x</a>',
	'<style>*{background:url(//evil.example)}</style>', '{{7*7}}', '${7*7}', '`id`', '$(id)',
	'; rm -rf /', '| cat /etc/passwd', '%s%s%s%n', '%n%n%n%n', '%08x.%08x', '%99999999d',
	"' OR '1'='1", "'; DROP TABLE run; --", '" OR ""="', '1); DELETE FROM run; --', 'x*', '[a-z]?',
	'"', "'", '\\', '\\\\', '\\"', '\\u0000', '\\x1b[31m', '\\n', '":"', '"},{"', ']}]}', '{"a":1}',
	'=cmd|\'/c calc\'!A1', '+1+1', '-1+1', '@SUM(A1)', '=HYPERLINK("http://evil.example")', ',', ';', '"",""',
	'a,b"c', '../../etc/passwd', '..%2f..%2f', '%00', '%0d%0aX-Injected: 1', '%e2%80%ae', 'X-Injected: 1',
	'Ω≈ç√', '日本語', "e\x{301}\x{302}\x{303}", '👩‍👩‍👧', '𝕬', "\x{fffd}", 'а' x 20, 'x' x 512, '<' x 512,
);
my @harmful = (
	"\e[31mred", "\e]0;title\a", "\e]52;c;cm0gLXJm\a", "\e[2J\e[H", "\ec", "\e[?1049h", "\eP+q\e\\",
	"\x{9b}31m", "\x{9d}0;t\x{9c}", "\x{90}x\x{9c}", "a\x{8d}b", "\x07", "a\x08b", "good\rbad", "a\tb", "a\nb",
	"a\r\nX-Injected: 1", "a\n\nHTTP/1.1 200 OK", "\x0b", "\x0c", "\x0e", "\x7f", "\x{85}", "\x{a0}\x{84}",
	"a\x{202e}b", "\x{202a}", "\x{202b}", "\x{202d}", "\x{2066}", "\x{2067}", "\x{2068}", "\x{2069}",
	"\x{200e}", "\x{200f}", "\x{61c}", "\x{2028}", "\x{2029}", "\x{feff}x", 'x' x 513, '',
);
cmp_ok @harmless + @harmful, '>', 100, @harmless + @harmful . ' texts';

my $db = scratch('hostile.db');
my $log = scratch('log');
my $at = serve($db, '--log', $log);
my $asked = 0;
my $utf8 = JSON::PP->new->utf8->canonical;
my $ascii = JSON::PP->new->ascii->canonical;

# Whatever comes back has a head of plain lines, and a body without harm.
my %harm_in;
sub looked { my ($name, $r) = @_;
	$asked++;
	my @bad = grep { $r->{headers}{$_} =~ /[^\x20-\x7e]/ } keys %{ $r->{headers} };
	push @bad, 'X-Injected' if $r->{headers}{'x-injected'};
	my $type = $r->{headers}{'content-type'} // '';
	my $body = eval { decode('UTF-8', $r->{body}, Encode::FB_CROAK | Encode::LEAVE_SRC) };
	push @bad, 'no UTF-8' if !defined $body && $type !~ /sqlite/;
	push @bad, sprintf 'U+%04X', ord $1 if defined $body && $body =~ /($harm)/;
	push @bad, 'no JSON' if $type eq 'application/json' && !eval { $utf8->decode($r->{body}); 1 };
	if ($type eq 'application/x-ndjson') {
		push @bad, 'no JSON' if grep { !eval { $utf8->decode($_); 1 } }
			split /\n/, $r->{body};
	}
	$harm_in{"$name: @bad"}++ if @bad;
	return $r }
sub harmless { my ($name) = @_;
	is join("\n", sort { $a cmp $b } keys %harm_in), '', $name;
	%harm_in = () }
sub asks { my ($method, $path, %o) = @_;
	return looked("$method " . substr(encode_utf8($path), 0, 60), request($at, $method, $path, %o)) }

sub escaped { my ($text) = @_;
	return encode_utf8($text) =~ s/([^A-Za-z0-9_-])/sprintf '%%%02X', ord $1/ger }

# ---- Into every field, each with a run of its own on two sides. ----
my $n = 0;
sub document { my ($field, $text, $side) = @_;
	my %doc = (tags => { host => 'h', side => $side, field => $field },
		results => [ { test => 't', params => { p => 'x' }, metrics => [ {
			name => 'm', unit => 's', better => 'lower',
			samples => [ map { $_ + ++$n / 8192 } 1 .. 3 ] } ] } ]);
	my $result = $doc{results}[0];
	$doc{tags}{host} = $text if $field eq 'host';
	$doc{tags}{note} = $text if $field eq 'tag';
	$doc{tags}{'option.X'} = $text if $field eq 'option';
	$doc{tags}{$text} = 'x' if $field eq 'key';
	$result->{test} = $text if $field eq 'test';
	$result->{params}{p} = $text if $field eq 'param';
	$result->{params} = { $text => 1 } if $field eq 'paramkey';
	$result->{metrics}[0]{name} = $text if $field eq 'metric';
	$result->{metrics}[0]{unit} = $text if $field eq 'unit';
	$doc{failures} = [ { test => 'f', reason => $text } ] if $field eq 'reason';
	$doc{failures} = [ { test => $text, reason => 'r' } ] if $field eq 'failed';
	$doc{$field} = $text if $field =~ /^(?:by|file|format)$/;
	$doc{identity} = sprintf '%064x', $n if $field =~ /^(?:by|file|format)$/;
	return \%doc }

# The field where it must come back from, in the run's JSON.
my %back = (host => sub { $_[0]{tags}{host} }, tag => sub { $_[0]{tags}{note} },
	option => sub { $_[0]{tags}{'option.X'} }, test => sub { $_[0]{results}[0]{test} },
	param => sub { $_[0]{results}[0]{params}{p} },
	metric => sub { $_[0]{results}[0]{metrics}[0]{name} },
	unit => sub { $_[0]{results}[0]{metrics}[0]{unit} },
	# What an export adds, and is kept from an admin.
	by => sub { $_[0]{by} }, file => sub { $_[0]{file} }, format => sub { $_[0]{format} });
my %refusal = (key => qr/cannot be a tag's name|has no key/, paramkey => qr/cannot be a tag's name/);
my (@stored, %kept);
for my $field (sort(keys %back), qw(key paramkey reason failed)) {
	my @wrong;
	for my $text (@harmless, @harmful) {
		my $bad = grep { $_ eq $text } @harmful;
		for my $side (qw(a b)) {
			my $json = $text eq '' && $field eq 'key' ? next :
				$ascii->encode(document($field, $text, $side));
			my $r = asks('PUT', '/runs', body => $json);
			my $want = $field =~ /key/ ? 400 : $field eq 'reason' ?
				($text eq '' ? 400 : 201) : $bad ? 400 : 201;
			my $says = $refusal{$field} // ($text eq '' ? qr/empty|needs a reason/ :
				length $text > 512 ? qr/longer than 512/ : qr/holds a control character/);
			push @wrong, "'$text': $r->{status} $r->{body}" if $r->{status} != $want ||
				$want == 400 && $r->{body} !~ /^(?:line 1: )?[^\n]*$says/;
			next if $r->{status} != 201;
			my ($id) = $r->{headers}{location} =~ /(\d+)/;
			push @stored, [ $id, $json ];
			next if !$back{$field} || $side eq 'b';
			my $got = $back{$field}->($utf8->decode(asks('GET', "/run/$id.json")->{body}));
			push @wrong, "'$text' came back as '" . ($got // '') . "'" if ($got // '') ne $text;
			$kept{$field}{$text} = 1;
		}
	}
	is encode_utf8(join "\n", @wrong), '', "$field: what is refused, and what comes back";
	harmless("... and nothing does harm");
}
cmp_ok scalar @stored, '>', 800, scalar(@stored) . ' runs with such texts';

# ---- Through the URL: terms, the file's name, the trash's reason, headers. ----
my @wrong;
for my $text (grep { $_ ne '' } @harmless, @harmful) {
	my $bad = grep { $_ eq $text } @harmful;
	my $e = escaped($text);
	my $body = join '', map { ++$n . "\n" } 1 .. 3;
	for my $where ("host:u,note:$e", "host:u/$e", "host:u,test:$e", "host:u,metric:$e",
			"host:u,unit:$e") {
		my $r = asks('PUT', "/runs/$where", body => ++$n . "\n$body");
		# Some read as a term where a file's name stands.
		my $term = $where =~ m{/} && $r->{body} =~ /reads as a term/;
		push @wrong, "$where: $r->{status} $r->{body}"
			if $r->{status} != ($bad || $term ? 400 : 201);
		next if $r->{status} != 201;
		my ($id) = $r->{headers}{location} =~ /(\d+)/;
		asks('GET', "/run/$id");
		next if $where !~ m{/};
		my $reason = encode_utf8($text =~ s/[\r\n ]+\z//r);
		$r = asks('DELETE', "/run/$id", body => $reason);
		push @wrong, "reason '$reason': $r->{status}" if $r->{status} != 200;
		my $run = $utf8->decode(asks('GET', "/run/$id.json")->{body});
		push @wrong, "file '$text'" if ($run->{file} // '') ne $text;
		push @wrong, "reason '$text'" if ($run->{trash_reason} // '') ne
			decode('UTF-8', $reason);
		asks('GET', "/run/$id");
	}
	if ($text !~ /[\x00-\x1f\x7f]/) {
		my $r = asks('PUT', '/runs/host:u', body => ++$n . "\n$body",
			headers => { 'Idempotency-Key' => encode_utf8($text) });
		push @wrong, "key $text: $r->{status}" if $r->{status} != ($bad ? 400 : 201);
		asks('GET', '/runs', headers => { map { ($_ => encode_utf8($text)) }
			qw(Accept User-Agent Referer Origin X-Forwarded-For If-None-Match Cookie) })
			if $text !~ /"/;
	}
	if ($bad && length $text < 500) {
		my ($id) = asks('PUT', '/runs/host:trash', body => ++$n . "\n$body")
			->{headers}{location} =~ /(\d+)/;
		my $reason = encode_utf8("a${text}b");
		my $r = asks('DELETE', "/run/$id", body => $reason);
		push @wrong, "reason '$reason': $r->{status}" if $r->{status} != 400 ||
			$r->{body} !~ /^the reason holds a control character/;
	}
}
is asks('DELETE', '/run/1', body => "why\0\e[31m")->{status}, 400, 'a NUL in a reason';
is encode_utf8(join "\n", @wrong), '', 'terms, names, reasons and keys: what is refused';
harmless('... and nothing does harm');

# ---- Asked for, in every place of a path. ----
my @routes = grep { $_->{method} eq 'GET' && $_->{scope} eq 'read' } routes();
for my $text (grep { $_ ne '' } @harmless, @harmful) {
	my $e = escaped($text);
	my @raw = $text =~ /[\x00-\x20\x7f]/ || $text !~ $harm ? () : encode_utf8($text);
	for my $word ($e, @raw) {
		asks('GET', $_) for "/$word", "/runs/$word", "/runs/host:$word", "/runs.json/$word:x",
			"/runs/x=$word", "/runs?$word", "/runs?x=$word", "/runs.json/-,$word=1",
			"/run/$word", "/run.json/$word", "/tags/$word", "/tags.json/$word", "/help/$word",
			"/compare.json/$word/x:y", "/compare/x:y/host:$word", "/compare?a=$word&b=x:y",
			"/ministat/host:$word/-", "/check/host:$word/-", "/samples/host:$word",
			"/export.json/host:$word", "/upload/$word/raw", "/compare/-/-,by=$word",
			map { ("/host$_/$word", "/test$_/$word", "/matrix$_/$word/host/-",
				"/matrix$_/host/$word/-", "/matrix$_/host/test/$word") } '', '.json';
		asks('PUT', "/$word", body => 'x');
	}
}
harmless('no error shows it');

# ---- Every page of all that is stored. ----
asks('PUT', '/env/host', body => "host: a\n");
my %word = (TERMS => 'side:a', SIDES => 'side:a/side:b', ID => 1, NAME => 'host',
	'/host' => 'h');
for my $route (@routes) {
	my @bodies;
	for my $format ('', @{ $route->{formats} }) {
		my $path = spelled($route->{path}, $format, %word);
		$path .= '?a=side:a&b=side:b' if $route->{path} eq '/compare';
		my @paths = $route->{path} =~ m{^/runs} ? map { "$path?limit=2000$_" } '' : $path;
		push @paths, $path . ',by=none,detail=1', "$path,total=1,show=all"
			if $route->{path} eq '/compare/SIDES' && $format ne 'html';
		for my $p (@paths) {
			my $r = $p =~ m{/raw$} ? request($at, 'GET', $p) : asks('GET', $p);
			$asked++ if $p =~ m{/raw$};
			like $r->{status}, qr/^(?:200|303|412)$/, $p or diag substr $r->{body}, 0, 200;
			is $r->{body} =~ s{(<noscript>.*<a href=")/\w+\.txt[^"<>]*"}{$1/index.txt"}r, slurp('web/page.html'),
				'... is a file of ours' if $format eq 'html' && $r->{status} == 200;
			push @bodies, $r if $format eq 'csv';
		}
	}
	harmless("$route->{path}: no page shows it");
}
# The keys, and what their tables hold.
for my $key (qw(host note field side option.X)) {
	asks('GET', "/tags$_/$key") for '', '.json', '.csv';
	for my $format ('', '.json', '.csv') {
		asks('GET', "/matrix$format/$key/side/-") if $key ne 'side';
		asks('GET', "/matrix$format/test/$key/-");
		asks('GET', "/matrix$format/$key/metric/-");
	}
}
for my $i (0 .. $#stored) {
	next if $i % 7;
	asks('GET', "/run/$stored[$i][0]");
}
harmless('no run shows it');

# A CSV has the same fields again (RFC 4180).
sub csv { my ($text) = @_;
	my @fields;
	push @fields, defined $1 ? $1 =~ s/""/"/gr : $2
		while $text =~ /\G(?:"((?:[^"]|"")*)"|([^",\n]*))(?:,|\n|\z)/g && pos $text < length $text;
	return map { $_ => 1 } @fields }
for ([ '/samples.csv/field:', qw(host tag option test param metric unit) ],
	[ '/tags.csv/host?', 'host' ], [ '/hosts.csv?', 'host' ], [ '/tests.csv?', 'test' ]) {
	my ($path, @fields) = @$_;
	for my $field (@fields) {
		my $r = asks('GET', $path =~ /:$/ ? "$path$field" : $path =~ s/\?$//r);
		my %has = csv(decode('UTF-8', $r->{body}));
		is encode_utf8(join "\n", grep { !$has{$_} } sort keys %{ $kept{$field} }), '',
			"$path has every $field as it was";
	}
}
harmless('... and no harm');

# ---- As it was sent. ----
my ($id, $json) = @{ $stored[-1] };
put($at, '/runs/host:raw', "# \e[31m<script>\xff\x9b\n1\n2\n3\n");
$asked++;
my ($last) = get($at, '/runs.json/host:raw,limit=1')->{body} =~ /"run":(\d+)/;
$asked++;
for ([ "/run/$id/raw", $json ], [ "/run/$last/raw", "# \e[31m<script>\xff\x9b\n1\n2\n3\n" ]) {
	my ($path, $want) = @$_;
	my $r = get($at, $path);
	$asked++;
	is $r->{body}, $want, "$path is what was sent";
	is $r->{headers}{'content-type'}, 'text/plain; charset=utf-8', '... as text';
	is $r->{headers}{'x-content-type-options'}, 'nosniff', '... and nothing else';
	like $r->{headers}{'content-disposition'}, qr/^attachment; filename="run-\d+\.txt"$/,
		'... to be saved';
}

# ---- The log. ----
my ($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server had nothing to complain about';
my $lines = decode('UTF-8', slurp($log), Encode::FB_CROAK);
is scalar(() = $lines =~ /\n/g), $asked, "the log has a line for each of $asked requests";
unlike $lines, $harm, '... without harm';
is scalar(grep { !/^\d{4}-\S+Z 127\.0\.0\.1 [A-Z]+ \S.* \d{3} \d+ \d+us$/ } split /\n/, $lines), 0,
	'... each of the same form';
done_testing;
