# Bad.pm - uploads that are refused, as a table: status, line, TERMS, what is
# said, and the body, with " | " between.
#
# In a body ^ is a line end and %XX a byte. Pieces that stand often have names:
# &M a metric, &R a result with it, &D a document with that; &m(...) a document
# whose metric has what stands there behind its name; &N a netperf test up to
# its row, &H the head of ministat's table. The line is - where none is told.
package Bad;
use strict;
use warnings;
use Encode 'encode_utf8';
use Exporter 'import';
use Maxistat;
use Test::More;

our @EXPORT = qw(refuse bad_body bad_rows);

my $tcp = 'TCP STREAM TEST from 0.0.0.0 port 0 AF_INET to a port 0 AF_INET
Recv   Send    Send
Socket Socket  Message  Elapsed
Size   Size    Size     Time     Throughput
bytes  bytes   bytes    secs.    10^6bits/sec

';
my $head = '    N           Min           Max        Median           Avg' .
	"        Stddev\n";
my $metric = '{"name":"m","samples":[1,2]}';

sub bad_body {
	my ($body) = @_;
	$body =~ tr/^/\n/;
	$body =~ s/&m\((.*)\)/{"results":[{"test":"t","metrics":[{"name":"m",$1}]}]}/s;
	$body =~ s/&D/{"results":[&R]}/g;
	$body =~ s/&R/{"test":"t","metrics":[&M]}/g;
	$body =~ s/&M/$metric/g;
	$body =~ s/&N/$tcp/g;
	$body =~ s/&H/$head/g;
	$body =~ s/%([0-9A-F]{2})/chr hex $1/ge;
	return $body;
}

# One upload and its verdict: the status, where, and what is said, all of it.
sub refuse {
	my ($at, $name, $status, $line, $terms, $says, $body, %h) = @_;
	my $r = put($at, "/runs/$terms", $body, Accept => 'application/json', %h);
	my $e = eval { json($r)->{error} } || {};
	my $message = encode_utf8($e->{message} // "(stored) $r->{body}");
	my $place = $line eq '-' ? '' : "line $line: ";
	is "$r->{status} " . ($e->{line} // '-') . " $message",
		"$status $line $place$says", $name;
}

# All rows of a table; then the archive is as it was.
sub bad_rows {
	my ($at, $name, $table) = @_;
	my $before = get($at, '/export/-')->{body};
	my $n = 0;
	for (grep { /\S/ && !/^# / } split /\n/, $table) {
		my ($place, $terms, $says, $body) = split / \| ?/, $_, 4;
		my ($status, $line) = split ' ', $place;
		$terms = "format=$terms" if $terms =~ /^(?:json|csv|text|netperf)$/;
		refuse($at, "$terms $body", $status, $line, $terms, $says,
			bad_body($body));
		$n++;
	}
	cmp_ok $n, '>', 5, "$name: $n of them";
	is get($at, '/export/-')->{body}, $before, '... and nothing is changed';
}

1;
