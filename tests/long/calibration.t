#!/usr/bin/perl
# calibration.t - how often the tests raise a false alarm, and how often the
# intervals hold the truth. `prove -v` shows the table.
use strict;
use warnings;

my $program = ($ENV{MAXISTAT} // 'build/maxistat') =~
	s{[^/]+$}{tests/long/calibration}r;
my $real = '../shared/data/netbenches/all-pps.tsv';
exec $program, -r $real ? $real : () or die "$program: $!\n";
