#!/usr/bin/perl
# A history is what its runs are, however they came: 200 times the same runs are
# uploaded in another order, some late, some with a wrong revision that is
# corrected, some trashed and restored or trashed for good, some twice. Each time
# the history is that of an archive that got them in order, and it is asked for
# on the way, so that an answer that is kept too long is seen.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

my $ORDERS = 200;
srand 20261130;

# Two steps, an outlier, a change of the machine; two runs of each revision have
# the same time.
my @values = map { my $i = $_;
	my $level = $i < 12 ? 100 : $i < 24 ? 104 : 97;
	$i == 5 ? 160 : $level + (($i * 7919) % 101 - 50) / 100 } 0 .. 35;

sub body {
	my ($i) = @_;
	return sprintf "%.4f\n%.4f\n%.4f\n", $values[$i] - .1, $values[$i], $values[$i] + .2;
}
sub terms {
	my ($host, $i, $rev) = @_;
	return sprintf 'host:%s,test:t,unit:ms,rev:r%d,hw.cpu:%s,at:2026-01-%02d', $host,
		$rev // 1 + int($i / 2), $i < 30 ? 'a' : 'b', 1 + int($i / 4);
}

# What of a history does not name the archive's own numbers.
sub history {
	my ($at, $host) = @_;
	my ($line) = @{ json(get($at, "/history.json/host:$host"))->{series} };
	delete $line->{points}{run};
	for my $point (@{ $line->{change_points} }, @{ $line->{pending} }) {
		delete @$point{qw(run compare)};
	}
	delete @$line{qw(tags terms)};
	return JSON::PP->new->canonical->encode($line);
}

sub upload {
	my ($at, $host, $i, $rev) = @_;
	my $r = put($at, '/runs/' . terms($host, $i, $rev), body($i));
	return $r->{headers}{location} =~ m{/run/(\d+)} ? $1 : die $r->{body};
}
sub post { my ($at, $path) = @_; request($at, 'POST', $path, body => '')->{status} == 200 or die $path }
sub trash { my ($at, $run) = @_; request($at, 'DELETE', "/run/$run", body => 'why')->{status} == 200
	or die $run }

my $fresh = serve(scratch('fresh.db'));
upload($fresh, 'h', $_) for 0 .. $#values;
my $want = history($fresh, 'h');
like $want, qr/"kind":"step"/, 'the runs in order have change points';
stop($fresh);

my $at = serve(scratch('orders.db'));
my ($wrong, $stale) = (0, 0);
for my $n (1 .. $ORDERS) {
	my $host = "h$n";
	my @order = sort { $a->[1] <=> $b->[1] } map { [ $_, rand ] } 0 .. $#values;
	my $before = '';
	for my $i (map { $_->[0] } @order) {
		my $how = rand;
		my $run = upload($at, $host, $i, $how < .1 ? 1 + int rand 50 : undef);
		history($at, $host) if $how < .15;
		my $rev = 'r' . (1 + int($i / 2));
		post($at, "/run/$run/tags/rev:$rev") if $how < .1 &&
			json(get($at, "/run.json/$run"))->{tags}{rev} ne $rev;
		if ($how > .9) {
			trash($at, $run);
			history($at, $host) if $how > .95 && @order > 1 && $before ne '';
			post($at, "/run/$run/restore");
		}
		upload($at, $host, $i) if $how > .1 && $how < .2;
		$before = $i;
	}
	# One that does not belong there, seen and taken away.
	my $extra = put($at, "/runs/host:$host,test:t,unit:ms,rev:r7,hw.cpu:a,at:2026-02-01", "900\n901\n902\n");
	my $with = history($at, $host);
	$stale++ if $with eq $want;
	trash($at, $extra->{headers}{location} =~ m{(\d+)$});
	my $got = history($at, $host);
	next if $got eq $want;
	diag "order $n:\n$got\nnot\n$want" if !$wrong++;
}
is $wrong, 0, "$ORDERS orders give the same history";
is $stale, 0, '... and each shows the run that does not belong there, while it does';

done_testing;
