#!/usr/bin/perl
# The unit of systemd leaves the service little to do harm with.
use strict;
use warnings;
use Test::More;

my $unit = 'contrib/maxistat.service';
my $version = `systemd-analyze --version 2>/dev/null`;
plan skip_all => 'systemd-analyze is not here' if $? || !$version;

my $text = `systemd-analyze security --offline=true $unit 2>&1`;
my ($exposure) = $text =~ /Overall exposure level for \S+: ([\d.]+)/;
ok defined $exposure && $exposure <= 1.5, 'the exposure is at most 1.5'
	or diag $text;
my @wrong = grep { !/not executable|'man / }
	split /\n/, `systemd-analyze verify $unit 2>&1`;
is "@wrong", '', 'every line of it is understood';

# Its command is one that the program takes.
open my $f, '<', $unit or die "$unit: $!";
my ($command) = map { /^ExecStart=\S+ (.*)/ ? $1 : () } <$f>;
my $program = $ENV{MAXISTAT} || 'build/maxistat';
my $help = `$program serve --help 2>&1`;
my @unknown = grep { index($help, $_) < 0 } $command =~ /(--[a-z-]+)/g;
is "@unknown", '', 'its options are those of serve' or diag $help;
done_testing;
