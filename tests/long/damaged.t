#!/usr/bin/perl
# damaged.t - fixtures with a byte changed at every position, not at a sample.
use strict;
use warnings;

my $program = ($ENV{MAXISTAT} // 'build/maxistat') =~
	s{[^/]+$}{tests/unit/test_damaged}r;
exec $program, 'all' or die "$program: $!\n";
