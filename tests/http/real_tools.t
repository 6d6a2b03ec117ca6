#!/usr/bin/perl
# real_tools.t - tools run here and now, and what they print is uploaded by
# curl: /samples then gives the tool's own figures, read by other means.
use strict;
use warnings;
use lib 'tests/lib';
use IO::Socket::INET;
use JSON::PP;
use Maxistat;
use Test::More;

$ENV{LC_ALL} = 'C';
sub is_there { my ($tool) = @_; !system "command -v $tool >/dev/null" }
is_there('curl') or plan skip_all => 'curl is not installed';

my $at = serve(scratch('tools.db'));

# What a command prints; undef where it fails.
sub output {
	my ($command) = @_;
	my $out = `$command 2>/dev/null`;
	return $? ? undef : $out;
}

# Stores an output by plain curl; returns the terms that select its run.
sub upload {
	my ($name, $text) = @_;
	my $file = spew(scratch('out'), $text);
	my $said = `curl -sS -T '$file' '$at/runs/tool:$name' 2>&1`;
	my ($run) = $said =~ /^run (\d+) stored: /;
	ok defined $run, "$name: stored" or diag $said, $text;
	return 'run:' . ($run // 0);
}

# The samples of a series, in order; term: further ones.
sub samples {
	my ($run, $metric, $role) = @_;
	my $terms = "$run,metric:" . $metric =~ s/ /%20/gr
		. ",role:" . ($role // 'sample');
	my $r = get($at, "/samples.json/$terms");
	diag $r->{body} if $r->{status} != 200;
	return map { decode_json($_)->{value} } grep { /^\{"run"/ }
		split /\n/, $r->{body};
}

# Equal, but for the last bits of a conversion.
sub same {
	my ($name, $got, @expect) = @_;
	my $bad = @$got != @expect || !@expect || grep {
		abs($got->[$_] - $expect[$_]) > 1e-9 * abs $expect[$_]
	} 0 .. $#expect;
	ok !$bad, $name or diag "got @$got, the tool says @expect";
}

sub free_port {
	my $s = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0,
		Listen => 1) or die "socket: $!";
	return $s->sockport;
}

my %prefix = (K => 1e3, M => 1e6, G => 1e9, T => 1e12);
my %binary = (Ki => 2**10, Mi => 2**20, Gi => 2**30);

# One test of a server that ends with it.
sub iperf3 {
	my (@options) = @_;
	my $port = free_port();
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		exec 'iperf3', '-s', '-1', '-B', '127.0.0.1', '-p', $port
			or exit 99;
	}
	my $out;
	for (1 .. 50) {
		$out = output("timeout 20 iperf3 -c 127.0.0.1 -p $port -t 1 @options");
		last if defined $out && $out !~ /"error":/; # it listens not yet
		select undef, undef, undef, 0.1;
	}
	kill KILL => $pid;
	waitpid $pid, 0;
	return $out // die "iperf3 did not run\n";
}

SKIP: {
	skip 'iperf3 is not installed', 1 if !is_there('iperf3');
	my $text = iperf3();
	my $run = upload('iperf3-text', $text);
	for (['sender', 'throughput_send'], ['receiver', 'throughput_recv']) {
		my ($side, $metric) = @$_;
		my ($rate, $k) = $text =~
			m{([\d.]+) ([KMGT]?)bits/sec\s.*\Q$side\E$}m;
		same("iperf3: $metric", [ samples($run, $metric) ],
			$rate * ($prefix{$k} // 1));
	}
	my ($retransmits) = $text =~ /sec +(\d+) +sender$/m;
	same('iperf3: retransmits', [ samples($run, 'retransmits') ], $retransmits)
		if defined $retransmits;
	my @seconds = map { $_->[0] * ($prefix{$_->[1]} // 1) }
		map { [ m{([\d.]+) ([KMGT]?)bits/sec} ] }
		grep { !/sender|receiver/ } $text =~ /^(\[ +\d+\].*bits.*)$/mg;
	same('iperf3: every second',
		[ samples($run, 'throughput_interval', 'interval') ], @seconds);

	my $json = iperf3('-J');
	my $end = decode_json($json)->{end};
	$run = upload('iperf3-json', $json);
	same("iperf3 -J: throughput_$_->[0]", [ samples($run, "throughput_$_->[0]") ],
		$end->{"sum_$_->[1]"}{bits_per_second})
		for ['send', 'sent'], ['recv', 'received'];
	same('iperf3 -J: cpu', [ samples($run, 'cpu_util_local') ],
		$end->{cpu_utilization_percent}{host_total});

	my $udp = iperf3('-u', '-b', '10M', '-J');
	my $sum = decode_json($udp)->{end}{sum};
	$run = upload('iperf3-udp', $udp);
	same('iperf3 -u: jitter', [ samples($run, 'jitter') ], $sum->{jitter_ms});
	same('iperf3 -u: lost', [ samples($run, 'lost') ], $sum->{lost_packets});
}

SKIP: {
	skip 'ping is not installed', 1 if !is_there('ping');
	my $text = output('ping -n -c 5 -i 0.2 127.0.0.1')
		// skip 'ping may not send here', 1;
	my $run = upload('ping', $text);
	same('ping: round trips', [ samples($run, 'rtt') ],
		$text =~ /time=([\d.]+) ms/g);
	my ($loss) = $text =~ /([\d.]+)% packet loss/;
	same('ping: losses', [ samples($run, 'loss_percent') ], $loss);
	my ($min, $mean, $max) = $text =~ m{= ([\d.]+)/([\d.]+)/([\d.]+)/};
	same('ping: its figures', [ map { samples($run, "rtt_$_", 'summary') }
		qw(min mean max) ], $min, $mean, $max);
}

SKIP: {
	skip 'fio is not installed', 1 if !is_there('fio');
	my $file = scratch('fio');
	my $fio = "fio --name=small --filename=$file --size=1m --bs=4k "
		. '--rw=randrw --runtime=1 --time_based';
	my $json = output("$fio --output-format=json") // die 'fio did not run';
	my $run = upload('fio-json', $json);
	my $job = decode_json($json)->{jobs}[0];
	for my $way ('read', 'write') {
		same("fio, JSON: $way.iops", [ samples($run, "$way.iops") ],
			$job->{$way}{iops});
		same("fio, JSON: $way.bw", [ samples($run, "$way.bw") ],
			$job->{$way}{bw_bytes});
		same("fio, JSON: $way.clat.p99",
			[ samples($run, "$way.clat.p99", 'summary') ],
			$job->{$way}{clat_ns}{percentile}{'99.000000'});
	}
	my $text = output($fio) // die 'fio did not run';
	$run = upload('fio-text', $text);
	for my $way ('read', 'write') {
		my ($iops, $k, $bw, $unit) = $text =~
			m{^ +$way: IOPS=([\d.]+)([kM]?), BW=([\d.]+)([KMG]i)B/s}m;
		same("fio, text: $way.iops", [ samples($run, "$way.iops") ],
			$iops * ($prefix{uc $k} // 1));
		same("fio, text: $way.bw", [ samples($run, "$way.bw") ],
			$bw * $binary{$unit});
	}
}

SKIP: {
	skip 'hyperfine is not installed', 1 if !is_there('hyperfine');
	my ($json, $csv) = (scratch('hf.json'), scratch('hf.csv'));
	output("hyperfine -N -r 5 --export-json $json --export-csv $csv "
		. "'sleep 0.05'") // die 'hyperfine did not run';
	my $run = upload('hyperfine-json', slurp($json));
	same('hyperfine, JSON: times', [ samples($run, 'time') ],
		@{ decode_json(slurp($json))->{results}[0]{times} });
	$run = upload('hyperfine-csv', slurp($csv));
	my ($head, $row) = map { [ split /,/ ] } split /\n/, slurp($csv);
	my %cell = map { $head->[$_] => $row->[$_] } 0 .. $#$head;
	same("hyperfine, CSV: $_", [ samples($run, "time.$_", 'summary') ], $cell{$_})
		for qw(mean stddev median min max);
}

SKIP: {
	skip 'sysbench is not installed', 1 if !is_there('sysbench');
	my $text = output('sysbench cpu --time=1 run') // die 'sysbench did not run';
	my $run = upload('sysbench', $text);
	for ([ 'events per second', qr/events per second: +([\d.]+)/, 'sample' ],
		[ 'total time', qr/total time: +([\d.]+)s/, 'sample' ],
		[ 'total number of events', qr/number of events: +(\d+)/, 'sample' ],
		[ 'latency p95', qr/95th percentile: +([\d.]+)/, 'summary' ]) {
		my ($metric, $figure, $role) = @$_;
		same("sysbench: $metric", [ samples($run, $metric, $role) ],
			$text =~ $figure);
	}
}

my ($status, $err) = stop($at);
is $status, 0, 'the server ends well';
is $err, '', '... without a word';
done_testing;
