#!/usr/bin/perl
# Every command of the README, the manual and /help runs as it is printed.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd;
use File::Basename;
use File::Path 'make_path';
use IO::Socket::INET;
use Maxistat;
use Test::More;

my $root = getcwd();
my $program = Cwd::abs_path(program());

# The texts name port 8421.
my $port = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 8421,
	Listen => 1, ReuseAddr => 1)
	or plan skip_all => 'port 8421, which the texts name, is in use here';
close $port;

# A folder that looks like a checkout, with the program under test in build/.
sub folder {
	my $dir = scratch('checkout');
	make_path("$dir/build");
	symlink $program, "$dir/build/maxistat";
	symlink "$root/examples", "$dir/examples";
	return $dir;
}

# Runs lines in one shell; what they left running ends with it.
sub run_lines {
	my ($name, @lines) = @_;
	my $dir = folder();
	my ($script, $out) = (scratch('script'), scratch('out'));
	spew($script, join '', map { "$_\n" } "set -e", @lines);
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		setpgrp;
		chdir $dir;
		# The examples name the program as it lies in a checkout.
		$ENV{MAXISTAT} = "build/maxistat";
		$ENV{PATH} = dirname($program) . ":$ENV{PATH}";
		exec 'sh', '-c', 'exec sh "$0" >"$1" 2>&1 </dev/null', $script, $out;
	}
	waitpid $pid, 0;
	my $status = $?;
	kill TERM => -$pid;
	# The next block wants the port, too.
	for (1 .. 100) {
		last if !kill 0 => -$pid;
		select undef, undef, undef, 0.05;
	}
	is $status, 0, "$name: " . @lines . ' commands run as printed'
		or diag slurp($out);
	return slurp($out);
}

# The blocks ```sh of a Markdown text.
sub blocks {
	my ($text) = @_;
	my @lines;
	push @lines, split /\n/, $1 while $text =~ /^```sh\n(.*?)^```$/msg;
	return @lines;
}

for my $file ('README.md', glob('docs/*.md'), 'examples/README.md') {
	my @lines = blocks(slurp($file)) or next;
	my $out = run_lines($file, @lines);
	like $out, qr/\bbetter\b|\bworse\b/, "$file: ... with a verdict"
		if grep { m{/compare} } @lines;
}

# The manual's examples, with roff's \e for a backslash.
my @dl = map { s/\\e/\\/gr } slurp('man/maxistat.1') =~ /^\.Dl (.*)$/mg;
cmp_ok scalar @dl, '>', 5, 'the manual has examples';
like run_lines('man/maxistat.1', @dl), qr/better/, '... with a verdict';

# Every command stands in the manual, and in --help.
my (undef, $help) = run_program('--help');
my @commands = slurp('cli/commands.def') =~ /^COMMAND\((\w+)\)/mg;
for my $c (@commands) {
	like $help, qr/^  \Q$c\E +\S/m, "--help names $c";
	like slurp('man/maxistat.1'), qr/^\.It Cm \Q$c\E$/m, "the manual tells of $c";
	my ($status, $out, $err) = run_program($c, '--help');
	is $status, 0, "$c --help";
	like $out, qr/^usage: maxistat \Q$c\E /, '... prints its usage';
	is $err, '', '... and nothing on stderr';
	is +(run_program('help', $c))[1], $out, "help $c says the same";
}
is +(run_program('help', 'nix'))[0], 2, 'help of what is no command';

# /help and the front page, on an archive with two runs.
my $at = serve(scratch('a.db'));
put($at, '/runs/host:a,test:t,unit:s', "1\n2\n3\n");
put($at, '/runs/host:a,test:t,unit:s', "4\n5\n6\n");
for my $page ('/help', '/') {
	my @lines = get($at, $page)->{body} =~ /(curl -fsS .*)$/mg;
	cmp_ok scalar @lines, '>=', 3, "$page has commands";
	run_lines($page, "printf '1\\n2\\n3\\n' >FILE", @lines);
}
for my $topic (get($at, '/help')->{body} =~ m{^  (/help/\w+)}mg) {
	is get($at, $topic)->{status}, 200, $topic;
}

# The formats: one table, in the program, in /help and in the manual.
my (undef, $formats) = run_program('formats');
my @formats = $formats =~ /^(\S+)$/mg;
my %declared = map { $_ => 1 } map { slurp($_) =~ /^\t\.name = "(.*)",$/m }
	glob 'import/import_*.c';
is_deeply [ sort @formats ], [ sort keys %declared ], 'formats shows all';
is "@{[ grep { length > 80 } split /\n/, $formats ]}", '', '... in 80 columns';
ok index(get($at, '/help/formats')->{body}, $formats) > 0, '/help/formats, too';
is +(run_program('formats', @formats))[1], $formats, 'formats NAME shows one';
is +(run_program('formats', 'nix'))[0], 2, '... that there is';
my $manual = slurp('docs/formats.md');
$manual =~ s/(^## Metrics\n.*^```\n).*?^```\n\z/$1$formats```\n/ms
	or fail 'docs/formats.md has metrics';
spew('docs/formats.md', $manual) if $ENV{UPDATE};
is slurp('docs/formats.md'), $manual, 'docs/formats.md; UPDATE=1 writes it';
my ($overview) = $manual =~ /\A(.*?)^## /ms;
ok index($overview, "`$_`") > 0, "... and its overview names $_" for @formats;

SKIP: {
	skip 'mandoc is not installed', 1 if system 'command -v mandoc >/dev/null';
	is `mandoc -T lint -W warning man/maxistat.1 2>&1`, '', 'the manual is well formed';
}
done_testing;
