#!/usr/bin/perl
# The grammar of URLs: every kind of term, options, links, and what is refused.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use JSON::PP;
use Test::More;

# Eight runs: two of them on an option, one off, one with a whole config.
my @runs = (
	{ host => 'apu2', kernel => '6.1-rc3', 'hw.mem' => '4G', mtu => '64',
	  'option.VIMAGE' => 'y', at => '2020-11-05T10:00:00Z' },
	{ host => 'apu2', kernel => '6.1', 'hw.mem' => '16G', mtu => '1500',
	  'option.VIMAGE' => 'n', 'option.PREEMPT' => 'm',
	  at => '2020-11-20T12:30:15Z' },
	{ host => 'apu3', kernel => '6.1.1', 'hw.mem' => '512M', mtu => '9000',
	  at => '2020-10-31T23:59:59.5Z' },
	{ host => 'apu3', kernel => '13.0-BETA1', 'hw.mem' => '4096M',
	  mtu => '1.5k', 'option.VIMAGE' => 'y', 'option.PREEMPT' => 'y',
	  at => '2019-12-31T23:59:59Z' },
	{ host => 'fe80::1', kernel => '13.0-RC1',
	  note => 'a,b/c~d%e#f?g..h i', at => '2020-02-29' },
	{ kernel => '13.0-RELEASE', note => "gr\x{fc}n", 'option.DEBUG' => 'y',
	  at => '2020-01-15T08:00:00+01:00' },
	{ host => 'apu10', kernel => '6.10', note => 'x+y@z_1.0:%25',
	  at => '2020-02-02T02:02:02Z' },
);
my $json = JSON::PP->new->utf8->canonical;
my $lines = '';
for my $i (0 .. $#runs) {
	my %tags = %{ $runs[$i] };
	my $at = delete $tags{at};
	$lines .= $json->encode({ tags => \%tags, at => $at, results => [ {
		test => $i < 3 ? 'udp' : 'tcp', params => { size => 10 ** $i },
		metrics => [ { name => 'rate', unit => 'pps',
			better => 'higher',
			samples => [ map { 100 + $i + $_ / 10 } 1 .. 3 ] } ],
	} ] }) . "\n";
}
my $db = scratch('grammar.db');
my ($failed, undef, $why) = run_program('import', '--db', $db,
	spew(scratch('runs.jsonl'), $lines));
is $failed, 0, 'the fixture is stored' or die $why;
import_text($db, 'host:now,test:icmp,unit:ms', "1\n2\n3\n");

# No upload can say yet that its options are a whole config; the archive can.
my $full = !system 'sqlite3', $db, "UPDATE option_set SET complete = 1
	WHERE id = (SELECT e.option_set FROM environment e JOIN run r
	ON r.environment = e.id WHERE r.id = 6)";

# The runs that terms mean, or the status.
sub ids {
	my ($terms) = @_;
	my $r = page($db, "/runs.csv/$terms");
	return $r->{status} if $r->{status} != 200;
	return join ' ', sort { $a <=> $b } $r->{body} =~ /^(\d+),/mg;
}

# ---- Terms of a question: TERMS, the runs. ----
my @queries = map { [ split ' ', $_, 2 ] } grep { /\S/ } split /\n/, <<'END';
-				1 2 3 4 5 6 7 8
host:apu2			1 2
host:apu2~apu3			1 2 3 4
host:apu2,host:apu3		1 2 3 4
host:apu2,host:apu10~apu3	1 2 3 4 7
host:fe80::1			5
host:fe80%3A%3A1		5
host:apu2,kernel:6.1		2
host:				6
-host:				1 2 3 4 5 7 8
-host:apu2			3 4 5 6 7 8
-host:apu2~apu3			5 6 7 8
-host:apu2,-host:apu3		5 6 7 8
host.pre:apu			1 2 3 4 7
host.pre:apu1			7
host.pre:pu			404
host.sub:pu1			7
host.sub:80:			5
-host.pre:apu			5 6 8
-host.sub:u			5 6 8
note.sub:%2C			5
note:a%2Cb%2Fc%7Ed%25e%23f%3Fg.%2Eh%20i	5
note:a%2Cb%2Fc%7Ed%25e%23f%3Fg%2E%2Eh%20i	5
note.sub:g%2E%2Eh		5
note:grün			6
note:gr%C3%BCn			6
note:gr%c3%bcn			6
note:x+y@z_1.0:%2525		7
note:x%2By%40z_1%2E0%3A%2525	7
note:x%20y@z_1.0:%2525		404
note:x+y@z_1.0:%25		404
Host:apu2			404
mtu:64..1500			1 2 4
mtu:..1500			1 2 4
mtu:1500..			2 3 4
mtu:1501..			3
mtu:1500			2
-mtu:100..2000			1 3 5 6 7 8
-mtu:..100			2 3 4 5 6 7 8
hw.mem:4G..			1 2 4
hw.mem:512M..4G			1 3
hw.mem:..4e9			1 3
hw.mem:3Gi..			1 2 4
hw.mem:4Gi..			2
kernel:6.1-rc3..6.1		1 2
kernel:..6.1-rc9		1
kernel:..6.1			1 2
kernel:6.1..6.10		2 3 7
kernel:6.1.1..			3 4 5 6 7
kernel:13.0-BETA1..13.0-RC1	4 5
kernel:13.0-RC1..13.0-RELEASE	5 6
kernel:..13.0-BETA9		1 2 3 4 7
VIMAGE				1 4
-VIMAGE				2 6
VIMAGE,VIMAGE			1 4
VIMAGE,-VIMAGE			404
-VIMAGE,host:apu2		2
option.VIMAGE:			3 5 7 8
-option.VIMAGE:			1 2 4 6
option.VIMAGE:y			1 4
option.VIMAGE:n			2 6
option.VIMAGE:y~n		1 2 4 6
-option.VIMAGE:y		2 3 5 6 7 8
CONFIG_VIMAGE:y			1 4
CONFIG_VIMAGE			1 4
-CONFIG_VIMAGE			2 6
PREEMPT				4
-PREEMPT			6
option.PREEMPT:m		2
CONFIG_PREEMPT:m~y		2 4
DEBUG				6
VIMAGE:				1 2 3 4 5 6 7 8
VIMAGE:y			404
at:2020				1 2 3 5 6 7
at:2019				4
at:2020-11			1 2
at:2020-11-05			1
at:2020-11-05T10		1
at:2020-11-05T11		404
at:2020-11-05T10:00Z		1
at:2020-11-05T10:00:00Z		1
at:2020-11-05T11:00:00+01:00	1
at:2020-11-05T11:00:00%2B01:00	1
at:2020-10-31T23:59:59		3
at:2020-10-31T23:59:59.5Z	3
at:2020-02-29			5
at:2020-01-15T07		6
at:2020-10..2020-11		1 2 3
at:2020-10-31..2020-11-05	1 3
at:2020-11..2020-12		1 2
at:..2019			4
at:..2020-01			4 6
at:2020-11-05..2020-11-05	1
at:2019~2020-11			1 2 4
at:2019,at:2020-11		1 2 4
-at:2020			4 8
-at:2020-11..			3 4 5 6 7
-at:..2020			8
at:1h..				8
at:90m..5m			404
at:1w..				8
at:2019-12..1h			1 2 3 4 5 6 7
-at:1h..			1 2 3 4 5 6 7
run:4				4
run:1~3				1 3
run:1,run:3			1 3
run:..3				1 2 3
run:7..				7 8
run:2..4			2 3 4
run:99				404
run:0				404
upload:1			1 2 3 4 5 6 7
upload:2			8
upload:2..			8
-upload:1			8
upload:1~2,host:now		8
test:udp			1 2 3
test:udp~icmp			1 2 3 8
test.pre:ic			8
-test:udp			4 5 6 7 8
size:1..100			1 2 3
size:				8
-size:				1 2 3 4 5 6 7
size:1~10~100			1 2 3
size:1k..			4 5 6 7
metric:rate			1 2 3 4 5 6 7
unit:pps			1 2 3 4 5 6 7
unit:ms				8
better:higher			1 2 3 4 5 6 7
role:sample			1 2 3 4 5 6 7 8
last:3				6 7 8
host:apu2,last:1		2
-,host:apu2			1 2
-,limit=3			6 7 8
host:apu2,limit=1		2
limit=1/host:apu2		2
limit=1				8
host:apu2/limit=1		2
host:apu2?limit=1		2
?limit=1			8
host:apu2?			1 2
host:apu2/			1 2
host:apu2,after=2		1
END
for (@queries) {
	my ($terms, $want) = @$_;
	SKIP: {
		skip 'sqlite3 is not installed', 1
			if !$full && $want =~ /\b6\b/ && $terms =~ /^-[CVP]/;
		is ids($terms), $want, "query $terms";
	}
}

# ---- What is printed, and that it means the same. ----
# A side as written, and as a link has it; B is the newest run.
my @links = map { [ split ' ' ] } grep { /\S/ } split /\n/, <<'END';
host:apu2			host:apu2
host:apu2,host:apu3		host:apu2~apu3
host:fe80%3A%3A1		host:fe80::1
CONFIG_VIMAGE:y			option.VIMAGE:y
VIMAGE				VIMAGE
-VIMAGE				-VIMAGE
-host:now			-host:now
-host:now,-mtu:			-host:now,-mtu:
host:				host:
note:grün			note:gr%C3%BCn
note:a%2Cb%2fc%7ed%25e%23f%3Fg%2E%2Eh%20i	note:a%2Cb%2Fc%7Ed%25e%23f%3Fg.%2Eh%20i
note.sub:*			404
note:x%2By%40z%5F1%2E0%3A%2525	note:x+y@z_1.0:%2525
host.pre:apu			host.pre:apu
-host.sub:now			-host.sub:now
mtu:64..1500			mtu:64..1500
mtu:..1%35%30%30		mtu:..1500
hw.mem:4G..			hw.mem:4G..
at:2020-11			at:2020-11
at:2020..2020-10		at:2020..2020-10
at:2019,at:2020-11		at:2019~2020-11
-at:2021..			-at:2021..
at:..1h				at:..T
at:2020-11-05%2010:00		at:2020-11-05%2010:00
at:60000d..2021			at:T..2021
run:1~2				run:1~2
run:..7				run:..7
-host:now,last:2		-host:now,last:2
-				422
test:tcp,-kernel:6.1..6.2	test:tcp,-kernel:6.1..6.2
END
my @printed;
for (@links) {
	my ($written, $want) = @$_;
	my $r = page($db, "/compare.json/$written/host:now");
	if ($want =~ /^\d+$/) {
		is $r->{status}, $want, "/compare/$written/host:now: $want";
		next;
	}
	my $report = json($r);
	my $got = $report->{sides}[0]{terms} // $r->{body};
	$got =~ s/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/T/ if $want =~ /T$|:T/;
	is $got, $want, "$written is printed as $want";
	my ($self, $pinned) = @{ $report->{links} }{qw(self pinned)};
	push @printed, @{ $report->{links} }{qw(self pinned ministat samples)};
	my $text = page($db, $self);
	is $text->{status}, 200, "... and the printed link is good";
	is page($db, $self)->{body}, $text->{body}, '... twice the same';
	my $other = page($db, "/compare/$written/host:now")->{body};
	is $text->{body}, $other, '... and the same as the question'
		if $written !~ /\d[hd]\b/;
	my ($last) = $text->{body} =~ m{^(/compare/\S+)\n\z}m;
	is $last, $self, '... it is the last line';
	my @counts = map { json(page($db, s{^/compare}{/compare.json}r))
		->{sides}[0]{samples} } $self, $pinned;
	is_deeply \@counts, [ ($report->{sides}[0]{samples}) x 2 ],
		'... the pinned one means as many';
}

# Options, wherever they stand, are printed in the first segment.
my @options = map { [ split ' ' ] } grep { /\S/ } split /\n/, <<'END';
margin=2/host:apu2/host:apu3	/compare/host:apu2,margin=2/host:apu3
host:apu2,margin=2/host:apu3	/compare/host:apu2,margin=2/host:apu3
host:apu2/host:apu3,margin=2	/compare/host:apu2,margin=2/host:apu3
host:apu2/margin=2/host:apu3	/compare/host:apu2,margin=2/host:apu3
host:apu2/host:apu3/margin=2	/compare/host:apu2,margin=2/host:apu3
host:apu2/host:apu3?margin=2	/compare/host:apu2,margin=2/host:apu3
host:apu2/host:apu3?margin=%32	/compare/host:apu2,margin=2/host:apu3
margin=2/total=1/host:apu2/host:apu3?by=none&width=80 /compare/host:apu2,margin=2,total=1,by=none,width=80/host:apu3
test:udp/host:apu2/host:apu3?by=hw.nic	/compare/test:udp,by=hw.nic/host:apu2/host:apu3
test:udp,margin=2/host:apu2/host:apu3	/compare/test:udp,margin=2/host:apu2/host:apu3
-,margin=2/host:apu2/host:apu3		/compare/host:apu2,margin=2/host:apu3
-/host:apu2/host:apu3/host:now		/compare/-/host:apu2/host:apu3/host:now
-,sort=change/host:apu2/host:apu3/host:now	/compare/-,sort=change/host:apu2/host:apu3/host:now
run:1/VIMAGE/-VIMAGE			404
run:1~2/VIMAGE/-VIMAGE			/compare/run:1~2/VIMAGE/-VIMAGE
run:1~2,last:1/VIMAGE,last:2/-VIMAGE	/compare/run:1~2,last:1/VIMAGE,last:2/-VIMAGE
END
for (@options) {
	my ($written, $want) = @$_;
	my $r = page($db, "/compare/$written");
	if ($want =~ /^\d+$/) {
		is $r->{status}, $want, "/compare/$written: $want";
		next;
	}
	my ($last) = $r->{body} =~ m{^(/compare/\S+)\n\z}m;
	is $last, $want, "options of $written";
	is page($db, $want)->{body}, $r->{body}, '... the link is the same';
	push @printed, $last, $r->{body} =~ m{^pinned (\S+)}m;
}

# A relative time becomes a fixed one.
my $self = json(page($db, '/compare.json/at:2019..1h/at:1h..'))->{links}{self};
like $self, qr{^/compare/at:2019\.\.\d{4}-\d\d-\d\dT[\d:.]+Z/at:\d{4}-[^/]+Z\.\.$},
	'relative times are resolved in the link';
is json(page($db, $self =~ s/compare/compare.json/r))->{sides}[1]{runs}, 1,
	'... which means the same later';

# ---- Unquoted in every shell there is. ----
my @raw = map { "/compare/$_->[0]/host:now" }
	grep { $_->[1] !~ /^4/ } @links[0 .. 6], @links[13 .. $#links];
push @raw, map { "/compare/$_->[0]" } grep { $_->[0] !~ /[?&]/ } @options;
for my $shell (qw(sh dash bash ksh zsh tcsh fish)) {
	my ($path) = grep { -x } map { "$_/$shell" } split /:/, $ENV{PATH};
	SKIP: {
		skip "$shell is not installed", 1 if !$path;
		my @words = (@printed, @raw);
		my $script = spew(scratch('links'), join '',
			map { "echo http://lab:8421$_\n" } @words);
		my $out = qx{$path $script 2>&1};
		is $out, join('', map { "http://lab:8421$_\n" } @words),
			"links are words of $shell";
	}
}

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
404 /run.json/^x				'x' is no number of a run
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
