#!/usr/bin/perl
# ThreadSanitizer over the tests of the writer, the reaper, the workers, the
# tokens, the answers that are kept, a large comparison and an import: the program
# is built with it, and what it says is a failure.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd 'abs_path';
use Maxistat;
use Test::More;

plan skip_all => 'another sanitizer is at work' if $ENV{SAN};
my $make = 'env -u MAKEFLAGS make -s SAN=thread CI= B=build-thread CC=cc ' .
	'build-thread/maxistat build-thread/tests/unit/test_answers';
is system("$make >&2"), 0, 'the program is built';

my $said = scratch('tsan');
$ENV{MAXISTAT} = 'build-thread/maxistat';
$ENV{SAN} = 'thread'; # no preloaded library goes with it
$ENV{TSAN_OPTIONS} = 'log_path=' . $said . ' second_deadlock_stack=1';
for my $test (qw(http/load http/raw http/raw_bodies http/budget http/encoding
		http/upload http/large_compare http/auth import/ahead faults/clients)) {
	my $out = scratch('out');
	my $status = system("$^X tests/$test.t >$out 2>&1");
	is $status, 0, "tests/$test.t passes" or diag slurp($out);
}
is system('build-thread/tests/unit/test_answers >' . scratch('out')), 0, 'test_answers passes';
my @reports = glob "$said.*";
is scalar @reports, 0, '... and no thread is in another one\'s way';
diag substr slurp($_), 0, 4000 for @reports;
done_testing;
