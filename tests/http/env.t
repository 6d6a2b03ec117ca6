#!/usr/bin/perl
# Facts that are said once: what PUT /env/NAME takes, what env:NAME gives a run,
# what the script finds out about this machine.
use strict;
use warnings;
use lib 'tests/lib';
use IO::Compress::Gzip qw(gzip);
use Maxistat;
use Test::More;

my $db = scratch('env.db');
my $at = serve($db);
my $n = 0;
sub env { my ($name, $text, %h) = @_; put($at, "/env/$name", $text, %h) }
sub facts { json(get($at, "/env.json/$_[0]")) }
sub upload { my ($terms, $text) = @_;
	put($at, "/runs/$terms", $text // ++$n . "\n2\n3\n") }
sub run_of { my ($r) = @_; $r->{headers}{location} =~ m{/run/(\d+)} ?
	json(get($at, "/run.json/$1")) : die $r->{body} }

# What is a fact.
my $r = env('lab', "host: lab\nhw.cpu:  Pentium 4  \n\n# a comment\n" .
	"CONFIG_SMP=y\n# CONFIG_NUMA is not set\nCONFIG_HZ=250\n" .
	"CONFIG_CC=\"gcc \\\"12\\\"\"\nCONFIG_EMPTY=\"\"\n" .
	"options \tVIMAGE\noptions MAXCPU=4 \nnooptions INVARIANTS\ndevice em\n" .
	"nodevice wlan\ncpu HAMMER\nident LAB\nmachine amd64\nmakeoptions DEBUG=-g\n" .
	"include GENERIC\n");
is $r->{status}, 201, 'facts are stored';
is $r->{body}, "env:lab stored: 3 tags, 12 kernel options\n" .
	"see  http://$at/env/lab\n", '... and counted';
is $r->{headers}{location}, '/env/lab', '... at a place';
is_deeply facts('lab')->{tags}, { host => 'lab', 'hw.cpu' => 'Pentium 4',
	'kernel.ident' => 'LAB', map { ("option.$_->[0]" => $_->[1]) }
	[ SMP => 'y' ], [ NUMA => 'n' ], [ HZ => 250 ], [ CC => 'gcc "12"' ],
	[ VIMAGE => 'y' ], [ MAXCPU => 4 ], [ INVARIANTS => 'n' ],
	[ 'device.em' => 'y' ], [ 'device.wlan' => 'n' ], [ 'cpu.HAMMER' => 'y' ],
	[ machine => 'amd64' ], [ 'makeoptions.DEBUG' => '-g' ] },
	'... each as it is' or diag explain facts('lab');
ok !facts('lab')->{complete}, 'a few options are no full config';
my $again = get($at, '/env/lab')->{body};
is env('lab', $again)->{status}, 200, 'what it prints can be sent again';
like env('lab', $again)->{body}, qr/^env:lab NOT stored again/, '... and is the same';

# What is none.
for ([ "host lab\n", qr/^line 1: key: value, CONFIG_X=y or options X was expected: 'host lab'/ ],
	[ "a: b\nrun: 7\n", qr/^line 2: a word of the archive's own/ ],
	[ "a.pre: b\n", qr/^line 1: no key ends in .pre/ ],
	[ "a: b\ndevice em.sub\n", qr/^line 2: no key ends in .pre or .sub: 'option.device.em.sub'/ ],
	[ "a:\n", qr/^line 1: a value was expected behind: 'a'/ ],
	[ "a: b\na: c\n", qr/^line 2: it was 'b' before: 'c'/ ],
	[ "9: b\n", qr/^line 1: this cannot be a tag's name/ ],
	[ "a: \xe2\x80\xae\n", qr/^line 1: the value / ],
	[ "options\n", qr/^line 1: a name was expected behind: 'options'/ ],
	[ "a: " . "b" x 99 . "\nx\0y: 1\n", qr/^line 2: a NUL byte/ ],
	[ "# nothing\n", qr/^there is no fact in it/ ], [ "\n", qr/^the input is empty/ ],
	[ '', qr{^an environment without a body\n  curl -fsS http://\S+/facts.sh} ],
	[ "a: " . 'x' x 513 . "\n", qr/^line 1: the value / ],
	[ join('', map { "a$_: b\n" } 0 .. 8192), qr/^there are more than 8192 facts/ ]) {
	my ($text, $says) = @$_;
	$r = env('bad', $text);
	is $r->{status}, $text =~ /a8192/ ? 413 : 400, 'refused: ' .
		substr($text =~ s/[^ -~]/?/gr, 0, 30);
	like $r->{body}, $says, '... and why is said';
}
is get($at, '/env/bad')->{status}, 404, '... and nothing is stored';
like get($at, '/env/lap')->{body}, qr/^no environment is called 'lap'\n  near: lab$/m,
	'near names are shown';

# A full config: what it does not name is n.
my $config = "#\n# Automatically generated file; DO NOT EDIT.\n# Linux/x86 6.9.0 " .
	"Kernel Configuration\n#\n" . join '', map {
		$_ % 3 ? "CONFIG_OPT_$_=y\n" : "# CONFIG_OPT_$_ is not set\n" } 1 .. 4500;
gzip(\($config . join '', map { "# CONFIG_NOT_$_ is not set\n" } 1 .. 9000), \my $packed);
$r = env('full', $packed);
like $r->{body}, qr/^env:full stored: 0 tags, 3000 kernel options of a full config: all others are n$/m,
	'a full config, packed';
upload('env:full,host:lab,test:t');
is scalar @{ json(get($at, '/runs.json/-OPT_3'))->{runs} }, 1, 'what it does not name is off';
is scalar @{ json(get($at, '/runs.json/OPT_4'))->{runs} }, 1, '... what it names is on';
my $listed = json(get($at, '/runs.json/OPT_4'))->{runs}[0];
is_deeply [ $listed->{options}, $listed->{full_config} ], [ {}, 3000 ], 'a list tells its size alone';
is scalar(grep { /^option\./ } keys %{ json(get($at, "/run.json/$listed->{run}"))->{tags} }), 3000, '... the run all of it';
my $export = get($at, '/export/host:lab')->{body};
my $copy = scratch('copy.db');
spew("$copy.json", $export);
run_program('import', '--db', $copy, "$copy.json");
is +(run_program('get', '--db', $copy, '/runs/-OPT_3'))[0], 0, 'an export keeps that';

# Who wins.
$r = upload('env:lab,test:t,hw.cpu:other,unit:ms');
like $r->{body}, qr/^warning: hw.cpu:other stands in the TERMS, 'Pentium 4' in env:lab; the TERMS win$/m,
	'TERMS win over an environment';
my $run = run_of($r);
is $run->{tags}{'hw.cpu'}, 'other', '... so they do';
is $run->{tags}{'option.VIMAGE'}, 'y', '... and the rest is there';
$r = upload('env:lab', '{"tags":{"host":"apu2"},"results":[{"test":"t",' .
	'"metrics":[{"name":"m","unit":"s","samples":[1,2]}]}]}' . "\n");
like $r->{body}, qr/^warning: host:lab stands in env:lab, 'apu2' in the file; the environment wins$/m,
	'an environment wins over the file';

# A name that comes to mean something else.
is env('lab', "host: lab\nhw.cpu: Xeon\n")->{status}, 200, 'a name means something else';
is json(get($at, "/run.json/$run->{run}"))->{tags}{'option.VIMAGE'}, 'y',
	'... and earlier runs keep what it meant';
my @same = map { my $text = $_; upload('env:lab,test:same', $text) } ("1\n2\n3\n") x 2;
is "@{[ map { $_->{status} } @same ]}", '201 200', 'the same again is the same';
env('lab', "host: lab\nhw.cpu: Ryzen\n");
is upload('env:lab,test:same', "1\n2\n3\n")->{status}, 201, '... on another machine it is not';
$r = upload('env:lob,test:t');
is "$r->{status} $r->{body}", "400 no environment is called 'lob'\n  PUT /env/lob says what it " .
	"means\n  near: lab\n", 'a name that means nothing';
is get($at, '/runs/env:lab')->{status}, 400, 'env is no question';

# A config of 3,000 options under 365 kernels.
my $before = -s $db;
for my $night (1 .. 365) {
	env('nightly', "host: build\nkernel: 6.9.0-$night\n$config");
	upload('env:nightly,test:boot,unit:s');
}
is +(stop($at))[0], 0, 'the server ends well';
my $added = ((-s $db) - $before) / 1e6;
cmp_ok $added, '<', 1, sprintf '365 nightly kernels add %.2f MB', $added;
is +(run_program('get', '--db', $db, '/runs/host:build,kernel:6.9.0-77'))[0], 0, '... each there';
is +(run_program('fsck', '--db', $db))[0], 0, '... and the archive is sound';

# Without a server.
my $file = scratch('file.txt');
spew($file, "7\n8\n");
is +(run_program('import', '--db', $db, '--tags', 'env:full,test:local', $file))[0], 0,
	'import knows the names of its archive';
is +(run_program('get', '--db', $db, '/runs/test:local,OPT_4,-OPT_3'))[0], 0, '... and what they mean';
my ($bad, undef, $why) = run_program('import', '--db', $db, '--tags', 'env:lob,test:local', $file);
is $bad, 1, 'a name that means nothing';
like $why, qr/no environment is called 'lob'/, '... is said';

# The script, by every shell there is.
$at = serve($db);
my $script = scratch('facts.sh');
spew($script, get($at, '/facts.sh')->{body});
my ($cpu) = slurp('/proc/cpuinfo') =~ /^model name\s*:\s*(\S.*?)\s*$/m;
chomp(my $kernel = `uname -r`);
my @drivers = map { readlink($_) =~ s{.*/}{}r } glob '/sys/class/net/*/device/driver';
for my $shell ([ 'dash' ], [ 'bash' ], [ 'busybox', 'sh' ]) {
	my $out = `@$shell $script`;
	is $?, 0, "@$shell runs it";
	like $out, qr/^kernel: \Q$kernel\E$/m, '... the kernel';
	SKIP: {
		skip 'this processor has no model name', 1 if !$cpu;
		like $out, qr/^hw\.cpu: \Q@{[ $cpu =~ s{\s+}{ }gr ]}\E$/m, '... the processor';
	}
	SKIP: {
		skip 'no network card with a driver', 1 if !@drivers;
		like $out, qr/^nic\.driver: .*\b\Q$_\E\b/m, "... the driver $_"
			for do { my %seen; grep { !$seen{$_}++ } @drivers };
	}
	$r = env("by-$shell->[0]", $out);
	is $r->{status}, 201, '... and the archive takes it' or diag $r->{body};
}
is +(run_program('facts', '--no-config'))[1], `sh $script --no-config`, 'the program says the same';
is +(run_program('facts', '--nonsense'))[0], 2, 'arguments that it does not have';
my $conf = scratch('conf');
spew($conf, "CONFIG_ONLY=y\n");
like +(run_program('facts', '--config', $conf))[1], qr/^CONFIG_ONLY=y$/m, 'a config by name';
is +(run_program('facts', '--config', '/nonexistent'))[0], 2, '... that is not there';

# push --facts.
my $out = scratch('out.txt');
spew($out, "1\n2\n3.5\n");
local $ENV{MAXISTAT_SPOOL} = scratch('spool');
my ($status, $said, $err) = run_program('push', '--facts', "http://$at/runs/test:push,unit:ms", $out);
is "$status $err", '0 ', 'push --facts';
like $said, qr{^facts: env:(\S+) stored: .*\n.*^\Q$out\E: run \d+ stored: }ms, '... sends both';
my ($id) = $said =~ /run (\d+) stored/;
is json(get($at, "/run.json/$id"))->{tags}{kernel}, $kernel, '... and the run has them';
is +(run_program('push', '--facts', "http://$at/health", $out))[0], 2, 'only with uploads';
stop($at);
done_testing;
