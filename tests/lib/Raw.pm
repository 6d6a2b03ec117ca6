# Raw.pm - requests as bytes, many connections at once, each with its time.
package Raw;
use strict;
use warnings;
use Errno 'EAGAIN';
use Exporter 'import';
use IO::Select;
use IO::Socket::INET;
use Test::More;
use Time::HiRes 'time';

our @EXPORT = qw(raw_all pinned statuses);

my $WITHIN = 10; # seconds until an answer, or the end of the connection

# The statuses of all answers of a connection: '100 201', '' for none.
sub statuses { return join ' ', $_[0] =~ m{^HTTP/1\.[01] (\d\d\d) }mg }

# Sends what is left to be sent, with its pauses.
sub push_bytes {
	my ($c) = @_;
	while ($c->{s} && time >= $c->{pause} && @{ $c->{pieces} }) {
		my $piece = \$c->{pieces}[0];
		if (ref $$piece) {
			$c->{pause} = time + ${ shift @{ $c->{pieces} } };
			next;
		}
		my $n = syswrite $c->{s}, $$piece;
		return if !defined $n && $! == EAGAIN;
		return @{ $c->{pieces} } = () if !defined $n;
		substr $$piece, 0, $n, '';
		shift @{ $c->{pieces} } if $$piece eq '';
	}
	shutdown $c->{s}, 1 if $c->{half} && $c->{s} && !@{ $c->{pieces} } &&
		!$c->{shut}++;
}

# Reads what there is. After as many answers as are expected our side is
# closed, so that what the server takes for one more request shows.
sub pull_bytes {
	my ($c) = @_;
	my $n = sysread $c->{s}, my $more, 1 << 16;
	return if !defined $n && $! == EAGAIN;
	$c->{got} .= $more if $n;
	my $finals = grep { $_ ne '100' } split ' ', statuses($c->{got});
	my $enough = $finals >= $c->{answers} &&
		$c->{got} =~ m{\A.*^HTTP/1\.[01] \d.*?\r\n\r\n}ms;
	$c->{seconds} //= time - $c->{start} if !$n || $enough;
	shutdown $c->{s}, 1 if $n && $enough && !@{ $c->{pieces} } &&
		!$c->{shut}++;
	close delete $c->{s} if !$n;
}

# Asks all of them at once: {send => bytes or [bytes, \seconds, bytes, ...],
# answers => how many are expected, half => close our side behind it}. Adds
# {got, seconds until they were all there}; stops at twice the time allowed.
sub raw_all {
	my ($at, @cases) = @_;
	for my $c (@cases) {
		@$c{qw(got pause start)} = ('', 0, time);
		$c->{pieces} = ref $c->{send} ? [ @{ $c->{send} } ] : [ $c->{send} ];
		$c->{answers} //= 1;
		$c->{s} = IO::Socket::INET->new(PeerAddr => $at, Timeout => 5)
			or die "connect $at: $!";
		$c->{s}->blocking(0);
		push_bytes($c);
	}
	while (my @open = grep { $_->{s} } @cases) {
		my $all = IO::Select->new(map { $_->{s} } @open);
		my %ready = map { fileno($_) => 1 } $all->can_read(0.05);
		for my $c (@open) {
			pull_bytes($c) if $ready{fileno $c->{s}};
			push_bytes($c);
			close delete $c->{s} if $c->{s} &&
				time - $c->{start} > 2 * $WITHIN;
		}
	}
	return @cases;
}

# One test a case: [name, bytes or [bytes, \seconds, ...], statuses, options].
# '' is a connection that is closed without an answer, 'a|b' either.
sub pinned {
	my ($at, @cases) = @_;
	my %names;
	$names{$_->[0]}++ and die "$_->[0] stands there twice" for @cases;
	for my $c (raw_all($at, map { my ($name, $send, $want, %o) = @$_;
			my ($first) = split /\|/, $want;
			my $n = grep { $_ ne '100' } split ' ', $first // '';
			{ name => $name, send => $send, want => $want,
			  answers => $n || 1, %o } } @cases)) {
		my $late = ($c->{seconds} // 99) > $WITHIN;
		like statuses($c->{got}) . ($late ? ', late' : ''),
			qr/^(?:$c->{want})\z/, "$c->{name}: " . ($c->{want} || 'closed')
			or diag substr($c->{got}, 0, 600);
	}
}

1;
