# Maxistat.pm - what the tests share: the program, a server, plain HTTP.
package Maxistat;
use strict;
use warnings;
use Exporter 'import';
use File::Temp 'tempdir';
use IO::Socket::INET;
use JSON::PP;

our @EXPORT = qw(program run_program serve stop server_pid request unchunked
	get put json slurp spew scratch import_text page shared);

# A server that refuses may close before all is sent.
$SIG{PIPE} = 'IGNORE';

my $dir = tempdir('maxistat-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $n = 0;
my %servers;

sub program { $ENV{MAXISTAT} || 'build/maxistat' }

# What `push` keeps is ours, too.
$ENV{MAXISTAT_SPOOL} = "$dir/spool";

# A name for a file that is gone when the test ends.
sub scratch { my ($name) = @_; "$dir/" . $n++ . "-$name" }

sub slurp {
	my ($path) = @_;
	open my $f, '<:raw', $path or die "$path: $!";
	local $/;
	my $text = <$f>;
	return defined $text ? $text : '';
}

sub spew {
	my ($path, $text) = @_;
	open my $f, '>:raw', $path or die "$path: $!";
	print $f $text;
	close $f or die "$path: $!";
	return $path;
}

# Runs the program. In list context: status, stdout, stderr.
sub run_program {
	my @args = @_;
	my ($out, $err) = (scratch('out'), scratch('err'));
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', $out or exit 99;
		open STDERR, '>', $err or exit 99;
		exec program(), @args or exit 99;
	}
	waitpid $pid, 0;
	return ($? >> 8 | ($? & 127) << 8, slurp($out), slurp($err));
}

# Stores a text in an archive by `import`; dies where it is refused.
sub import_text {
	my ($db, $terms, $text) = @_;
	my $file = spew(scratch('in'), $text);
	my ($status, $out, $err) = run_program('import', '--db', $db, '--tags',
		$terms, $file);
	die "import $terms: $err" if $status;
	return $out;
}

# The page of a path without a server: {status, body}; 2xx and 3xx are 200.
sub page {
	my ($db, $path) = @_;
	my ($status, $out, $err) = run_program('get', '--db', $db, $path);
	return { status => 200, body => $out } if !$status;
	return { status => $1, body => $2 }
		if $err =~ /^maxistat get: (\d+): (.*)/s;
	die "get $path: exit $status: $err";
}

# Starts a server on a port of its own; returns "127.0.0.1:PORT".
sub serve {
	my ($db, @args) = @_;
	my ($out, $err) = (scratch('serve'), scratch('serve-err'));
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', $out or exit 99;
		open STDERR, '>', $err or exit 99;
		exec program(), 'serve', '--db', $db, '--listen',
			'127.0.0.1:0', @args or exit 99;
	}
	for (1 .. 4000) {
		if (-s $out and slurp($out) =~ m{https?://(\S+)\n}) {
			$servers{$1} = { pid => $pid, err => $err };
			return $1;
		}
		die "serve: " . slurp($err) if waitpid($pid, 1) > 0;
		select undef, undef, undef, 0.005;
	}
	die "serve did not begin in 20 s";
}

sub server_pid { my ($where) = @_; return $servers{$where}{pid} }

# Ends a server; returns its exit status and what stood on stderr.
sub stop {
	my ($where, $signal) = @_;
	my $s = delete $servers{$where} or die "no server $where";
	kill $signal // 'TERM', $s->{pid};
	waitpid $s->{pid}, 0;
	my $status = $? >> 8 | ($? & 127) << 8;
	return ($status, slurp($s->{err}));
}

END {
	my $status = $?;
	for (values %servers) {
		kill KILL => $_->{pid};
		waitpid $_->{pid}, 0;
	}
	$? = $status;
}

# A body in chunks, as one; dies where it does not come to its end.
sub unchunked {
	my ($body) = @_;
	my ($text, $at) = ('', 0);
	while (substr($body, $at) =~ /\A([0-9a-f]+)\r\n/i) {
		my $n = hex $1;
		$at += length $&;
		return $text if !$n;
		$text .= substr $body, $at, $n;
		$at += $n + 2;
	}
	die 'the answer was cut off';
}

# One request, bytes as given. Returns {status, headers, body}.
sub request {
	my ($where, $method, $path, %o) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => $where, Timeout => 10)
		or die "connect $where: $!";
	my $body = $o{body};
	my %h = (Host => $where, Connection => 'close', %{ $o{headers} || {} });
	$h{'Content-Length'} = length $body if defined $body;
	print $s "$method $path HTTP/1.1\r\n",
		(map { "$_: $h{$_}\r\n" } grep { defined $h{$_} } sort keys %h),
		"\r\n", defined $body ? $body : '';
	local $/;
	my $answer = <$s>;
	die "no answer to $method $path"
		unless defined $answer && $answer =~ /\r\n\r\n/;
	my ($head, $rest) = split /\r\n\r\n/, $answer, 2;
	my ($first, @lines) = split /\r\n/, $head;
	my ($status) = $first =~ m{^HTTP/1\.1 (\d+)} or die $first;
	my %headers = map { /^([^:]+):\s*(.*)/ ? (lc $1, $2) : () } @lines;
	$rest = unchunked($rest)
		if ($headers{'transfer-encoding'} // '') eq 'chunked';
	return { status => $status, headers => \%headers, body => $rest };
}

sub get { my ($where, $path, %h) = @_;
	  request($where, 'GET', $path, headers => \%h) }
sub put { my ($where, $path, $body, %h) = @_;
	  request($where, 'PUT', $path, body => $body, headers => \%h) }
sub json { JSON::PP->new->utf8->decode($_[0]{body}) }

# The folder of shared data beside the project, or undef.
sub shared {
	my ($path) = @_;
	return -e "../shared/$path" ? "../shared/$path" : undef;
}

1;
