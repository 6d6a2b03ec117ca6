/* page_help.c - help, printed from the tables that the program runs by. */
#include <string.h>

#include "figures.h"
#include "formats.h"
#include "limits.h"
#include "notices.h"
#include "pages.h"
#include "route.h"

static void help_routes(const struct request *rq, struct buf *out)
{
	const struct route *r;

	(void)rq;
	buf_str(out, "Pages. Each GET comes as text; .json, .csv or .html "
		"behind the first word of the\npath, or an Accept header, asks "
		"for another representation.\n\n");
	for (r = routes; r->path; r++)
		buf_printf(out, "  %-9s %-18s %s%s%s%s\n", r->methods,
			   r->path, r->summary,
			   r->scope == SCOPE_READ ? "" : " [",
			   r->scope == SCOPE_READ ? "" : scope_name(r->scope),
			   r->scope == SCOPE_READ ? "" : "]");
	buf_str(out,
"\n[upload], [edit] and [admin] are scopes; each includes the ones before it.\n"
"What has none is open to all. On a loopback address all is open as long as\n"
"the archive has no tokens; else one is shown:\n"
"\n"
"  maxistat token add NAME --scope upload --db FILE     prints it, once\n"
"  curl -H \"Authorization: Bearer $TOKEN\" ...          or, from ~/.netrc\n"
"  machine HOST login any password TOKEN                with curl -n\n"
"\n"
"401: none, or one that is not good; 403: its scope is too small.\n");
}

static void help_terms(const struct request *rq, struct buf *out)
{
	(void)rq;
	buf_str(out,
"A segment is terms joined by ','. All must hold.\n"
"\n"
"  key:value        is this value           an upload records it\n"
"  key:a~b          either of them\n"
"  key:a..b         a range, ends included; a.. and ..b are open\n"
"  key.pre:x        begins with x\n"
"  key.sub:x        contains x\n"
"  key:             not recorded\n"
"  -key:            recorded, whatever it is\n"
"  -key:value       not this value, or not recorded\n"
"  NAME             kernel option on        an upload records y\n"
"  -NAME            kernel option off       an upload records n\n"
"  at:2026-11       measured in this time; at:7d.. in the last 7 days\n"
"  run:42           this run; run:1~2, run:..99, upload:7\n"
"  last:5           the 5 newest runs of each row and side\n"
"  -                no condition\n"
"  name=value       an option\n"
"\n"
"Keys: any tag or parameter; test, metric, unit, better, role of a result.\n"
"Inside a value , / ~ % # ? blanks and .. are written as %XX: unit:MB%2Fs.\n"
"/compare/A/B; with three segments or more the first is common:\n"
"/compare/COMMON/A/B. A is the baseline: change = (B - A) / A.\n"
"Options stand in any segment, or behind '?' joined by '&'.\n");
	options_help(out);
}

static void help_formats(const struct request *rq, struct buf *out)
{
	(void)rq;
	buf_str(out,
"Formats. They are found by themselves; format=NAME says which.\n"
"\n"
"Under a name: what it is, what you add to the TERMS, and its metrics: which\n"
"way is better, units, names. * is the file's own, - is none.\n\n");
	formats_print(out, NULL);
}

static void help_limits(const struct request *rq, struct buf *out)
{
	(void)rq;
	buf_str(out, "Limits.\n\n");
#define PRINT(name, value, unit, what) \
	buf_printf(out, "  %10u %-9s %s\n", (unsigned)(value), unit, what);
	LIMITS(PRINT)
#undef PRINT
}

static void help_stats(const struct request *rq, struct buf *out)
{
	(void)rq;
	buf_str(out,
"The verdict of a row, from Welch's interval of the relative change:\n"
"\n"
"  better, worse  the interval excludes 0; 'changed' where nobody told\n"
"                 which way is better\n"
"  worse <1 %     it excludes 0, and the interval at twice the error lies\n"
"                 inside the margin: a difference too small to matter; JSON\n"
"                 and CSV say 'negligible'\n"
"  same +/-1 %    not told from 0, and inside the margin: shown to be equal;\n"
"                 'equivalent' in JSON and CSV\n"
"  inconclusive   neither is shown; it does not mean 'the same'\n"
"  too few        a side with one sample\n"
"  identical      both sides constant and equal\n"
"  ?              sure alone, but not among all rows of the report (Holm\n"
"                 1979)\n"
"\n"
"The margin is 1 % for rates, 2 % for times and shares, 5 % for percentiles;\n"
"margin= sets it. mean is the arithmetic mean (compensated sum), stddev the\n"
"sample standard deviation (n - 1, two passes), cv stddev / mean; a median of\n"
"an even number is the mean of the two in the middle; percentiles are type 7.\n"
"Means of runs are compared where both sides have 3 runs or more, else\n"
"samples; per= says otherwise, pair=KEY compares pairs.\n"
"\n"
"Over hosts the log ratios are put together by random effects (Paule & Mandel\n"
"1982, Knapp & Hartung 2003); hosts disagree where Cochran's Q has p < .05.\n"
"Over unlike rows stands the geometric mean of the ratios, with the interval\n"
"over the rows.\n"
"\n"
"Notices; nothing is ever left out because of one. Tests of shape count at\n"
"p < .01 by Holm over the report, from 8 samples on:\n\n");
	notices_help(out);
	buf_str(out, "\nFigures of detail=1 and of JSON:\n\n");
	figures_help(out);
	buf_str(out,
"  p_holm, p_bh            welch_p among all rows (Holm 1979; Benjamini &\n"
"                          Hochberg 1995)\n"
"  p50 p90 p95 p99         with bootstrap=1: type 7; the interval of one side\n"
"                          by the exact bootstrap distribution (Hutson &\n"
"                          Ernst 2000), from 6, 100, 200, 1000 samples on;\n"
"                          that of the change by 10,000 draws of ranks, the\n"
"                          same at every repetition\n"
"\n"
"/check: a row counts as worse when its verdict is worse and Holm holds; what\n"
"A has and B lacks counts too, unless missing=ignore; miss=5: undecided where\n"
"a loss of 5 % may have been missed.\n"
"\n"
"/ministat prints what ministat(1) prints: Student's t with a pooled variance\n"
"and a table of t of three decimals. Its level 99.5 is really two-sided\n"
"99.8 %. profile=debian2015 keeps the bugs of that version.\n");
}

static const struct topic {
	const char *name, *summary;
	void (*print)(const struct request *rq, struct buf *out);
} topics[] = {
	{ "routes", "the pages", help_routes },
	{ "terms", "the grammar of uploading and asking", help_terms },
	{ "formats", "what an upload may be", help_formats },
	{ "stats", "what the numbers mean", help_stats },
	{ "limits", "how much of everything", help_limits },
};

#define N_TOPICS (sizeof(topics) / sizeof(topics[0]))

static void help_all(const struct request *rq, struct buf *out)
{
	const char *base = *rq->base ? rq->base : "http://127.0.0.1:8421";
	size_t i;

	buf_printf(out, "maxistat keeps benchmark samples and compares any two "
		   "sets of tags.\n\n"
		   "  curl -fsS -T FILE %s/runs/host:apu2,test:udp,unit:pps\n"
		   "  curl -fsS %s/runs\n"
		   "  curl -fsS %s/tests\n\n", base, base, base);
	for (i = 0; i < N_TOPICS; i++)
		buf_printf(out, "  /help/%-10s %s\n", topics[i].name,
			   topics[i].summary);
}

int help_get(struct request *rq, struct reply *rp, struct err *err)
{
	const char *name;
	size_t i;

	reply_type(rq, rp);
	if (!rq->n_segments) {
		help_all(rq, &rp->body);
		return REPLY_NOW;
	}
	if (segment_text(rq, 0, &name, err) < 0)
		return -1;
	for (i = 0; i < N_TOPICS; i++)
		if (!strcmp(topics[i].name, name)) {
			topics[i].print(rq, &rp->body);
			return REPLY_NOW;
		}
	err_set(err, ERR_NOT_FOUND, "no help on '%.60s'", name);
	for (i = 0; i < N_TOPICS; i++)
		err_near(err, topics[i].name);
	return -1;
}
