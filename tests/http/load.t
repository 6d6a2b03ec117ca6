#!/usr/bin/perl
# Many uploaders at once, and readers meanwhile: each 201 is on disk, nothing is
# answered in any other way, and all stands in the archive afterwards.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

use constant { CLIENTS => 8, UPLOADS => 40 };

my $db = scratch('load.db');
my $at = serve($db);
my (@files, @clients);
for my $client (1 .. CLIENTS) {
	my $file = scratch('ids');
	push @files, $file;
	push @clients, fork // die "fork: $!";
	next if $clients[-1];
	my $ids = '';
	for my $n (1 .. UPLOADS) {
		my $value = $client * 1000 + $n;
		my $r = put($at, "/runs/host:c$client,test:load,unit:s",
			"$value\n$value.5\n$value.25\n");
		$ids .= "$r->{status} $r->{headers}{location} $value\n";
		my $seen = get($at, '/compare/host:c1/host:c2');
		$ids .= "bad $seen->{status}\n" if $seen->{status} !~ /^(?:200|404)$/;
	}
	spew($file, $ids);
	# END of the test library would stop the server.
	require POSIX;
	POSIX::_exit(0);
}
waitpid $_, 0 for @clients; # the server is a child, too

my (%run, @other);
for my $line (map { split /\n/, slurp($_) } @files) {
	if ($line =~ m{^201 /run/(\d+) (\d+)$}) { $run{$1} = $2 }
	else { push @other, $line }
}
is "@other", '', 'every upload is answered with 201, every page with 200 or 404';
is scalar keys %run, CLIENTS * UPLOADS, '... each with a run of its own';
my ($status, $stderr) = stop($at);
is $status, 0, 'the server ends with 0';
is $stderr, '', '... without a complaint';
ok !-e "$db-wal", '... and all is in the one file, which may be copied';

# Read back by another process, from the file alone.
my (undef, $csv) = run_program('get', '--db', $db, '/samples/test:load');
my %samples;
for (split /\n/, $csv) {
	my @f = split /,/;
	push @{ $samples{$f[0]} }, $f[-1] if $f[0] =~ /^\d+$/;
}
my @wrong = grep {
	my $v = $run{$_};
	join(' ', @{ $samples{$_} || [] }) ne "$v $v.5 $v.25"
} keys %run;
is "@wrong", '', 'every acknowledged run is there with its samples';
is scalar keys %samples, CLIENTS * UPLOADS, '... and no other';
done_testing;
