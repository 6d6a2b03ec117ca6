#!/usr/bin/perl
# The gate: GET /check, and `maxistat check` on an archive and on a server. Each
# case is asked all three ways and has to answer the same.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Samples;
use Test::More;

sub rate { my ($test, @samples) = @_; [ $test, 'rate', 'pps', 'higher', @samples ] }
sub took { my ($test, @samples) = @_; [ $test, 'time', 's', 'lower', @samples ] }

# rev 1 is the baseline; the others are worse in one way each.
srand 5;
my %revs = (
	1 => [ rate(udp => around(8, 1000, 5)), took(build => around(8, 60, .3)) ],
	same => [ rate(udp => around(8, 1001, 5)),
		took(build => around(8, 60.1, .3)) ],
	better => [ rate(udp => around(8, 1100, 5)),
		took(build => around(8, 50, .3)) ],
	slow => [ rate(udp => around(8, 900, 5)), took(build => around(8, 60, .3)) ],
	long => [ rate(udp => around(8, 1001, 5)),
		took(build => around(8, 66, .3)) ],
	lacks => [ rate(udp => around(8, 1001, 5)) ],
	failed => [ rate(udp => around(8, 1001, 5)),
		took(build => 'cc: killed by signal 9') ],
	both => [ rate(udp => around(8, 900, 5)), took(build => 'no space left') ],
	more => [ rate(udp => around(8, 1001, 5)),
		took(build => around(8, 60.1, .3)), rate(tcp => [ 5, 6, 5 ]) ],
	noisy => [ rate(udp => around(8, 1000, 150)),
		took(build => around(8, 60, .3)) ],
	one => [ rate(udp => [ 1000 ]), took(build => around(8, 60, .3)) ],
	unit => [ [ 'udp', 'rate', 'bit/s', 'higher', around(8, 9e5, 1) ],
		took(build => around(8, 60, .3)) ],
);
my @family = map { [ rate("f$_" => normal(8, 100, 1)), rate("f$_" =>
	normal(8, 100, 1)) ] } 1 .. 30;
my $db = archive(
	(map { run_of({ suite => 'main', host => 'h', rev => $_ },
		@{ $revs{$_} }) } sort keys %revs),
	# Direction unknown.
	run_of({ suite => 'depth', host => 'h', rev => 1 },
		[ 'q', 'depth', undef, undef, around(8, 20, .1) ]),
	run_of({ suite => 'depth', host => 'h', rev => 2 },
		[ 'q', 'depth', undef, undef, around(8, 30, .1) ]),
	# One row of 31 is worse at p = .01 or so.
	(map { my $rev = $_; run_of({ suite => 'family', host => 'h',
		rev => $rev }, (map { $_->[$rev - 1] } @family),
		rate(weak => around(8, $rev == 2 ? 98.8 : 100, 1))) } 1, 2),
	# Failed in A already.
	run_of({ suite => 'broken', host => 'h', rev => 1 },
		rate(udp => around(8, 9, .1)), rate(tcp => 'no route')),
	run_of({ suite => 'broken', host => 'h', rev => 2 },
		rate(udp => around(8, 9, .1)), rate(tcp => 'no route')));
my $where = serve($db);

my %status = (ok => 200, undecided => 200, worse => 412, missing => 412);
my %exit = (ok => 0, undecided => 125, worse => 1, missing => 1);

# The segments of a question, and the verdict that everybody gives.
sub gives {
	my ($want, @segments) = @_;
	my $name = join ' ', @segments;
	my $path = '/check/' . join '/', @segments;
	my $page = get($where, $path);
	is $page->{headers}{'x-verdict'}, $want, "$name: $want"
		or diag $page->{body};
	is $page->{status}, $status{$want}, "... $status{$want}";
	like $page->{body}, qr/^$want: /, '... and in line 1';
	my $json = get($where, $path =~ s/check/check.json/r);
	is $json->{status}, $status{$want}, '... the same in JSON';
	is json($json)->{verdict}, $want, '... which says it';
	for (['--db', $db], ["--db=$db"], ["http://$where"],
		["http://$where/check/anything"]) {
		my ($exit, $out, $err) = run_program('check', @$_, @segments);
		is $exit, $exit{$want}, "... check $_->[0]: exit $exit{$want}";
		like $out, qr/^$want: .*^report \S*\/compare\//ms,
			'... which prints the report\'s address';
		is $err, '', '... and nothing else';
	}
	return $page->{body};
}

gives('ok', 'suite:main', 'rev:1', 'rev:same');
gives('ok', 'suite:main,rev:1', 'suite:main,rev:same');
gives('ok', 'suite:main', 'rev:1', 'rev:better');
my $text = gives('worse', 'suite:main', 'rev:1', 'rev:slow');
like $text, qr/^worse +udp.* rate, -10\.00 % \(/m, 'the row is named';
unlike $text, qr/^\w+ +build/m, '... and no other';
gives('ok', 'suite:main', 'rev:slow', 'rev:1');
like gives('worse', 'suite:main', 'rev:1', 'rev:long'),
	qr/^worse +build.* time, \+10\.\d+ %/m, 'a time that grew';
gives('worse', '-', 'suite:main,rev:1', 'suite:main,rev:slow');

# What is missing or failed.
like gives('missing', 'suite:main', 'rev:1', 'rev:lacks'),
	qr/^missing +build.* time: missing$/m, 'a row of A is not in B';
gives('ok', 'suite:main,missing=ignore', 'rev:1', 'rev:lacks');
gives('ok', 'suite:main', 'rev:lacks', 'rev:1');
like gives('missing', 'suite:main', 'rev:1', 'rev:failed'),
	qr/^missing +build.* time: failed: cc: killed by signal 9$/m,
	'a test failed in B';
is json(get($where, '/check.json/suite:main/rev:1/rev:failed'))->{rows}[0]
	{failure}, 'cc: killed by signal 9', '... with its reason in JSON';
gives('ok', 'suite:main,missing=ignore', 'rev:1', 'rev:failed');
gives('ok', 'suite:main', 'rev:failed', 'rev:1');
gives('ok', 'suite:broken', 'rev:1', 'rev:2');
like gives('worse', 'suite:main', 'rev:1', 'rev:both'),
	qr/^missing +build.*: failed: no space left$/m,
	'worse is more than missing, and both are told';
gives('ok', 'suite:main', 'rev:1', 'rev:more');
gives('missing', 'suite:main', 'rev:1', 'rev:none');
my $empty = json(get($where, '/check.json/suite:main/rev:1/rev:none'));
is scalar @{ $empty->{rows} }, 2, 'B is empty: all rows of A are missing';
is_deeply [ map { $_->{gate} } @{ $empty->{rows} } ], [ ('missing') x 2 ],
	'... each';
gives('ok', 'suite:main,missing=ignore', 'rev:1', 'rev:none');

# A without anything is a question that makes no sense.
my $none = get($where, '/check/suite:main/rev:none/rev:1');
is $none->{status}, 404, 'A is empty: 404';
is $none->{headers}{'x-verdict'}, undef, '... without a verdict';
my ($exit, $out, $err) = run_program('check', '--db', $db, 'suite:main',
	'rev:none', 'rev:1');
is $exit, 2, '... exit 2';
is $out, '', '... nothing on stdout';
like $err, qr/^maxistat check: 404: .*A/, '... and why on stderr';

# Holm: a weak row does not shut the gate, alone it does.
my $weak = json(get($where, '/compare.json/suite:family/rev:1/rev:2'));
my $row = row_of($weak, 'weak')->{comparisons}[0];
is $row->{verdict}, 'worse', 'one row of 31 is worse';
ok $row->{p} < .05 && $row->{p_holm} > .05, '... but Holm does not hold';
gives('ok', 'suite:family', 'rev:1', 'rev:2');
gives('worse', 'suite:family,test:weak', 'rev:1', 'rev:2');
gives('ok', 'suite:family,test:weak,confidence=99.9', 'rev:1', 'rev:2');
gives('ok', 'suite:family,test:weak,margin=5', 'rev:1', 'rev:2');

# miss=: could so large a loss have been missed?
gives('ok', 'suite:main', 'rev:1', 'rev:noisy');
like gives('undecided', 'suite:main,miss=5', 'rev:1', 'rev:noisy'),
	qr/^undecided +udp/m, 'the row is named';
gives('ok', 'suite:main,miss=15', 'rev:1', 'rev:noisy');
gives('ok', 'suite:main,miss=5', 'rev:1', 'rev:same');
gives('worse', 'suite:main,miss=5', 'rev:1', 'rev:slow');
gives('missing', 'suite:main,miss=5', 'rev:1', 'rev:lacks');
gives('ok', 'suite:main', 'rev:1', 'rev:one');
gives('undecided', 'suite:main,miss=5', 'rev:1', 'rev:one');
gives('undecided', 'suite:main,miss=5', 'rev:1', 'rev:unit');
gives('ok', 'suite:main,miss=5', 'rev:1', 'rev:better');

# Nobody told which way is better: no verdict of worse, but room for a loss.
gives('ok', 'suite:depth', 'rev:1', 'rev:2');
gives('undecided', 'suite:depth,miss=5', 'rev:1', 'rev:2');

# More than two sides: the worst of all.
is get($where, '/check/suite:main/rev:1/rev:same/rev:slow')
	->{headers}{'x-verdict'}, 'worse', 'three sides: C is worse';
is_deeply [ map { $_->{side} } @{ json(get($where,
	'/check.json/suite:main/rev:1/rev:same/rev:slow'))->{rows} } ], [ 'C' ],
	'... and named';

# The rest of the protocol.
my $head = request($where, 'HEAD', '/check/suite:main/rev:1/rev:slow');
is $head->{status}, 412, 'HEAD has the status';
is $head->{headers}{'x-verdict'}, 'worse', '... and the verdict';
is $head->{body}, '', '... alone';
like get($where, '/check/suite:main/rev:1/rev:slow')->{headers}
	{'content-type'}, qr{^text/plain}, 'text unless asked for JSON';
my $accept = get($where, '/check/suite:main/rev:1/rev:slow',
	Accept => 'application/json');
is json($accept)->{rows}[0]{test}, 'udp', 'JSON by Accept';
is json($accept)->{rows_checked}, 2, '... counts what was checked';
cmp_ok abs(json($accept)->{rows}[0]{change} + .1), '<', .001, '... the change';
is get($where, '/check/rev:1')->{status}, 400, 'one side is 400';
is get($where, '/check/suite:main,detail=2/rev:1/rev:2')->{status}, 400,
	'a wrong option is 400';
is get($where, '/check/suite:main/rev:1~slow/rev:slow')->{status}, 422,
	'a result on both sides is 422';
is request($where, 'POST', '/check/suite:main/rev:1/rev:slow', body => '')
	->{status}, 405, 'POST is 405';

# What the command refuses.
for ([], ['--db', $db], ['--db', $db, 'rev:1'], [qw(rev:1 rev:2)],
	['--db', $db, qw(a:1 b:1 c:1 d:1)], ['--db', "$db.none", qw(a:1 b:1)],
	['--db', $db, 'nonsense', 'rev:1'], ["http://127.0.0.1:1", qw(a:1 b:1)],
	['ftp://127.0.0.1:1', qw(a:1 b:1)], ['--db', $db, 'miss=x', 'a:1', 'b:1'])
{
	my ($status, $said, $why) = run_program('check', @$_);
	cmp_ok $status, '>=', 2, "check @$_[0 .. ($#$_ > 3 ? 3 : $#$_)]"
		=~ s/\S*archive\S*/DB/r;
	isnt $status, 125, '... is no "skip" for git bisect';
	is $said, '', '... prints no verdict';
	like $why, qr/^maxistat check: \S/, '... but why';
}
my ($status, $stderr) = stop($where);
is $stderr, '', 'the server has nothing to say';
done_testing;
