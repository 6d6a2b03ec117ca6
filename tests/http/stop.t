#!/usr/bin/perl
# A server that is told to end while clients come and go ends well, each time;
# what was asked before is answered.
use strict;
use warnings;
use lib 'tests/lib';
use IO::Socket::INET;
use Maxistat;
use Test::More;

use constant ROUNDS => 300;

# Connects and goes again until it is told to end.
sub come_and_go {
	my ($at) = @_;
	my $pid = fork // die "fork: $!";
	return $pid if $pid;
	while (1) { IO::Socket::INET->new(PeerAddr => $at, Timeout => 1) }
}

my $db = scratch('a.db');
my @wrong;
for my $round (1 .. ROUNDS) {
	my $at = serve($db);
	my $client = IO::Socket::INET->new(PeerAddr => $at) or die "$at: $!";
	print $client "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
	my $line = <$client> // 'no answer';
	push @wrong, "$round: $line" if $line !~ m{^HTTP/1\.1 200 };
	my $pid = come_and_go($at);
	my ($status, $err) = stop($at);
	kill 'KILL', $pid;
	waitpid $pid, 0;
	push @wrong, "$round: exit $status, $err" if $status || $err ne '';
}
is join("\n", @wrong), '', ROUNDS . ' servers end well';
done_testing;
