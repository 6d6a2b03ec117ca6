#!/usr/bin/perl
# Corrections: what they change, what they leave, and taking them back.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

my $db = scratch('correct.db');
my $at = serve($db);
sub post { my ($path, %h) = @_; request($at, 'POST', $path, body => '', headers => \%h) }
sub correct { my ($id, $terms, %h) = @_; post("/run/$id/tags/$terms", %h) }
sub run_json { my ($id) = @_; json(get($at, "/run.json/$id")) }
sub metric { my ($id, $i) = @_; run_json($id)->{results}[$i // 0]{metrics}[0] }
sub runs { my ($terms) = @_;
	my $r = get($at, "/runs.json/$terms");
	$r->{status} == 404 ? 0 : scalar @{ json($r)->{runs} } }

my $text = "1\n2\n3.5\n";
put($at, '/runs/host:apu,kernel:14.0,VIMAGE,test:udp,unit:Mb/s' =~ s{Mb/s}{Mb%2Fs}r, $text);
put($at, '/runs/host:apu,kernel:14.0,test:udp', '{"results":[{"test":"t","metrics":[' .
	'{"name":"rate","unit":"kpps","samples":[1,2]},{"name":"time","samples":[3]}]}]}' . "\n");
my $before = run_json(1);

my $r = correct(1, 'host:apu2,kernel:14.1,-VIMAGE,rev:n77');
is $r->{status}, 200, 'tags are corrected';
is $r->{body}, "run 1 corrected: host apu -> apu2, kernel 14.0 -> 14.1, option.VIMAGE y -> n, " .
	"rev (none) -> n77\nPOST http://$at/edit/1/undo takes it back\nsee  http://$at/run/1\n",
	'... and it says what was what';
is_deeply run_json(1)->{tags}, { host => 'apu2', kernel => '14.1', 'option.VIMAGE' => 'n',
	rev => 'n77' }, '... so they are';
is runs('host:apu2'), 1, '... and are found by';
is runs('host:apu'), 1, '... and no more by the old ones';
is runs('-VIMAGE'), 1, '... options too';
my ($edit) = @{ run_json(1)->{edits} };
is "$edit->{edit} $edit->{by} $edit->{action} $edit->{reason}", '1 127.0.0.1 correct host apu ' .
	'-> apu2, kernel 14.0 -> 14.1, option.VIMAGE y -> n, rev (none) -> n77', '... it is logged';
like get($at, '/run/1')->{body}, qr/^edit 1: \S+ by 127\.0\.0\.1: correct: host apu -> apu2/m,
	'... on the page of the run';
is get($at, '/run/1/raw')->{body}, $text, 'the original stays';
is put($at, '/runs/host:apu,kernel:14.0,VIMAGE,test:udp,unit:Mb%2Fs', $text)->{status}, 200,
	'the identity stays: the same is not stored again';

is correct(1, 'host:apu2,kernel:14.1')->{body}, "run 1 is so already; nothing is changed\n",
	'what is so already is no edit';
is scalar @{ run_json(1)->{edits} }, 1, '... in the log either';
like correct(1, 'rev:')->{body}, qr/^run 1 corrected: rev n77 -> \(none\)$/m, 'a tag is taken away';
ok !exists run_json(1)->{tags}{rev}, '... and gone';
like correct(1, 'at:2026-11-01T08:00:00Z')->{body}, qr/: at \S+ -> 2026-11-01T08:00:00Z$/m,
	'the time is corrected';
is run_json(1)->{at}, '2026-11-01T08:00:00Z', '... so it is';
ok !run_json(1)->{at_assumed}, '... and no more assumed';

like correct(1, 'unit:pps,better:lower')->{body},
	qr{: unit of value Mb/s -> pps, better of value higher -> lower$}m, 'unit and direction';
is metric(1)->{unit} . metric(1)->{better}, 'ppslower', '... so they are';
is "@{ metric(1)->{samples} }", '1 2 3.5', '... and the samples stay';
$r = correct(2, 'unit:pps');
is $r->{status}, 400, 'a unit of several metrics';
is $r->{body}, "unit: could be that of several metrics of this run\n  pick=metric:NAME says " .
	"which\n  near: rate, time\n", '... could be that of each';
like correct(2, 'unit:pps,pick=metric:rate')->{body}, qr/: unit of rate kpps -> pps$/m,
	'... unless one is picked';
is metric(2)->{unit}, 'pps', '... which it is';

# Back.
my @edits = map { $_->{edit} } @{ run_json(1)->{edits} };
$r = post("/edit/$edits[0]/undo");
is $r->{status}, 409, 'an edit with later ones';
is $r->{body}, "run 1 was changed again after edit 1\n  undo edit $edits[-1] first\n", '... waits';
for my $edit (reverse @edits) {
	$r = post("/edit/$edit/undo");
	is $r->{status}, 409, 'an undoing is an edit too' and last if $edit != $edits[-1];
	is $r->{status}, 200, 'the newest is taken back' or diag $r->{body};
}
is metric(1)->{unit}, 'Mb/s', '... and the unit is as it was';
my $last = run_json(1)->{edits}[-1]{edit};
is post("/edit/$last/undo", Accept => 'application/json')->{status}, 200, '... and that again';
is metric(1)->{unit}, 'pps', '... and it is corrected again';
is json(post("/edit/" . run_json(1)->{edits}[-1]{edit} . '/undo', Accept => 'application/json'))
	->{run}, 1, 'the same as JSON';

# What is refused changes nothing.
my $is = get($at, '/run.json/1')->{body};
for ([ 'test:x', qr/^test: says what was measured/ ], [ 'metric:x', qr/^metric: says what/ ],
	[ 'env:x', qr/^env: is for uploads/ ], [ 'nope:', qr/^run 1 has no tag 'nope'/ ],
	[ 'host:a~b', qr/alternatives/ ], [ '-host:a', qr/records what is/ ],
	[ 'host:a,host:b', qr/twice/ ], [ 'run:7', qr/reserved/ ],
	[ 'host:a,pick=metric:value', qr/^pick= is for unit:/ ],
	[ 'unit:s,pick=metric:nope', qr/^no result of this run fits/ ], [ 'better:up', qr/better is/ ],
	[ 'at:yesterday', qr/at takes/ ], [ 'host:a,margin=2', qr/margin/ ]) {
	my ($terms, $says) = @$_;
	$r = correct(1, $terms);
	is $r->{status}, 400, "refused: $terms";
	like $r->{body}, $says, '... says why';
}
is correct(99, 'host:a')->{status}, 404, 'no such run';
is post('/edit/99/undo')->{status}, 404, 'no such edit';
is get($at, '/run.json/1')->{body}, $is, 'nothing has changed';

# In the trash and out of it; an export; what is purged.
request($at, 'DELETE', '/run/2', body => 'x');
like correct(2, 'host:new')->{body}, qr/^run 2 corrected/, 'a run in the trash';
is runs('host:new'), 0, '... stays there';
post('/run/2/restore');
is runs('host:new'), 1, '... and comes back corrected';
spew(scratch('x.json'), get($at, '/export/host:new')->{body});
is json(get($at, '/export/host:new'))->{tags}{host}, 'new', 'an export has what is corrected';
request($at, 'DELETE', '/run/1', body => 'x');
is +(stop($at))[0], 0, 'the server ends well';
is +(run_program('fsck', '--db', $db))[0], 0, '... and the archive is sound';
is +(run_program('purge', '--db', $db, '--trashed-before', '2026-11-01'))[1],
	"0 runs and 0 uploads are gone for good; $db was @{[ size($db) ]}, is @{[ size($db) ]}\n",
	'nothing is so long in the trash';
my ($status, $said) = run_program('purge', '--db', $db, '--trashed-before', '2100-01-01');
like "$status $said", qr/^0 1 run and 1 upload are gone for good; \Q$db\E was \d+ kB, is \d+ kB$/,
	'what is, is gone for good';
is +(run_program('fsck', '--db', $db))[0], 0, '... and the archive is sound';
is +(run_program('get', '--db', $db, '/run/1'))[0], 1, '... without it';
sub size { int((-s $_[0]) / 1000 + .5) . ' kB' }
for ([ '--db', $db ], [ '--db', $db, '--trashed-before', 'yesterday' ],
	[ '--trashed-before', '2026-11-01' ]) {
	is +(run_program('purge', @$_))[0], 2, "purge @{[ map { s{.*/}{}r } @$_ ]}: usage";
}
my $none = scratch('none');
is +(run_program('purge', '--db', $none, '--trashed-before', '2026-11-01'))[0], 3, 'no archive';
ok !-e $none, '... and none is made';
$at = serve($db);
is +(run_program('purge', '--db', $db, '--trashed-before', '2026-11-01'))[0], 4,
	'not while it is served';
put($at, '/runs/host:z,test:t', "5\n6\n");
like get($at, '/runs')->{body}, qr/^\s*3 .*\n\s*2 /m, 'no number is given again';
stop($at);
done_testing;
