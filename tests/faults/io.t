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
my $MOST = 1000; # calls of one request
my ($db, $at, %stored); # run => its samples

sub note_stored {
	my ($r, $what) = @_;
	return if $r->{status} != 201;
	$stored{$1} = $what if $r->{headers}{location} =~ m{^/run/(\d+)$};
}

# An archive of its own for each route, so that there is little to look at; what
# goes wrong.
sub begin {
	$db = scratch('io.db');
	$at = fault_serve($db);
	%stored = ();
	my @filled = fill($at);
	note_stored($_, 'fill') for @filled;
	return map { "fill: $_->{status}" } grep { $_->{status} != 201 } @filled;
}

sub end {
	my ($path) = @_;
	my ($status) = stop($at);
	my ($bad, undef, $complaints) = run_program('fsck', '--db', $db);
	return (($status ? "$path: the server ends with $status" : ()),
		($bad ? "$path: fsck: $complaints" : ()),
		map { "$path: run $_ is lost" }
			grep { page($db, "/run/$_.json")->{status} != 200 } sort keys %stored);
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

my ($faults, $acknowledged, @wrong, %seen) = (0, 0);
for my $route (routes()) {
	my ($method, $path) = @$route{qw(method path)};
	push @wrong, begin();
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
					last if !$came || $k > $MOST || @wrong > 20;
				}
				push @wrong, "$name: more than $k calls" if $k > $MOST;
				$faults += $k - 1;
			}
		}
	}
	$acknowledged += keys %stored;
	push @wrong, end($path);
}
is join("\n", @wrong), '', "each of $faults faults is told, and gone after it";
cmp_ok $faults, '>', 500, '... and there were many: ' . join ' ',
	map { "$seen{$_} x $_" } sort keys %seen;
cmp_ok $seen{500} // 0, '>', 100, '... that showed';

cmp_ok $acknowledged, '>', 1000, '... and each acknowledged run is there';
done_testing;
