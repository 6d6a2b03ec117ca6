#!/usr/bin/perl
# Uploads of lines and tables that are refused, and TERMS and headers that do
# not fit them: each with its status, its line and what is said. JSON is in
# bad_json.t.
use strict;
use warnings;
use lib 'tests/lib';
use Bad;
use Maxistat;
use Test::More;

my $at = serve(scratch('bad.db'));
is put($at, '/runs/host:good', "1\n2\n3\n")->{status}, 201, 'a good one is there';

bad_rows($at, 'plain numbers', <<'END');
400 - | test:t | the format cannot be told | x
400 2 | test:t | 'x' is not a number | 1^x^3
400 3 | test:t | '4x' is not a number | 1^2^3 4x
400 1 | test:t | '1,5' is not a number: a decimal comma? | 1,5^2,5
400 2 | test:t | 'nan' is not finite | 1^nan
400 2 | test:t | 'inf' is not finite | 1^inf
400 2 | test:t | '-inf' is not finite | 1^-inf
400 2 | test:t | 'Infinity' is not finite | 1^Infinity
400 2 | test:t | '1e400' is out of range | 1^1e400
400 2 | test:t | '-1e400' is out of range | 1^-1e400
400 2 | test:t | '0x10' is not a number | 1^0x10
400 2 | test:t | '1e' is not a number | 1^1e
400 2 | test:t | '1e+' is not a number | 1^1e+
400 2 | test:t | '.' is not a number | 1^.
400 2 | test:t | '-' is not a number | 1^-
400 2 | test:t | '+' is not a number | 1^+
400 2 | test:t | '--1' is not a number | 1^--1
400 2 | test:t | '1..2' is not a number | 1^1..2
400 2 | test:t | '1_000' is not a number | 1^1_000
400 2 | test:t | '1'000' is not a number | 1^1'000
400 2 | test:t | 'x' is not a number | 1^1 000 x
400 2 | test:t | '١' is not a number | 1^%D9%A1
400 2 | test:t | '1 000' is not a number | 1^1%C2%A0000
400 2 | test:t | '12ms' is not a number | 1^12ms
400 2 | test:t | '$5' is not a number | 1^$5
400 2 | test:t | '50%' is not a number | 1^50%25
400 2 | test:t | '1/2' is not a number | 1^1/2
400 2 | test:t | '1e5.0' is not a number | 1^1e5.0
400 2 | test:t | '1.5f' is not a number | 1^1.5f
400 2 | test:t | '0b1' is not a number | 1^0b1
400 2 | test:t | 'NULL' is not a number | 1^NULL
400 2 | test:t | '"2"' is not a number | 1^"2"
400 - | test:t | the format cannot be told | # only a comment
400 - | test:t | the format cannot be told | #^#^
400 - | test:t | the input is binary: 1 of 7 bytes are control characters | 1^2%002^3
400 - | test:t | the input is UTF-16 text; save it as UTF-8 | %FF%FE1%00^%00
400 - | test:t | the gzip data is cut off | %1F%8B%08%00
400 - | test:t | the zstd data is cut off | %28%B5%2F%FD%00
400 - | test:t | the format cannot be told | BZh91AY
400 - | test:t | the input is a zip file; unpack it first | PK%03%04
400 - | test:t | the input is xz-compressed; unpack it first | %FD7zXZ%00
400 - | test:t | the input is binary: 5 of 5 bytes are control characters | %01%02%03%04%05
400 - | test:t | the format cannot be told: this looks like an HTML page | <html>^<body>1</body>
400 - | test:t | the format cannot be told | hello world
400 - | test:t | the format cannot be told: this looks like a Git LFS pointer, not the file | version https://git-lfs.github.com/spec/v1^oid sha256:00^size 1
400 - | test:t,format=csv | the first line has no comma, tab, ';' or '|': no table with a header | 1^2^3
400 - | test:t,format=text | no result in the input | 1^2^3
400 - | test:t,format=ministat-output | no result in the input | 1^2^3
400 1 | test:t,format=json | the document is no JSON object | 1^2^3
400 1 | test:t,format=ministat-input | '{"a":1}' is not a number | {"a":1}
400 1 | test:t,format=ministat-input | 'a,b' is not a number: a decimal comma? | a,b^1,2
END

bad_rows($at, 'tables of CSV', <<'END');
400 - | - | the format cannot be told | a,b
400 - | - | no result in the input | test,value
400 - | - | no result in the input | test,value^
400 2 | - | record 1: 'x' in column 'value' is not a number | test,value^t,x
400 3 | - | record 2: 'inf' in column 'value' is not finite | test,value^t,1^t,inf
400 3 | - | record 2: '1e999' in column 'value' is out of range | test,value^t,1^t,1e999
400 3 | - | record 2: '0x10' in column 'value' is not a number | test,value^t,1^t,0x10
400 3 | - | record 2: the number of cells is 1 instead of 2 | test,value^t,1^t
400 3 | - | record 2: the number of cells is 3 instead of 2 | test,value^t,1^t,2,3
400 3 | - | record 2 has a quote that nothing closes | test,value^t,1^"t,2
400 3 | - | record 2: text behind a closing quote | test,value^t,1^"t"x,2
400 3 | - | record 2: '2"' in column 'value' is not a number | test,value^t,1^t"x,2"^
400 1 | - | two columns are named 'test' | test,test,value^a,b,1
400 1 | - | two columns are named 'value' | test,value,value^a,1,2
400 2 | - | the value of 'host' cannot be kept: it holds a control character | host,test,value^a%1B,t,1
400 2 | - | the value of 'host' cannot be kept: it is not UTF-8 | host,test,value^%FF,t,1
400 2 | - | the value of 'host' cannot be kept: it holds a control character | host,test,value^a%C2%9Bb,t,1
400 2 | - | the test 'a\xE2\x80\xAE' cannot be kept: it holds a control character | test,value^a%E2%80%AE,1
400 2 | - | record 1 has a quote that nothing closes | test,unit,value^a,"m
400 2 | - | the test 'a\x0Ab' cannot be kept: it holds a control character | test,value^"a^b",1
400 2 | - | record 1: 'up' in column 'better' is not higher, lower or none | test,better,value^t,up,1
400 2 | - | record 1: 'x' in column 'role' is no role | test,role,value^t,x,1
400 2 | - | record 1: 'x' in column 'at' is no time (2026-11-30T08:00:00Z) | test,at,value^t,x,1
400 2 | - | record 1: '2026' in column 'at' is no time (2026-11-30T08:00:00Z) | test,at,value^t,2026,1
400 2 | - | record 1: '2026-01-01T10:00:00' in column 'at' has no zone | test,at,value^t,2026-01-01T10:00:00,1
400 2 | - | record 1: '2026-02-30' in column 'at' is no time (2026-11-30T08:00:00Z) | test,at,value^t,2026-02-30,1
400 2 | - | record 1: '1,5' in column 'value' is not a number | test;value^t;1,5
400 2 | - | record 1: 'x' in column 'value' is not a number | test%09value^t%09x
400 2 | - | record 1: the number of cells is 3 instead of 2 | test|value^t|1|2
400 3 | - | record 2: '2026-13-01' in column 'at' is no time (2026-11-30T08:00:00Z) | test,at,value^t,2026-01-01,1^t,2026-13-01,2
400 - | - | the format cannot be told | ,^,
400 2 | - | the value of 'a_b' cannot be kept: it holds a control character | test,param.a b,value^t,x%07,1
400 - | - | no result in the input | test,value^,
400 - | - | no result in the input | test,value^t,-^t,n/a
400 2 | - | record 1: the number of cells is 3 instead of 2 | host,value^a,1,^
400 - | csv | the first line has no comma, tab, ';' or '|': no table with a header | test
400 - | csv | the input is empty: nothing but blanks | ^
END

bad_rows($at, 'lines of text', <<'END');
400 - | - | no result in the input | maxistat: 1
400 - | - | the format cannot be told | maxistat: 2^host: a^t m s lower 1
400 2 | - | a run without a metric: a blank line ends a run | maxistat: 1^host: a
400 2 | - | a run without a metric: a blank line ends a run | maxistat: 1^host: a^^t m s lower 1
400 2 | - | a metric's name is missing | maxistat: 1^t
400 2 | - | after the metric 'm' a unit and higher, lower, none or - are missing | maxistat: 1^t m
400 2 | - | after the metric 'm' a unit and higher, lower, none or - are missing | maxistat: 1^t m s
400 2 | - | the metric 'm' has no samples | maxistat: 1^t m s lower
400 2 | - | 'up' is not higher, lower, none or - | maxistat: 1^t m s up 1
400 2 | - | 'x' is not a number | maxistat: 1^t m s lower x
400 2 | - | 'nan' is not finite | maxistat: 1^t m s lower 1 nan
400 2 | - | '1e400' is out of range | maxistat: 1^t m s lower 1 1e400
400 2 | - | '0x1' is not a number | maxistat: 1^t m s lower 1 0x1
400 2 | - | '2,5' is not a number: a decimal comma? | maxistat: 1^t m s lower 1 2,5
400 2 | - | role=x: sample, interval, stream or summary | maxistat: 1^t role=x m s lower 1
400 2 | - | the value of 'a' cannot be kept: it is empty | maxistat: 1^t a= m s lower 1
400 2 | - | 's' is not higher, lower, none or - | maxistat: 1^t =1 m s lower 1
400 2 | - | 's' is not higher, lower, none or - | maxistat: 1^t 9=1 m s lower 1
400 2 | - | 'run' cannot be a tag: it is a word of the archive's own | maxistat: 1^t run=1 m s lower 1
400 2 | - | the parameter 'a' stands there twice | maxistat: 1^t a=1 a=2 m s lower 1
400 2 | - | 'a.pre' cannot be a tag's name: no key ends in .pre or .sub | maxistat: 1^t a.pre=1 m s lower 1
400 2 | - | a quote that nothing closes | maxistat: 1^"t m s lower 1
400 2 | - | a quote that nothing closes | maxistat: 1^t "m s lower 1
400 2 | - | 'run' cannot be a tag: it is a word of the archive's own | maxistat: 1^run: 7^t m s lower 1
400 2 | - | 'host.pre' cannot be a tag's name: no key ends in .pre or .sub | maxistat: 1^host.pre: 7^t m s lower 1
400 2 | - | 'x' is no time (2026-11-30T08:00:00Z) | maxistat: 1^at: x^t m s lower 1
400 2 | - | '2026' is no time (2026-11-30T08:00:00Z) | maxistat: 1^at: 2026^t m s lower 1
400 2 | - | '2026-01' is no time (2026-11-30T08:00:00Z) | maxistat: 1^at: 2026-01^t m s lower 1
400 2 | - | the time '2026-01-01T10:00:00' has no zone | maxistat: 1^at: 2026-01-01T10:00:00^t m s lower 1
400 2 | - | the value of 'host' cannot be kept: it holds a control character | maxistat: 1^host: a%07^t m s lower 1
400 2 | - | the value of 'host' cannot be kept: it is not UTF-8 | maxistat: 1^host: %FF^t m s lower 1
400 2 | - | the value of 'host' cannot be kept: it holds a control character | maxistat: 1^host: a%E2%80%AE^t m s lower 1
400 2 | - | a summary needs n and mean or median | maxistat: 1^t m s lower summary
400 2 | - | a summary needs n and mean or median | maxistat: 1^t m s lower summary n=3
400 2 | - | a summary needs n and mean or median | maxistat: 1^t m s lower summary mean=3
400 2 | - | n=0 is no count | maxistat: 1^t m s lower summary n=0 mean=3
400 2 | - | n=-1 is no count | maxistat: 1^t m s lower summary n=-1 mean=3
400 2 | - | n=1.5 is no count | maxistat: 1^t m s lower summary n=1.5 mean=3
400 2 | - | 'x' is not a number | maxistat: 1^t m s lower summary n=3 mean=x
400 2 | - | 'x' is no figure of a summary | maxistat: 1^t m s lower summary n=3 mean=3 x=1
400 2 | - | 'mean' stands there twice | maxistat: 1^t m s lower summary n=3 mean=3 mean=4
400 2 | - | 'nan' is not finite | maxistat: 1^t m s lower summary n=3 mean=nan
400 2 | - | the stddev of 'm' is below 0 | maxistat: 1^t m s lower summary n=3 mean=3 stddev=-1
400 2 | - | the min of 'm' is above its max | maxistat: 1^t m s lower summary n=3 mean=3 min=5 max=4
400 3 | - | 'm' has both samples and a published summary | maxistat: 1^t m s lower summary n=3 mean=3^t m s lower 1
400 3 | - | a second summary of 'm': two tables must differ by a parameter | maxistat: 1^t m s lower summary n=3 mean=3^t m s lower summary n=3 mean=3
400 3 | - | a second summary of 'm': two tables must differ by a parameter | maxistat: 1^t m s lower 1^t m s lower summary n=3 mean=3
400 2 | - | 'failed:' without a reason | maxistat: 1^t failed:
400 2 | - | 'failed:' without a reason | maxistat: 1^t m failed:
400 2 | - | '-' is not a number | maxistat: 1^- - - - -
400 3 | - | only version 1 of this form is known | maxistat: 1^t m s lower 1^maxistat: 3^t m s lower 1
400 2 | - | the test 't\x1B' cannot be kept: it holds a control character | maxistat: 1^t%1B m s lower 1
400 - | - | the format cannot be told | maxistat:^t m s lower 1
END

bad_rows($at, 'netperf', <<'END');
400 1 | - | truncated: a test without a result row | TCP STREAM TEST from 0.0.0.0 port 0 AF_INET to a port 0 AF_INET
400 7 | - | a damaged row: 'x' is not a number | &N 87380  16384  16384    10.00    x
400 7 | - | '9,4' has a decimal comma | &N 87380  16384  16384    10.00    9,4
400 7 | - | a damaged row: '1e999' is not a number | &N 87380  16384  16384    10.00    1e999
400 7 | - | a damaged row: 'nan' is not a number | &N 87380  16384  16384    10.00    nan
400 - | netperf | no result in the input | x
400 - | netperf | no result in the input | 1 2 3
400 - | format=netperf,test:t | no result in the input | 87380 16384 x 10.00 941.5
END

bad_rows($at, "ministat's tables", <<'END');
400 1 | - | a table without rows | &H
400 2 | - | a row of 3 figures instead of 6 | &Hx   5           1           5
400 2 | - | 'x' is not a number | &Hx   5           1           5          3          3             x
400 2 | - | '1e999' is out of range | &Hx   5           1           5          3          3             1e999
400 2 | - | '0' is no count of samples | &Hx   0           1           5          3          3             1
400 2 | - | the min of 'value' is above its max | &Hx   5           9           5          3          3             1
400 2 | - | the stddev of 'value' is below 0 | &Hx   5           1           5          3          3             -1
400 1 | - | a table without rows | &Hx   1.5           1           5          3          3             1
400 2 | - | 'nan' is not finite | &Hx   5           1           5          3          nan             1
END

bad_rows($at, 'TERMS that do not fit the file', <<'END');
400 - | test:t,unit:a | unit:a contradicts the file, which says 'c' among 2 series | &m("unit":"b","samples":[1]},{"name":"n","unit":"c","samples":[1])
400 - | test:u | test:u contradicts the file, which names 'v' among 2 results | {"results":[{"test":"t","metrics":[&M]},{"test":"v","metrics":[&M]}]}
400 - | metric:x | metric:x contradicts the file, which says 'n' among 2 series | {"results":[{"test":"t","metrics":[&M,{"name":"n","samples":[1]}]}]}
400 - | test:u | test:u contradicts the file, which names 'b' among 2 results | test,value^a,1^b,2
400 - | unit:s | unit:s contradicts the file, which says 'ms' among 2 series | test,unit,value^a,s,1^b,ms,2
400 - | better:lower | better:lower contradicts the file, which says 'higher' among 2 series | &m("better":"higher","samples":[1]},{"name":"n","better":"higher","samples":[1])
400 - | test:t,pick=a:1 | pick=a:1 fits no result of this file | 1^2^3
400 - | test:t,pick=a:1,pick=b:2 | pick=a:1 fits no result of this file | set,value^x,1
400 - | pick=set:z | pick=set:z fits no result of this file | set,value^x,1
400 - | pick=nope:z | pick=nope:z fits no result of this file | set,value^x,1
400 - | test:t,want=0 | want takes WIDTH[,LEVEL], not '0' | 1^2
400 - | test:t,want=1,95 | '95' is no term | 1^2
400 - | test:t,want=1%2C0 | want takes WIDTH[,LEVEL], not '1,0' | 1^2
400 - | test:t,want=x | want takes WIDTH[,LEVEL], not 'x' | 1^2
400 - | test:t,dry=yes | dry takes 1, not 'yes' | 1^2
400 - | test:t,format= | '' is no format | 1^2
400 - | test:t,format=ministat-input,format=csv | the option 'format' stands there twice | 1^2
END

# ---- Headers that contradict the body, or each other. ----
my $before;
is put($at, '/runs/host:key', "7\n", 'Idempotency-Key' => 'k')->{status}, 201, 'a key';
$before = get($at, '/export/-')->{body};
my $used = "the Idempotency-Key 'k' was used for other content (upload 2)";
for ([ 'a key with other bytes', 409, 'host:key', $used, "8\n", 'Idempotency-Key' => 'k' ],
	[ 'a key with other terms', 409, 'host:kez', $used, "7\n", 'Idempotency-Key' => 'k' ],
	[ 'a key with another format', 409, 'host:key', $used,
	  bad_body('&D'), 'Idempotency-Key' => 'k' ],
	[ 'an empty key', 400, 'host:a', 'the Idempotency-Key is empty', "1\n",
	  'Idempotency-Key' => '' ],
	[ 'a long key', 400, 'host:a', 'the Idempotency-Key is longer than 512 bytes', "1\n",
	  'Idempotency-Key' => 'k' x 513 ],
	[ 'a key that is no UTF-8', 400, 'host:a', 'the Idempotency-Key is not UTF-8', "1\n",
	  'Idempotency-Key' => "\xc3" ],
	[ 'a key with a control character', 400, 'host:a',
	  'the Idempotency-Key holds a control character', "1\n",
	  'Idempotency-Key' => "a\xc2\x9bb" ],
	[ 'a key with an override', 400, 'host:a',
	  'the Idempotency-Key holds a control character', "1\n",
	  'Idempotency-Key' => "a\xe2\x80\xaeb" ],
	[ 'a multipart form', 415, 'host:a', 'a multipart form is not taken', "--b\r\n",
	  'Content-Type' => 'multipart/form-data; boundary=b' ],
	[ 'what curl -d makes of lines', 415, 'host:a',
	  'sent as a form and without a line end: curl -d removes them', '123',
	  'Content-Type' => 'application/x-www-form-urlencoded' ],
	[ 'packed bytes', 415, 'host:a', 'a Content-Encoding other than gzip and zstd',
	  "1\n", 'Content-Encoding' => 'br' ],
	[ 'a part', 400, 'host:a', 'a Content-Range: an upload is sent whole', "1\n",
	  'Content-Range' => 'bytes 0-1/2' ],
	[ 'no body', 400, 'host:a', 'an upload without a body', '' ],
	[ 'another site', 403, 'host:a', 'a page of another site may not write here', "1\n",
	  Origin => 'http://evil.example' ]) {
	my ($name, $status, $terms, $says, $body, %h) = @$_;
	refuse($at, $name, $status, '-', $terms, $says, $body, %h);
}
is get($at, '/export/-')->{body}, $before, '... and nothing is changed';
my ($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server had nothing to complain about';
done_testing;
