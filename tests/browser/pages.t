#!/usr/bin/perl
# The pages in a browser: what they show, what they fetch, and that a name is
# never more than text.
use strict;
use warnings;
use lib 'tests/lib', 'tests/browser';
use Browser;
use Maxistat;
use Test::More;

plan skip_all => 'chromium is not installed' if !chromium();

my $at = serve(scratch('browser.db'));
sub store { is put($at, "/runs/$_[0]", $_[1])->{status}, 201, "stored $_[0]" }
store('host:apu2,test:udp,unit:pps,at:2026-01-01,-VIMAGE', "10\n12\n14\n11\n");
store('host:apu2,test:udp,unit:pps,at:2026-01-02,VIMAGE', "24\n25\n26\n27\n");
my $note = 'note:a%2Cb%2520gr%C3%BCn';
store("host:apu3,test:udp,unit:pps,$note,at:2026-01-03,VIMAGE", "24\n25\n26\n");

# A page that fetches nothing from elsewhere and whose scripts run.
sub clean {
	my ($name, $page) = @_;
	my @away = grep { !m{^(?:http://\Q$at\E/|data:)} } @{ $page->{fetched} };
	is "@away", '', "$name: no request leaves the server";
	is "@{ $page->{console} }", '', '... no complaint on the console';
}

my $page = Browser::dump('data:text/html,<script>x.y</script>');
ok grep({ /x is not defined/ } @{ $page->{console} }), 'the console can be seen';
$page = Browser::dump("http://$at/");
clean('/', $page);
like $page->{dom}, qr{<form action="/compare" method="get">}, '/ has the form';
like $page->{dom}, qr{<td[^>]*><a href="/run/$_">$_</a></td>}, "... and run $_"
	for 1 .. 3;
like $page->{dom}, qr{>-VIMAGE</div></td>}, '... with its tags';
like $page->{dom}, qr{3 runs, 3 results}, '... and the totals';
like $page->{dom}, qr{curl -fsS -T FILE http://\Q$at\E/runs/}, '... and a curl line';
ok grep({ $_ eq "http://$at/runs.json?limit=20" } @{ $page->{fetched} }),
	'... read from the JSON';

for my $url ('/compare/test:udp,host:apu2/-VIMAGE/VIMAGE',
	'/compare?common=test:udp,host:apu2&a=-VIMAGE&b=VIMAGE',
	'/compare.html/test:udp,host:apu2/-VIMAGE/VIMAGE') {
	$page = Browser::dump("http://$at$url");
	clean($url, $page);
	like $page->{dom}, qr{<h1>B is better: [^<]*udp}, '... the answer is the title';
	like $page->{dom}, qr{<th[^>]*>verdict</th>}, '... a table';
	like $page->{dom}, qr{<span class="better"[^>]*>better</span>},
		'... with the verdict';
	like $page->{dom}, qr{<code>-VIMAGE</code>}, '... and the sides';
	like $page->{dom}, qr{1 rows?: 1 paired, 0 one-sided}, '... and the counts';
	like $page->{dom}, qr{<a href="[^"]*/ministat/}, '... and links';
}

# The form holds the question, and leads back to it.
my $script = q{(() => { const v = ['common', 'a', 'b'].map(n =>
	document.getElementById(n)?.value); return v[1] ? v.join('|') : null })()};
is ask("http://$at/compare/test:udp/-VIMAGE/VIMAGE", $script),
	'test:udp|-VIMAGE|VIMAGE', 'the form is prefilled';
my $typed = ask("http://$at/compare/test:udp/-VIMAGE/$note,VIMAGE", $script);
is $typed, "test:udp|-VIMAGE|note:a%2Cb%2520gr\x{fc}n,VIMAGE",
	'... with what may be typed';
$script = q{(() => { const f = document.querySelector('form');
	if (location.search || !f.b.value) return null;
	if (!window.sent) { window.sent = f.b.value;
		return '/compare?' + new URLSearchParams(new FormData(f)) }
	return null })()};
my $query = ask("http://$at/compare/test:udp/-VIMAGE/$note,VIMAGE", $script);
is get($at, $query // '')->{headers}{location}, "/compare/test:udp/-VIMAGE/$note,VIMAGE",
	'... and sending it leads to the same question';

# Errors are text.
$page = Browser::dump("http://$at/compare/host:nope/host:apu2");
clean('an unknown host', $page);
like $page->{dom}, qr{<p class="error"[^>]*>no results for side A \(host:nope\)},
	'an error is shown';
like $page->{dom}, qr{near: [^<]*apu2}, '... with near values';
$page = Browser::dump("http://$at/compare/udp.out/host:apu2");
like $page->{dom}, qr{'udp\.out' is no term}, 'an error before the page is too';
$page = Browser::dump("http://$at/compare/%3Cscript%3Edocument.title='owned'%3C%2Fscript%3E/x");
unlike $page->{dom}, qr{<script>document|<title>owned}, 'a URL is no script';

# ---- An archive full of traps. ----
my $trap = serve(scratch('traps.db'));
my @traps = ('<script>document.title="owned"</script>',
	q{"><img src=x onerror="document.title='owned'">},
	q{'><svg/onload=document.title='owned'>}, 'javascript:document.title="owned"',
	'</td></table><h1>owned</h1>', '<a href=//evil.example>x</a>', '${7*7}{{7*7}}',
	'&lt;b&gt;&amp;', q{'"`;--}, '<!--', ']]>');
my $json = JSON::PP->new->utf8->canonical;
for my $i (reverse 0 .. $#traps) {
	for my $rev (1, 2) {
		my $t = $traps[$i];
		my $r = put($trap, '/runs', $json->encode({ tags => { host => $t,
			rev => $rev, note => "$t $rev", 'hw.nic' => "n$t$i" },
			at => "2026-01-0${rev}T00:00:00Z", results => [ {
			test => $t, params => { p => "$t$i" }, metrics => [ {
			name => $t, unit => $t, samples => [ map { $_ * $rev }
			100 .. 103 ] } ] } ] }));
		is $r->{status}, 201, "a trap is stored: $t" if $rev == 1;
	}
}
for my $bidi ("\x{202e}", "\x{2066}") {
	is put($trap, '/runs', $json->encode({ tags => { host => "a${bidi}b" },
		results => [ { test => 't', metrics => [ { name => 'm',
		samples => [ 1 ] } ] } ] }))->{status}, 400,
		'a name that turns the text round is refused';
}
$at = $trap;
for ([ '/', '&lt;/td&gt;&lt;/table&gt;' ],
	[ '/compare/rev:1/rev:2', '&lt;/td&gt;&lt;/table&gt;' ],
	[ '/compare/host.sub:%3Cscript/rev:1/rev:2', '&lt;script&gt;' ],
	[ '/compare/host:%3C%2Ftd/note.sub:%3Cimg', '&lt;/td&gt;' ],
	[ '/runs', '&lt;/td&gt;&lt;/table&gt;' ], [ '/run/1', ']]&gt;' ], [ '/hosts', '&lt;/td&gt;' ],
	[ '/tests', '&lt;script&gt;' ], [ '/tags', 'hw.nic' ], [ '/tags/note', '&lt;img' =~ s/img/a/r ],
	[ '/history/-', '&lt;script&gt;' ], [ '/history/host:%3C%2Ftd,from=1', 'near' ],
	[ '/changes', 'lines' ], [ '/upload', 'curl' ], [ '/help/terms', 'key:value' ]) {
	my ($url, $text) = @$_;
	$page = Browser::dump("http://$trap$url");
	clean("traps in $url", $page);
	unlike $page->{dom}, qr{<title>[^<]*owned</title>}, '... nothing ran';
	is ask("http://$trap$url", q{document.querySelector('[aria-busy]') ? null :
		'elements: ' + document.querySelectorAll('img, [onload], [onerror], a[href*="//evil"], ' +
		'main script, h1 + h1, td h1, a[href^="javascript:"]').length}), 'elements: 0',
		'... nothing became an element';
	unlike $page->{dom}, qr{href="javascript:}, '... nor a link';
	like $page->{dom}, qr{\Q$text\E}, '... it is there as text';
}
stop($trap);
done_testing;
