#!/usr/bin/perl
# files.t - import of many files: --map, --path, --dry, --at mtime.
use strict;
use warnings;
use lib 'tests/lib';
use File::Path 'make_path';
use Maxistat;
use Test::More;

my $dir = scratch('lab');
make_path("$dir/apu2/old", "$dir/soekris");
my %file = ('apu2/64.txt' => "1\n2\n3\n", 'apu2/1500.txt' => "4\n5\n6\n",
	'apu2/old/64.txt' => "7\n8\n9\n", 'soekris/64-smp.txt' => "1\n2\n4\n");
spew("$dir/$_", $file{$_}) for keys %file;
my @lab = ('--tags', 'test:udp,unit:pps');

sub import_into { my $db = shift; run_program('import', '--db', $db, @_) }
sub runs { json(page($_[0], '/runs.json/-'))->{runs} }
sub tags { my ($db, $id) = @_; json(page($db, "/run/$id.json"))->{tags} }

# ---- A folder by patterns. ----
my @patterns = map { ('--path', $_) } '{host}/{size:0-9}.txt',
	'{host}/{size:0-9}[-smp|-SMP|SMP].txt';
my $db = scratch('path.db');
my ($status, $out, $err) = import_into($db, @lab, @patterns, "$dir/");
is $status, 1, 'a file that no pattern fits: exit 1';
is $err, "maxistat import: $dir/apu2/old/64.txt: no --path fits it\n",
	'... and it is named';
is_deeply [ $out =~ m{^\S*-lab/(\S+): run (\d+) stored}mg ],
	[ 'apu2/1500.txt', 1, 'apu2/64.txt', 2, 'soekris/64-smp.txt', 3 ],
	'... the others are stored, by name' or diag $out;
is_deeply tags($db, 1), { host => 'apu2', size => 1500 },
	'the first pattern that fits';
is_deeply tags($db, 3), { host => 'soekris', size => 64, 'option.SMP' => 'y' },
	'... and the next';
($status, $out, $err) = import_into(scratch('file.db'), @lab, '--path',
	"{at}/{host}.txt", spew("$dir/../2026-11-30.txt", "1\n"));
is $status, 1, 'a file is told by its path as it is given';
($status, $out, $err) = import_into($db = scratch('file.db'), @lab, '--path',
	$dir =~ s{([\\{}\[\]|])}{\\$1}gr . '/{host}/{at}.txt',
	spew("$dir/apu2/2026-11-29.txt", "1\n"));
is $status, 0, '... as a whole' or diag $err;
unlink "$dir/apu2/2026-11-29.txt";

symlink '..', "$dir/apu2/up" or die;
symlink 'nowhere', "$dir/apu2/dead" or die;
($status, $out, $err) = import_into(scratch('links.db'), @lab, @patterns,
	$dir, "$dir/nix");
is $status, 1, 'what cannot be read';
like $err, qr{/apu2/up: a link to a folder that it is in$}m, '... is named';
like $err, qr{/apu2/dead: a link to nothing$}m, '...';
like $err, qr{/nix: No such file or directory$}m, '...';
is scalar(() = $out =~ / stored: /g), 3, '... and the rest is stored';
unlink "$dir/apu2/up", "$dir/apu2/dead";

($status, $out, $err) = import_into(scratch('twice.db'), @lab, '--tags',
	'host:x', '--path', '{host}/{size:0-9}.txt', "$dir/apu2/..");
is $status, 1, 'a key that --tags have too';
like $err, qr{apu2/64\.txt: 'host:apu2': the key stands there twice}, '... is said';
is $out, '', '... and nothing is stored';

# ---- A map. ----
spew("$dir/map", "# files\r\n\napu2/64.txt\thost:apu2,size:64\r\n"
	. "$dir/soekris/64-smp.txt\thost:b%2Cc,better:higher,format=csv\n"
	. "apu2/1500.txt\t-\napu2/nix.txt\thost:a\n");
$db = scratch('map.db');
($status, $out, $err) = import_into($db, @lab, '--map', "$dir/map");
is $status, 1, 'a map with a file that is not there, and one of another format';
is_deeply [ $err =~ m{^maxistat import: \S+/(\S+): }mg ],
	[ '64-smp.txt', 'nix.txt' ], '... which are named' or diag $err;
is_deeply [ map { tags($db, $_) } 1, 2 ], [ { host => 'apu2', size => 64 }, {} ],
	'... and the others stored';
my $n = 0;
for (["apu2/64.txt host:a", qr/no tab/], ["\thost:a", qr/no path/],
	["apu2/64.txt\t", qr/no terms/], ["apu2/64.txt\thost:a,x", qr/'x' is no term/],
	["apu2/64.txt\tunit:s", qr/twice/], ["apu2/64.txt\tforma=csv", qr/forma/],
	["a\0b\thost:a", qr/NUL/], ["apu2/64.txt\thost:a\tb", qr/control/]) {
	my ($line, $says) = @$_;
	spew("$dir/bad", "apu2/1500.txt\thost:a\n$line\n");
	$db = scratch('bad.db');
	($status, $out, $err) = import_into($db, @lab, '--map', "$dir/bad");
	is $status, 2, 'a bad line ' . $n++;
	like $err, qr{/bad: line 2: .*$says}, '... is named';
	ok !-e $db, '... and no archive is made';
}

# ---- A dry run. ----
$db = scratch('dry.db');
($status, $out, $err) = import_into($db, '--dry', @lab, @patterns, $dir);
is $status, 1, '--dry ends as the import would';
like $err, qr{/old/64\.txt: no --path fits it$}m, '... says the same';
ok !-e $db, '... and makes no archive';
my ($head, @rows) = split /\n/, $out =~ s/^\Q$dir\E\///mgr;
is $head =~ s/ +/ /gr, 'path terms format tests samples', 'the head of its table';
is_deeply [ map { [ split / +/ ] } @rows ],
	[ map { [ $_->[0], "$_->[1],test:udp,unit:pps", 'ministat-input', 1, 3 ] }
		[ 'apu2/1500.txt', 'host:apu2,size:1500' ],
		[ 'apu2/64.txt', 'host:apu2,size:64' ],
		[ 'soekris/64-smp.txt', 'host:soekris,option.SMP:y,size:64' ] ],
	'... and its rows' or diag $out;
($status, $out) = run_program('import', '--dry', "$dir/apu2/64.txt");
is $status, 0, 'it needs neither --db nor terms';
like $out, qr{^\S+/64\.txt  -  +ministat-input +1 +3$}m, '... and shows that';

# ---- The time of a file. ----
utime 1e9, 1e9, "$dir/apu2/64.txt" or die;
$db = scratch('mtime.db');
import_into($db, "$dir/apu2/64.txt");
import_into($db, @lab, '--at', 'mtime', "$dir/apu2/64.txt");
import_into($db, @lab, '--at', 'mtime', '--tags', 'at:2020-02-02',
	"$dir/apu2/64.txt");
my $own = spew("$dir/own", "maxistat: 1\nat: 2019-01-01\nudp m s lower 1\n");
import_into($db, '--at', 'mtime', $own);
my @at = map { json(page($db, "/run/$_.json"))->{at} } 1 .. 4;
unlike $at[0], qr/^2001/, 'a time is the receipt';
is $at[1], '2001-09-09T01:46:40Z', '... of the file with --at mtime';
is $at[2], '2020-02-02T00:00:00Z', '... unless TERMS have one';
is $at[3], '2019-01-01T00:00:00Z', '... or the file';
($status, $out) = run_program('import', '--dry', '--at', 'mtime',
	"$dir/apu2/64.txt");
like $out, qr/ at\n.* 2001-09-09T01:46:40Z$/m, '--dry shows it';

# ---- Words that make no sense. ----
for (['--map', "$dir/map", '--path', '{a}', $dir], ['--map', "$dir/map", $dir],
	['--at', 'now', $dir], ['--path', '{a}'], []) {
	($status, $out, $err) = import_into(scratch('x.db'), @$_);
	is $status, 2, "usage: @$_" =~ s/\Q$dir\E/DIR/gr;
	like $err, qr/^usage: /m, '...';
}
($status, $out, $err) = import_into(scratch('x.db'), '--path', '{a}/{a}', $dir);
is $status, 2, 'a bad pattern';
like $err, qr/twice\n  \{a\}\/\{a\}\n       \^\n  /, '... is shown with its place';
done_testing;
