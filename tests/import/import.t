#!/usr/bin/env perl
# import.t - every format against its fixtures, and hostile inputs.
#
# tests/import/<format>/<name>.in is parsed and compared with <name>.expect:
# the exit status and what `parse --json` prints, broken into lines. The format
# is detected; only for names that begin with forced- it is told. UPDATE=1
# writes the .expect files anew.
use strict;
use warnings;
use File::Basename qw(basename dirname);
use File::Temp qw(tempdir);
use JSON::PP qw(decode_json);
use Test::More;

my $bin = $ENV{MAXISTAT} || 'build/maxistat';
my $here = dirname(__FILE__);
my $dir = tempdir(CLEANUP => 1);

plan skip_all => "no $bin; run make first" unless -x $bin;

sub slurp {
	my ($path) = @_;
	open my $f, '<:raw', $path or return '';
	local $/;
	return scalar <$f> // '';
}

sub spew {
	my ($path, $bytes) = @_;
	open my $f, '>:raw', $path or die "$path: $!";
	print $f $bytes;
	close $f or die "$path: $!";
}

# Exit status, signal, standard output, standard error.
sub parse {
	my (@args) = @_;
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open STDOUT, '>', "$dir/out" or die;
		open STDERR, '>', "$dir/err" or die;
		exec $bin, 'parse', @args or die;
	}
	waitpid $pid, 0;
	return ($? >> 8, $? & 127, slurp("$dir/out"), slurp("$dir/err"));
}

sub lines_of {
	my ($json) = @_;
	$json =~ s/(?=\{"(?:test|name|line)":)/\n/g;
	$json =~ s/(?=,"(?:results|failures|warnings|errors)":\[)/\n/g;
	return $json;
}

sub fixture {
	my ($in) = @_;
	my $format = basename(dirname($in));
	my @format = basename($in) =~ /^forced-/ ? ('--format', $format) : ();
	my ($status, $signal, $out, $err) = parse('--json', @format, $in);
	my $got = "exit $status\n" . lines_of($out);
	(my $expect = $in) =~ s/\.in$/.expect/;
	spew($expect, $got) if $ENV{UPDATE};
	is($signal, 0, "$in: no signal");
	is($err, '', "$in: nothing on stderr");
	ok(defined eval { decode_json($out) }, "$in: the output is JSON");
	is($got, slurp($expect), "$in: as expected");
}

fixture($_) for sort glob "$here/*/*.in";

# The listing for people ends with the same status and says the same errors.
for my $in (sort glob "$here/*/*.in") {
	next if basename($in) =~ /^forced-/;
	my ($json_status) = parse('--json', $in);
	my ($status, $signal, $out, $err) = parse($in);
	is($status, $json_status, "$in: both listings agree");
	ok($err ne '' || $out =~ /^format: \w/, "$in: the listing says what");
}

# The series of a listing for people, which shows each by itself.
sub series {
	my (undef, undef, $text) = parse(@_);
	return [sort grep { /^  \S/ } split /\n/, $text];
}

# What `parse --json` prints is a document that gives the same results again,
# of the same series.
for my $in (sort glob "$here/*/*.in") {
	my ($status, undef, $out) = parse('--json', $in);
	next if $status;
	spew("$dir/again.json", $out);
	my ($again, undef, $second) = parse('--json', "$dir/again.json");
	my ($one, $two) = map { decode_json($_) } $out, $second;
	is($again, 0, "$in: its listing parses");
	is_deeply($two->{results}, $one->{results}, "$in: the same results");
	is_deeply(series("$dir/again.json"), series($in), "$in: the same series");
	is_deeply($two->{failures}, $one->{failures}, "$in: the same failures");
}

# Hostile inputs: refused with a message, never a crash, never half a result
# taken for a whole one.
my @hostile;
sub hostile { push @hostile, [@_] }

my $stream = "TCP STREAM TEST to 198.51.100.7\n"
	. "Recv   Send    Send\nSocket Socket  Message  Elapsed\n"
	. "Size   Size    Size     Time     Throughput\n"
	. "bytes  bytes   bytes    secs.    10^6bits/sec\n\n";
my $table = "    N   Min   Max   Median   Avg   Stddev\n";
my %with_number = (
	'ministat-input' => "1\n2\n%s\n3\n4\n5\n",
	'ministat-output' => "${table}x 5 1 9 5 5.5 %s\n+ 5 1 9 5 5 1\n",
	'netperf' => "$stream 65536 32768 4096 10.00 %s\n",
	'csv' => "test,unit,value\na,s,%s\nb,s,2\n",
	'json' => '{"results":[{"test":"a","metrics":[{"name":"m",'
		. '"samples":[1,%s,2]}]}]}' . "\n",
	'json-summary' => '{"results":[{"test":"a","metrics":[{"name":"m",'
		. '"summary":{"n":3,"mean":%s}}]}]}' . "\n",
	'json-n' => '{"results":[{"test":"a","metrics":[{"name":"m",'
		. '"summary":{"n":%s,"mean":1}}]}]}' . "\n",
	'iperf3' => '{"start":{"cookie":"a"},"intervals":[],"end":{"sum_sent":'
		. '{"bits_per_second":%s}}}' . "\n",
	'iperf2' => "20261130080000,1,2,3,4,1,0.0-1.0,1,%s\n",
	'qperf' => "tcp_bw:\n    bw  =  %s GB/sec\n",
	'nuttcp' => " 1.0 MB /   1.00 sec = %s Mbps 95 %TX 29 %RX 0 retrans\n",
	'wrk' => "Running 1s test \@ u\n  1 requests in 1.00s, 1.00KB read\n"
		. "Requests/sec:  %s\nTransfer/sec:  1.00KB\n",
	'ab' => "This is ApacheBench, Version 2.3\nRequests per second: %s"
		. " [#/sec] (mean)\nTotal: 1 1 0.2 1 3\n",
	'sockperf' => "sockperf: Summary: Message Rate is %s [msg/sec]\n"
		. "sockperf: Summary: BandWidth is 1.5 MBps (12 Mbps)\n",
	'siege' => '{"transactions":1,"availability":1,"transaction_rate":%s,'
		. '"shortest_transaction":1}' . "\n",
	'text' => "maxistat: 1\nhost: a\nudp thr Mbit/s higher 1 %s 2\n",
	'text-summary' => "maxistat: 1\nudp thr s lower summary n=3 mean=%s\n",
);
my @bad_numbers = ('inf', '-inf', 'Infinity', '1e400', '-1e999', '0x10',
	'1,5', '1.2.3', '--1', '1e', '.', '-', '1_000', '1e+', "1\x{b2}", '5%',
	'12abc', '$5', '1e1e1', '+-1', '0b1', 'Inf', "\x{d9}\x{a3}", '1..2',
	'(1)', '"', '1d0', '1e5.5');
for my $format (sort keys %with_number) {
	for my $number (@bad_numbers) {
		# Two samples to JSON; a missing value, which is said, to CSV.
		next if "$format $number" =~ /^((json|iperf2) 1,5|csv -)$/;
		(my $text = $with_number{$format}) =~ s/%s/$number/;
		hostile("$format with '$number'", $text,
			$format =~ /^(ministat|netperf|csv)/ ? $format : undef);
	}
}

my $ok = '"results":[{"test":"a","metrics":[{"name":"m","samples":[1]}]}]';
hostile("JSON: $_", $_) for (
	"{$ok", "{$ok,}", "{$ok}}", "{$ok} x", "{$ok}{$ok}", "{'a':1,$ok}",
	"{$ok,\"a\":}", "{$ok,\"a\" 1}", "{$ok,a:1}", "{$ok /* c */}",
	"{$ok,\"tags\":{\"host\":\"a\",\"host\":\"b\"}}", "{$ok,$ok}",
	"{$ok,\"tags\":[]}", "{$ok,\"tags\":\"x\"}", "{$ok,\"tags\":{\"a\":{}}}",
	"{$ok,\"tags\":{\"a\":null}}", "{$ok,\"tags\":{\"1a\":\"x\"}}",
	"{$ok,\"tags\":{\"run\":\"x\"}}", "{$ok,\"tags\":{\"a b\":\"x\"}}",
	"{$ok,\"tags\":{\"a\":\"\\u0000\"}}", "{$ok,\"tags\":{\"a\":\"\\ud800\"}}",
	"{$ok,\"tags\":{\"a\":\"\\udc00\"}}", "{$ok,\"tags\":{\"a\":\"\\x\"}}",
	"{$ok,\"tags\":{\"a\":\"\xff\"}}", "{$ok,\"tags\":{\"a\":\"\xc0\x80\"}}",
	"{$ok,\"tags\":{\"a\":\"\xed\xa0\x80\"}}",
	"{$ok,\"tags\":{\"a\":\"\\u202e\"}}", "{$ok,\"tags\":{\"a\":\"\\n\\u0001\"}}",
	"{$ok,\"tags\":{\"a\":\"" . 'x' x 600 . '"}}',
	"{$ok,\"tags\":{\"" . 'k' x 65 . '":"x"}}', "{$ok,\"tags\":{\"a\":\"\"}}",
	"{$ok,\"tags\":{\"samples\":[1]}}", "{$ok,\"at\":\"yesterday\"}",
	"{$ok,\"at\":\"2026-11-30T08:00:00\"}", "{$ok,\"at\":1790000000}",
	"{$ok,\"at\":\"2026-02-30T08:00:00Z\"}", "{$ok,\"errors\":[{\"line\":1}]}",
	"{$ok,\"format\":\"netperf\",\"raw\":\"x\"}", '{"format":"json","raw":"{}"}',
	'{"format":"nope","raw":"1"}', '{"format":"netperf","raw":""}',
	'{"format":"netperf","raw":"hello"}', '{"format":"csv","raw":"a"}',
	'{"raw":"1\n","format":7}', '{"results":[{"test":"a"}]}',
	'{"results":[{"test":"a","metrics":[]}]}', '{"results":[{"test":7,"metrics":[]}]}',
	'{"results":[{"test":"a","metrics":{}}]}', '{"results":[{"test":"a","metrics":[1]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m"}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":[]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":3}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":NaN}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":"1"}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":{"a":1}}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":[[1]]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":["1"]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":[true]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":[1,]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":[,1]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":[1 2]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":[1',
	'{"results":[{"test":"a","metrics":[{"name":"","samples":[1]}]}]}',
	'{"results":[{"test":"","metrics":[{"name":"m","samples":[1]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","unit":7,"samples":[1]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","better":"up","samples":[1]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","role":"x","samples":[1]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","summary":{}}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","summary":{"n":3}}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","summary":[3]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","summary":{"n":0,"mean":1}}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","summary":{"n":1.5,"mean":1}}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":[1]},'
		. '{"name":"m","summary":{"n":3,"mean":1}}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","summary":{"n":3,"mean":1}},'
		. '{"name":"m","samples":[1]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","summary":{"n":3,"mean":1}},'
		. '{"name":"m","summary":{"n":3,"mean":1}}]}]}',
	'{"failures":[{"test":"a"}]}', '{"failures":[{"test":"a","reason":""}]}',
	'{"failures":[7]}', '{"failures":[]}', '{"failures":[', '[]', '{}', '[1,2]',
	'{"a":1}', '{"results":{"test":"a"}}', '{"results":[{"command":"ls"}]}',
	'{"results":[{"test":"a","params":[],"metrics":[{"name":"m","samples":[1]}]}]}',
	'{"results":[{"test":"a","params":{"test":"x"},"metrics":[{"name":"m","samples":[1]}]}]}',
	'{"results":[{"test":"a","metrics":[{"name":"m","samples":[' . '1' x 2000 . ']}]}]}',
	'{"results":[{"test":"a","x":' . '[' x 100 . ']' x 100 . ',"metrics":[]}]}',
	'{"results":[{"test":"a","metrics":' . '[' x 100000,
	'{"results":' x 50000, '[' x 100000, "{\n" x 100000, "{\"a\":\n" x 50000);

hostile("CSV: $_", $_, 'csv') for (
	"test,value\n", "test,value\na,1\n\"b,2\n", "test,value\na\n",
	"test,value\na,1,2\n", "test,value\n\"a\"x,1\n", "test,test,value\na,b,1\n",
	"test,value\na,1,5\n", "test;value\na;1,5\n", "a\nb\n", "test,better,value\na,up,1\n",
	"test,role,value\na,x,1\n", "at,value\nnow,1\n", "at,value\n2026-11-30T08:00,1\n",
	"host,value\n\"a\x01b\",1\n", "host,value\n\"a\xffb\",1\n",
	"test,value\n\"a\xffb\",1\n", "host,value\n" . 'x' x 600 . ",1\n",
	"test,size,value\na," . 'x' x 600 . ",1\n", "test,value\na,\n", "test,value\na,-\n",
	"test,\xe2\x80\xae,value\na,b,\n", ',' x 5000 . "\n" . ',' x 5000 . "\n");

hostile("netperf: " . substr($_, 0, 60), $_, 'netperf') for (
	$stream, "$stream 65536", "$stream 65536 32768", "$stream 65536 32768 4096 10.00",
	"$stream 65536 32768 4096 10.00 1 2", "$stream 65536 32768 4096 10.00 1 2 3 4 5 6 7",
	"$stream 65536 32768 4096 10,00 914,50\n", "$stream 65536 32768 4096 ----\n",
	"$stream a b c d e\n", "TCP STREAM TEST to h\n", "TCP STREAM TEST to h\n\n\n",
	"netperf: no such option\n" . "TCP STREAM TEST to h\n",
	"UDP STREAM TEST to h\nSocket  Message  Elapsed      Messages\n"
		. "bytes   bytes    secs            #      #   10^6bits/sec\n\n"
		. "65535 1024 5.00 5 3 819.20\n",
	"UDP STREAM TEST to h\nSocket  Message  Elapsed      Messages\n"
		. "bytes   bytes    secs            #      #   10^6bits/sec\n\n"
		. "65535 1024 5.00 5 3 819.20\n65535 5.00 x 817\n",
	"Recv Send Send\nbytes bytes bytes secs. furlongs\n\n1 2 3 4.00 5.00\n",
	"THROUGHPUT=x\n", "THROUGHPUT=inf\n", "THROUGHPUT=1\nTHROUGHPUT_UNITS=furlongs\n",
	"THROUGHPUT=-1.00\n", "MIN_LATENCY=1e999\n", "OMNI Send TEST to h\nThroughput\nx\n",
	"OMNI Send TEST to h\nThroughput,Throughput Units\n",
	"OMNI Send TEST to h\nThroughput,Throughput Units\n1,furlongs\n");

hostile("ministat: " . substr($_, 0, 60), $_, 'ministat-output') for (
	$table, "${table}x 5\n", "${table}x 5 1 2 3\n", "${table}x 5 1 2 3 4\n",
	"${table}x 0 1 2 3 4 5\n", "${table}x 5 1 2 3 4 5 6\n",
	"${table}x 99999999999999999999 1 2 3 4 5\n", "${table}x 5 1 2 3 4 nan\n",
	"$table$table", "x a\n+ b\n", "Difference at 95.0% confidence\n",
	"ministat: Invalid data on line 1 in x\n", "${table}x 5 1 3 2 2 1\nx 5 1 3 2 2 1\n");

hostile("text: " . substr($_, 0, 60), $_) for (
	"maxistat: 1\n", "maxistat: 2\nudp m s lower 1\n", "maxistat: 1\nhost: a\n",
	"maxistat: 1\nudp\n", "maxistat: 1\nudp m\n", "maxistat: 1\nudp m s\n",
	"maxistat: 1\nudp m s lower\n", "maxistat: 1\nudp m s down 1\n",
	"maxistat: 1\nudp \"m s lower 1\n", "maxistat: 1\nudp m failed:\n",
	"maxistat: 1\nudp run=1 m s lower 1\n", "maxistat: 1\nudp role=x m s lower 1\n",
	"maxistat: 1\nrun: 7\nudp m s lower 1\n", "maxistat: 1\nat: soon\nudp m s lower 1\n",
	"maxistat: 1\nudp m s lower summary\n", "maxistat: 1\nudp m s lower summary n=0 mean=1\n",
	"maxistat: 1\nudp m s lower summary n=3 foo=1\n",
	"maxistat: 1\nudp m s lower summary n=3 mean\n", "maxistat: 1\nudp \xff s lower 1\n",
	"maxistat: 1\n\xff m s lower 1\n", "maxistat: 1\nudp m \x01 lower 1\n",
	"maxistat: 1\n" . 'x' x 600 . " m s lower 1\n",
	"maxistat: 1\nudp m s lower summary n=3 mean=1\nudp m s lower summary n=3 mean=1\n");

hostile("bytes: $_->[0]", $_->[1]) for (
	['empty', ''], ['blank', " \n\t\n"], ['NUL', "\0"], ['NULs', "\0" x 5000],
	['UTF-16 LE', "\xff\xfe1\0\n\0"], ['UTF-16 BE', "\xfe\xff\0001\0\n"],
	['UTF-16 without a mark', "1\0.\0005\0\n\0" x 10], ['BOM only', "\xef\xbb\xbf"],
	['gzip', "\x1f\x8b\x08\0\0\0\0\0"], ['zstd', "\x28\xb5\x2f\xfd\0"],
	['ELF', "\x7fELF\2\1\1"], ['zip', "PK\3\4x"], ['control', join '', map chr, 1 .. 31],
	['NUL in a line', "1\n2\0003\n4\n5\n6\n7\n8\n9\n"], ['10 MB of a', 'a' x 10_000_000],
	['prose', "Hello folks,\nhere are, as promised, my numbers.\n"],
	['HTML', "<!DOCTYPE html>\n<html></html>\n"], ['LFS', "version https://git-lfs.x\n"],
	['XML', "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \"c\">]>\n"],
	['bare rates', "10.25 \n11.50 \n"], ['ESC only', "\e[31m\e[0m\n"],
	['random', do { srand 7; join '', map { chr int rand 256 } 1 .. 5000 }],
	['random text', do { srand 8; join '', map { chr 32 + int rand 95 } 1 .. 5000 }],
	['lines of x', "x\n" x 100_000], ['frames', "+-----\n" x 50_000],
	['legends', "x a\n+ b\n" x 50_000]);

my $n = 0;
for my $h (@hostile) {
	my ($name, $text, $format) = @$h;
	my @format = $format ? ('--format', $format) : ();
	$name =~ s/[^ -~]/?/g;
	$name = substr $name, 0, 70;
	spew("$dir/hostile", $text);
	my ($status, $signal, $out) = parse('--json', @format, "$dir/hostile");
	my $got = eval { decode_json($out) } || {};
	my @errors = @{ $got->{errors} || [] };
	$n++;
	ok(!$signal && $status == 1 && @errors && $errors[0]{message} ne '',
	   "refused: $name") or diag "exit $status signal $signal: "
		. substr $out, 0, 300;
}
cmp_ok($n, '>=', 400, "$n hostile inputs");

# Cut anywhere and with bytes turned over: any answer, but an answer.
srand 42;
for my $in (sort glob "$here/*/*.in") {
	my $bytes = slurp($in);
	my $bad = '';
	for my $round (1 .. 4) {
		my $cut = substr $bytes, 0, int rand length $bytes;
		my $turned = $bytes;
		substr($turned, int rand length $turned, 1) = chr int rand 256
			for 1 .. 3;
		for my $text ($cut, $turned) {
			spew("$dir/cut", $text);
			my ($status, $signal, $out) = parse('--json',
							    "$dir/cut");
			$bad = "exit $status signal $signal" if $signal ||
				$status > 1 || !eval { decode_json($out) };
		}
	}
	is($bad, '', "$in: cut and turned over");
}

done_testing();
