#!/usr/bin/perl
# layers.t - the arrows between the rooms: what is forbidden does not compile,
# what is allowed does, with the compile command that the Makefile uses; and
# each foreign library is known in its one place.
use strict;
use warnings;
use File::Basename;
use File::Temp qw(tempdir);
use Test::More;
use lib 'tests/lint';
use Lint qw(slurp rooms sources);

# Which rooms a room may include (DESIGN sec. 1).
my %sees = (
	core => [],
	stats => ['core'],
	import => ['core'],
	db => ['core'],
	server => ['core', 'stats', 'import', 'db'],
	cli => ['core', 'stats', 'import', 'db', 'server'],
);

# A foreign header, and the files that may know it.
my @foreign = (
	[qr/^sqlite3/, qr{^db/}],
	[qr/^microhttpd/, qr{^server/http(?:_\w+)?\.[ch]$}],
	[qr/^cjson/, qr{^import/}],
	[qr/^yaml/, qr{^import/import_tap_yaml}],
	[qr/^expat/, qr{^import/import_phoronix_xml}],
	[qr/^Rmath/, qr{^stats/}],
	[qr/^curl/, qr{^cli/}],
);

my $tmp = tempdir(CLEANUP => 1);
my %command;
for (split /\n/, `make -s --no-print-directory print-rooms 2>/dev/null`) {
	my ($room, $command) = split /\t/;
	$command{$room} = $command;
}
is_deeply([sort keys %command], [sort(rooms())],
	'the Makefile tells how each room is compiled') or BAIL_OUT('no make');

my %headers;
push @{$headers{dirname($_)}}, basename($_)
	for grep { /\.h$/ } sources();

# Compiles includes as a file of the room; what the compiler says.
sub compile {
	my ($room, @headers) = @_;
	open my $f, '>', "$tmp/$room.c" or die "$tmp/$room.c: $!";
	print $f "#include \"$_\"\n" for @headers;
	print $f "extern int a_file_is_not_empty;\n";
	close $f or die "$tmp/$room.c: $!";
	my $said = `$command{$room} -fsyntax-only $tmp/$room.c 2>&1`;
	return ($? == 0, $said);
}

for my $room (rooms()) {
	my %allowed = map { $_ => 1 } @{$sees{$room}};
	my %visible = map { $_ => 1 } map { @{$headers{$_}} } keys %allowed;
	for my $other (grep { $_ ne $room } rooms()) {
		my @headers = $allowed{$other} ? @{$headers{$other}} :
			grep { !$visible{$_} } @{$headers{$other}};
		if ($allowed{$other}) {
			my ($ok, $said) = compile($room, @headers);
			ok($ok, "$room may include $other") or diag($said);
			next;
		}
		ok(@headers > 0, "$other has headers of its own");
		my @seen = grep { (compile($room, $_))[1] !~
			/\Q$_\E: No such file|'\Q$_\E' file not found/ }
			@headers;
		is("@seen", '', "$room cannot include $other");
	}
}

# A name in two rooms would be taken from whichever stands first on the path.
my %rooms_of;
for my $room (rooms()) {
	push @{$rooms_of{$_}}, $room for @{$headers{$room}};
}
for my $name (sort grep { @{$rooms_of{$_}} > 1 } keys %rooms_of) {
	ok(0, "$name is in one room only, not in " .
		join ' and ', @{$rooms_of{$name}});
	my $both = grep { slurp($_) =~ /^#include "\Q$name\E"/m }
		sources('cli');
	is($both, 0, "cli/ does not include $name");
}

# What a header calls private stays in its room.
my %private;
for my $path (grep { /\.h$/ } sources()) {
	$private{basename($path)} = $1
		if slurp($path) =~ /Private to (\w+)\/\./;
	$private{basename($path)} = dirname($path)
		if $path =~ /_private\.h$/;
}
my (@private, @foreign_used, @upwards);
for my $path (sources()) {
	my $text = slurp($path);
	while ($text =~ /^#\s*include\s+["<]([^">]+)[">]/mg) {
		my $name = $1;
		my $room = $private{$name};
		push @private, "$path: $name"
			if $room && dirname($path) ne $room;
		push @upwards, "$path: $name" if $name =~ /\.\./;
		for (@foreign) {
			my ($header, $where) = @$_;
			push @foreign_used, "$path: $name"
				if $name =~ $header && $path !~ $where;
		}
	}
}
is_deeply(\@private, [], 'private headers stay in their room');
is_deeply(\@upwards, [], 'no include goes upwards');
is_deeply(\@foreign_used, [], 'each library is known in its one place');
done_testing();
