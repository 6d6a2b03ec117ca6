#!/usr/bin/perl
# A comparison with so many results that two threads finish its rows: each row
# says what a comparison of that row alone says, and the same each time.
use strict;
use warnings;
use lib 'tests/lib';
use JSON::PP;
use Maxistat;
use Samples;
use Test::More;

my $METRICS = 40;
my $RUNS = 30;
my $json = JSON::PP->new->canonical;

srand 7;
my $db = archive(map { my $rev = $_; map { my $round = $_;
	run_of({ host => 'h', rev => $rev, round => $round },
		map { [ "t" . $_ % 4, sprintf('m%02d', $_), 's', 'lower',
			normal(5, 100 + ($rev - 1) * ($_ % 7), 2 + $_ % 3) ] } 1 .. $METRICS)
	} 1 .. $RUNS } 1, 2);
my $server = serve($db);

# What a family or the place in a list tells of a row is left out.
sub figures {
	my ($row) = @_;
	my %of = %$row;
	delete $of{index};
	$of{comparisons} = [ map { my %c = %$_; delete @c{qw(holm p_holm p_bh)}; \%c }
		@{$row->{comparisons}} ];
	return $json->encode(\%of);
}

sub rows { @{json(get($server, "/compare.json/$_[0]rev:1/rev:2"))->{rows}} }

my @all = rows('');
is scalar @all, $METRICS, 'all rows are there';
for my $row (@all) {
	my ($alone) = rows("metric:$row->{metric}/");
	ok figures($row) eq figures($alone), "$row->{test} $row->{metric}";
}
my $text = get($server, '/compare/rev:1/rev:2')->{body};
is get($server, '/compare/rev:1/rev:2')->{body}, $text, 'the same again' for 1 .. 3;
is page($db, '/compare/rev:1/rev:2')->{body} =~ s{http://[^/\s]+}{}gr, $text =~ s{http://[^/\s]+}{}gr,
	'... and without a server';
done_testing;
