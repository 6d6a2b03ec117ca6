#!/usr/bin/perl
# netbenches.t - a whole repository of old files by one --map, one comparison
# of it by one --path: the archive is then what uploads of the same files with
# the same TERMS, one by one, make of it.
use strict;
use warnings;
use lib 'tests/lib';
use File::Basename;
use File::Path 'make_path';
use Maxistat;
use Test::More;

my $data = shared('data/netbenches')
	or plan skip_all => 'no shared data beside the checkout';

# What two archives hold, but for what tells how it came there.
sub export {
	my ($db) = @_;
	my ($status, $out, $err) = run_program('get', '--db', $db, '/export/-');
	is $status, 0, 'export' or diag $err;
	$out =~ s/,?"(?:received|by|file)":(?:null|"[^"]*")//g;
	$out =~ s/"at":"[^"]*",(?=[^\n]*"at_assumed":true)//g;
	return $out;
}

sub same_pages {
	my ($one, $two, @paths) = @_;
	my @differ = grep { page($one, $_)->{body} ne page($two, $_)->{body} }
		@paths;
	is "@differ", '', scalar @paths . ' comparisons are the same';
}

sub upload_each {
	my ($db, @uploads) = @_;
	my $at = serve($db);
	my @refused;
	for (@uploads) {
		my ($terms, $text) = @$_;
		push @refused, $terms
			if put($at, "/runs/$terms", $text)->{status} != 201;
	}
	is "@refused", '', scalar @uploads . ' uploads, one by one';
	stop($at);
}

# ---- All of them by a map. ----
my $folder = scratch('files');
my (@map, @uploads, %sets);
for (split /\n/, slurp("$data/all-pps.tsv")) {
	my ($path, @samples) = split /[\t ]/;
	my ($cpu, $nic, $experiment, undef, @rest) = split m{/}, $path;
	my $test = basename(pop @rest, '.pps');
	my $set = join '.', @rest;
	my $terms = "host:$cpu.$nic,hw.cpu:$cpu,nic.driver:$nic,"
		. "experiment:$experiment,set:$set,test:$test,unit:pps,"
		. 'better:higher,at:2017-05-20';
	make_path(dirname("$folder/$path"));
	spew("$folder/$path", my $text = join '', map { "$_\n" } @samples);
	push @map, "$path\t$terms\n";
	push @uploads, [$terms, $text];
	$sets{"host:$cpu.$nic,experiment:$experiment"}{$set}{$test} = 1;
}
is scalar @map, 2887, 'as many files as there are';
spew("$folder/map", join '', "# path\tterms\n", "\n", @map);

my ($mapped, $single) = (scratch('mapped.db'), scratch('single.db'));
my ($status, $out, $err) = run_program('import', '--db', $mapped, '--map',
	"$folder/map");
is $status, 0, 'one --map';
is $err, '', '... without a complaint';
is scalar(() = $out =~ / stored: /g), 2887, '... stores them all';
upload_each($single, @uploads);
ok export($mapped) eq export($single), 'the archives hold the same';

# Two sets of an experiment that have a test in common.
my @compare;
for my $common (sort keys %sets) {
	my @of = sort keys %{ $sets{$common} };
	for (1 .. $#of) {
		my ($x, $y) = @of[$_ - 1, $_];
		push @compare, "/compare/$common/set:$x/set:$y"
			if grep { $sets{$common}{$y}{$_} }
				keys %{ $sets{$common}{$x} };
	}
}
cmp_ok scalar @compare, '>=', 50, 'enough to compare';
same_pages($mapped, $single, @compare);

# ---- One comparison by a pattern. ----
my $vimage = "$data/vimage-r317849";
my @common = ('--tags', 'unit:pps,better:higher', '--path',
	'{hw.cpu}/{nic.driver}/{rev:0-9}[VIMAGE|-VIMAGE|VIMAGE].{test}.pps');
($status, my $table, $err) = run_program('import', '--dry', @common, $vimage);
is $status, 1, 'a dry run; the published tables have no place in it';
my @rows = split /\n/, $table;
is scalar @rows, 31, '... a line a file, and a head';
my %width = map { index($_, ' ministat-input ') => 1 } @rows[1 .. $#rows];
is scalar keys %width, 1, '... in columns';

my ($fitted, $alone) = (scratch('fitted.db'), scratch('alone.db'));
($status, $out, $err) = run_program('import', '--db', $fitted, @common,
	$vimage);
is $status, 1, 'one --path';
is_deeply [ map { m{([^/]+/[^/]+/[^/]+): no --path fits it} } split /\n/, $err ],
	[ map { s{^\Q$vimage\E/}{}r } sort glob "$vimage/*/*/*.txt" ],
	'... names what it does not fit';
is scalar(split /\n/, $err), 5, '... and nothing else';
@uploads = ();
for my $file (sort glob "$vimage/*/*/*.pps") {
	my ($cpu, $nic, $rev, $option, $test) = $file =~
		m{([^/]+)/([^/]+)/(\d+)(VIMAGE)?\.([^/]+)\.pps$} or die $file;
	push @uploads, ["hw.cpu:$cpu,nic.driver:$nic,rev:$rev,test:$test,"
		. ($option ? '' : '-') . 'VIMAGE,unit:pps,better:higher',
		slurp($file)];
}
is scalar @uploads, 30, 'the same files';
upload_each($alone, @uploads);
is export($fitted), export($alone), 'the archives hold the same';
my @cpus = map { basename($_) } sort glob "$vimage/*";
sub figures {
	my ($db, $cpu) = @_;
	my $report = json(page($db,
		"/compare.json/hw.cpu:$cpu/-VIMAGE/VIMAGE"));
	return [ map { my $r = $_; [ $r->{test},
		map { @{$_}{qw(change verdict)} } @{ $r->{comparisons} } ] }
		@{ $report->{rows} } ];
}
for my $cpu (@cpus) {
	my $got = figures($fitted, $cpu);
	is scalar @$got, 3, "$cpu: three rows";
	is_deeply $got, figures($alone, $cpu), '... as uploads give';
}
done_testing;
