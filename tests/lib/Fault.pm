# Fault.pm - a server under tests/preload/fault.c, and its control.
package Fault;
use strict;
use warnings;
use Cwd 'abs_path';
use Errno ();
use Exporter 'import';
use Fcntl ':seek';
use File::Basename 'dirname';
use Maxistat;

our @EXPORT = qw(fault_missing fault_serve fault fault_none fault_seen
	fault_failed);

my %OP = (read => 1, write => 2, sync => 4, truncate => 8, open => 16,
	unlink => 32, memory => 64);
my $SIZE = 4 + 4 + 8 + 4 + 4 + 8 + 8 + 64;
my $library = 'build/tests/preload/fault.so';
my $control;

# Why there can be no faults here, or undef. A sanitizer stands in its place.
sub fault_missing {
	return -e $library && !$ENV{SAN} ? undef :
		'needs the place of a sanitizer in front of the C library';
}

sub write_control {
	my ($bytes, $at) = @_;
	open my $f, '+<:raw', $control or die "$control: $!";
	sysseek $f, $at, SEEK_SET;
	syswrite $f, $bytes;
}

sub read_control {
	my ($at, $n) = @_;
	open my $f, '<:raw', $control or die "$control: $!";
	sysseek $f, $at, SEEK_SET;
	my $bytes;
	sysread $f, $bytes, $n;
	return $bytes;
}

# Starts a server whose calls on the archive's folder can be made to fail.
sub fault_serve {
	my ($db, @args) = @_;
	$control //= spew(scratch('control'), "\0" x $SIZE);
	local $ENV{LD_PRELOAD} = abs_path($library);
	local $ENV{FAULT_CONTROL} = $control;
	local $ENV{FAULT_FOLDER} = abs_path(dirname($db));
	return serve($db, @args);
}

# fault(ops => [qw(write sync)], at => 3, error => 'EIO', ever => 1,
#       delay_us => 3000, library => 'libsqlite3'): from now on.
sub fault {
	my (%o) = @_;
	my $ops = 0;
	$ops |= $OP{$_} // die "no operation '$_'" for @{ $o{ops} };
	write_control(pack('L', 0), 0);
	write_control(pack('l q L L Q Q a64', $o{error} ?
		Errno->can($o{error})->() : 0, $o{at} // 0, $o{ever} ? 1 : 0,
		$o{delay_us} // 0, 0, 0, $o{library} // ''), 4);
	write_control(pack('L', $ops), 0);
}

sub fault_none { write_control("\0" x $SIZE, 0) }
# How many calls were looked at, and how many failed, since fault().
sub fault_seen { unpack 'Q', read_control(24, 8) }
sub fault_failed { unpack 'Q', read_control(32, 8) }

1;
