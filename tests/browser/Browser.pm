# Browser.pm - pages in a headless chromium: their DOM, what their scripts say,
# what they fetch. Nothing but 127.0.0.1 can be resolved.
package Browser;
use strict;
use warnings;
use Exporter 'import';
use File::Temp 'tempdir';
use JSON::PP;
use Maxistat;
use POSIX ();

our @EXPORT = qw(chromium dump ask);

my $profile = tempdir('maxistat-browser-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $id = 0;

# The program, or undef where it is not installed.
sub chromium { (grep { -x } '/usr/bin/chromium')[0] }

sub flags {
	return ('--headless', '--no-sandbox', '--disable-gpu', '--disable-quic',
		'--no-first-run', '--disable-background-networking',
		'--disable-component-update', '--disable-sync',
		'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
		"--user-data-dir=$profile");
}

# A page as it stands after its scripts have run: {dom, console, fetched}.
sub dump {
	my ($url) = @_;
	my ($out, $err, $log) = map { scratch($_) } qw(dom err net);
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', $out or exit 99;
		open STDERR, '>', $err or exit 99;
		$ENV{TMPDIR} = $profile; # it leaves things behind
		exec chromium(), flags(), '--virtual-time-budget=5000',
			'--enable-logging=stderr', "--log-net-log=$log",
			'--dump-dom', $url or exit 99;
	}
	waitpid $pid, 0;
	my $origin = $url =~ m{^(http://[^/]+)} ? $1 : 'none';
	my %fetched = map { /"url":"([^"]+)"/ ? ($1 => 1) : () }
		grep { /"initiator":"\Q$origin\E"/ }
		-e $log ? split /\n/, slurp($log) : ();
	return { dom => slurp($out), fetched => [ sort keys %fetched ],
		console => [ slurp($err) =~ /:CONSOLE[:(]\d+\)?\] (.*)/g ] };
}

# What a script in the page answers, once it is not null: over DevTools' pipe.
sub ask {
	my ($url, $script) = @_;
	local $^F = 20;
	pipe my $their_in, my $to or die "pipe: $!";
	pipe my $from, my $their_out or die "pipe: $!";
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		my ($in, $out) = map { POSIX::dup2($_->[0], $_->[1]) }
			[ fileno $their_in, 13 ], [ fileno $their_out, 14 ];
		POSIX::dup2($in, 3);
		POSIX::dup2($out, 4);
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		$ENV{TMPDIR} = $profile; # it leaves things behind
		exec chromium(), flags(), '--remote-debugging-pipe',
			'about:blank' or exit 99;
	}
	close $their_in;
	close $their_out;
	$to->autoflush(1);
	my $answer = eval {
		local $SIG{ALRM} = sub { die "no answer in 20 s\n" };
		alarm 20;
		converse($from, $to, $url, $script);
	};
	alarm 0;
	kill KILL => $pid;
	waitpid $pid, 0;
	return $answer;
}

sub call {
	my ($from, $to, $method, $params, $session) = @_;
	my $n = ++$id;
	print $to encode_json({ id => $n, method => $method, params => $params,
		$session ? (sessionId => $session) : () }), "\0";
	local $/ = "\0";
	while (my $line = <$from>) {
		chop $line;
		my $m = decode_json($line);
		return $m->{result} if ($m->{id} // 0) == $n;
	}
	die "chromium has ended\n";
}

sub converse {
	my ($from, $to, $url, $script) = @_;
	my $target = call($from, $to, 'Target.createTarget', { url => $url });
	my $session = call($from, $to, 'Target.attachToTarget', {
		targetId => $target->{targetId}, flatten => JSON::PP::true })
		->{sessionId};
	for (1 .. 100) {
		my $r = call($from, $to, 'Runtime.evaluate', {
			expression => $script, returnByValue => JSON::PP::true },
			$session);
		return $r->{result}{value} if defined $r->{result}{value};
		select undef, undef, undef, 0.1;
	}
	return undef;
}

1;
