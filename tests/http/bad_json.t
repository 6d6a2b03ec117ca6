#!/usr/bin/perl
# JSON that is refused: each with its status, its line and what is said.
use strict;
use warnings;
use lib 'tests/lib';
use Bad;
use Maxistat;
use Test::More;

my $at = serve(scratch('bad.db'));
is put($at, '/runs/host:good', "1\n2\n3\n")->{status}, 201, 'a good one is there';

bad_rows($at, 'what is no JSON', <<'END');
400 - | json | an upload without a body |
400 - | json | the input is empty: nothing but blanks | %20
400 - | json | the input is empty: nothing but blanks | ^^^
400 1 | json | bad JSON: truncated inside an object | {
400 1 | json | bad JSON: a value was expected | }
400 1 | json | bad JSON: truncated | [
400 1 | json | the document is no JSON object | []
400 - | json | no result in the input | {}
400 1 | json | the document is no JSON object | "x"
400 1 | json | the document is no JSON object | 1
400 1 | json | the document is no JSON object | null
400 1 | json | the document is no JSON object | [&D]
400 1 | json | bad JSON: a key in quotes was expected | {]
400 1 | json | bad JSON: a key in quotes was expected | {,}
400 1 | json | bad JSON: a colon was expected | {"a"}
400 1 | json | bad JSON: a value was expected | {"a":}
400 1 | json | bad JSON: a key in quotes was expected | {"a":1,}
400 1 | json | bad JSON: a key in quotes was expected | {"a":1,,"b":2}
400 1 | json | bad JSON: a colon was expected | {"a" 1}
400 1 | json | bad JSON: a comma was expected | {"a":1 "b":2}
400 1 | json | bad JSON: a key in quotes was expected | {a:1}
400 1 | json | bad JSON: a key in quotes was expected | {'a':1}
400 1 | json | bad JSON: a value was expected | {"a":'x'}
400 1 | json | bad JSON: a key in quotes was expected | {1:2}
400 1 | json | bad JSON: a key in quotes was expected | {null:2}
400 1 | json | bad JSON: a value was expected | {"a":tru}
400 1 | json | bad JSON: a value was expected | {"a":TRUE}
400 1 | json | bad JSON: a value was expected | {"a":undefined}
400 1 | json | bad JSON: NaN and Infinity are no JSON | {"a":NaN}
400 1 | json | bad JSON: NaN and Infinity are no JSON | {"a":Infinity}
400 1 | json | bad JSON: NaN and Infinity are no JSON | {"a":-Infinity}
400 1 | json | bad JSON: a number with a leading zero | {"a":01}
400 1 | json | bad JSON: a number with a leading zero | {"a":-01}
400 1 | json | bad JSON: a value was expected | {"a":1.}
400 1 | json | bad JSON: a value was expected | {"a":.5}
400 1 | json | bad JSON: a value was expected | {"a":+1}
400 1 | json | bad JSON: a value was expected | {"a":-}
400 1 | json | bad JSON: a value was expected | {"a":1e}
400 1 | json | bad JSON: a value was expected | {"a":1e+}
400 1 | json | bad JSON: a comma was expected | {"a":0x10}
400 1 | json | bad JSON: a comma was expected | {"a":1_000}
400 1 | json | bad JSON: a key in quotes was expected | {"a":1,5}
400 1 | json | bad JSON: a value was expected | {"a":--1}
400 1 | json | bad JSON: a comma was expected | {"a":1.2.3}
400 1 | json | bad JSON: truncated inside a string | {"a":"x}
400 1 | json | bad JSON: a line ends inside a string | {"a":"x^"}
400 1 | json | bad JSON: a control character in a string | {"a":"x%09y"}
400 - | json | the input is binary: 1 of 11 bytes are control characters | {"a":"x%01y"}
400 1 | json | bad JSON: a bad escape in a string | {"a":"\q"}
400 1 | json | bad JSON: a bad escape in a string | {"a":"\x41"}
400 1 | json | bad JSON: a bad escape in a string | {"a":"\u"}
400 1 | json | bad JSON: a bad escape in a string | {"a":"\u12"}
400 1 | json | bad JSON: a bad escape in a string | {"a":"\u12g4"}
400 1 | json | bad JSON: \u0000 in a string | {"a":"\u0000"}
400 1 | json | bad JSON: \u0000 in a string | {"\u0000":1}
400 1 | json | bad JSON: a lone surrogate in a string | {"a":"\ud800"}
400 1 | json | bad JSON: a lone surrogate in a string | {"a":"\udc00"}
400 1 | json | bad JSON: a lone surrogate in a string | {"a":"\ud800\ud800"}
400 1 | json | bad JSON: a lone surrogate in a string | {"a":"\ud800x"}
400 1 | json | bad JSON: invalid UTF-8 in a string | {"a":"%FF"}
400 1 | json | bad JSON: invalid UTF-8 in a string | {"a":"%C0%80"}
400 1 | json | bad JSON: invalid UTF-8 in a string | {"a":"%ED%A0%80"}
400 1 | json | bad JSON: invalid UTF-8 in a string | {"a":"%F4%90%80%80"}
400 1 | json | bad JSON: invalid UTF-8 in a string | {"a":"%E2%82"}
400 1 | json | bad JSON: invalid UTF-8 in a string | {"%FF":1}
400 1 | json | bad JSON: text behind the document | {"a":1} x
400 1 | json | bad JSON: text behind the document | {"a":1}}
400 1 | json | bad JSON: text behind the document | {"a":1}]
400 1 | json | bad JSON: a value was expected | // c^{"a":1}
400 1 | json | bad JSON: a value was expected | /* c */{"a":1}
400 1 | json | bad JSON: a comma was expected | {"a":1 /* c */}
400 1 | json | bad JSON: a value was expected | # c^{"a":1}
400 2 | json | bad JSON: truncated | {"a":1}^{"b":
400 2 | json | bad JSON: truncated | &D^{"b":
400 2 | json | bad JSON: text behind the document | &D^&D x
400 3 | json | bad JSON: a value was expected | &D^^x
400 1 | json | bad JSON: a value was expected | {"a":[1,]}
400 1 | json | bad JSON: a value was expected | {"a":[,1]}
400 1 | json | bad JSON: a comma was expected | {"a":[1 2]}
400 1 | json | bad JSON: a comma was expected | {"a":[1}
400 1 | json | bad JSON: a comma was expected | {"a":{"b":1]}
400 1 | json | bad JSON: a value was expected | <%21DOCTYPE html>
400 - | json | the input is empty: nothing but NUL bytes | %00
400 1 | json | a NUL byte inside the line | &D%00^&D
400 1 | json | the key 'a' stands twice in one object | {"a":1,"a":2}
400 1 | json | the key 'results' stands twice in one object | {"results":[&R],"results":[&R]}
400 1 | json | the key 'a' stands twice in one object | {"tags":{"a":"1","a":"2"},"results":[&R]}
400 1 | json | the key 'a' stands twice in one object | {"tags":{"a":"1","\u0061":"2"},"results":[&R]}
400 1 | json | the key 'test' stands twice in one object | {"results":[{"test":"t","test":"u","metrics":[&M]}]}
400 1 | json | the key 'x' stands twice in one object | {"results":[{"test":"t","params":{"x":1,"x":1},"metrics":[&M]}]}
400 1 | json | the key 'samples' stands twice in one object | &m("samples":[1],"samples":[2])
END

bad_rows($at, 'documents that cannot be kept', <<'END');
400 - | - | the format cannot be told: this looks like JSON without results[].test or results[].metrics, or damaged JSON | {"results":{"test":"t","metrics":[&M]}}
400 1 | json | 'results' must be an array | {"results":null}
400 1 | json | 'results' must be an array | {"results":1}
400 1 | json | 'results' must be an array | {"results":"x"}
400 1 | json | 'results' must be an array | {"results":true}
400 - | json | no result in the input | {"results":[]}
400 1 | json | results[0] must be an object | {"results":[1]}
400 1 | json | results[0] must be an object | {"results":[null]}
400 1 | json | results[0] must be an object | {"results":["t"]}
400 1 | json | results[0] must be an object | {"results":[[]]}
400 1 | json | results[0] has neither metrics nor a failure | {"results":[{}]}
400 1 | json | results[0] has neither metrics nor a failure | {"results":[{"test":"t"}]}
400 1 | json | results[0] has neither metrics nor a failure | {"results":[{"metrics":[]}]}
400 1 | json | results[0] has neither metrics nor a failure | {"results":[{"test":"t","metrics":[]}]}
400 1 | json | results[0] has neither metrics nor a failure | {"results":[{"test":"t","metrics":{}}]}
400 1 | json | results[0] has neither metrics nor a failure | {"results":[{"test":"t","metrics":null}]}
400 1 | json | results[0] has neither metrics nor a failure | {"results":[{"test":"t","metrics":1}]}
400 1 | json | results[0].metrics[0] must be an object | {"results":[{"test":"t","metrics":[1]}]}
400 1 | json | results[0].metrics[0] must be an object | {"results":[{"test":"t","metrics":[null]}]}
400 1 | json | results[0].metrics[0] must be an object | {"results":[{"test":"t","metrics":[[]]}]}
400 1 | json | results[0].metrics[0] needs a name | {"results":[{"test":"t","metrics":[{}]}]}
400 1 | json | results[0].metrics[0] has neither samples nor a summary | {"results":[{"test":"t","metrics":[{"name":"m"}]}]}
400 1 | json | results[0].metrics[0] needs a name | {"results":[{"test":"t","metrics":[{"samples":[1]}]}]}
400 1 | json | 'test' must be a text | {"results":[{"test":1,"metrics":[&M]}]}
400 1 | json | 'test' must be a text | {"results":[{"test":["t"],"metrics":[&M]}]}
400 1 | json | 'test' must be a text | {"results":[{"test":{"a":"t"},"metrics":[&M]}]}
400 1 | json | 'test' must be a text | {"results":[{"test":true,"metrics":[&M]}]}
400 1 | json | the test '' cannot be kept: it is empty | {"results":[{"test":"","metrics":[&M]}]}
400 1 | json | the metric '' cannot be kept: it is empty | {"results":[{"test":"t","metrics":[{"name":"","samples":[1]}]}]}
400 1 | json | 'name' must be a text | {"results":[{"test":"t","metrics":[{"name":1,"samples":[1]}]}]}
400 1 | json | results[0].metrics[0] needs a name | {"results":[{"test":"t","metrics":[{"name":null,"samples":[1]}]}]}
400 1 | json | 'unit' must be a text | &m("unit":1,"samples":[1])
400 1 | json | the unit '' cannot be kept: it is empty | &m("unit":"","samples":[1])
400 1 | json | 'unit' must be a text | &m("unit":[],"samples":[1])
400 1 | json | better of results[0].metrics[0] is 'more', not higher, lower or none | &m("better":"more","samples":[1])
400 1 | json | better of results[0].metrics[0] is 'Higher', not higher, lower or none | &m("better":"Higher","samples":[1])
400 1 | json | 'better' must be a text | &m("better":1,"samples":[1])
400 1 | json | role of results[0].metrics[0] is 'x', not sample, interval, stream or summary | &m("role":"x","samples":[1])
400 1 | json | 'role' must be a text | &m("role":1,"samples":[1])
400 1 | json | results[0].metrics[0] has no samples | &m("samples":[])
400 1 | json | bad JSON: samples must be an array | &m("samples":1)
400 1 | json | the samples of results[0].metrics[0] must be an array | &m("samples":"1")
400 1 | json | the samples of results[0].metrics[0] must be an array | &m("samples":{})
400 1 | json | the samples of results[0].metrics[0] must be an array | &m("samples":null)
400 1 | json | the samples of results[0].metrics[0] must be an array | &m("samples":true)
400 1 | json | samples[0] of results[0].metrics[0]: '"1"' is not a number | &m("samples":["1"])
400 1 | json | samples[0] of results[0].metrics[0]: 'null' is not a number | &m("samples":[null])
400 1 | json | samples[0] of results[0].metrics[0]: 'true' is not a number | &m("samples":[true])
400 1 | json | the samples of results[0].metrics[0] must be an array of numbers | &m("samples":[[1]])
400 1 | json | samples[0] of results[0].metrics[0]: '{}' is not a number | &m("samples":[{}])
400 1 | json | samples[1] of results[0].metrics[0]: '1e999' is out of range | &m("samples":[1,1e999])
400 1 | json | samples[1] of results[0].metrics[0]: '-1e999' is out of range | &m("samples":[1,-1e999])
400 1 | json | samples[1] of results[0].metrics[0]: 'NaN' is not finite | &m("samples":[1,NaN])
400 1 | json | samples[1] of results[0].metrics[0]: 'Infinity' is not finite | &m("samples":[1,Infinity])
400 1 | json | samples[1] of results[0].metrics[0]: '-Infinity' is not finite | &m("samples":[1,-Infinity])
400 1 | json | bad JSON: a comma was expected in samples | &m("samples":[1,0x1p3])
400 1 | json | bad JSON: a number with a leading zero | &m("samples":[1,01])
400 1 | json | bad JSON: a bad number in samples | &m("samples":[1,1.])
400 1 | json | bad JSON: a value was expected | &m("samples":[1,.5])
400 1 | json | bad JSON: a value was expected | &m("samples":[1,+1])
400 1 | json | bad JSON: a value was expected | &m("samples":[1,])
400 1 | json | bad JSON: a value was expected | &m("samples":[,1])
400 1 | json | bad JSON: a comma was expected in samples | &m("samples":[1 2])
400 1 | json | bad JSON: a comma was expected in samples | &m("samples":[1;2])
400 1 | json | bad JSON: a comma was expected in samples | &m("samples":[1,2)
400 1 | json | results[0].metrics[0] has both samples and a summary | &m("samples":[1],"summary":{"n":1,"mean":1})
400 1 | json | the summary of results[0].metrics[0] must be an object | &m("summary":1)
400 1 | json | the summary of results[0].metrics[0] must be an object | &m("summary":null)
400 1 | json | the summary of results[0].metrics[0] tells nothing | &m("summary":{})
400 1 | json | the summary of results[0].metrics[0] tells nothing | &m("summary":{"n":null,"mean":null})
400 1 | json | the summary of results[0].metrics[0] tells nothing | &m("summary":{"p9x":3})
400 1 | json | the stddev of 'm' is below 0 | &m("summary":{"mean":3,"stddev":-1})
400 1 | json | the stderr_pct of 'm' is below 0 | &m("summary":{"n":3,"mean":3,"stderr_pct":-1})
400 1 | json | the min of 'm' is above its max | &m("summary":{"min":5,"max":4})
400 1 | json | 'p99' of a summary must be a number | &m("summary":{"n":3,"mean":3,"p99":"3"})
400 1 | json | 'p99' of a summary: '1e999' is out of range | &m("summary":{"p99":1e999})
400 1 | json | the summary of results[0].metrics[0] needs a mean or a median | &m("summary":{"n":3})
400 1 | json | the summary of results[0].metrics[0] needs its n, a count | &m("summary":{"n":0,"mean":3})
400 1 | json | the summary of results[0].metrics[0] needs its n, a count | &m("summary":{"n":-1,"mean":3})
400 1 | json | the summary of results[0].metrics[0] needs its n, a count | &m("summary":{"n":1.5,"mean":3})
400 1 | json | the summary of results[0].metrics[0] needs its n, a count | &m("summary":{"n":1e300,"mean":3})
400 1 | json | 'n' of a summary must be a number | &m("summary":{"n":"3","mean":3})
400 1 | json | 'mean' of a summary must be a number | &m("summary":{"n":3,"mean":"3"})
400 1 | json | 'mean' of a summary: '1e999' is out of range | &m("summary":{"n":3,"mean":1e999})
400 1 | json | the summary of results[0].metrics[0] needs a mean or a median | &m("summary":{"n":3,"mean":null})
400 1 | json | the stddev of 'm' is below 0 | &m("summary":{"n":3,"mean":3,"stddev":-1})
400 1 | json | the min of 'm' is above its max | &m("summary":{"n":3,"mean":3,"min":5,"max":4})
400 1 | json | 'failure' must be a text | {"results":[{"test":"t","failure":1}]}
400 1 | json | 'failure' must be a text | {"results":[{"test":"t","failure":true}]}
400 1 | json | the failure of results[0] needs a reason | {"results":[{"test":"t","failure":""}]}
400 1 | json | 'metric' must be a text | {"results":[{"test":"t","failure":"x","metric":1}]}
400 1 | json | 'failures' must be an array | {"failures":1}
400 1 | json | 'failures' must be an array | {"failures":{}}
400 - | json | no result in the input | {"failures":[]}
400 1 | json | failures[0] must be an object | {"failures":[1]}
400 1 | json | failures[0] needs a reason | {"failures":[{}]}
400 1 | json | failures[0] needs a reason | {"failures":[{"test":"t"}]}
400 1 | json | 'test' must be a text | {"failures":[{"test":1,"reason":"x"}]}
400 1 | json | 'reason' must be a text | {"failures":[{"test":"t","reason":1}]}
400 1 | json | failures[0] needs a reason | {"failures":[{"test":"t","reason":""}]}
400 1 | json | 'params' must be an object | {"failures":[{"test":"t","reason":"x","params":1}]}
400 1 | json | 'metric' must be a text | {"failures":[{"test":"t","reason":"x","metric":[]}]}
400 1 | json | 'tags' must be an object | {"tags":1,"results":[&R]}
400 1 | json | 'tags' must be an object | {"tags":[],"results":[&R]}
400 1 | json | 'tags' must be an object | {"tags":"host:a","results":[&R]}
400 1 | json | 'a' of 'tags' must be a text, a number or a boolean | {"tags":{"a":[]},"results":[&R]}
400 1 | json | 'a' of 'tags' must be a text, a number or a boolean | {"tags":{"a":{}},"results":[&R]}
400 1 | json | 'a' of 'tags' must be a text, a number or a boolean | {"tags":{"a":null},"results":[&R]}
400 1 | json | the value of 'a' cannot be kept: it is empty | {"tags":{"a":""},"results":[&R]}
400 1 | json | '' cannot be a tag's name | {"tags":{"":"x"},"results":[&R]}
400 1 | json | '9' cannot be a tag's name | {"tags":{"9":"x"},"results":[&R]}
400 1 | json | 'a b' cannot be a tag's name | {"tags":{"a b":"x"},"results":[&R]}
400 1 | json | 'a:b' cannot be a tag's name | {"tags":{"a:b":"x"},"results":[&R]}
400 1 | json | '-a' cannot be a tag's name | {"tags":{"-a":"x"},"results":[&R]}
400 1 | json | 'a.pre' cannot be a tag's name: no key ends in .pre or .sub | {"tags":{"a.pre":"x"},"results":[&R]}
400 1 | json | 'a.sub' cannot be a tag's name: no key ends in .pre or .sub | {"tags":{"a.sub":"x"},"results":[&R]}
400 1 | json | 'é' cannot be a tag's name | {"tags":{"%C3%A9":"x"},"results":[&R]}
400 1 | json | 'run' cannot be a tag: it is a word of the archive's own | {"tags":{"run":"7"},"results":[&R]}
400 1 | json | 'upload' cannot be a tag: it is a word of the archive's own | {"tags":{"upload":"7"},"results":[&R]}
400 1 | json | 'received' cannot be a tag: it is a word of the archive's own | {"tags":{"received":"7"},"results":[&R]}
400 1 | json | 'format' cannot be a tag: it is a word of the archive's own | {"tags":{"format":"7"},"results":[&R]}
400 1 | json | 'by' cannot be a tag: it is a word of the archive's own | {"tags":{"by":"7"},"results":[&R]}
400 1 | json | 'last' cannot be a tag: it is a word of the archive's own | {"tags":{"last":"7"},"results":[&R]}
400 1 | json | 'at' cannot be a tag: it is a word of the archive's own | {"tags":{"at":"7"},"results":[&R]}
400 1 | json | 'env' cannot be a tag: it is a word of the archive's own | {"tags":{"env":"7"},"results":[&R]}
400 1 | json | 'role' cannot be a tag: it is a word of the archive's own | {"tags":{"role":"7"},"results":[&R]}
400 1 | json | 'pick' cannot be a tag: it is a word of the archive's own | {"tags":{"pick":"7"},"results":[&R]}
400 1 | json | 'test' cannot be a tag: it is a word of the archive's own | {"tags":{"test":"7"},"results":[&R]}
400 1 | json | 'metric' cannot be a tag: it is a word of the archive's own | {"tags":{"metric":"7"},"results":[&R]}
400 1 | json | 'unit' cannot be a tag: it is a word of the archive's own | {"tags":{"unit":"7"},"results":[&R]}
400 1 | json | 'better' cannot be a tag: it is a word of the archive's own | {"tags":{"better":"7"},"results":[&R]}
400 1 | json | the value of 'a' cannot be kept: it holds a control character | {"tags":{"a":"x\u001by"},"results":[&R]}
400 1 | json | the value of the tag 'a' holds a control character | {"tags":{"a":"x\ny"},"results":[&R]}
400 1 | json | the value of 'a' cannot be kept: it holds a control character | {"tags":{"a":"x\u007fy"},"results":[&R]}
400 1 | json | the value of 'a' cannot be kept: it holds a control character | {"tags":{"a":"x\u009by"},"results":[&R]}
400 1 | json | the value of 'a' cannot be kept: it holds a control character | {"tags":{"a":"x\u202ey"},"results":[&R]}
400 1 | json | the value of 'a' cannot be kept: it holds a control character | {"tags":{"a":"x\u2066y"},"results":[&R]}
400 1 | json | 'params' must be an object | {"results":[{"test":"t","params":1,"metrics":[&M]}]}
400 1 | json | 'params' must be an object | {"results":[{"test":"t","params":[],"metrics":[&M]}]}
400 1 | json | 'a' of 'params' must be a text, a number or a boolean | {"results":[{"test":"t","params":{"a":[]},"metrics":[&M]}]}
400 1 | json | 'a' of 'params' must be a text, a number or a boolean | {"results":[{"test":"t","params":{"a":null},"metrics":[&M]}]}
400 1 | json | the value of 'a' cannot be kept: it is empty | {"results":[{"test":"t","params":{"a":""},"metrics":[&M]}]}
400 1 | json | '' cannot be a tag's name | {"results":[{"test":"t","params":{"":1},"metrics":[&M]}]}
400 1 | json | 'a b' cannot be a tag's name | {"results":[{"test":"t","params":{"a b":1},"metrics":[&M]}]}
400 1 | json | 'run' cannot be a tag: it is a word of the archive's own | {"results":[{"test":"t","params":{"run":1},"metrics":[&M]}]}
400 1 | json | 'test' cannot be a tag: it is a word of the archive's own | {"results":[{"test":"t","params":{"test":1},"metrics":[&M]}]}
400 1 | json | the value of 'a' cannot be kept: it holds a control character | {"results":[{"test":"t","params":{"a":"\u001b[31m"},"metrics":[&M]}]}
400 1 | json | 'tags' must be an object | {"results":[{"test":"t","tags":1,"metrics":[&M]}]}
400 1 | json | 'at' is 'x', which is no time (2026-11-30T08:00:00Z) | {"results":[{"test":"t","at":"x","metrics":[&M]}]}
400 1 | json | 'at' must be a text | {"at":1,"results":[&R]}
400 1 | json | 'at' is '', which is no time (2026-11-30T08:00:00Z) | {"at":"","results":[&R]}
400 1 | json | 'at' is 'x', which is no time (2026-11-30T08:00:00Z) | {"at":"x","results":[&R]}
400 1 | json | 'at' is '2026', which is no time (2026-11-30T08:00:00Z) | {"at":"2026","results":[&R]}
400 1 | json | 'at' is '2026-13-01', which is no time (2026-11-30T08:00:00Z) | {"at":"2026-13-01","results":[&R]}
400 1 | json | 'at' is '2026-02-30', which is no time (2026-11-30T08:00:00Z) | {"at":"2026-02-30","results":[&R]}
400 1 | json | 'at' is '2026-01-01T10:00:00', which has no zone | {"at":"2026-01-01T10:00:00","results":[&R]}
400 1 | json | 'at' is '2026-01-01T25:00:00Z', which is no time (2026-11-30T08:00:00Z) | {"at":"2026-01-01T25:00:00Z","results":[&R]}
400 1 | json | 'at' is '1969-12-31T00:00:00Z', which is no time (2026-11-30T08:00:00Z) | {"at":"1969-12-31T00:00:00Z","results":[&R]}
400 1 | json | 'at' is '2201-01-01T00:00:00Z', which is no time (2026-11-30T08:00:00Z) | {"at":"2201-01-01T00:00:00Z","results":[&R]}
400 1 | json | 'at' is 'now', which is no time (2026-11-30T08:00:00Z) | {"at":"now","results":[&R]}
400 1 | json | 'at' must be a text | {"at":["2026-01-01"],"results":[&R]}
400 1 | json | 'raw' needs a 'format' | {"raw":"1\n2\n"}
400 - | json | no result in the input | {"format":"ministat-input"}
400 1 | json | raw: 'nope' is no format | {"format":"nope","raw":"1\n2\n"}
400 1 | json | the format of 'raw' cannot be json | {"format":"json","raw":"{}"}
400 1 | json | raw: the input is empty | {"format":"ministat-input","raw":""}
400 1 | json | raw, line 2: 'x' is not a number | {"format":"ministat-input","raw":"1\nx\n"}
400 1 | json | 'raw' must be a text | {"format":"ministat-input","raw":1}
400 1 | json | 'format' must be a text | {"format":1,"raw":"1\n"}
400 1 | json | either 'results' or 'raw', not both | {"format":"ministat-input","raw":"1\n","results":[&R]}
400 1 | json | the document is a listing with errors | {"errors":[{"line":1}],"results":[&R]}
400 1 | json | 'identity' must be a text | {"identity":1,"results":[&R]}
400 1 | json | 'received' is 'x', which is no time (2026-11-30T08:00:00Z) | {"received":"x","results":[&R]}
400 1 | json | 'at_assumed' must be true or false | {"at_assumed":1,"results":[&R]}
400 1 | json | 'by' must be a text | {"by":1,"results":[&R]}
400 1 | json | 'file' must be a text | {"file":[],"results":[&R]}
400 1 | json | bad JSON: \u0000 in a string | {"results":[{"test":"t\u0000","metrics":[&M]}]}
400 1 | json | the test 't\x07' cannot be kept: it holds a control character | {"results":[{"test":"t\u0007","metrics":[&M]}]}
400 1 | json | the metric 'm\xC2\x85' cannot be kept: it holds a control character | {"results":[{"test":"t","metrics":[{"name":"m\u0085","samples":[1]}]}]}
400 1 | json | the unit '\xE2\x80\xAE' cannot be kept: it holds a control character | &m("unit":"\u202e","samples":[1])
400 2 | json | 'test' must be a text | &D^{"results":[{"test":1,"metrics":[&M]}]}
400 3 | json | 'run' cannot be a tag: it is a word of the archive's own | &D^&D^{"tags":{"run":"1"},"results":[&R]}
400 4 | json | bad JSON: a value was expected | {"tags":{"a":"1"},^"results":[{"test":"t",^"metrics":[{"name":"m","samples":[1,^x]}]}]}
400 1 | json | bad JSON: NaN and Infinity are no JSON | {"tags":{"a":NaN},"results":[&R]}
400 1 | json | bad JSON: NaN and Infinity are no JSON | {"x":-Infinity,"results":[&R]}
400 1 | json | bad JSON: NaN and Infinity are no JSON | &m("summary":{"n":3,"mean":NaN})
400 1 | json | 'a.pre' cannot be a tag's name: no key ends in .pre or .sub | {"results":[{"test":"t","params":{"a.pre":1},"metrics":[&M]}]}
400 1 | json | 'at' is '2026-01', which is no time (2026-11-30T08:00:00Z) | {"at":"2026-01","results":[&R]}
END


# ---- Cut off before every token, and in the middle of words. ----
my $whole = '{"tags":{"host":"a","n":1.5},"at":"2026-01-02","results":[{"test":' .
	'"t","params":{"size":64},"metrics":[{"name":"m","unit":"s","better":' .
	'"lower","samples":[1,-2.5e3]},{"name":"k","summary":{"n":3,"mean":2}' .
	'}]},{"test":"u","failure":"why"}]}';
my $before = get($at, '/export/-')->{body};
my ($n, %said) = (0);
while ($whole =~ /\G(?:"[^"]*"|[-\d.e]+|[{}\[\],:])/g) {
	my $cut = substr $whole, 0, pos $whole;
	last if length $cut == length $whole;
	my $r = put($at, '/runs/format=json', $cut, Accept => 'application/json');
	my $e = eval { json($r)->{error} } || {};
	like "$r->{status} " . ($e->{line} // '-') . ' ' . ($e->{message} // $r->{body}),
		qr/^400 1 line 1: bad JSON: truncated(?: inside (?:an object|samples))?$/,
		"cut behind $&";
	$n++;
}
cmp_ok $n, '>', 80, "$n cuts";
for my $cut ('{"results":[{"tes', '{"results":[{"test":"t', '{"tags":{"a":"\\',
	'{"tags":{"a":"\\u00', '{"results":[{"test":"t","metrics":[{"name":"m","samples":[1,2') {
	my $r = put($at, '/runs/format=json', $cut);
	is $r->{status}, 400, "cut in the middle: $cut";
	like $r->{body}, qr/^line 1: bad JSON: (?:truncated|a bad escape)/, '... says so';
}

# ---- Too much of it. ----
sub metric { qq({"results":[{"test":"t","metrics":[{"name":"m",$_[0]}]}]}) }
my $one = '"results":[{"test":"t","metrics":[{"name":"m","samples":[1]}]}]}';
refuse($at, 'a key of 65', 400, 1, 'format=json', "'" . 'k' x 65 .
	"' cannot be a tag's name", '{"tags":{"' . 'k' x 65 . qq(":"x"},$one));
refuse($at, 'a value of 513', 400, 1, 'format=json',
	"the value of 'a' cannot be kept: it is longer than 512 bytes",
	'{"tags":{"a":"' . 'x' x 513 . qq("},$one));
my $x60 = 'x' x 60;
refuse($at, 'a test of 513', 400, 1, 'format=json',
	"the test '$x60' cannot be kept: it is longer than 512 bytes",
	'{"results":[{"test":"' . 'x' x 513 . '","metrics":[{"name":"m","samples":[1]}]}]}');
refuse($at, 'a metric of 513', 400, 1, 'format=json',
	"the metric '$x60' cannot be kept: it is longer than 512 bytes",
	'{"results":[{"test":"t","metrics":[{"name":"' . 'x' x 513 . '","samples":[1]}]}]}');
refuse($at, 'a unit of 513', 400, 1, 'format=json',
	"the unit '$x60' cannot be kept: it is longer than 512 bytes",
	metric('"samples":[1],"unit":"' . 'x' x 513 . '"'));
refuse($at, '65 levels', 400, 1, 'format=json',
	'bad JSON: nested too deep: more than 64 levels', '[' x 65 . ']' x 65);
refuse($at, '65 levels of objects', 400, 1, 'format=json',
	'bad JSON: nested too deep: more than 64 levels', '{"a":' x 65 . '1' . '}' x 65);
refuse($at, '100,000 levels', 400, 1, 'format=json',
	'bad JSON: nested too deep: more than 64 levels', '[' x 100_000);
refuse($at, '64 levels', 400, 1, 'format=json',
	'the document is no JSON object', '[' x 64 . ']' x 64);
refuse($at, 'a number of 1,001 digits', 400, 1, 'format=json',
	'bad JSON: a number of more than 1000 characters', metric('"samples":[' . '1' x 1001 . ']'));
refuse($at, '8,193 tags', 413, '-', 'format=json',
	'too many tags of a run for one upload; /help/limits has the bounds',
	'{"tags":{' . join(',', map { qq("k$_":1) } 1 .. 8193) . qq(},$one));
refuse($at, '100,001 results', 413, '-', 'format=json',
	'too many results for one upload; /help/limits has the bounds',
	'{"results":[{"test":"t","metrics":[' .
	join(',', map { qq({"name":"m$_","samples":[1]}) } 1 .. 100_001) . ']}]}');
refuse($at, '8,000,001 values', 400, 1, '-', 'bad JSON: more than 8,000,000 values',
	'{"results":[{"test":"a","x":[' . '[],' x 8_000_001 . ']}]}');
my $good = "{$one\n";
refuse($at, 'a bad document behind 999 good ones', 400, 1000, '-',
	'bad JSON: a comma was expected', $good x 999 . '{"a":1 "b":2}' . "\n");
refuse($at, 'a bad value behind 499 good ones', 400, 500, '-',
	"the value of the tag 'a' holds a control character", $good x 499 .
	'{"tags":{"a":"x\ny"},' . substr $good, 1);
refuse($at, 'a truncated one behind 499 good ones', 400, 500, '-',
	'bad JSON: truncated inside an object', $good x 499 . '{');
refuse($at, 'a damaged one behind an empty line', 400, 3, '-',
	'bad JSON: truncated', "$good\n" . substr $good, 0, 60);
is get($at, '/export/-')->{body}, $before, 'nothing of all that was kept';
my ($status, $stderr) = stop($at);
is "$status $stderr", '0 ', 'the server had nothing to complain about';
done_testing;
