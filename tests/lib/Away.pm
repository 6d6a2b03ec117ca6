# Away.pm - servers that are not there, that lose answers, or that say what a
# test wants; for the tests of `push`.
package Away;
use strict;
use warnings;
use Exporter 'import';
use IO::Select;
use IO::Socket::INET;
use Maxistat;
use POSIX ();

our @EXPORT = qw(free_port proxy canned requests end);

my %pids;

sub listener {
	my $s = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 64,
		LocalPort => $_[0] || 0, ReuseAddr => 1);
	return $s || die "socket: $!";
}

# A port where nobody listens.
sub free_port { return listener()->sockport }

# A process that runs a function with a socket; the port, and its log.
sub process {
	my ($port, $run) = @_;
	my $s = listener($port);
	my $log = scratch('requests');
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		$SIG{CHLD} = 'IGNORE';
		$SIG{PIPE} = 'IGNORE';
		$run->($s, $log);
		POSIX::_exit(0);
	}
	$pids{ $s->sockport } = { pid => $pid, log => $log };
	return $s->sockport;
}

sub note_request {
	my ($log, $head) = @_;
	open my $f, '>>', $log or die "$log: $!";
	syswrite $f, $head . "\0";
}

# Passes bytes to a server and back; one answer in so many is lost, 0: none.
sub proxy {
	my ($port, $to, $every) = @_;
	return process($port, sub {
		my ($s, $log) = @_;
		while (my $client = $s->accept) {
			next if fork;
			srand $$;
			relay($client, $to, $log, sub {
				$every && !int rand $every });
			POSIX::_exit(0);
		}
	});
}

sub relay {
	my ($client, $to, $log, $loses) = @_;
	my $server = IO::Socket::INET->new(PeerAddr => $to) or return;
	my $select = IO::Select->new($client, $server);
	while (my @ready = $select->can_read(20)) {
		for my $from (@ready) {
			sysread $from, my $bytes, 65536 or return;
			note_request($log, $bytes)
				if $from == $client && $bytes =~ /^PUT /;
			return if $from == $server && $loses->();
			my $other = $from == $client ? $server : $client;
			print $other $bytes;
			$other->flush;
		}
	}
}

# Answers with these texts, one a request, the last for ever.
sub canned {
	my ($port, @answers) = @_;
	return process($port, sub {
		my ($s, $log) = @_;
		while (my $client = $s->accept) {
			my ($text, $body) = ('', 0);
			while ($text !~ /\r\n\r\n(.{$body})/s) {
				sysread $client, $text, 65536, length $text
					or last;
				$body = $1 if $text =~ /Content-Length: (\d+)/i;
			}
			note_request($log, $text);
			my $answer = @answers > 1 ? shift @answers : $answers[0];
			print $client $answer =~ s/\n/\r\n/gr;
			close $client;
		}
	});
}

# What was asked of such a server: the requests' heads.
sub requests {
	my ($port) = @_;
	my $log = $pids{$port}{log};
	return -e $log ? split /\0/, slurp($log) : ();
}

sub end {
	my ($port) = @_;
	my $p = delete $pids{$port} or return;
	kill KILL => $p->{pid};
	waitpid $p->{pid}, 0;
}

END {
	my $status = $?;
	end($_) for keys %pids;
	$? = $status;
}

1;
