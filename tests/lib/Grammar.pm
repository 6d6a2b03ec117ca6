# Grammar.pm - the archive that the tests of the grammar ask.
package Grammar;
use strict;
use warnings;
use Exporter 'import';
use JSON::PP;
use Maxistat;

our @EXPORT = qw(grammar_db);

# Eight runs: two of them on an option, one off, one with a whole config.
my @runs = (
	{ host => 'apu2', kernel => '6.1-rc3', 'hw.mem' => '4G', mtu => '64',
	  'option.VIMAGE' => 'y', at => '2020-11-05T10:00:00Z' },
	{ host => 'apu2', kernel => '6.1', 'hw.mem' => '16G', mtu => '1500',
	  'option.VIMAGE' => 'n', 'option.PREEMPT' => 'm',
	  at => '2020-11-20T12:30:15Z' },
	{ host => 'apu3', kernel => '6.1.1', 'hw.mem' => '512M', mtu => '9000',
	  at => '2020-10-31T23:59:59.5Z' },
	{ host => 'apu3', kernel => '13.0-BETA1', 'hw.mem' => '4096M',
	  mtu => '1.5k', 'option.VIMAGE' => 'y', 'option.PREEMPT' => 'y',
	  at => '2019-12-31T23:59:59Z' },
	{ host => 'fe80::1', kernel => '13.0-RC1',
	  note => 'a,b/c~d%e#f?g..h i', at => '2020-02-29' },
	{ kernel => '13.0-RELEASE', note => "gr\x{fc}n", 'option.DEBUG' => 'y',
	  at => '2020-01-15T08:00:00+01:00' },
	{ host => 'apu10', kernel => '6.10', note => 'x+y@z_1.0:%25',
	  at => '2020-02-02T02:02:02Z' },
);

# The archive and whether run 6 has a whole config.
sub grammar_db {
	my $json = JSON::PP->new->utf8->canonical;
	my $lines = '';
	for my $i (0 .. $#runs) {
		my %tags = %{ $runs[$i] };
		my $at = delete $tags{at};
		$lines .= $json->encode({ tags => \%tags, at => $at, results => [ {
			test => $i < 3 ? 'udp' : 'tcp',
			params => { size => 10 ** $i },
			metrics => [ { name => 'rate', unit => 'pps',
				better => 'higher',
				samples => [ map { 100 + $i + $_ / 10 } 1 .. 3 ] } ],
		} ] }) . "\n";
	}
	my $db = scratch('grammar.db');
	my ($failed, undef, $why) = run_program('import', '--db', $db,
		spew(scratch('runs.jsonl'), $lines));
	die $why if $failed;
	import_text($db, 'host:now,test:icmp,unit:ms', "1\n2\n3\n");
	# No upload can say yet that its options are a whole config; the
	# archive can.
	my $full = !system 'sqlite3', $db, "UPDATE option_set SET complete = 1
		WHERE id = (SELECT e.option_set FROM environment e JOIN run r
		ON r.environment = e.id WHERE r.id = 6)";
	return ($db, $full);
}

1;
