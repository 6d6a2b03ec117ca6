#!/usr/bin/perl
# ahead.t - files that are read while others are stored: all come in their order,
# also those that must wait for their turn, and an archive that fails ends it.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use POSIX 'mkfifo';
use Test::More;

my $dir = scratch('files');
mkdir $dir or die;
my $db = scratch('ahead.db');

sub sql {
	my ($text) = @_;
	open my $f, '-|', 'sqlite3', $db, $text or die "sqlite3: $!";
	local $/;
	return scalar <$f>;
}

# What the program says, both streams as they come; it is given 60 s.
sub import_said {
	my (@args) = @_;
	my $out = scratch('out');
	my $status = system('sh', '-c', 'out=$1; shift; exec timeout 60 "$@" ' .
		'>"$out" 2>&1', 'sh', $out, program(), 'import', '--db', $db, @args);
	return ($status >> 8, slurp($out));
}

# ---- A name that only the archive knows. ----
my $at = serve($db);
is put($at, '/env/lab', "host: lab\n")->{status}, 201, 'an environment';
stop($at);

# ---- Small files, of which many fit into what may wait, and large ones. ----
my $N = 2500;
my (@names, @wrong, $map);
for my $i (1 .. $N) {
	my $bad = $i % 100 == 50;
	push @names, "$i.txt";
	push @wrong, "$i.txt" if $bad;
	spew("$dir/$i.txt", $bad ? "1\nx\n" :
		$i % 500 ? "$i\n$i.5\n" : "$i\n" x 200_000);
	$map .= "$i.txt\tn:$i" . ($i % 77 ? '' : ',env:lab') . "\n";
}
$map .= "missing.txt\tn:0\n1.txt\tn:-1,env:lob\n";
my ($status, $said) = import_said('--tags', 'test:t,unit:s', '--map',
	spew("$dir/map", $map));
is $status, 1, 'some are refused';
is_deeply [ $said =~ m{/([^/]+\.txt):}mg ], [ @names, 'missing.txt', '1.txt' ],
	'each is told of in its turn';
is_deeply [ $said =~ m{^maxistat import: \S+/([^/]+\.txt):}mg ],
	[ @wrong, 'missing.txt', '1.txt' ], '... and the wrong ones are named';
like $said, qr/1\.txt: no environment is called 'lob'\n/, '... with the reason';
my @stored = split /\n/, sql("SELECT t.value FROM run r JOIN environment_tag e " .
	"USING (environment) JOIN tag t ON t.id = e.tag WHERE t.key = 'n' " .
	"ORDER BY r.id");
my @good = grep { $_ % 100 != 50 } 1 .. $N;
my ($first) = grep { $stored[$_] != $good[$_] } 0 .. ($#stored < $#good ?
	$#stored : $#good);
is scalar @stored, scalar @good, '... the others are stored';
is $first, undef, '... in their order';
is sql("SELECT count(*) FROM run r, run s WHERE s.id = r.id + 1 AND s.at_ns " .
	"< r.at_ns"), "0\n", '... which their times have, too';
is sql("SELECT count(*) FROM run JOIN environment_tag USING (environment) JOIN " .
	"tag t ON t.id = tag WHERE key = 'host'"), grep({ !($_ % 77) } @good) . "\n",
	'... and what a name means is recorded with those that have it';

my ($run) = $said =~ m{/1500\.txt: run (\d+) stored: 1 test, 200000 samples};
ok page($db, "/run/$run/raw")->{body} eq slurp("$dir/1500.txt"),
	'... as they are';
is_deeply [ (run_program('fsck', '--db', $db))[0, 2] ], [ 0, '' ],
	'... and the archive is sound';

# ---- What may wait for somebody. ----
mkfifo("$dir/fifo", 0600) or die "mkfifo: $!";
my $writer = fork // die "fork: $!";
if (!$writer) {
	open my $f, '>', "$dir/fifo" or POSIX::_exit(1);
	print $f "8\n9\n";
	close $f;
	POSIX::_exit(0);
}
open my $keep, '<&', \*STDIN or die;
open STDIN, '<', spew("$dir/stdin", "6\n7\n") or die;
($status, $said) = import_said('--tags', 'test:u', "$dir/1.txt", '-',
	"$dir/2.txt", "$dir/fifo", "$dir/3.txt");
open STDIN, '<&', $keep or die;
waitpid $writer, 0;
is $status, 0, 'the standard input and a pipe between files' or diag $said;
is join(' ', map { s{.*/}{}r } $said =~ /^(\S+): run \d+ stored/mg),
	'1.txt - 2.txt fifo 3.txt', '... have their turn';
is sql("SELECT group_concat(median) FROM (SELECT median FROM result ORDER BY id " .
	"DESC LIMIT 5)"), "3.25,8.5,2.25,6.5,1.25\n", '... each with its own numbers';

# ---- One that is in the trash is refused alone. ----
spew("$dir/$_", join '', map { "$_\n" } 1 .. ord) for 'a' .. 'd';
import_said('--tags', 'test:w', map { "$dir/$_" } 'a' .. 'c');
my ($middle) = sql('SELECT max(id) - 1 FROM run') =~ /(\d+)/;
$at = serve($db);
is request($at, 'DELETE', "/run/$middle", body => 'x')->{status}, 200, 'a run in the trash';
stop($at);
($status, $said) = import_said('--tags', 'test:w', map { "$dir/$_" } 'a' .. 'd');
is $status, 1, '... is refused';
is join(' ', map { s{.*/}{}r } $said =~ /^(\S+: (?:NOT|run))/mg),
	'a: NOT c: NOT d: run', '... and what is before and behind it taken'
	or diag $said;
like $said, qr{/b: the same content is in the trash as run $middle$}m, '... which is said';

# ---- An archive that fails while much is read ahead. ----
my $before = sql('SELECT count(*) FROM run');
sql("CREATE TRIGGER enough BEFORE INSERT ON run WHEN (SELECT count(*) FROM " .
	"run) = $before + 700 BEGIN SELECT RAISE(ABORT, 'enough'); END");
($status, $said) = import_said('--tags', 'test:v', map({ "$dir/$_" }
	grep { !/50\.txt/ } @names), "$dir/fifo");
is $status, 2, 'an archive that fails' or diag $said;
like $said, qr/^maxistat import: RUN_INSERT: enough$/m, '... is said';
is scalar(() = $said =~ / stored: /g), 700, '... at once';
is sql('SELECT count(*) FROM run'), $before, '... and nothing of it is stored';
done_testing;
