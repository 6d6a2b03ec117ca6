#!/usr/bin/perl
# HTTPS: the same server behind a certificate.
use strict;
use warnings;
use lib 'tests/lib';
use Maxistat;
use Test::More;

# A self-signed certificate for localhost and 127.0.0.1.
sub certificate {
	my ($cert, $key) = (scratch('cert.pem'), scratch('key.pem'));
	my $config = spew(scratch('openssl.cnf'), "[req]\nprompt=no\n" .
		"distinguished_name=d\nx509_extensions=x\n[d]\nCN=localhost\n" .
		"[x]\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n");
	system("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 " .
		"-nodes -days 2 -config $config -keyout $key -out $cert " .
		'2>/dev/null') == 0 or die 'no openssl';
	return ($cert, $key);
}

my ($cert, $key) = certificate();
my $db = scratch('tls.db');

# What curl prints, and its exit status.
sub curl {
	my (@args) = @_;
	my $out = scratch('curl');
	my $status = system('curl', '-sS', '-o', $out, '--cacert', $cert,
		'--stderr', '/dev/null', @args);
	return ($status >> 8, -e $out ? slurp($out) : '');
}

my $at = serve($db, '--tls-cert', $cert, '--tls-key', $key);
sub ok_curl {
	my ($name, $want, @args) = @_;
	my ($status, $body) = curl('-f', @args);
	is $status, 0, $name;
	like $body, $want, '... with its answer' if $want;
	return $body;
}

ok_curl('a page', qr/^ok: 0 runs/, "https://$at/health");
my $file = spew(scratch('big'), join '', map { rand() . "\n" } 1 .. 200_000);
ok_curl('an upload', qr{^see      https://\Q$at\E/run/1$}m, '-T', $file,
	"https://$at/runs/host:a,test:t,unit:s");
my $back = ok_curl('... comes back', undef, "https://$at/upload/1/raw");
ok $back eq slurp($file), '... byte for byte';
ok_curl('our Origin', qr/stored/, '-T', $file, '-H', "Origin: https://$at",
	"https://$at/runs/host:b");
is +(curl('-f', '-T', $file, '-H', "Origin: http://$at",
	"https://$at/runs/host:c"))[0], 22, 'the same without TLS is another site';
is +(curl("http://$at/health"))[0] != 0, 1, 'plain HTTP is no answer';
is +(curl('--tls-max', '1.1', '--tlsv1.0', '--ciphers', 'DEFAULT@SECLEVEL=0',
	"https://$at/health"))[0], 35, 'TLS 1.1 is none either';
{
	local $ENV{CURL_CA_BUNDLE} = $cert;
	my $small = spew(scratch('small'), "1\n2\n3\n");
	my ($status, $out, $err) = run_program('push',
		"https://$at/runs/host:pushed", $small);
	is $status, 0, 'maxistat push speaks it' or diag $err;
	like $out, qr/stored/, '... and stores';
	($status, $out, $err) = run_program('check', "https://$at",
		'host:a', 'host:b');
	unlike $err, qr/certificate|SSL/, '... and so does maxistat check';
}
my ($status, $err) = stop($at);
is "$status $err", '0 ', 'the server ends well';

# What is no certificate and key.
my (undef, $other) = certificate();
for ([ 'another key', [ '--tls-cert', $cert, '--tls-key', $other ], 2,
		qr/are '\S+' and '\S+' a certificate and its key\?/ ],
	[ 'a key alone', [ '--tls-key', $key ], 2, qr/go together/ ],
	[ 'a certificate alone', [ '--tls-cert', $cert ], 2, qr/go together/ ],
	[ 'no file', [ '--tls-cert', '/none', '--tls-key', $key ], 2,
		qr{/none} ]) {
	my ($name, $args, $want, $says) = @$_;
	($status, undef, $err) = run_program('serve', '--db', scratch('x.db'),
		'--listen', '127.0.0.1:0', @$args);
	is $status, $want, "$name: exit $want";
	like $err, $says, '... says why';
}
done_testing;
