/* figures.c - every figure of a comparison, from one table. */
#include "figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_text.h"

enum kind { PLAIN, IN_UNIT, CHANGE, SHARE, PROBABILITY };

struct figure {
	const char *name;
	enum kind kind;
	bool is_interval;
	const char *meaning;
};

/* A shape that was not measured has n 0 and no figures. */
#define SHAPE(s, field) ((s).n ? (double)(s).field : (double)NAN)
#define OUTLIERS(s, which) \
	((s).n ? (double)((s).which.n_below + (s).which.n_above) : (double)NAN)

static const struct figure figures[] = {
#define FIGURE(name, value, kind, meaning) { name, kind, false, meaning },
#define INTERVAL(name, interval, kind, meaning) { name, kind, true, meaning },
#include "figures.def"
#undef FIGURE
#undef INTERVAL
};

#define N_FIGURES (sizeof(figures) / sizeof(figures[0]))

/* All values in the table's order; a plain figure is an interval's lo. */
static void values_of(const struct comparison *c,
		      struct interval out[N_FIGURES])
{
	size_t n = 0;

#define FIGURE(name, value, kind, meaning) \
	out[n++] = (struct interval){ value, NAN, false };
#define INTERVAL(name, interval, kind, meaning) out[n++] = interval;
#include "figures.def"
#undef FIGURE
#undef INTERVAL
}

void figures_json(const struct comparison *c, struct json *j, const char *key)
{
	struct interval values[N_FIGURES];
	size_t i;

	values_of(c, values);
	json_object(j, key);
	for (i = 0; i < N_FIGURES; i++) {
		if (!figures[i].is_interval) {
			json_number(j, figures[i].name, values[i].lo);
			continue;
		}
		json_array(j, figures[i].name);
		json_number(j, NULL, values[i].lo);
		json_number(j, NULL, values[i].hi);
		json_array_end(j);
	}
	json_object_end(j);
}

static void print_figure(struct buf *out, double x, enum kind kind)
{
	char text[32];

	switch (kind) {
	case SHARE:
		print_signed(100 * x, 2, text);
		buf_printf(out, "%s %%", text + (text[0] == '+'));
		break;
	case CHANGE:
		print_signed(100 * x, 2, text);
		buf_printf(out, "%s %%", text);
		break;
	case PROBABILITY:
		buf_printf(out, x > 0 && x < .0001 ? "%.1e" : "%.4f", x);
		break;
	default:
		print_value(x, text);
		buf_str(out, text);
		break;
	}
}

static void print_interval(struct buf *out, const struct interval *i,
			   enum kind kind)
{
	char lo[32], hi[32];

	if (kind == CHANGE) {
		print_change_ends(i, lo, hi);
		buf_printf(out, "%s %% .. %s %%", lo, hi);
	} else {
		print_ends(i, lo, hi);
		buf_printf(out, "%s .. %s", lo, hi);
	}
}

void figures_text(const struct comparison *c, const char *unit,
		  struct buf *out)
{
	struct interval values[N_FIGURES];
	size_t i;

	values_of(c, values);
	for (i = 0; i < N_FIGURES; i++) {
		const struct figure *f = &figures[i];

		if (isnan(values[i].lo))
			continue;
		buf_printf(out, "  %-23s ", f->name);
		if (f->is_interval)
			print_interval(out, &values[i], f->kind);
		else
			print_figure(out, values[i].lo, f->kind);
		if (f->kind == IN_UNIT && unit) {
			buf_char(out, ' ');
			text_safe(out, unit);
		}
		buf_char(out, '\n');
	}
}

void figures_help(struct buf *out)
{
	size_t i;

	for (i = 0; i < N_FIGURES; i++)
		buf_printf(out, "  %-23s %s\n", figures[i].name,
			   figures[i].meaning);
}
