#!/usr/bin/perl
# shell.t - shellcheck has nothing to say of our scripts.
use strict;
use warnings;
use Test::More;
use lib 'tests/lint';
use Lint qw(slurp files);

plan skip_all => 'no shellcheck is installed'
	unless grep { -x "$_/shellcheck" } split /:/, $ENV{PATH} // '';

# Tools' outputs that begin like a script are none of ours.
for my $path (grep { !m{^tests/import/} } files()) {
	next unless substr(slurp($path), 0, 80) =~ m{^#!\S*[/ ](?:ba|da)?sh\b};
	my $said = `shellcheck -S warning '$path' 2>&1`;
	is($said, '', $path);
}
done_testing();
