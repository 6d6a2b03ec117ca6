#!/usr/bin/perl
# What of the grammar is refused, where and why; the terms of an upload.
use strict;
use warnings;
use lib 'tests/lib';
use Grammar;
use Maxistat;
use JSON::PP;
use Test::More;

my ($db) = grammar_db();
my $json = JSON::PP->new->utf8->canonical;

# ---- What is refused: status, URL with ^ before the place, the message. ----
sub refused {
	my ($ask, $line) = @_;
	my ($status, $marked, $says) = split ' ', $line, 3;
	my $offset = index $marked, '^';
	(my $url = $marked) =~ s/\^//;
	my $r = $ask->($url);
	my $e = eval { json($r)->{error} };
	return fail("$url: $r->{status} $r->{body}") if !$e;
	my $text = join ' ', $e->{message}, grep { defined } $e->{hint},
		@{ $e->{near} // [] };
	my @got = ($r->{status}, $e->{status}, $e->{offset} // -1);
	is_deeply \@got, [ $status, $status, $offset ],
		"$status $marked" or diag "$text (@got)";
	ok !(grep { index($text, $_) < 0 } split / \+ /, $says),
		"... says '$says'" or diag $text;
}

my @bad = grep { /\S/ } split /\n/, <<'END';
400 /runs.json/^udp.out				'udp.out' is no term host:udp.out?
400 /runs.json/host:a,^udp.out			host:udp.out?
400 /runs.json/^vimage				host:vimage?
400 /runs.json/^Vim-age				is no term
400 /runs.json/^9x				is no term
400 /runs.json/^_X				is no term
400 /runs.json/^--				is no term
400 /runs.json/^--VIMAGE			is no term
400 /runs.json/^-vimage				is no term
400 /runs.json/^+VIMAGE				is no term
400 /runs.json/^VIMAGE*				is no term
400 /runs.json/^host%3Aapu2			is no term
400 /runs.json/^%56IMAGE			is no term
400 /runs.json/^grün				is no term
400 /runs.json/^:x				has no key before ':'
400 /runs.json/^-:x				has no key before ':'
400 /runs.json/^9:x				has no key before ':'
400 /runs.json/^a%20b:x				has no key before ':'
400 /runs.json/^ho%73t:x			has no key before ':'
405 /runs.json/a/b:c				PUT, POST
400 /runs.json/^a!b:c				[A-Za-z][A-Za-z0-9_.-]*
400 /runs.json/^kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk:x	at most 64 bytes
400 /runs.json/host:a,^,host:b			an empty term
400 /compare.json/unit:MB^/s/host:a		a '/' ends the terms + unit:MB%2Fs
400 /runs.json/host:a,^				an empty term
400 /runs.json/^,host:a				an empty term
400 /compare.json/^/host:a/host:b		an empty segment
400 /compare.json/host:a/^/host:b		write - for no condition
400 /compare.json/host:a/host:b/^/host:c	an empty segment
400 /compare.json//				does not take
400 /runs.json/^host:a~				an alternative is empty
400 /runs.json/^host:~a				an alternative is empty
400 /runs.json/^host:a~~b			an alternative is empty
400 /runs.json/^host:~				an alternative is empty
400 /runs.json/^-host:a~			an alternative is empty
400 /runs.json/^mtu:..				at least one end
400 /runs.json/^-mtu:..				at least one end
400 /runs.json/^mtu:1..2..3			two ends
400 /runs.json/^mtu:1..2~4			do not mix
400 /runs.json/^mtu:1~2..4			do not mix
400 /runs.json/mtu:1..2,^			an empty term
400 /runs.json/^host.pre:			take a text
400 /runs.json/^-host.sub:			take a text
400 /runs.json/^host.pre:a~b			one text
400 /runs.json/^host.sub:a..b			one text
400 /runs.json/^at.pre:2020			no .pre and .sub
400 /runs.json/^run.pre:1			no .pre and .sub
400 /runs.json/^upload.sub:1			no .pre and .sub
400 /runs.json/^run:x				are numbers
400 /runs.json/^run:1~x				are numbers
400 /runs.json/^run:1..x			are numbers
400 /runs.json/^run:x..				are numbers
400 /runs.json/^run:-1				are numbers
400 /runs.json/^run:+1				are numbers
400 /runs.json/^run:1.5				are numbers
400 /runs.json/^run:1e3				are numbers
400 /runs.json/^run:99999999999999999999	are numbers
400 /runs.json/^run:%20				are numbers
400 /runs.json/^run:				are numbers
400 /runs.json/^upload:x			are numbers
400 /runs.json/^upload:				are numbers
400 /runs.json/^-upload:			are numbers
400 /runs.json/^-run:3				cannot be negated
400 /runs.json/^-run:				cannot be negated
400 /runs.json/^-run:1..3			cannot be negated
400 /runs.json/^-last:5				cannot be negated
400 /runs.json/^-env:x				cannot be negated
400 /runs.json/^env:x				env names an environment
400 /runs.json/^last:				whole number
400 /runs.json/^last:0				whole number
400 /runs.json/^last:-1				whole number
400 /runs.json/^last:x				whole number
400 /runs.json/^last:1.5			whole number
400 /runs.json/^last:1~2			whole number
400 /runs.json/^last:..5			whole number
400 /runs.json/last:5,^last:6			twice
400 /runs.json/^at:				not a time
400 /runs.json/^-at:				not a time
400 /runs.json/^at:x				not a time
400 /runs.json/^at:now				not a time
400 /runs.json/^at:20				not a time
400 /runs.json/^at:2020-13			not a time
400 /runs.json/^at:2020-00			not a time
400 /runs.json/^at:2020-02-30			not a time
400 /runs.json/^at:2021-02-29			not a time
400 /runs.json/^at:2020-1-1			not a time
400 /runs.json/^at:2020-11-05T24		not a time
400 /runs.json/^at:2020-11-05T10:60		not a time
400 /runs.json/^at:2020-11-05T10:00:00X		not a time
400 /runs.json/^at:2020-11-05T10:00:00+25:00	not a time
400 /runs.json/^at:2020-11-05T10:00:00.Z	not a time
400 /runs.json/^at:1969				not a time
400 /runs.json/^at:2200				not a time
400 /runs.json/^at:2020~			not a time
400 /runs.json/^at:2020..x			not a time
400 /runs.json/^at:x..2020			not a time
400 /runs.json/^at:7d				the end of a range: at:7d..
400 /runs.json/^at:2020~7d			the end of a range
400 /runs.json/^at:7x..				not a time
400 /runs.json/^at:-7d..			not a time
400 /runs.json/^at:d..				not a time
400 /runs.json/^at:999999999d..			not a time
400 /runs.json/^at:..				at least one end
400 /runs.json/^at:2020..2021..2022		two ends
400 /runs.json/^at:2020..2021~2022		do not mix
400 /runs.json/host:a^%				a bad % escape
400 /runs.json/host:a^%4			a bad % escape
400 /runs.json/host:a^%zz			a bad % escape
400 /runs.json/host:a^%4g			a bad % escape
400 /runs.json/host:a^%-1			a bad % escape
400 /runs.json/host:a^%%41			a bad % escape
400 /runs.json/host:a~b^%			a bad % escape
400 /runs.json/mtu:1..^%2			a bad % escape
400 /runs.json/at:^%2				a bad % escape
400 /runs.json/host:a^%00b			a control byte (0x00)
400 /runs.json/host:a^%0A			a control byte (0x0a)
400 /runs.json/host:a^%1b[31m			a control byte (0x1b)
400 /runs.json/host:^%7F			a control byte (0x7f)
400 /runs.json/host:^%FF			UTF-8
400 /runs.json/host:^%C0%80			UTF-8
400 /runs.json/host:^%ED%A0%80			UTF-8
400 /runs.json/host:^%C2%85			control
400 /runs.json/host:^%E2%80%AE			control
400 /runs.json/host:a~^%E2%81%A6		control
400 /runs.json/^limt=3				'limt' is no option limit=?
400 /runs.json/^LIMIT=3				'LIMIT' is no option
400 /runs.json/^margin=3			'margin' is no option of this page
400 /runs.json/^=3				is no option
400 /runs.json/^-limit=3			is no option
400 /runs.json/^limit=				limit takes 1..2000, not ''
400 /runs.json/^limit=0				limit takes 1..2000, not '0'
400 /runs.json/^limit=2001			limit takes 1..2000
400 /runs.json/^limit=-1			limit takes 1..2000
400 /runs.json/^limit=1e1			limit takes 1..2000
400 /runs.json/^limit=x				limit takes 1..2000
400 /runs.json/limit=1,^limit=2			'limit' stands there twice
400 /runs.json/limit=1/^limit=2			'limit' stands there twice
400 /runs.json/limit=1?^limit=2			'limit' stands there twice
400 /runs.json?limit=1&^limit=1			'limit' stands there twice
400 /runs.json?^limit				name=value, joined by &
400 /runs.json?^=1				name=value, joined by &
400 /runs.json?limit=1&^x			name=value
400 /runs.json?limit=1&^&after=2		name=value
400 /runs.json?^&				name=value
400 /runs.json?^host:apu2			name=value
400 /runs.json?^-VIMAGE				name=value
400 /runs.json?^limit=1,after=2			not '1,after=2'
400 /runs.json?^limit=1+			not '1+'
400 /runs.json?^li%6Dit=1			is no option
400 /runs.json?limit=^%3			a bad % escape
400 /runs.json/^after=x				after takes
400 /runs.json/^after=0				after takes
400 /compare.json/host:a/host:b/^marginn=2	'marginn' is no option margin=?
400 /compare.json/host:a/host:b/^confidance=90	confidence=?
400 /compare.json/host:a/host:b/^totl=1		total=?
400 /compare.json/host:a/host:b,^margin=0	margin takes 0.01..100
400 /compare.json/host:a/host:b,^margin=101	margin takes
400 /compare.json/host:a/host:b,^margin=nan	margin takes
400 /compare.json/host:a/host:b,^margin=2%25	not '2%'
400 /compare.json/host:a/host:b,^confidence=100	confidence takes
400 /compare.json/host:a/host:b,^confidence=49	confidence takes
400 /compare.json/host:a/host:b,^total=2	total takes 1
400 /compare.json/host:a/host:b,^total=		total takes 1
400 /compare.json/host:a/host:b,^show=some	show takes all|changed|worse|better
400 /compare.json/host:a/host:b,^sort=up	sort takes name|change
400 /compare.json/host:a/host:b,^width=39	width takes 40..1000
400 /compare.json/host:a/host:b,^width=1001	width takes
400 /compare.json/host:a/host:b,^by=		by takes KEY|none
400 /compare.json/host:a/host:b,^by=9		by takes
400 /compare.json/host:a/host:b?^by=a+b		by takes
400 /compare.json/host:a/host:b,^limit=3	'limit' is no option of this page
400 /compare.json/host:a/host:b,^bars=separate	no option of this page
400 /compare.json/margin=1/host:a/^margin=2/host:b	'margin' stands there twice
400 /compare.json/margin=1/host:a/host:b?^margin=2	'margin' stands there twice
400 /compare.json/host:a			/compare does not take these segments
400 /compare.json/host:a/margin=2		/compare does not take these segments
400 /compare.json/1/2/3/4/5/6/7/8/9		more than 8 segments
404 /compare.json/total=1/run:2/run:91/t:2/t:3/t:4/t:5/t:6/t:7	side A
400 /compare.json/^udp.out/host:b		is no term
400 /compare.json/host:a/^udp.out		is no term
400 /tags.json/host/x			does not take
400 /help.json/a/b				/help does not take
404 /run.json/^x				'x' is no number
404 /run.json/^0				'0' is no number
404 /run.json/^-1				is no number
404 /run.json/^1.5				is no number
404 /run.json/^99999999999999999999		is no number
404 /run.json/99				run 99
400 /run.json/1,2/3				/run does not take
404 /tags.json/hots				host
404 /tags.json/a%25b				a%b
400 /tags.json/a^%				a bad % escape
404 /nowhere.json				there is no page
404 /comprae.json				/compare
404 /run.json.json/1				there is no page
404 /compare.json/host:x/host:apu2		side A (host:x) + apu10
404 /compare.json/host:apu2/VIMAGE,host:x	side B + apu10
404 /compare.json/VIMAGE:y/host:apu2		option.VIMAGE
404 /compare.json/run:3/host:apu2,PREEMPT	each term alone
422 /compare.json/host:apu2/host:apu2		run 1 is on two sides
422 /compare.json/-/host:apu2/host:apu3/host:apu2~now	on two sides
422 /compare.json/-/VIMAGE			on two sides
END

# Too much of everything.
push @bad, map { join ' ', @$_ } (
	[ 400, '/runs.json/' . join(',', ('a:b') x 65), 'more than 64 terms' ],
	[ 400, '/compare.json/' . join(',', ('a:b') x 40) . '/' .
		join(',', ('a:b') x 25), 'more than 64 terms' ],
	[ 400, '/runs.json/^host:' . join('~', 1 .. 65), '64 alternatives' ],
	[ 400, '/runs.json/^at:' . join('~', (2020) x 65), '64 times' ],
	[ 400, '/runs.json/host:^' . 'x' x 513, '512 bytes' ],
	[ 400, '/runs.json/host:' . 'x' x 9000, 'longer than 8192 bytes' ],
	[ 404, '/runs.json/host:' . 'x' x 512, 'no runs' ],
	[ 404, '/runs.json/' . join(',', map { "k$_:v" } 1 .. 64), 'no runs' ],
	[ 404, '/runs.json/host:' . join('~', 'a01' .. 'a64'), 'no runs' ],
);
refused(sub { page($db, $_[0]) }, $_) for @bad;

# The caret stands under the place, also in a long URL and in text.
for my $before ('', 'host:' . 'a' x 300 . ',', "host:gr\x{c3}\x{bc}n,") {
	my $r = page($db, "/ministat/${before}udp.out/host:b");
	my ($piece, $caret) = $r->{body} =~ /\n  (.*)\n  ( *)\^\n/;
	is substr($piece, length $caret, 7), 'udp.out',
		'the caret is under the place';
}

# ---- Terms of an upload. ----
my $at = serve(scratch('uploads.db'));
my $n = 0;
# A body of its own each time, so that nothing is stored before.
sub store { put($at, $_[0], join '', map { $n++ . "\n" } 1 .. 3) }

# TERMS, the tags and options they record, and what of the result.
for (
	[ '-', {} ],
	[ 'host:a', { host => 'a' } ],
	[ 'host:fe80::1', { host => 'fe80::1' } ],
	[ 'note:a=b', { note => 'a=b' } ],
	[ 'note:a%2Cb%2Fc%7Ed%25e%23f%3Fg%2E%2Eh%20i',
	  { note => 'a,b/c~d%e#f?g..h i' } ],
	[ 'note:%2525', { note => '%25' } ],
	[ 'note:x+y@z_1.0', { note => 'x+y@z_1.0' } ],
	[ "note:gr\x{c3}\x{bc}n", { note => "gr\x{fc}n" } ],
	[ 'note:a.b.', { note => 'a.b.' } ],
	[ 'VIMAGE', { 'option.VIMAGE' => 'y' } ],
	[ '-VIMAGE', { 'option.VIMAGE' => 'n' } ],
	[ 'CONFIG_SMP', { 'option.SMP' => 'y' } ],
	[ '-CONFIG_SMP', { 'option.SMP' => 'n' } ],
	[ 'CONFIG_SMP:m', { 'option.SMP' => 'm' } ],
	[ 'option.HZ:1000', { 'option.HZ' => '1000' } ],
	[ 'VIMAGE:x', { VIMAGE => 'x' } ],
	[ 'hw.cpu:x,-', { 'hw.cpu' => 'x' } ],
	[ 'A,-B,c:d', { 'option.A' => 'y', 'option.B' => 'n', c => 'd' } ],
) {
	my ($terms, $want) = @$_;
	my $r = store("/runs/$terms");
	is $r->{status}, 201, "upload $terms" or diag $r->{body};
	my $run = json(get($at, '/run.json/' . ($r->{headers}{location} =~
		s{/run/}{}r)));
	is_deeply $run->{tags}, $want, '... its tags';
	is ids_of($run->{terms}, $want), $run->{run}, '... and its terms';
}
# The canonical terms of a run, uploaded again, mean the same.
sub ids_of {
	my ($terms, $want) = @_;
	my $r = store("/runs/$terms");
	my $id = $r->{headers}{location} =~ s{/run/}{}r;
	my $tags = json(get($at, "/run.json/$id"))->{tags};
	return $json->encode($tags) eq $json->encode($want) ? $id - 1 : $terms;
}

my $run = json(get($at, '/run.json/' . (store('/runs/test:t,metric:m,' .
	'unit:ms,better:lower,at:2026-01-02T03:04:05%2B01:00')
	->{headers}{location} =~ s{/run/}{}r)));
is $run->{at}, '2026-01-02T02:04:05Z', 'at: with a zone';
my $metric = $run->{results}[0];
is $metric->{test}, 't', 'test: names the test';
is_deeply [ @{ $metric->{metrics}[0] }{qw(name unit better)} ],
	[ qw(m ms lower) ], '... metric:, unit: and better: too';

refused(sub { store($_[0]) }, $_) for grep { /\S/ } split /\n/, <<'END';
400 /runs.json/^udp.out				'udp.out' is no term host:udp.out?
400 /runs.json/host:a,^udp.out			host:udp.out?
400 /runs.json/^host:				records a value
400 /runs.json/^-host:				what is, not what is not
400 /runs.json/^-host:a				what is, not what is not
400 /runs.json/^host:a~b			alternatives are for questions + %7E
400 /runs.json/^host:a..b			a range is for questions + .%2E
400 /runs.json/^host:a..			a range is for questions
400 /runs.json/^host:..b			a range is for questions
400 /runs.json/host:a,^host:b			twice
400 /runs.json/host:a,^host:a			twice
400 /runs.json/VIMAGE,^VIMAGE			twice
400 /runs.json/VIMAGE,^-VIMAGE			twice
400 /runs.json/VIMAGE,^option.VIMAGE:y		twice
400 /runs.json/VIMAGE,^CONFIG_VIMAGE:y		twice
400 /runs.json/VIMAGE,^CONFIG_VIMAGE		twice
400 /runs.json/^host.pre:x			no key ends in .pre or .sub
400 /runs.json/^host.sub:x			no key ends in .pre or .sub
400 /runs.json/^last:5				reserved
400 /runs.json/^run:42				reserved
400 /runs.json/^upload:7			reserved
400 /runs.json/^role:sample			reserved
400 /runs.json/^received:2026			reserved
400 /runs.json/^format:csv			reserved
400 /runs.json/^by:me				reserved
400 /runs.json/^pick:a				reserved
400 /runs.json/test:a,^test:b			twice
400 /runs.json/unit:a,^unit:b			twice
400 /runs.json/metric:a,^metric:b		twice
400 /runs.json/better:higher,^better:lower	twice
400 /runs.json/at:2026-01-01,^at:2026-01-02	twice
400 /runs.json/^better:up			higher, lower or none
400 /runs.json/^at:2026				a time with a zone
400 /runs.json/^at:2026-01			a time with a zone
400 /runs.json/^at:7d				a time with a zone
400 /runs.json/^at:x				a time with a zone
400 /runs.json/^at:2026-01-01T10:00:00		no zone + add Z for UTC
400 /runs.json/^at:2026-01-01T10		no zone
400 /runs.json/host:a^%				a bad % escape
400 /runs.json/host:^%0A			a control byte
400 /runs.json/host:^%FF			UTF-8
400 /runs.json/host:^%E2%80%AE			control
400 /runs.json/^pikc=set:x			'pikc' is no option pick=?
400 /runs.json/^limit=3				no option of this page
400 /runs.json/^dry=2				dry takes 1
400 /runs.json/dry=1,^dry=1			twice
400 /runs.json/^pick=x				pick takes KEY:VALUE
400 /runs.json/^pick=x:				pick takes KEY:VALUE
400 /runs.json/^pick=x:%FF			pick takes KEY:VALUE
400 /runs.json/^pick=:x				pick takes KEY:VALUE
400 /runs.json/pick=a:1,^b			is no term
400 /runs.json?^pick=a:1,b			pick takes KEY:VALUE
400 /runs.json?^pick=,a:1			pick takes KEY:VALUE
400 /runs.json?^pick				name=value
400 /runs.json/host:a/^host:b			reads as a term + join terms with a comma
400 /runs.json/host:a/^-X			reads as a term
400 /runs.json/host:a/^VIMAGE			reads as a term
400 /runs.json/host:a/x^%0Ay			control
400 /runs.json/host:a/b.out/c			/runs does not take
END

# A comma ends a term in a segment, and joins picks behind '?'.
my $csv = "set,table,value\nx,1,5\nx,2,6\ny,1,7\n";
for my $path ('pick=set:x,pick=table:1', '-?pick=set:x,table:1',
	'pick=set:x?pick=table:1', '-?pick=set:x&pick=table:1') {
	my $r = put($at, "/runs.json/format=csv,test:$n" .
		($path =~ /^-/ ? substr $path, 1 : ",$path"), $csv);
	is $r->{status}, 201, "$path" or diag $r->{body};
	$n++;
	my ($id) = $r->{headers}{location} =~ /(\d+)/;
	my $result = json(get($at, "/run.json/$id"))->{results};
	is_deeply [ scalar @$result, $result->[0]{metrics}[0]{samples} ],
		[ 1, [ 5 ] ], '... picks one value';
	is_deeply $result->[0]{params} // {}, {}, '... and drops its keys';
}
stop($at);
done_testing;
