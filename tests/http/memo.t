#!/usr/bin/perl
# What the writer remembers of the last upload: each run has its own tags and
# series, whatever was stored, refused or trashed before it.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

my $db = scratch('memo.db');
my $at = serve($db);
srand 5;

# Environments and series that differ in one thing each.
my @terms = ('host:a,test:t', 'host:a,test:u', 'host:b,test:t', 'host:a,test:t,VIMAGE',
	'host:a,test:t,-VIMAGE', 'host:a,test:t,rev:1', 'test:t', 'host:a,test:t,metric:m',
	'host:a,test:t,unit:s', join(',', 'host:a,test:t', map { "k$_:v" } 1 .. 60));
my ($n, %want) = (0);
for (1 .. 400) {
	my $terms = $terms[rand @terms];
	if (rand() < .1) {
		# A job that fails inside: the same content is in the trash.
		my $r = put($at, "/runs/host:gone,test:t", "7\n8\n9\n");
		request($at, 'DELETE', $r->{headers}{location}, body => 'x') if $r->{status} == 201;
		is put($at, "/runs/host:gone,test:t", "7\n8\n9\n")->{status}, 410, 'refused, and undone' if rand() < .3;
	}
	my $r = put($at, "/runs/$terms", join '', map { ++$n . ".5\n" } 1 .. 3);
	$want{$1} = $terms if $r->{headers}{location} =~ /(\d+)$/;
}
my @wrong;
for my $run (sort { $a <=> $b } keys %want) {
	my $has = json(get($at, "/run.json/$run"));
	my ($result) = @{ $has->{results} };
	my %tags = %{ $has->{tags} };
	my $got = join ',', map({ /^option\.(\w+)$/ ? ($tags{$_} eq 'n' ? '-' : '') . $1 : "$_:$tags{$_}" } sort keys %tags),
		"test:$result->{test}", $result->{metrics}[0]{name} eq 'value' ? () : "metric:$result->{metrics}[0]{name}",
		$result->{metrics}[0]{unit} ? "unit:$result->{metrics}[0]{unit}" : ();
	my $norm = sub { join ',', sort split /,/, $_[0] };
	push @wrong, "run $run: $got, not $want{$run}" if $norm->($got) ne $norm->($want{$run});
}
is join("\n", @wrong[0 .. ($#wrong > 4 ? 4 : $#wrong)]), '', keys(%want) . ' runs have what they were uploaded with';
stop($at);
is +(run_program('fsck', '--db', $db))[0], 0, '... and every count is right';
done_testing;
