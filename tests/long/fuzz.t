#!/usr/bin/perl
# Every fuzz target for a second or two, from its seeds: the importers each as
# its own format and all by detection, terms, tokens, facts, figures, the spool,
# comparisons. FUZZ_RUNS=N: N executions over all importers instead.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $SECONDS = 1; # a target
my $runs = $ENV{FUZZ_RUNS};
plan skip_all => 'clang, which has the fuzzer, is not here'
	if system 'command -v clang >/dev/null';
is system('make fuzz >&2'), 0, 'the targets are built' or BAIL_OUT('make fuzz');

my $dir = tempdir(CLEANUP => 1);
my @targets = grep { -x } glob 'build/fuzz/fuzz_*';
@targets = grep { /import/ } @targets if $runs;
cmp_ok scalar @targets, '>=', 50, 'there are many';

# The seeds of a target: its own folder, or the fixtures of its format.
sub seeds { my ($target) = @_;
	my ($name) = $target =~ m{/fuzz_(.*)};
	return glob 'tests/import/*/' if $name eq 'import';
	return grep { -d } $name =~ /^import_(.*)/ ? "tests/import/$1" : "tests/fuzz/$name" }

sub start { my ($target) = @_;
	my ($name) = $target =~ m{([^/]+)$};
	mkdir "$dir/$name";
	my $pid = fork // die "fork: $!";
	return $pid if $pid;
	open STDERR, '>', "$dir/$name.log" or die $!;
	open STDOUT, '>&', \*STDERR;
	exec $target, $runs ? '-runs=' . (1 + int $runs / @targets) : "-max_total_time=$SECONDS",
		qw(-timeout=10 -rss_limit_mb=4096 -max_len=8192 -print_final_stats=1),
		"-artifact_prefix=$dir/$name.", "$dir/$name", seeds($target) or die "$target: $!";
}

chomp(my $at_once = `nproc`);
my ($executed, @left) = (0, @targets);
my (%running, @found);
while (@left || %running) {
	while (@left && scalar(keys %running) < $at_once) {
		my $target = shift @left;
		$running{start($target)} = $target;
	}
	my $pid = wait;
	my $target = delete $running{$pid} or next;
	my $status = $?;
	my ($name) = $target =~ m{([^/]+)$};
	open my $f, '<', "$dir/$name.log" or die $!;
	my $log = do { local $/; <$f> };
	$executed += $1 if $log =~ /number_of_executed_units: (\d+)/;
	push @found, "$name: exit $status\n" . substr $log, -3000 if $status;
	note "$name: ", $log =~ /number_of_executed_units: (\d+)/ ? $1 : '?', ' executions';
	if ($ENV{FUZZ_KEEP}) { system 'cp', $_, $ENV{FUZZ_KEEP} for glob "$dir/$name.crash-* $dir/$name.timeout-* $dir/$name.oom-*" }
}
is join("\n", @found), '', 'no finding';
cmp_ok $executed, '>=', $runs // 1000, "... in $executed executions";
done_testing;
