#!/usr/bin/perl
# change.t - how often change points are false alarms, how often they are where
# they are said to be, and how soon. `prove -v` shows the figures.
use strict;
use warnings;

my $program = ($ENV{MAXISTAT} // 'build/maxistat') =~
	s{[^/]+$}{tests/long/change}r;
exec $program or die "$program: $!\n";
