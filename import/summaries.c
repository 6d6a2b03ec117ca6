/* summaries.c - what a tool computed of its own samples. */
#include "summaries.h"

#include <math.h>

#include "figure.h"

const struct summary summary_none = { 0, NAN, NAN, NAN, NAN, NAN };

void summary_figure(struct report *r, size_t run, const struct summarized *f,
		    const char *what, double value)
{
	const struct figure *figure;
	const char *name;

	if (isnan(value))
		return;
	figure = figure_find(what);
	name = arena_printf(r->arena, "%s.%s", f->name, what);
	if (figure && figure->better == BETTER_LOWER && value < 0)
		report_error(r, r->line, "the %s of '%.80s' is below 0", what,
			     f->name);
	else if (figure)
		report_sample(r, run, f->test, f->params, name,
			      figure_unit(figure, f->unit),
			      figure_better(figure, f->better),
			      figure->role, value);
	else
		report_sample(r, run, f->test, f->params, name, f->unit,
			      f->better, ROLE_SUMMARY, value);
}

void summary_put(struct report *r, size_t run, const struct summarized *f,
		 const struct summary *s)
{
	if (s->n && !(isnan(s->mean) && isnan(s->median)) &&
	    report_summary_first(r, run, f->test, f->params, f->name, f->unit,
				 f->better, ROLE_SUMMARY, s))
		return;
	summary_figure(r, run, f, "min", s->min);
	summary_figure(r, run, f, "max", s->max);
	summary_figure(r, run, f, "median", s->median);
	summary_figure(r, run, f, "mean", s->mean);
	summary_figure(r, run, f, "stddev", s->stddev);
}
