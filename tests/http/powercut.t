#!/usr/bin/perl
# Power cuts under six uploaders: the server runs under tests/preload/record.c,
# and from its log the files are made again as a disk may hold them when the
# power goes at a random moment. What was acknowledged before is there, nothing
# is half there, and the archive is sound.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd 'abs_path';
use File::Basename 'dirname';
use Maxistat;
use POSIX ();
use Test::More;
use Time::HiRes 'time';

use constant { CUTS => $ENV{POWER_CUTS} || 40, CLIENTS => 6, SAMPLES => 10,
	SECTOR => 512, LEAST => 150 };

plan skip_all => 'a sanitizer wants the place of the recorder for itself'
	if $ENV{SAN};
my $recorder = dirname(program()) . '/tests/preload/record.so';
plan skip_all => "$recorder is not built" if !-e $recorder;

sub samples { my ($value) = @_; map { "$value.$_" } 11 .. 10 + SAMPLES - 1, 21 }

# One client: uploads until the end, and on a slow disk until there must have
# been a checkpoint; writes a line for each answer. How long the log is is asked
# after the answer has come, so that all it stands on is before.
sub upload {
	my ($at, $client, $end, $log, $file) = @_;
	open my $acks, '>', $file or die "$file: $!";
	for (my $n = 1; $n <= LEAST || time < $end; $n++) {
		my $value = sprintf '%d%05d', $client, $n;
		my $r = put($at, "/runs/host:c$client,test:k",
			join "\n", samples($value), '');
		my $length = -s $log;
		my ($run) = ($r->{headers}{location} || '') =~ m{/run/(\d+)};
		print $acks "$r->{status} ", $run || 0, " $value $length\n";
	}
	close $acks or die "$file: $!";
}

# Uploads to a new archive for some seconds and stops the server. Returns its
# folder, its log, and the answers, each {status, run, samples, log}.
sub served {
	my ($seconds) = @_;
	my ($folder, $log) = (scratch('served'), scratch('log'));
	mkdir $folder or die "$folder: $!";
	$folder = abs_path($folder);
	my $at = do {
		local @ENV{qw(LD_PRELOAD RECORD_FOLDER RECORD_LOG)} =
			(abs_path($recorder), $folder, $log);
		serve("$folder/a.db");
	};
	my (@clients, @files, @acks);
	for my $client (1 .. CLIENTS) {
		push @files, scratch('acks');
		push @clients, fork // die "fork: $!";
		next if $clients[-1];
		my $end = time + $seconds;
		eval { upload($at, $client, $end, $log, $files[-1]); 1 }
			or print STDERR $@;
		POSIX::_exit(0);
	}
	waitpid $_, 0 for @clients;
	is join(' ', stop($at)), '0 ', 'the server ended well';
	for (map { split /\n/, slurp($_) } @files) {
		my ($status, $run, $value, $length) = split / /;
		push @acks, { status => $status, run => $run, log => $length,
			samples => join ' ', samples($value) };
	}
	return ($folder, $log, \@acks);
}

# Calls back with each operation of a log, {kind, offset, bytes, name}, and the
# place in the log where its record ends.
sub replay {
	my ($log, $each) = @_;
	open my $f, '<:raw', $log or die "$log: $!";
	while (my $line = <$f>) {
		my %op;
		(@op{qw(kind offset)}, my $n, $op{name}) =
			$line =~ /^([CWTSUR]) (\d+) (\d+) (.+)$/ or die $line;
		(read($f, $op{bytes} = '', $n) // -1) == $n
			or die "$log ends in a record";
		$each->(\%op, tell $f);
	}
}

# Does a write or a truncation to a file's bytes.
sub apply {
	my ($bytes, $op) = @_;
	my $lacks = $op->{offset} - length $$bytes;
	$$bytes .= "\0" x $lacks if $lacks > 0;
	if ($op->{kind} eq 'T') {
		substr($$bytes, $op->{offset}) = '';
	} else {
		substr($$bytes, $op->{offset}, length $op->{bytes}) =
			$op->{bytes};
	}
}

# One operation on a disk: what is synced is there, what is not may be. That a
# file was made, unlinked or renamed counts as there at once: SQLite syncs the
# folder itself, or does not depend on it.
sub operate {
	my ($disk, $op) = @_;
	my ($kind, $name) = @$op{qw(kind name)};
	my $file = $disk->{$name} //= { synced => '', unsynced => [] };
	if ($kind eq 'S') {
		apply(\$file->{synced}, $_) for @{ $file->{unsynced} };
		$file->{unsynced} = [];
	} elsif ($kind eq 'U') {
		delete $disk->{$name};
	} elsif ($kind eq 'R') {
		$disk->{ $op->{bytes} } = delete $disk->{$name};
	} elsif ($kind ne 'C') {
		push @{ $file->{unsynced} }, $op;
	}
}

# A write of which the first sectors, of those it touches, have come to the
# disk; a truncation has no parts.
sub torn {
	my ($op) = @_;
	return rand() < 0.5 ? $op : () if $op->{kind} eq 'T';
	my $first = int $op->{offset} / SECTOR;
	my $last = int(($op->{offset} + length($op->{bytes}) - 1) / SECTOR);
	my $n = ($first + int rand $last - $first + 2) * SECTOR - $op->{offset};
	return $n > 0 ? { %$op, bytes => substr $op->{bytes}, 0, $n } : ();
}

# What a disk keeps of a file's unsynced operations. Kept at random is as good
# as reordered: of two that do not overlap the order does not matter, and of two
# that do the later one may be gone.
my %damage = (
	drop => sub { () },
	torn => sub { map { torn($_) } @_ },
	reordered => sub { my $p = rand; grep { rand() < $p } @_ },
	none => sub { @_ },
);

# The files of a disk after a damage: name => bytes.
sub files {
	my ($disk, $damage) = @_;
	my %files;
	for my $name (sort keys %$disk) {
		my $bytes = $disk->{$name}{synced};
		apply(\$bytes, $_)
			for $damage{$damage}->(@{ $disk->{$name}{unsynced} });
		$files{$name} = $bytes;
	}
	return \%files;
}

# What is wrong with an archive: the runs that are lost, those half there, and
# other complaints.
sub inspect {
	my ($db, $acked) = @_;
	my (%samples, @other);
	# Before the first answer there may be no schema yet; then the next
	# writer makes it.
	if (!@$acked) {
		my $file = spew(scratch('in'), join "\n", samples(9), '');
		my ($status, undef, $err) = run_program('import', '--db', $db,
			'--tags', 'host:new,test:k', $file);
		push @other, "import: $status $err" if $status;
	}
	my ($status, $csv, $err) = run_program('get', '--db', $db,
		'/samples/test:k');
	push @other, "get: $status $err" if $status;
	push @{ $samples{$1} }, $2 while $csv =~ /^(\d+),.*,([^,\n]+)$/mg;
	($status, undef, $err) = run_program('fsck', '--db', $db);
	push @other, "fsck: $status $err" if "$status $err" ne '0 ';
	my @half = grep { @{ $samples{$_} } != SAMPLES } sort keys %samples;
	my @lost = map { $_->{run} } grep {
		join(' ', @{ $samples{ $_->{run} } || [] }) ne $_->{samples}
	} @$acked;
	return { lost => \@lost, half => \@half, other => \@other };
}

# Cuts the power where each of these records ends. Returns what was found in
# all: how many runs were asked for, and "END, DAMAGE: WHAT" of the lost runs,
# those half there, and other complaints.
sub cut {
	my ($log, $acks, @ends) = @_;
	my ($disk, %at) = {};
	my %found = (asked => 0, map { $_ => [] } qw(lost half other));
	my @damages = qw(drop torn reordered);
	push @{ $at{ $ends[$_] } }, $damages[$_ % @damages] for 0 .. $#ends;
	replay($log, sub {
		my ($op, $end) = @_;
		operate($disk, $op);
		for my $damage (@{ $at{$end} || [] }) {
			my $folder = scratch('cut');
			mkdir $folder or die "$folder: $!";
			my $files = files($disk, $damage);
			spew("$folder/$_", $files->{$_}) for keys %$files;
			my @acked = grep { $_->{log} <= $end } @$acks;
			$found{asked} += @acked;
			my $wrong = inspect("$folder/a.db", \@acked);
			for my $what (keys %$wrong) {
				push @{ $found{$what} }, "$end, $damage: $_"
					for @{ $wrong->{$what} };
			}
			# What `get` printed a thousand times is a gigabyte.
			unlink glob "$folder/* $folder/../*-out";
			rmdir $folder;
		}
	});
	return \%found;
}

sub some { my ($n, @from) = @_; map { $from[rand @from] } 1 .. $n }

# Of what was found wrong the first few, for a message.
sub few {
	my ($found) = @_;
	my @few = grep { defined } @$found[0 .. 9];
	return join "\n", @few, @$found > 10 ? '...' : ();
}

srand 20261201;
my ($folder, $log, $acks) = served(1);
cmp_ok scalar @$acks, '>=', CLIENTS * LEAST,
	'uploads were answered: ' . @$acks;
is scalar(grep { $_->{status} != 201 || !$_->{run} } @$acks), 0,
	'each with 201';
my ($first) = sort { $a <=> $b } map { $_->{log} } @$acks;

# A recorder that misses a write would prove nothing.
my ($disk, @start, @moved, @ends) = {};
replay($log, sub {
	my ($op, $end) = @_;
	operate($disk, $op);
	push @ends, $end;
	push @start, $end if $end < $first;
	push @moved, $end
		if $end > $first && "@$op{qw(kind name)}" eq 'W a.db';
});
my $files = files($disk, 'none');
my @there = grep { !/-shm$/ } map { s{.*/}{}r } glob "$folder/*";
is join(' ', sort keys %$files), join(' ', sort @there),
	'the log tells of every file';
is join(' ', grep { $files->{$_} ne slurp("$folder/$_") } @there), '',
	'and of every byte';
cmp_ok scalar @moved, '>', 0, 'checkpoints moved pages: ' . @moved;

# A checkpoint is a small part of the log, and where the most can go wrong.
my @cuts = (some(CUTS, @ends), some(CUTS / 4, @moved));
my $found = cut($log, $acks, @cuts);
is few($found->{lost}), '', "$found->{asked} runs acknowledged before " .
	@cuts . ' power cuts are there with all their samples';
is few($found->{half}), '', 'no run is half there';
is few($found->{other}), '', 'every archive can be read and is sound';

# Few records are of the start, and it is another kind of work.
$found = cut($log, $acks, some(CUTS / 4, @start));
is few([map { @$_ } @$found{qw(lost half other)}]), '',
	'an archive that was just being made is one, or becomes one';

# The control does not sync what it commits: if it lost nothing, neither could
# the above have failed.
SKIP: {
	my $unsynced = program() . '-unsynced';
	skip "$unsynced is not built", 3 if !-x $unsynced;
	local $ENV{MAXISTAT} = $unsynced;
	my (undef, $other_log, $told) = served(0.5);
	@ends = ();
	replay($other_log, sub { push @ends, $_[1] });
	$found = cut($other_log, $told, some(9, @ends));
	cmp_ok scalar @{ $found->{lost} }, '>', 0, 'without syncs ' .
		@{ $found->{lost} } . " runs of $found->{asked} are lost";
	# The schema is acknowledged as little as the runs; all may be lost.
	is few([@{ $found->{half} }, grep { !/is no archive of|'test:k' means none/ }
		@{ $found->{other} }]), '',
		'but none by half';
}
done_testing;
