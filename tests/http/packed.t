#!/usr/bin/perl
# gzip and zstd uploads: the same as what is in them, within bounds.
use strict;
use warnings;
use lib 'tests/lib';
use Compress::Zlib;
use Maxistat;
use Test::More;


sub gzip { Compress::Zlib::memGzip($_[0]) }
# By the program, for Perl has none of its own.
sub zstd {
	my ($text) = @_;
	my $file = spew(scratch('plain'), $text);
	return scalar `zstd -q -c $file`;
}
my $has_zstd = !system 'zstd --version >/dev/null 2>&1';

my $at = serve(scratch('packed.db'));
my $text = join '', map { rand() . "\n" } 1 .. 1000;
my $n = 0;

sub pid_memory { slurp('/proc/' . server_pid($at) . '/status') =~ /VmHWM:\s+(\d+)/; $1 }

# An upload of packed bytes is that of what is in them.
sub same {
	my ($name, $packed, %headers) = @_;
	my $host = 'h' . ++$n;
	my $r = put($at, "/runs/host:$host", $packed, %headers);
	is $r->{status}, 201, "$name is stored" or diag $r->{body};
	my ($run) = ($r->{headers}{location} // '') =~ /(\d+)/;
	is get($at, "/run/" . ($run // 0) . '/raw')->{body}, $text,
		'... as what is in it';
	is put($at, "/runs/host:$host", $text)->{status}, 200,
		'... and is the same as it unpacked';
}

same('gzip', gzip($text));
same('gzip that says so', gzip($text), 'Content-Encoding' => 'gzip');
same('x-gzip', gzip($text), 'Content-Encoding' => 'x-gzip');
same('gzip in two members', gzip(substr $text, 0, 500) . gzip(substr $text, 500));
same('a file of gzip, packed on its way', gzip(gzip($text)),
	'Content-Encoding' => 'gzip');
same('what is not packed, whatever it says', $text, 'Content-Encoding' => 'gzip');
SKIP: {
	skip 'zstd is not there', 9 if !$has_zstd;
	same('zstd', zstd($text));
	same('zstd that says so', zstd($text), 'Content-Encoding' => 'zstd');
	same('zstd in two frames', zstd(substr $text, 0, 500) . zstd(substr $text, 500));
}
is put($at, '/runs/host:br', $text, 'Content-Encoding' => 'br')->{status}, 415,
	'no other coding is taken';

# What is damaged changes nothing.
my $before = get($at, '/export/-')->{body};
my $gz = gzip($text);
my $bomb = gzip("1\n" x 30_000_000);
my @bad = (
	[ 'gzip that is cut off', substr($gz, 0, 3000), 400, qr/^the gzip data is cut off/ ],
	[ 'a head of gzip', substr($gz, 0, 5), 400, qr/^the gzip data is cut off/ ],
	[ 'a flipped bit', substr($gz, 0, 500) . chr(ord(substr $gz, 500, 1) ^ 1) .
		substr($gz, 501), 400, qr/^the gzip data is (?:damaged at byte \d+|cut off)/ ],
	[ 'a wrong sum', substr($gz, 0, -8) . "\0" x 8, 400, qr/^the gzip data is damaged/ ],
	[ 'bytes behind it', "${gz}1\n2\n", 400, qr/^the gzip data is damaged/ ],
	[ 'too much of it', gzip("1234567\n" x 9_000_000), 413,
		qr/^(?:unpacked it is larger than 67108864 bytes|it unpacks to more than 200 times)/ ],
	[ 'a bomb', $bomb, 413, qr/^it unpacks to more than 200 times its size/ ],
	[ 'three levels', gzip(gzip(gzip($text))), 400, qr/gzip-compressed/ ],
	[ 'nothing, packed', gzip(''), 400, qr/./ ],
	[ 'a bad line', gzip("1\n2\nx7\n"), 400, qr/line 3/ ],
);
push @bad, ([ 'zstd that is cut off', substr(zstd($text), 0, 3000), 400,
		qr/^the zstd data is cut off/ ],
	[ 'zstd with bytes behind it', zstd($text) . "1\n2\n3\n", 400,
		qr/^the zstd data is damaged/ ],
	[ 'a bomb of zstd', zstd("1\n" x 30_000_000), 413,
		qr/^it unpacks to more than 200 times its size/ ]) if $has_zstd;
my $memory = pid_memory();
for (@bad) {
	my ($name, $packed, $want, $says) = @$_;
	my $r = put($at, '/runs/host:bad', $packed);
	is $r->{status}, $want, "$name: $want";
	like $r->{body}, $says, '... says why';
}
cmp_ok pid_memory() - $memory, '<', 300_000, '... in bounded memory'
	if !$ENV{SAN};
is get($at, '/export/-')->{body}, $before, '... and changes nothing';
is +(stop($at))[0], 0, 'the server ends well';

# The same without a server.
my $file = spew(scratch('samples.gz'), $gz);
my ($status, $out, $err) = run_program('import', '--db', scratch('a.db'),
	'--tags', 'host:a', $file);
is $status, 0, 'maxistat import' or diag $err;
is +(run_program('parse', $file))[0], 0, 'maxistat parse';
is +(run_program('enough', $file))[0], (run_program('enough',
	spew(scratch('plain'), $text)))[0], 'maxistat enough';
done_testing;
