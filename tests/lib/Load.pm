# Load.pm - uploaders that note what was acknowledged, and what of it is there.
package Load;
use strict;
use warnings;
use Exporter 'import';
use Maxistat;
use POSIX ();

our @EXPORT = qw(load_begin load_end load_missing load_first);

my $rounds = 0;

# Clients that upload ten samples again and again, until load_end(), or where
# until_gone is set the first time that there is no answer.
sub load_begin {
	my ($at, %o) = @_;
	my %load = (clients => $o{clients} // 8, stop => scratch('stop'));
	$rounds++;
	for my $client (1 .. $load{clients}) {
		my $file = scratch('acks');
		push @{ $load{files} }, $file;
		push @{ $load{pids} }, fork // die "fork: $!";
		next if $load{pids}[-1];
		upload_all($at, $client, $file, $load{stop}, $o{until_gone});
		POSIX::_exit(0); # END of the test library would stop the server
	}
	return \%load;
}

sub upload_all {
	my ($at, $client, $file, $stop, $until_gone) = @_;
	open my $log, '>', $file or die "$file: $!";
	$log->autoflush(1);
	for (my $n = 1; !-e $stop; $n++) {
		my $v = sprintf '%d%d%06d', $rounds, $client, $n;
		my $r = eval { put($at, "/runs/host:c$client,test:k",
			join '', map { "$v.$_\n" } 1 .. 10) };
		return if !$r && $until_gone;
		my ($run) = ($r->{headers}{location} // '') =~ m{/run/(\d+)};
		printf $log "%s %s %s\n", $r->{status} // 'none', $run // 0, $v;
		select undef, undef, undef, 0.01 if !$run;
	}
}

# Ends the clients; each answer as [status, run, value]. A list, for a run that
# was lost may give its number to a later one.
sub load_end {
	my ($load) = @_;
	spew($load->{stop}, '');
	waitpid $_, 0 for @{ $load->{pids} };
	return map { [ split ' ' ] } grep { /^\w+ \d+ \d+$/ }
		map { split /\n/, slurp($_) } @{ $load->{files} };
}

# Of what is in an archive: the acknowledged runs that are not there whole, and
# all that are half there. One client after the other, for an answer of a
# thousand rounds would be too long.
sub load_missing {
	my ($db, $clients, @answers) = @_;
	my %samples;
	for my $client (1 .. $clients) {
		my ($status, $csv, $err) = run_program('get', '--db', $db,
			"/samples/host:c$client,test:k");
		next if $status && $err =~ /404/;
		die "get: $err" if $status;
		for (split /\n/, $csv) {
			my @f = split /,/;
			push @{ $samples{$f[0]} }, $f[-1] if $f[0] =~ /^\d+$/;
		}
	}
	my @half = grep { @{ $samples{$_} } != 10 } keys %samples;
	my @lost = map { $_->[1] } grep {
		my (undef, $run, $v) = @$_;
		$run && join(' ', map { 0 + $_ } @{ $samples{$run} || [] }) ne
			join(' ', map { 0 + "$v.$_" } 1 .. 10)
	} @answers;
	return (\@lost, \@half);
}

# "17 of them: 3 4 5 ...", or nothing.
sub load_first {
	my ($runs) = @_;
	my @first = grep { defined } @$runs[0 .. 9];
	return @first ? @$runs . " of them: @first" : '';
}

1;
