/* figures.c - what a tool computed of its own samples. */
#include "figures.h"

#include <math.h>

const struct summary figures_none = { 0, NAN, NAN, NAN, NAN, NAN };

void figures_one(struct report *r, size_t run, const struct figures *f,
		 const char *what, double value)
{
	if (!isnan(value))
		report_sample(r, run, f->test, f->params,
			      arena_printf(r->arena, "%s.%s", f->name, what),
			      f->unit, f->better, ROLE_SUMMARY, value);
}

void figures_put(struct report *r, size_t run, const struct figures *f,
		 const struct summary *s)
{
	if (s->n && !(isnan(s->mean) && isnan(s->median)) &&
	    report_summary_first(r, run, f->test, f->params, f->name, f->unit,
				 f->better, ROLE_SUMMARY, s))
		return;
	figures_one(r, run, f, "min", s->min);
	figures_one(r, run, f, "max", s->max);
	figures_one(r, run, f, "median", s->median);
	figures_one(r, run, f, "mean", s->mean);
	figures_one(r, run, f, "stddev", s->stddev);
}
