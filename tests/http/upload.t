#!/usr/bin/perl
# What an upload is answered, and what of it is kept.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

my $db = scratch('a.db');
my $at = serve($db);
my $five = "1.5\n2.5\n3.5\n4.5\n5.5\n";

# Storing, and storing again.
my $r = put($at, '/runs/host:apu2,test:udp,unit:pps', $five);
is $r->{status}, 201, 'a first upload is stored';
is $r->{headers}{location}, '/run/1', '... with its place';
like $r->{body}, qr/^run 1 stored: 1 test, 5 samples, 0 warnings  \(new host apu2\)\n/,
	'... and says what was stored';
like $r->{body}, qr{^see      http://\Q$at\E/run/1$}m, '... and where to see it';

$r = put($at, '/runs/host:apu2,test:udp,unit:pps', $five);
is $r->{status}, 200, 'the same again is not stored';
is $r->{headers}{location}, '/run/1', '... and leads to the first';
like $r->{body}, qr/^NOT stored again: same as run 1$/m, '... and says so';
is put($at, '/runs/unit:pps,test:udp,host:apu2', $five)->{status}, 200,
	'the order of the terms does not matter';

$r = put($at, '/runs/host:apu2,test:udp,unit:kpps', $five);
is $r->{status}, 201, 'other terms are another measurement';
like $r->{body}, qr{^compare  http://\Q$at\E/compare/run:1/run:2$}m,
	'... compared with the newest earlier run of the host';

# A single value without a time may well have been measured twice.
is put($at, '/runs/host:one,test:t', "7\n")->{status}, 201, 'one value';
$r = put($at, '/runs/host:one,test:t', "7\n");
is $r->{status}, 201, 'the same value again is stored';
like $r->{body}, qr/warning: equal to run 3; stored as a new measurement/,
	'... with a warning';
is put($at, '/runs/host:one,test:t,at:2026-01-02', "7\n")->{status}, 201,
	'with a time it is a measurement';
is put($at, '/runs/host:one,test:t,at:2026-01-02', "7\n")->{status}, 200,
	'... and the same again with that time is not';

# Idempotency-Key.
my %key = ('Idempotency-Key' => 'k1');
is put($at, '/runs/host:key', "8\n", %key)->{status}, 201, 'a key';
is put($at, '/runs/host:key', "8\n", %key)->{status}, 200, 'the same key and bytes';
$r = put($at, '/runs/host:key', "9\n", %key);
is $r->{status}, 409, 'the same key with other bytes';
like $r->{body}, qr/was used for other content/, '... says why';
$r = put($at, '/runs/host:apu2,test:udp,unit:pps', $five,
	'Idempotency-Key' => 'k2');
is $r->{status}, 201, 'a new key stores known content as a new run';
my ($twin) = $r->{headers}{location} =~ /(\d+)/;

# Trash.
$r = request($at, 'DELETE', '/run/1', body => "broken fan\n");
is $r->{status}, 200, 'a run goes into the trash';
like get($at, '/run/1')->{body}, qr/^run 1, in the trash\nreason    broken fan$/m,
	'... can still be seen with the reason';
unlike get($at, '/runs/host:apu2')->{body}, qr/^ +1 /m, '... and is not listed';
request($at, 'DELETE', "/run/$twin", body => '');
$r = put($at, '/runs/host:apu2,test:udp,unit:pps', $five);
is $r->{status}, 410, 'the same content again is gone';
like $r->{body}, qr{POST /run/\d+/restore}, '... and says how to restore it';
is request($at, 'POST', '/run/1/restore', body => '')->{status}, 200, 'restored';
is put($at, '/runs/host:apu2,test:udp,unit:pps', $five)->{status}, 200,
	'... and known again';

# What is refused changes nothing.
my $before = get($at, '/export/-')->{body};
my $big = join '', map { "$_\n" } 1 .. 3216, 'x7', 3218 .. 5000;
for (
	[ 'an empty body', '/runs', '', 400, qr/without a body/ ],
	[ 'binary', '/runs', join('', map { chr } 0 .. 255), 400, qr/./ ],
	[ 'a truncated document', '/runs', '{"results":[{"test":"a"', 400, qr/./ ],
	[ 'ten megabytes of a', '/runs', 'a' x 10_000_000, 400, qr/./ ],
	[ 'NaN', '/runs', "1\nnan\n3\n", 400, qr/line 2.*not finite/ ],
	[ '1e400', '/runs', "1\n2\n1e400\n", 400, qr/line 3.*out of range/ ],
	[ 'a bad number in line 3217', '/runs', $big, 400, qr/line 3217/ ],
	[ 'a file\'s name in place of TERMS', '/runs/udp.out', $five, 400,
	  qr/'udp\.out' is no term\n.*\n +\^\n  host:udp\.out\?/ ],
	[ 'a term in place of a file\'s name', '/runs/host:a/test:udp', $five,
	  400, qr/reads as a term.*\n.*\n.*\n.*join terms with a comma/ ],
	[ 'an option in place of a file\'s name', '/runs/host:a/-X', $five, 400,
	  qr/reads as a term/ ],
	[ 'a unit cut at its slash', '/runs/host:a,unit:MB/s', $five, 400,
	  qr/'unit:MB\/s': a '\/' ends the terms[\s\S]*unit:MB%2Fs/ ],
	[ 'a range', '/runs/host:a..b', $five, 400, qr/a range is for questions/ ],
	[ 'a key twice', '/runs/host:a,host:b', $five, 400, qr/twice/ ],
	[ 'a reserved word', '/runs/run:7', $five, 400, qr/reserved/ ],
	[ 'an unknown option', '/runs/host:a,pikc=set:x', $five, 400,
	  qr/'pikc' is no option[\s\S]*pick=/ ],
	[ 'a pick that fits nothing', '/runs/test:t,pick=set:x', $five, 400,
	  qr/fits no result/ ],
	[ 'an unknown format', '/runs/host:a,format=fioo', $five, 400, qr/fioo/ ],
	[ 'a line break in a tag', '/runs',
	  qq(test,hardware,value\na,"multi\nline",1\n), 400,
	  qr/'hardware' holds a control character/ ],
	[ 'a reserved word as a tag', '/runs',
	  '{"tags":{"run":"7"},"results":[{"test":"a","metrics":[{"name":"m","samples":[1]}]}]}',
	  400, qr/'run' cannot be a tag/ ],
	[ 'a bidirectional override in a test\'s name', '/runs',
	  qq({"results":[{"test":"a\xe2\x80\xaeb","metrics":[{"name":"m","samples":[1]}]}]}),
	  400, qr/holds a control character/ ],
	[ 'a time without a zone', '/runs/at:2026-01-01T10:00:00', $five, 400,
	  qr/has no zone/ ],
) {
	my ($name, $path, $body, $status, $says) = @$_;
	$r = put($at, $path, $body);
	is $r->{status}, $status, "$name: $status";
	like $r->{body}, $says, '... and a reason';
}
$r = put($at, '/runs', "1\n2\n3\nx\n", Accept => 'application/json');
is json($r)->{error}{line}, 4, 'the line of the error in JSON';
$r = put($at, '/runs.json/udp.out', $five);
is json($r)->{error}{offset}, 11, 'the offset of the error in JSON';
my %form = ('Content-Type' => 'application/x-www-form-urlencoded');
$r = request($at, 'POST', '/runs/test:t', body => '12345', headers => \%form);
is $r->{status}, 415, 'what curl -d makes of five integers';
like $r->{body}, qr/curl -fsS -T FILE/, '... says what to use';
is request($at, 'POST', '/runs/test:t', body => "--x\r\n",
	headers => { 'Content-Type' => 'multipart/form-data; boundary=x' })
	->{status}, 415, 'multipart';
is get($at, '/export/-')->{body}, $before, 'nothing of all that was kept';

# A form that holds whole lines is taken; no Content-Type is believed.
is request($at, 'POST', '/runs/host:form,test:t', body => "1\n2\n3\n",
	headers => \%form)->{status}, 201, 'lines sent as a form';

# Dry.
$r = put($at, '/runs/host:dry,test:t,dry=1', "1\n2\n3\n");
is $r->{status}, 200, 'a dry run';
like $r->{body}, qr/^dry run, nothing is stored; 1 run as ministat-input: 1 test, 3 samples/,
	'... says what would be stored';
is get($at, '/runs/host:dry')->{status}, 404, '... and stores nothing';

# The original bytes.
my $odd = "\xef\xbb\xbf1.5\r\n2.5\r\n# \xc3\xa9\r\n3.5\r\n";
$r = put($at, '/runs/host:odd,test:t/odd.txt', $odd);
is $r->{status}, 201, 'a file with BOM and CR LF';
my ($id) = $r->{headers}{location} =~ /(\d+)/;
is get($at, "/run/$id/raw")->{body}, $odd, '... comes back byte for byte';
is json(get($at, "/run/$id.json"))->{file}, 'odd.txt', '... its name is kept';
is get($at, "/run.json/$id")->{body}, get($at, "/run/$id.json")->{body},
	'two spellings of the same JSON';

# Several runs in one upload.
my @docs = map { qq({"tags":{"host":"lines"},"at":"2026-03-0${_}T00:00:00Z",)
	. qq("results":[{"test":"t","metrics":[{"name":"m","samples":[$_]}]}]}\n) }
	1 .. 3;
$r = put($at, '/runs', join '', @docs);
is $r->{status}, 201, 'three documents';
like $r->{body}, qr/^runs (\d+)\.\.(\d+) stored: 1 test, 3 samples/, '... three runs';
like $r->{headers}{location}, qr{^/runs/upload:\d+$}, '... one place';
is scalar @{ json(get($at, "/runs.json/host:lines"))->{runs} }, 3, '... all there';
$r = put($at, '/runs', join '', @docs);
is $r->{status}, 200, 'the same three again';
$r = put($at, '/runs/batch:twice', join '', $docs[0], $docs[0]);
is $r->{status}, 201, 'one document twice in an upload';
like $r->{body}, qr/1 of them stored before/, '... is stored once';
$r = put($at, '/runs', join '', @docs[0, 1], $docs[2] =~ s/\[3\]/[4]/r);
is $r->{status}, 201, 'two known and one new';
like $r->{body}, qr/2 of them stored before/, '... says so';
my ($run) = json(get($at, '/runs.json/host:lines,limit=1'))->{runs}[0]{run};
request($at, 'DELETE', "/run/$run", body => 'x');
is put($at, '/runs', join '', @docs, $docs[2] =~ s/\[3\]/[4]/r)->{status}, 410,
	'one in the trash refuses all';

# An export goes into an empty archive and comes out the same.
my $export = get($at, '/export/-')->{body};
my $file = spew(scratch('export.jsonl'), $export);
my $copy = scratch('copy.db');
my ($status, $out, $err) = run_program('import', '--db', $copy, $file);
is $status, 0, 'an export is imported';
is $err, '', '... without complaint';
($status, $out) = run_program('get', '--db', $copy, '/export/-');
is $out, $export, '... and exported again is the same, byte for byte';

# From elsewhere than an admin's hands those fields are not believed.
my ($exit, $stderr) = stop($at);
is $exit, 0, 'the server ends with 0';
is $stderr, '', '... and had nothing to complain about';
done_testing;
