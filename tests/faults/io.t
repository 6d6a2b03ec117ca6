#!/usr/bin/perl
# Every call on a file fails once, or from then on: for every route in every
# format, the k-th call for each k that there is. Nobody is told that something
# is stored that is not, and the next request is answered.
use strict;
use warnings;
use lib 'tests/lib';
use Fault;
use Maxistat;
use Routes;
use Test::More;

plan skip_all => fault_missing() if fault_missing();

my @OPS = qw(read write sync truncate open);
my $db = scratch('io.db');
my $at = fault_serve($db);
my %stored; # run => its samples

sub note_stored {
	my ($r, $what) = @_;
	return if $r->{status} != 201;
	$stored{$1} = $what if $r->{headers}{location} =~ m{^/run/(\d+)$};
}

for my $r (fill($at)) {
	is $r->{status}, 201, 'a run that the routes speak of';
	note_stored($r, 'fill');
}

# A new state of the archive: what readers keep of the old one is no good any
# more, and they read again.
my $n = 0;
sub touch {
	my $r = put($at, '/runs/host:touch', ++$n . ".5\n2\n3\n");
	note_stored($r, "touch $n");
	return $r->{status};
}

# One request with a fault in its way: its status, 'none' where the connection
# closed, and whether the fault came.
sub one {
	my ($route, $format, $k, $error, $ever) = @_;
	my $r = eval { ask($at, @$route{qw(method path)}, {}, accepts($format),
		before => sub { fault(ops => \@OPS, at => $k, error => $error,
			ever => $ever) }) };
	my $came = fault_failed();
	fault_none();
	note_stored($r, "$route->{path} $k") if $r && $route->{method} =~ /^P/;
	return ($r ? $r->{status} : 'none', $came);
}

my ($faults, @wrong, %seen) = (0);
# A copy of all first, as long as that is little.
for my $route ((grep { $_->{path} eq '/backup' } routes()),
		grep { $_->{path} ne '/backup' } routes()) {
	my ($method, $path) = @$route{qw(method path)};
	for my $format (@{ $route->{formats} }) {
		next if $format eq 'html'; # no file is asked for it
		for my $error (qw(EIO ENOSPC)) {
			for my $ever (0, 1) {
				my $k = 0;
				my $name = "$method $path as $format, $error" .
					($ever ? ' for ever' : '');
				while (1) {
					push @wrong, "$name: no upload before $k"
						if $method eq 'GET' && touch() != 201;
					my ($status, $came) = one($route, $format,
						++$k, $error, $ever);
					my $done = status_done($method, $path);
					# Its answer may have begun: then it is cut off.
					$done .= '|none' if $path =~ m{^/export};
					$seen{$status}++ if $came;
					push @wrong, "$name, call $k: $status"
						if $status !~ /^(?:$done|500|503|507)$/ ||
						!$came && $status !~ /^$done$/;
					push @wrong, "$name, call $k: no page after it"
						if get($at, '/health')->{status} != 200;
					last if !$came || $k > 300 || @wrong > 20;
				}
				push @wrong, "$name: more than $k calls" if $k > 300;
				$faults += $k - 1;
			}
		}
	}
}
is join("\n", @wrong), '', "each of $faults faults is told, and gone after it";
cmp_ok $faults, '>', 500, '... and there were many: ' . join ' ',
	map { "$seen{$_} x $_" } sort keys %seen;
cmp_ok $seen{500} // 0, '>', 100, '... that showed';

my ($status) = stop($at);
is $status, 0, 'the server ends well';
my ($bad, undef, $complaints) = run_program('fsck', '--db', $db);
is "$bad $complaints", '0 ', 'the archive is sound';
my @lost = grep { page($db, "/run/$_.json")->{status} != 200 } sort keys %stored;
is "@lost", '', 'each of ' . keys(%stored) . ' acknowledged runs is there';
done_testing;
