#!/usr/bin/perl
# Many runs into the trash: nothing without the number, all or nothing with it.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

my $db = scratch('trash.db');
my $at = serve($db);
put($at, "/runs/host:a,test:t", "$_\n2\n3\n") for 1 .. 5;
put($at, "/runs/host:b,test:t", "$_\n2\n3\n") for 1 .. 30;
sub remove { my ($terms, $reason, %h) = @_;
	request($at, 'DELETE', "/runs/$terms", body => $reason, headers => \%h) }
sub live { my ($terms) = @_;
	my $r = get($at, "/runs.json/$terms?limit=100");
	return $r->{status} == 404 ? 0 : scalar @{ json($r)->{runs} } }

my $r = remove('host:a', 'why');
is $r->{status}, 409, 'without the number';
is $r->{body}, "5 runs would go into the trash: 5, 4, 3, 2, 1\n" .
	"  DELETE /runs/host:a,confirm=5 does it; GET /runs/host:a lists them\n",
	'... it says which, and how';
is live('host:a'), 5, '... and does nothing';
$r = remove('host:b', '');
like $r->{body}, qr/^30 runs would go into the trash: 35, 34, .*, 16 and 10 more$/m,
	'many are not all named';
$r = remove('host:a,confirm=4', 'why');
is $r->{status}, 409, 'another number';
is live('host:a'), 5, '... does nothing';
is json(remove('host:a', 'why', Accept => 'application/json'))->{error}{code},
	'conflict', 'the same as JSON';

for ([ 'host:nope', 404, qr/nope/ ], [ 'host:a,last:2', 400, qr/^last: is not taken/ ],
	[ 'host:a,confirm=x', 400, qr/confirm/ ], [ 'host:a,confirm=0', 400, qr/confirm/ ],
	[ 'host:a,confirm=-1', 400, qr/confirm/ ] ) {
	my ($terms, $status, $says) = @$_;
	$r = remove($terms, 'why');
	is $r->{status}, $status, "DELETE /runs/$terms: $status";
	like $r->{body}, $says, '... says why';
}
is remove('host:a,confirm=5', "a\e[31m")->{status}, 400, 'a reason that is no text';
is live('host:a'), 5, '... does nothing';

$r = remove('host:a,confirm=5', "broken fan\n");
is $r->{status}, 200, 'with the number';
is $r->{body}, "5 runs are in the trash; POST http://$at/run/ID/restore brings " .
	"one back\n", '... they are in the trash';
is live('host:a'), 0, '... all of them';
like get($at, '/run/3')->{body}, qr/^run 3, in the trash\nreason    broken fan$/m,
	'... each with the reason';
is live('host:b'), 30, '... and no other';
is remove('host:a,confirm=5', '')->{status}, 404, 'they are gone';
is request($at, 'POST', '/run/3/restore', body => '')->{status}, 200, 'one comes back';
is live('host:a'), 1, '... alone';
is request($at, 'DELETE', '/runs/host:a?confirm=1', body => '')->{status}, 200,
	'confirm behind the ?';
is +(stop($at))[0], 0, 'the server ends well';
is +(run_program('fsck', '--db', $db))[0], 0, '... and the archive is sound';
done_testing;
