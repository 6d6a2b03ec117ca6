#!/usr/bin/perl
# The grammar of URLs: every kind of term, options, and the links that are printed.
use strict;
use warnings;
use lib 'tests/lib';
use Grammar;
use Maxistat;
use Test::More;

my ($db, $full) = grammar_db();

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
done_testing;
