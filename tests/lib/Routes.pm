# Routes.pm - the table of pages as the tests walk it: a new row is tested by
# being there.
package Routes;
use strict;
use warnings;
use Exporter 'import';
use Maxistat;

our @EXPORT = qw(routes route_rows ask upload path_of spelled fill status_done
	accepts);

# By the suffix of a format.
my %type = (txt => 'text/plain', json => 'application/json', csv => 'text/csv',
	html => 'text/html');
my (@routes, $rows);

sub read_table {
	my $text = slurp('server/routes.c');
	$text =~ s{/\*.*?\*/}{}gs;
	$rows = () = $text =~ /^\t\{ "/mg;
	my $row = 0;
	while ($text =~ /\{\s*"([A-Z ]+)",\s*"([^"]+)",\s*\w+,\s*([A-Z |]+),\s*
			SCOPE_(\w+),\s*([A-Z_ |]+),\s*EFFORT_(\w+),/gx) {
		my ($methods, $path, $formats, $scope, undef, $effort) =
			($1, $2, $3, $4, $5, $6);
		$row++;
		push @routes, map { { row => $row, method => $_, path => $path,
			scope => lc $scope, effort => lc $effort,
			formats => [ map { lc =~ s/text/txt/r } split / \| /,
				$formats ] } }
			split ' ', $methods;
	}
}

# Every method of every row: {row, method, path, scope, effort, formats}.
sub routes { read_table() if !@routes; return @routes }
# How many rows the file has, however they are written.
sub route_rows { routes(); return $rows }

# The Accept header of a format.
sub accepts { return (Accept => $type{$_[0]}) }

# What stands for the words in capitals; a word that is not known is its name.
my %word = (TERMS => 'host:a', SIDES => 'host:c/host:d', FILE => 'f.txt',
	NAME => 'host', ROWKEY => 'host', COLKEY => 'test');
# What NAME is the name of, by page.
my %name = ('/help' => 'terms', '/host' => 'a', '/test' => 't');
my $n = 0;

# An upload that no other one equals.
sub upload { my ($at, $terms, %h) = @_;
	put($at, "/runs/$terms", join('', map { $_ + ++$n . "\n" } 1 .. 5), %h) }

# Runs that the routes speak of; the answers.
sub fill {
	my ($at, %h) = @_;
	return (upload($at, 'host:a,test:t', %h), put($at, '/env/host', "host: a\n", %h),
		map { put($at, "/runs/host:$_,test:t", "1\n2\n3\n4\n", %h) } qw(c d));
}

# A path for one request; %h may write, and makes the run that is asked for.
sub path_of {
	my ($at, $path, %h) = @_;
	my $run = sub {
		my $r = upload($at, 'host:a,test:t', %h);
		return $r->{headers}{location} =~ /(\d+)/ ? $1 : 1;
	};
	my $edit = sub {
		my $r = request($at, 'POST', '/run/' . $run->() . '/tags/host:z', body => '',
			headers => \%h);
		return $r->{body} =~ m{/edit/(\d+)} ? $1 : 1;
	};
	my $note = sub {
		my $r = request($at, 'POST', '/note/host:a,rev:r' . ++$n, body => 'why',
			headers => \%h);
		return $r->{body} =~ m{/note/(\d+)} ? $1 : 1;
	};
	$path =~ s{^(/\w+)/NAME}{"$1/" . ($name{$1} // $word{NAME})}e;
	$path =~ s{^/note/ID}{'/note/' . $note->()}e;
	$path =~ s{^/note/TERMS}{'/note/host:a,rev:r' . ++$n}e;
	$path =~ s{^/edit/ID}{'/edit/' . $edit->()}e;
	$path =~ s{/tags/TERMS$}{/tags/host:z};
	$path =~ s{\bID\b}{$path =~ m{^/upload} ? 1 : $run->()}e;
	$path =~ s{\b([A-Z]{2,})\b}{$word{$1} // lc $1}ge;
	return $path;
}

# The path of a row in a format, with words for what is given: spelled('/run/ID',
# 'json', ID => 7) is /run.json/7. '' leaves the suffix away. Of NAME a word may
# be for one page: '/host' => 'h'.
sub spelled {
	my ($path, $suffix, %words) = @_;
	my ($page) = $path =~ m{^(/\w*)};
	%words = (%word, %name, %words);
	$words{NAME} = $words{$page} // $words{NAME};
	$path =~ s{\b([A-Z]{2,})\b}{$words{$1} // die "no word for $1"}ge;
	return $path if $suffix eq '';
	return "/index.$suffix" if $path eq '/';
	return $path =~ s{^/(\w+)}{/$1.$suffix}r;
}

# A request of a route, with what has to be there before. %h are its headers;
# $before->() is called just before it is sent.
sub ask {
	my ($at, $method, $path, $prepare, %h) = @_;
	my $before = delete $h{before};
	my $url = path_of($at, $path, %$prepare);
	request($at, 'DELETE', $url =~ s{/restore$}{}r, body => "why\n",
		headers => $prepare) if $url =~ m{^/run/\d+/restore$};
	$before->() if $before;
	return request($at, $method, $url,
		body => $method eq 'GET' ? undef :
			$method eq 'DELETE' || $path =~ m{^/note/} ? 'why' : $path =~ m{^/env/} ?
			'n: ' . ++$n . "\n" : ++$n . "\n2\n3\n",
		headers => \%h);
}

# What a route answers who may do it. One that is not named here: 200 where it
# reads, and what is no refusal and no failure where it writes.
my %done = ('PUT /env/NAME' => 200, 'POST /run/ID/tags/TERMS' => 200,
	'POST /edit/ID/undo' => 200, 'POST /note/TERMS' => 201, 'POST /note/ID/undo' => 200,
	'DELETE /run/ID' => 200, 'POST /run/ID/restore' => 200,
	'GET /compare' => 400, 'DELETE /runs/TERMS' => 409, map { ("$_ /runs" => 201,
	"$_ /runs/TERMS" => 201, "$_ /runs/TERMS/FILE" => 201) } qw(PUT POST));
sub status_done { my ($method, $path) = @_;
	return $done{"$method $path"} //
		($method eq 'GET' ? 200 : '(?!401|403|5)\d+') }

1;
