#!/usr/bin/perl
# The k-th allocation of a library fails, once or from then on: for every route
# in every format, each k that there is. SQLite's and libmicrohttpd's are an
# error or a closed connection, and the next page is answered. Our own end the
# process with one line, and what was acknowledged is there afterwards.
use strict;
use warnings;
use lib 'tests/lib';
use Fault;
use Maxistat;
use POSIX ();
use Routes;
use Test::More;

plan skip_all => fault_missing() if fault_missing();

my ($db, $at);

# An archive of its own for each route, so that there is little to look at.
sub begin {
	$db = scratch('memory.db');
	$at = fault_serve($db);
	return grep { $_->{status} != 201 } fill($at);
}

# A request while the k-th allocation fails: its answer or undef, and whether
# one did fail.
sub one {
	my ($route, $format, $library, $k, $ever) = @_;
	my $r = eval { ask($at, @$route{qw(method path)}, {}, accepts($format),
		before => sub { fault(ops => ['memory'], at => $k,
			error => 'ENOMEM', ever => $ever, library => $library) }) };
	my $came = fault_failed();
	fault_none();
	return ($r, $came);
}

sub formats { grep { $_ ne 'html' } @{ $_[0]{formats} } }
sub name { my ($route, $format) = @_; "$route->{method} $route->{path} as $format" }

# ---- Libraries: the server goes on. ----
for my $library (qw(libsqlite3 libmicrohttpd)) {
	my ($faults, @wrong) = (0);
	my %seen;
	for my $route (routes()) {
		my $done = status_done(@$route{qw(method path)});
		push @wrong, 'no runs' if begin();
		for my $format (formats($route)) {
			for my $ever (0, 1) {
				my $name = "$library, " . name($route, $format) .
					($ever ? ', for ever' : '');
				my ($k, $came) = (0, 1);
				while ($came && $k < 20_000 && @wrong < 20) {
					(my $r, $came) = one($route, $format, $library,
						++$k, $ever);
					my $status = $r ? $r->{status} : 'none';
					$seen{$status}++ if $came;
					push @wrong, "$name, $k: $status" if $came ?
						$status !~ /^(?:$done|none|500|503)$/ :
						$status !~ /^$done$/;
					my $health = eval { get($at, '/health')->{status} };
					push @wrong, "$name, $k: no page after it"
						if ($health // 0) != 200;
				}
				push @wrong, "$name: more than $k" if $came;
				$faults += $k - 1;
			}
		}
		push @wrong, "$route->{path}: end" if (stop($at))[0];
		push @wrong, "$route->{path}: fsck"
			if (run_program('fsck', '--db', $db))[0];
	}
	is join("\n", @wrong), '', "$library: each of $faults faults is " .
		'told, and gone after it';
	cmp_ok $faults, '>', 100, '... and there were many: ' . join ' ',
		map { "$seen{$_} x $_" } sort keys %seen;
}
# ---- Our own: the process ends, and starts again. ----
my ($faults, $stored, @wrong) = (0, 0);
for my $route (routes()) {
	my %stored; # acknowledged runs
	my $done = status_done(@$route{qw(method path)});
	push @wrong, 'no runs' if begin();
	stop($at);
	for my $format (formats($route)) {
		my ($k, $came) = (0, 1);
		while ($came && $k < 500 && @wrong < 20) {
			my $where = name($route, $format) . ', ' . ++$k;
			$at = fault_serve($db);
			(my $r, $came) = one($route, $format, program(), $k, 0);
			$stored{$1} = 1 if $r && $r->{status} == 201 &&
				$r->{headers}{location} =~ m{^/run/(\d+)$};
			# The answer may have been sent before it came.
			push @wrong, "$where: $r->{status}"
				if $r && $r->{status} !~ /^$done$/;
			push @wrong, "$where: no answer" if !$came && !$r;
			my ($status, $err) = stop($at, $came ? 0 : 'TERM');
			push @wrong, "$where: exit $status: $err" if $came ?
				$err !~ /^maxistat: out of memory \(\d+ bytes\)\n\z/ ||
				$status >> 8 != POSIX::SIGABRT() : "$status$err" ne '0';
		}
		$faults += $k - 1;
	}
	my ($bad, undef, $complaints) = run_program('fsck', '--db', $db);
	push @wrong, "$route->{path}: $complaints" if $bad;
	push @wrong, map { "run $_ is lost" }
		grep { page($db, "/run/$_.json")->{status} != 200 }
		sort keys %stored;
	$stored += keys %stored;
}
is join("\n", @wrong), '', "our own: each of $faults ends the process with a line";
cmp_ok $faults, '>', 300, '... and there were many';
cmp_ok $stored, '>', 5, '... and acknowledged runs are there afterwards';
done_testing;
