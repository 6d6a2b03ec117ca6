#!/usr/bin/perl
# valgrind over uploads and shutdowns: no byte that was not written is read, and
# none that is given up is kept.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd 'abs_path';
use Maxistat;
use Test::More;

plan skip_all => 'a sanitizer is at work' if $ENV{SAN};
plan skip_all => 'valgrind is not there'
	if system('valgrind --version >/dev/null 2>&1');

my $said = scratch('valgrind');
my $under = spew(scratch('maxistat'), "#!/bin/sh\nexec valgrind -q " .
	'--leak-check=full --errors-for-leak-kinds=definite,indirect ' .
	"--show-leak-kinds=definite,indirect --log-file=$said.%p " .
	abs_path(program()) . " \"\$@\"\n");
chmod 0755, $under;

$ENV{MAXISTAT} = $under;
$ENV{SAN} = 'valgrind'; # no preloaded library goes with it
for my $test (qw(http/upload http/load http/tls)) {
	my $out = scratch('out');
	my $status = system("$^X tests/$test.t >$out 2>&1");
	is $status, 0, "tests/$test.t passes" or diag slurp($out);
}
my @reports = grep { -s $_ } glob "$said.*";
is scalar @reports, 0, '... and valgrind has nothing to say';
diag substr slurp($_), 0, 4000 for @reports;

# A shutdown in the middle of uploads.
for my $round (1 .. 3) {
	my $at = serve(scratch('stop.db'));
	my @clients = map { my $s = IO::Socket::INET->new(PeerAddr => $at);
		print $s "PUT /runs/host:a$_ HTTP/1.1\r\nHost: $at\r\n" .
			"Content-Length: " . ($_ % 2 ? 6 : 100) .
			"\r\n\r\n1\n2\n3\n"; $s } 1 .. 20;
	select undef, undef, undef, 0.1 * $round;
	my ($status) = stop($at);
	is $status, 0, "a shutdown in the middle of uploads, $round";
}
@reports = grep { -s $_ } glob "$said.*";
is scalar @reports, 0, '... and valgrind has nothing to say';
diag substr slurp($_), 0, 4000 for @reports;
done_testing;
