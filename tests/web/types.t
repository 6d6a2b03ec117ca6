#!/usr/bin/perl
# The scripts of the pages as TypeScript reads them: names that are not there,
# what may be null, arguments of the wrong kind.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd 'getcwd';
use Maxistat;
use Test::More;

my $tsc = 'web/node_modules/typescript/bin/tsc';
plan skip_all => 'node is not installed'
	if !grep { -x "$_/node" } split /:/, $ENV{PATH} // '';
plan skip_all => 'web/node_modules has no typescript; make web brings it'
	if !-e $tsc;

sub check { my ($project) = @_; return scalar `node $tsc -p '$project' 2>&1` }

is check('web'), '', 'web/*.js has no errors';
is $?, 0, '... and tsc says so';
my $read = `node $tsc -p web --listFilesOnly`;
like $read, qr{/\Q$_\E$}m, "... $_ is read" for glob 'web/*.js';

# What it is to find, by the rules of web/tsconfig.json.
my $folder = scratch('types');
mkdir $folder or die "$folder: $!";
spew("$folder/tsconfig.json", '{"extends": "' . getcwd() .
	'/web/tsconfig.json", "include": ["*.js"]}');
my @wrong = (
	[ 'el("p", {}, 5);', 2345, 'a number as text' ],
	[ 'ell("p");', 2304, 'a name that is not there' ],
	[ 'document.getElementById("x").remove();', 2531, 'what may be null' ],
	[ 'value("5");', 2345, 'a text as a number' ],
	[ 'new UPlot({width: "300", height: 1, series: []}, [[]]);', 2322,
		'uPlot, with a text as its width' ],
);
my $text = "import {el, value} from \"/page.js\";\nimport UPlot from \"/uplot.js\";\n" .
	"el(\"p\", {}, value(5));\nnew UPlot({width: 300, height: 1, series: []}, [[]]);\n";
spew("$folder/control.js", $text . join '', map { "$_->[0]\n" } @wrong);
my $said = check($folder);
for my $i (0 .. $#wrong) {
	my ($line, $code, $what) = ($i + 5, @{ $wrong[$i] }[1, 2]);
	like $said, qr/control\.js\($line,\d+\): error TS$code:/, "it finds $what";
}
is scalar(() = $said =~ /: error/g), scalar @wrong, '... and no more' or diag $said;
done_testing;
