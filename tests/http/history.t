#!/usr/bin/perl
# Histories: lines, their order, change points, baselines, notes; and that an
# answer is kept no longer than it is right.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Routes;
use POSIX ();
use Test::More;

my $at = serve(scratch('history.db'));
my $clock = 0;

# Runs as the native format has them: ({rev => ...}, value), ...
sub document {
	my ($test, $runs, %more) = @_;
	return join '', map {
		my ($tags, @samples) = @$_;
		my %tags = (%{ $more{tags} // {} }, %$tags);
		JSON::PP->new->canonical->encode({ tags => \%tags,
			at => sprintf('2026-01-%02dT%02d:%02d:%02dZ', 1 + $clock / 86400,
				$clock / 3600 % 24, $clock / 60 % 60, $clock++ % 60),
			results => [ { test => $test, metrics => [ { name => 'time',
				unit => 'ms', samples => \@samples } ] } ] }) . "\n"
	} @$runs;
}

sub store {
	my $r = put($at, '/runs', document(@_));
	is $r->{status}, 201, "$_[0]: stored" or diag $r->{body};
}

sub history { my ($terms) = @_; json(get($at, "/history.json/$terms"))->{series} }
sub text { my ($path) = @_; get($at, $path)->{body} }

# A level with a little noise, the same each time.
my @noise = map { (($_ * 7919) % 101 - 50) / 100 } 1 .. 500;
sub level { my ($n, $value, $from) = @_; map { $value + $noise[$_ + ($from // 0)] } 0 .. $n - 1 }

# ---- The order. ----
my %orders = (
	kernel => [ [ qw(6.9 6.10 6.11-rc7 6.11) ],
		[ qw(13.0-BETA2 13.0-RC1 13.0-RELEASE 13.0-RELEASE-p1) ] ],
	rev => [ [ qw(r999 r1000 r1001) ], [ qw(999 1000) ], [ qw(n268122-aa11 n268123-0f) ] ],
);
my $number = 0;
for my $key (sort keys %orders) {
	for my $values (@{ $orders{$key} }) {
		my $host = 'o' . ++$number;
		store('order', [ map { [ { $key => $_ }, 1 ] } reverse(@$values), @$values ],
			tags => { host => $host });
		my ($line) = @{ history("host:$host") };
		is $line->{order}, $key, "... $key is the order";
		is_deeply $line->{points}{key}, [ map { ($_, $_) } @$values ],
			"... @$values";
	}
}
store('hashes', [ map { [ { rev => $_ }, 1 ] } qw(1a2b3c4d5e 0f1e2d3c4b) ]);
my ($line) = @{ history('test:hashes') };
is $line->{order}, 'at', 'hashes are no order';
is_deeply $line->{points}{key}, [ undef, undef ], '... but the time is';
my $r = get($at, '/history/test:hashes,order=rev');
is $r->{status}, 422, '... not when they are asked for, either';
is $r->{body}, "'rev' holds hashes (1a2b3c4d5e), and they are no order\n" .
	"  order=at, or a key of versions or numbers\n", '... and that is said';
is get($at, '/history/test:hashes,order=kernel')->{status}, 422, 'a key that nobody records';
store('sizes', [ [ { rev => 'r1', size => '10k' }, 3 ], [ { rev => 'r2', size => '64' }, 2 ] ]);
is_deeply [ map { $_->{order} } @{ history('test:sizes') } ], [ 'rev', 'rev' ],
	'a tag makes two lines';
($line) = @{ history('test:sizes,order=size') };
is_deeply $line->{points}{key}, [ '64', '10k' ], '... but not the key of the order';
store('mixed', [ [ { rev => 'r1' }, 3 ], [ {}, 2 ] ]);
($line) = @{ history('test:mixed,order=rev') };
is "@{ $line->{points}{median} } $line->{left_out}{no_key}", '3 1', 'without it a run is counted';
like text('/history/test:mixed,order=rev'), qr/^left out  1 result: no rev is recorded$/m,
	'... in the text, too';

# ---- What one line is. ----
put($at, "/runs/test:lines,host:a,VIMAGE", "5\n6\n9\n");
put($at, "/runs/test:lines,host:a,-VIMAGE", "5\n6\n9.5\n");
put($at, "/runs/test:lines,host:b,VIMAGE", "5\n6\n9.7\n");
put($at, "/runs/test:lines,host:b,VIMAGE,kernel:6.1,os:x,hw.cpu:y,boot:3,round:1,batch:7,commit:abcdef1",
	"5\n6\n9.8\n");
is_deeply [ map { [ $_->{n}, $_->{tags}{host}, $_->{tags}{'option.VIMAGE'} ] }
	@{ history('test:lines') } ], [ [ 1, 'a', 'n' ], [ 1, 'a', 'y' ], [ 2, 'b', 'y' ] ],
	'options and hosts make lines, what a history is about does not';
($line) = @{ history('test:lines,host:a,VIMAGE') };
is "@{ $line->{points}{median} } @{ $line->{points}{n} }", '6 3', 'a point is the median of n';
ok $line->{points}{lo}[0] < 20 / 3 && $line->{points}{hi}[0] > 20 / 3, '... around the mean lo and hi';
put($at, '/runs/test:units,unit:ms', "1\n2\n3\n");
put($at, '/runs/test:units,unit:us', "1000\n2000\n3000\n4000\n5000\n");
put($at, '/runs/test:units,unit:pps', "7\n8\n9\n");
is_deeply [ map { "$_->{unit}: @{ $_->{points}{median} }" } @{ history('test:units') } ],
	[ 'pps: 8', 'us: 2000 3000' ], 'units convert, and what does not is another line';
put($at, '/runs/host:f', '{"tags":{"host":"f"},"results":[{"test":"fails","metrics":[{"name":' .
	'"time","samples":[1,2]}]},{"test":"never","failure":"no such file"}]}' . "\n");
put($at, '/runs/host:f', '{"tags":{"host":"f"},"results":[{"test":"fails","failure":"panic"}]}' . "\n");
($line) = @{ history('host:f') };
is "$line->{failures}[0]{reason} $line->{n}", 'panic 1', 'a failed run is a mark, and no point';
like text('/history/host:f'), qr/^failed    run \d+: panic$/m, '... seen in the text';
like text('/history/host:f'), qr/^1 failure of tests that have no value at all/m,
	'... and so are those without a line';
is text('/history/test:never'), "no run with a value; all have failed\n", '... alone, too';

# ---- Change points. ----
my @steps = (level(30, 100), level(30, 103, 30));
store('step', [ map { [ { rev => 'r' . ($_ + 1), commit => sprintf('%07da', $_) }, $steps[$_] ] }
	0 .. $#steps ], tags => { host => 'h' });
($line) = @{ history('test:step') };
is_deeply [ map { [ @$_{qw(index kind state verdict from to bisect)} ] } @{ $line->{change_points} } ],
	[ [ 30, 'step', 'confirmed', 'worse', 'r30', 'r31', 'git bisect start 0000030a 0000029a' ] ],
	'a step is found, where it is';
my $point = $line->{change_points}[0];
is $point->{run}, $line->{points}{run}[30], '... with its run';
ok abs($point->{change} - .03) < .003 && $point->{lo} <= 30 && $point->{hi} >= 30, '... and size';
my $text = text('/history/test:step,limit=32');
like $text, qr/^worse: \+3\.\d+ % at rev r31, confirmed in 60 runs\n/, 'line 1 is the answer';
like $text, qr/^ *\d+  r30\.\.r31 +100\.\d +103\.\d +\+3\.\d+ %  \de-\d+  r31 +confirmed  worse$/m,
	'... then the list';
like $text, qr/\n-+ \+3\.\d+ % -+\n +\d+  2026\S+ \S+  r31 /, '... a rule before the new level';
like $text, qr/\n {10}[_.]{27,33}['-]{27,33}\n {40}\^\n/, '... a sparkline with its mark';
like $text, qr/^noise     [.\d]+ % a run; at this noise a change of [.\d]+ % would be seen after 5 runs/m,
	'... and what would be seen';
like $text, qr/^32 of 60 runs are shown; limit=60 for all$/m, '... no run is left out in silence';
my ($compare) = $text =~ m{^compare   http://[^/]+(\S+)}m;
is $compare, '/compare/test:step,metric:time,host:h/rev:r1..r30/rev:r31..r60', 'before and after';
like text($compare), qr/^B is worse: .*30 runs/s, '... can be compared';
is scalar(grep { length > 100 && !m{http://} } split /\n/, $text), 0, 'lines are as wide as a terminal';

store('exact', [ map { [ { rev => "r$_" }, $_ < 4 ? 512 : 513 ] } 1 .. 5 ]);
($line) = @{ history('test:exact,assume=exact') };
is_deeply [ map { "$_->{index} $_->{state}" } @{ $line->{change_points} } ], [ '3 confirmed' ],
	'a metric without noise: every difference is a change';
is scalar @{ history('test:exact')->[0]{change_points} }, 0, '... not where that is not said';

($line) = @{ history('test:units,samples=1,unit:us~ms') };
is_deeply $line->{points}{samples}, [ [ 1000, 2000, 3000 ], [ 1000, 2000, 3000, 4000, 5000 ] ],
	'the samples of each run, in the unit of the line';
ok !exists history('test:units')->[0]{points}{samples}, '... when they are asked for';

# A new machine is no change of the software.
store('machine', [ map { [ { rev => "r$_", 'hw.cpu' => $_ < 31 ? 'old' : 'new',
	os => $_ < 10 ? '13' : '14' }, $steps[$_ - 1] ] } 1 .. 60 ]);
($line) = @{ history('test:machine') };
is scalar @{ $line->{change_points} }, 0, 'a new machine begins a new baseline';
is_deeply [ map { [ @$_{qw(index key from to)}, $_->{baseline} ? 1 : 0 ] } @{ $line->{annotations} } ],
	[ [ 9, 'os', 13, 14, 0 ], [ 30, 'hw.cpu', 'old', 'new', 1 ] ], '... and both are marked';
like text('/history/test:machine'), qr/^baseline  at r31: hw\.cpu old -> new$/m, '... in the text';

# ---- What is shown. ----
is_deeply history('test:step,from=r10,to=r12')->[0]{points}{key}, [ qw(r10 r11 r12) ], 'from and to';
is history('test:step,from=r10,to=r12')->[0]{first_index}, 9, '... counted from the first of all';
is history('test:step,from=r10,to=r12')->[0]{change_points}[0]{index}, 30, '... change points, too';
is_deeply history('test:step,limit=2')->[0]{points}{key}, [ qw(r59 r60) ], 'the newest';
is scalar @{ history('test:hashes,from=2026-01,to=2026-01')->[0]{points}{run} }, 2, 'times, too';
is get($at, '/history/test:hashes,from=yesterday')->{status}, 400, '... that are none';
my @csv = split /\n/, text('/history.csv/test:step');
is $csv[0], 'line,run,at,key,n,median,lo,hi,unit,masked,change,kind', 'CSV has a head';
is scalar @csv, 61, '... and a line a run';
is scalar(grep { /,step$/ } @csv), 1, '... with the change';
for (1 .. 201) { put($at, "/runs/host:m$_,test:many", "$_\n") }
$text = text('/history/test:many');
like $text, qr/^201 lines, of which 1\.\.200, 200 runs with a value: 0 changed$/m, 'many lines have pages';
my ($more) = $text =~ m{^more: http://[^/]+(\S+)$}m;
is $more, '/history/test:many,after=200', '... with the way on';
like text($more), qr/^201 lines, of which 201\.\.201, 1 run with a value: 0 changed$/m, '... to the last';
unlike text($more), qr/^more/m, '... and no further';
is scalar @{ history('test:many,after=200') }, 1, '... in JSON, too';
like text('/history/test:nothing'), qr/no runs for these terms/, 'terms that mean nothing';

# ---- Notes. ----
my $url = '/note/test:step,rev:r30..r31';
$r = request($at, 'POST', $url, body => "new power supply\n");
is $r->{status}, 201, 'a note';
is $r->{headers}{location}, '/history/test:step', '... and where it is seen';
like $r->{body}, qr{^note (\d+): rev r30\.\.r31, of 60 runs now\nPOST \S+/note/\1/undo takes it back\n},
	'... and how to take it back';
my ($note) = $r->{body} =~ /^note (\d+)/;
my $told = history('test:step')->[0]{notes};
is_deeply [ map { [ @$_{qw(note key from to from_index to_index text)} ] } @$told ],
	[ [ $note, 'rev', 'r30', 'r31', 29, 30, 'new power supply' ] ], '... is in the history';
like text('/history/test:step'), qr/^note $note +rev r30\.\.r31: new power supply \(127/m, '... as text';
is_deeply history('test:exact')->[0]{notes}, [], '... and in no other';
my @ids = @{ $line = history('test:step')->[0]{points}{run} };
request($at, 'DELETE', "/run/$_", body => 'why') for @ids[ 29, 30 ];
is history('test:step')->[0]{notes}[0]{text}, 'new power supply', '... it survives the runs';
request($at, 'POST', "/run/$_/restore", body => '') for @ids[ 29, 30 ];
is request($at, 'POST', "/note/$note/undo", body => '')->{status}, 200, '... is taken back';
is_deeply history('test:step')->[0]{notes}, [], '... and gone';
is request($at, 'POST', "/note/$note/undo", body => '')->{status}, 409, '... once';
is request($at, 'POST', '/note/99999/undo', body => '')->{status}, 404, '... as one that is not there';
for ([ '/note/test:step', 'words', 400, 'no range' ], [ '/note/rev:r1,kernel:6', 'words', 400, 'two' ],
	[ '/note/rev:r1', '', 400, 'no words' ], [ '/note/test:stepp,rev:r1', 'words', 404, 'no runs' ],
	[ '/note/rev:r1', "two\nlines", 400, 'two lines' ], [ '/note/rev:r1,last:3', 'x', 400, 'last:' ]) {
	is request($at, 'POST', $_->[0], body => $_->[1])->{status}, $_->[2], "$_->[3]: refused";
}
is request($at, 'POST', '/note/at:2026-01', body => 'a month')->{status}, 201, 'a span of time';
is history('test:hashes')->[0]{notes}[0]{from}, '2026-01-01T00:00:00Z', '... is kept as one';

# ---- Of all lines. ----
my $changes = json(get($at, '/changes.json'));
is_deeply [ map { "$_->{key} $_->{from}..$_->{to}" } @{ $changes->{ranges} } ], [ 'rev r30..r31' ],
	'what changed, of all';
is_deeply [ map { "$_->{test} $_->{verdict}" } @{ $changes->{ranges}[0]{changes} } ],
	[ 'step worse' ], '... and where';
ok $changes->{runs} > 300 && abs($changes->{expected_false} - $changes->{runs} * 3e-4) < 1e-9,
	'... of how many runs, and how many are false';
is scalar @{ json(get($at, '/changes.json/margin=5'))->{ranges} }, 0, '... of at least a margin';
is scalar @{ json(get($at, '/changes.json/test:exact'))->{ranges} }, 0, '... of some lines';
is get($at, '/changes/since=7x')->{status}, 400, '... since';
is scalar @{ json(get($at, '/changes.json/since=1d'))->{ranges} }, 0, '... when';
like text('/changes'), qr{^1 change in 1 range, on 1 of \d+ lines; of \d+ runs at most \S+ false },
	'... in words';
like text('/changes'), qr{^rev r30\.\.r31 +2026-01-01 +worse +\+3\.\d+ % .* http://\S+/history/test:step}m,
	'... with the way to it';
my @rows = map { [ { rev => "r$_" }, $steps[$_ - 1] ] } 1 .. 60;
put($at, '/runs', document('today', \@rows) =~ s/"at":"[^"]*",//gr);
like text('/'), qr/^1 change in the last 7 days in 1 range, on 1 of \d+ lines/, 'the front page begins with it';

# Twenty nights whose samples lie close together, then five that do not.
my $day = int(time / 86400) * 86400 - 26 * 86400;
for my $i (0 .. 24) {
	my $far = $i < 20 ? 1 + $i / 100 : 9 + $i / 10;
	put($at, '/runs/host:loud,test:spread,unit:ms,at:' . POSIX::strftime('%Y-%m-%d', gmtime $day + 86400 * $i),
		join '', map { 100 + $far * $_ . "\n" } -1, 0, 1);
}
my $loud = json(get($at, '/index.json'))->{noisier};
is_deeply [ map { "$_->{host} $_->{test} $_->{terms}" } @$loud ], [ 'loud spread test:spread,metric:value,host:loud' ],
	'the front page tells who became noisier';
ok abs($loud->[0]{before} - .01095) < 1e-9 && abs($loud->[0]{newest} - .112) < 1e-9, '... by how much';
like text('/'), qr/^noisier  loud: spread \(1\.1 -> 11 %\)$/m, '... in words';

# ---- Without a server. ----
my $db = scratch('alone.db');
import_text($db, '-', document('alone', \@rows));
my ($rc, $out, $err) = run_program('history', '--db', $db, 'test:alone');
is $rc, 0, 'history without a server';
like $out, qr/^worse: \+3/, '... says the same';
($rc, $out) = run_program('history', '--json', '--db', $db, 'test:alone');
is json({ body => $out })->{series}[0]{change_points}[0]{index}, 30, '... in JSON';
($rc, $out, $err) = run_program('history', '--db', $db, '-VIMAGE');
is $rc, 1, '... or nothing for these terms';
is +(run_program('history', '--db', $db))[0], 2, '... or what is missing';

done_testing;
