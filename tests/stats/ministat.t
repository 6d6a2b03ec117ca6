#!/usr/bin/perl
# ministat.t - `maxistat ministat` against what ministat printed, byte for byte:
# recorded outputs of Debian's 20150715-1+b1, outputs derived from FreeBSD's
# rules, blocks published from FreeBSD machines, and the installed program.
# Run from the project root; MAXISTAT is the program (build/maxistat).
use strict;
use warnings;
use File::Spec;
use File::Temp qw(tempdir);
use Test::More;

my $maxistat = File::Spec->rel2abs($ENV{MAXISTAT} // 'build/maxistat');
my $shared = File::Spec->rel2abs('../shared/data');
my $tmp = tempdir(CLEANUP => 1);
my @symbols = ('x', '+', '*', '%', '#', '@', 'O');

sub slurp {
	my ($path) = @_;
	open my $f, '<:raw', $path or die "$path: $!";
	local $/;
	return scalar <$f>;
}

sub spew {
	my ($path, $text) = @_;
	open my $f, '>:raw', $path or die "$path: $!";
	print $f $text;
	close $f or die "$path: $!";
}

# Runs a command in a folder with a standard input; its output, errors, exit.
sub run_in {
	my ($dir, $in, @cmd) = @_;
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		chdir $dir or die "$dir: $!";
		open STDIN, '<', $in or die "$in: $!";
		open STDOUT, '>', "$tmp/stdout" or die "stdout: $!";
		open STDERR, '>', "$tmp/stderr" or die "stderr: $!";
		exec { $cmd[0] } @cmd or die "$cmd[0]: $!";
	}
	waitpid $pid, 0;
	my $rc = $? & 127 ? -($? & 127) : $? >> 8;
	return (slurp("$tmp/stdout"), slurp("$tmp/stderr"), $rc);
}

sub maxistat {
	my ($dir, @args) = @_;
	return run_in($dir, '/dev/null', $maxistat, 'ministat', @args);
}

my %two = (default => [], A => ['-A'], n => ['-n'], s => ['-s'], q => ['-q'],
	nq => ['-n', '-q'], w40 => ['-w', 40], w120 => ['-w', 120],
	map { ("c$_" => ['-c', $_]) } 80, 90, 98, 99, '99.5');

# The arguments that a recorded output was made with; its text helps with
# seven, whose files only its legend tells.
sub arguments {
	my ($name, $text) = @_;
	return (@{$two{$name}}, 'a.txt', 'b.txt') if $two{$name};
	return ('a.txt', 'b.txt', 'c.txt') if $name eq 'three';
	return ('-s', 'a.txt', 'b.txt', 'c.txt') if $name eq 'three_s';
	return ('b.txt', 'a.txt') if $name eq 'swapped';
	return ('a.txt') if $name eq 'one';
	return ('a.txt') x 8 if $name eq 'eight';
	return map { substr $_, 2 } (split /\n/, $text)[0 .. 6]
		if $name eq 'seven';
	die "unknown recording '$name'";
}

sub recorded {
	my ($folder, $profile) = @_;
	for my $path (sort glob "$shared/stats/*/$folder/*.txt") {
		my ($set, $name) = $path =~ m{([^/]+)/[^/]+/([^/]+)\.txt$};
		my $rc = $path =~ s/txt$/rc/r;
		my $want = slurp($path);
		my $want_rc = -e $rc ? 0 + slurp($rc) : 0;
		my ($got, $err, $got_rc) = maxistat("$shared/stats/$set",
			'--profile', $profile, arguments($name, $want));
		ok($got eq $want && $got_rc == $want_rc &&
			($err eq '') == ($want_rc == 0),
			"$profile $set $name") or
			diag("rc $got_rc, want $want_rc\n$err$got",
				"want\n$want");
	}
}

# A block without its legend; a TAB may have been pasted as 8 blanks.
sub legend_removed {
	my ($block) = @_;
	$block =~ s/\A(?:[x+] .*\n)+//;
	$block =~ s/^ {8}(?=[-(\d])/\t/gm;
	$block =~ s/[ \t]+$//gm;
	return $block;
}

sub published {
	my $n = 0;
	my $folder = "$shared/netbenches/vimage-r317849";
	for my $path (sort glob "$folder/*/*/published-ministat.txt") {
		my ($dir) = $path =~ m{(.*)/};
		for my $block (split /^(?=x r317849)/m, slurp($path)) {
			$block =~ s/\n+\z/\n/;
			my ($test) = $block =~ /^x r317849 (\S+)/;
			my ($got, $err, $rc) = maxistat($dir, '-s',
				"317849.$test.pps", "317849VIMAGE.$test.pps");
			is(legend_removed($got), legend_removed($block),
				"published $test" .
				substr $dir, length $folder);
			is("$err$rc", '0', 'without an error');
			$n++;
		}
	}
	is($n, 14, 'published blocks');
}

# Inputs of many kinds: ties, offsets that cancel, tiny and huge numbers.
my @kinds = (
	sub { sprintf '%g', 100 + rand(20) - rand(20) },
	sub { int(rand 10) - 3 },
	sub { sprintf '%.10g', 1e9 + rand(10) },
	sub { sprintf '%.17g', 10 ** (rand(8) - 4) },
	sub { sprintf '%.17g', 1e15 + int(rand 9) },
	sub { sprintf '%.17g', (rand() - .5) * 1e-160 },
	sub { sprintf '%.17g', (3 + rand) * 1e160 },
	sub { 42 },
);

sub pick {
	return $_[rand @_];
}

sub random_file {
	my ($path, $kind) = @_;
	my $n = pick(3, 4, 5, 8, 20, 60, 120);
	spew($path, join '', map { $kinds[$kind]->() . "\n" } 1 .. $n);
}

sub differential {
	my ($program) = grep { -x } map { "$_/ministat" }
		split /:/, $ENV{PATH} // '';
	my ($same, $rounds) = (0, 200);
	srand 317849;
	for my $round (1 .. $rounds) {
		my $kind = int rand @kinds;
		my @files = map { "f$_" } 1 .. 1 + rand 7;
		random_file("$tmp/$_", rand() < .8 ? $kind : int rand @kinds)
			for @files;
		my @args = ('-c', pick(80, 90, 95, 98, 99, '99.5'));
		push @args, '-s' if rand() < .4;
		push @args, pick('-A', '-n') if rand() < .2;
		push @args, '-w', pick(2, 3, 10, 40, 100) if rand() < .3;
		my ($want, $werr, $wrc) = run_in($tmp, '/dev/null', $program,
			@args, @files);
		my ($got, $err, $rc) = maxistat($tmp, '--profile',
			'debian2015', @args, @files);
		$same++, next if $got eq $want && $rc == $wrc;
		diag("round $round: @args @files\n$err$got", "want\n$want");
		last;
	}
	is($same, $rounds, "the same as $program on $rounds random inputs");
}

sub fixture {
	spew("$tmp/a", "# packets\n1.0\t9\n\n   \n2e0 8 # why\n  +3\t7\n" .
		"0x4 6\r\n5.00\r\n");
	spew("$tmp/b", "6\n7\n8\n9\n10\n");
	my $want = <<"END";
x a
+ b
+--------------------------------------------------------------------------+
|x       x       x       x       x        +       +       +       +       +|
|   |____________A____________|              |____________A____________|   |
+--------------------------------------------------------------------------+
    N           Min           Max        Median           Avg        Stddev
x   5             1             5             3             3     1.5811388
+   5             6            10             8             8     1.5811388
Difference at 95.0% confidence
\t5 +/- 2.306
\t166.667% +/- 76.8667%
\t(Student's t, pooled s = 1.58114)
END
	my ($got) = maxistat($tmp, '--profile', 'debian2015', 'a', 'b');
	is($got, $want, 'columns, comments, blanks, hexadecimal, CR LF');
	$want =~ s/76.8667/154.797/;
	($got) = maxistat($tmp, 'a', 'b');
	is($got, $want, 'freebsd is the default');
	($got) = maxistat($tmp, '-n', '-C', 2, 'a');
	is((split /\n/, $got)[2], "x   4             6             9" .
		"           7.5           7.5     1.2909944", '-C 2');
	spew("$tmp/csv", "k,1\nk,2\nk,3\n");
	($got) = maxistat($tmp, '-q', '-n', '-d', ',', '-C', 2, 'csv');
	is($got, "x   3             1             3             2" .
		"             2             1\n", '-d , -q');
	($got) = run_in($tmp, "$tmp/b", $maxistat, 'ministat', '-n');
	like($got, qr/^x <stdin>\n/, 'no FILE is standard input');
	($got) = run_in($tmp, "$tmp/b", $maxistat, 'ministat', '-n', 'a', '-');
	like($got, qr/^x a\n\+ <stdin>\n/, '- is standard input');
}

sub refused {
	my ($rc, $message, @args) = @_;
	my ($got, $err, $got_rc) = maxistat($tmp, @args);
	is($got_rc, $rc, "exit $rc: @args");
	is($got, '', 'prints nothing');
	like($err, qr/^maxistat ministat: \Q$message\E$/m, $message);
}

sub refusals {
	spew("$tmp/two", "1\n2\n");
	spew("$tmp/bad", "1\nx\n3\n");
	spew("$tmp/nan", "1\n2\n3\nnan\n");
	spew("$tmp/inf", "1\n2\n3\n1e400\n");
	spew("$tmp/glued", "1\n2\n3 4#\n#5\n6x\n");
	spew("$tmp/nul", "1\n2\n3\n4\0x\n");
	spew("$tmp/none", "");
	refused(2, 'Dataset two must contain at least 3 data points', 'two');
	refused(2, 'Dataset none must contain at least 3 data points', 'none');
	refused(2, 'Invalid data on line 2 in bad', 'b', 'bad');
	refused(2, 'Invalid data on line 4 in nan', 'nan');
	refused(2, 'Invalid data on line 4 in inf', 'inf');
	refused(2, 'Invalid data on line 5 in glued', 'glued');
	refused(2, 'Invalid data on line 4 in nul', 'nul');
	refused(1, 'Cannot open nowhere: No such file or directory', 'a',
		'nowhere');
	refused(2, 'No support for confidence level', '-c', 97, 'a');
	refused(2, 'Not a floating point number', '-c', '95x', 'a');
	refused(2, 'Invalid column number.', '-C', '2x', 'a');
	refused(2, 'Column number should be positive.', '-C', 0, 'a');
	refused(2, 'Invalid width, not a number.', '-w', '10x', 'a');
	refused(2, 'Unable to move beyond left margin.', '-w', -3, 'a');
	refused(2, 'Unable to move beyond left margin.', '-w', 1, 'a');
	refused(2, "Can't use empty delimiter string", '-d', '', 'a');
	refused(2, 'Too many datasets.', ('a') x 8);
	refused(2, 'Unknown option', '-z', 'a');
	refused(2, 'Unknown option', '--profile', 'debian2015', '-q', 'a');
	refused(2, "No profile 'sun': freebsd, debian2015", '--profile', 'sun',
		'a');
}

-x $maxistat or BAIL_OUT("$maxistat is not there: make first");
fixture();
refusals();
SKIP: {
	skip '../shared/data/stats is not there', 1 unless -d "$shared/stats";
	recorded('out', 'debian2015');
	recorded('out_fbsd', 'freebsd');
}
SKIP: {
	skip '../shared/data/netbenches is not there', 1
		unless -d "$shared/netbenches/vimage-r317849";
	published();
}
SKIP: {
	skip 'no ministat is installed', 1
		unless grep { -x "$_/ministat" } split /:/, $ENV{PATH} // '';
	differential();
}
done_testing();
