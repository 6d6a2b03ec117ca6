# Samples.pm - archives for tests: seeded samples, runs in a few words.
package Samples;
use strict;
use warnings;
use Exporter 'import';
use JSON::PP;
use Maxistat;

our @EXPORT = qw(normal gauss around run_of archive text_of json_of row_of
	comparison_of);

my $json = JSON::PP->new->utf8->canonical;

# One normal deviate (Box & Muller) of Perl's own generator: srand() first.
sub gauss {
	my ($mean, $sd) = @_;
	return $mean + $sd * sqrt(-2 * log(1 - rand)) *
		cos(8 * atan2(1, 1) * rand);
}

# n of them, each text as short as the tool would print it.
sub normal {
	my ($n, $mean, $sd) = @_;
	return [ map { 0 + sprintf '%.9g', gauss($mean, $sd) } 1 .. $n ];
}

# n samples of one shape around a mean, without a generator.
sub around {
	my ($n, $mean, $spread) = @_;
	my @shape = (-1, .5, 1, -.25, -.5, .25, .75, -.75);
	return [ map { 0 + sprintf '%.9g', $mean + $spread * $shape[$_ % 8] }
		0 .. $n - 1 ];
}

# One metric: samples, a published summary (a hash), or why it failed.
sub result {
	my ($test, $metric, $unit, $better, $what, $params) = @_;
	my %of = (test => $test, params => $params || {});
	return { %of, failure => $what } if !ref $what;
	my %m = (name => $metric, unit => $unit, better => $better,
		(ref $what eq 'ARRAY' ? 'samples' : 'summary') => $what);
	defined $m{$_} or delete $m{$_} for keys %m;
	return { %of, metrics => [ \%m ] };
}

# A native document: tags (and `at`), then a list for each result.
sub run_of {
	my ($tags, @results) = @_;
	my %tags = %$tags;
	my $at = delete $tags{at};
	return $json->encode({ tags => \%tags, defined $at ? (at => $at) : (),
		results => [ map { result(@$_) } @results ] });
}

# Stores documents, in this order; returns the archive's name.
sub archive {
	my (@documents) = @_;
	my $db = scratch('archive.db');
	my ($status, undef, $err) = run_program('import', '--db', $db,
		spew(scratch('runs.jsonl'), join "\n", @documents, ''));
	die "import: $err" if $status;
	return $db;
}

# A report as text, and as a document; both must be there.
sub text_of {
	my ($db, $path) = @_;
	my $page = page($db, "/compare$path");
	die "$path: $page->{status} $page->{body}" if $page->{status} != 200;
	return $page->{body};
}
sub json_of {
	my ($db, $path) = @_;
	my $page = page($db, "/compare.json$path");
	die "$path: $page->{status} $page->{body}" if $page->{status} != 200;
	return $json->decode($page->{body});
}

# The row of a test (and of its labels, key => value) of a document.
sub row_of {
	my ($doc, $test, %labels) = @_;
	for my $row (@{ $doc->{rows} }) {
		next if ($row->{test} // '') ne $test;
		return $row if !grep { ($row->{labels}{$_} // '') ne
			$labels{$_} } keys %labels;
	}
	die "no row of $test";
}

# Its comparison with the baseline, B's unless another is asked for.
sub comparison_of {
	my ($doc, $test, $side) = @_;
	return row_of($doc, $test)->{comparisons}[($side || 1) - 1];
}

1;
