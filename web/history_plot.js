// history_plot.js - one line over time as a picture: uPlot, and what it does not draw itself.

/** @typedef {{index: number, x: number, y: number}} Place */

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Where a run stands on the x axis.
export function xOf(series, mode) {
	const {run, at} = series.points;
	return mode === "time" ? at.map(t => Date.parse(t) / 1000) : mode === "run" ? run : run.map((_, i) => series.first_index + i);
}

// The level that each shown run belongs to.
function levels(series) {
	const steps = series.change_points.filter(c => c.kind !== "burst");
	const {median, masked} = series.points, first = series.first_index;
	const mean = (from, to) => {
		const of = median.slice(Math.max(0, from - first), to - first).filter((_, i) => !masked[Math.max(0, from - first) + i]);
		return of.length ? of.reduce((sum, v) => sum + v / of.length, 0) : null;
	};
	const level = new Array(median.length).fill(null);
	const bounds = [0, ...steps.map(s => s.index), series.n];
	for (let k = 0; k + 1 < bounds.length; k++) {
		const v = k < steps.length ? steps[k].before : steps.length ? steps[k - 1].after : mean(bounds[k], bounds[k + 1]);
		for (let i = Math.max(bounds[k], first); i < bounds[k + 1] && i - first < level.length; i++)
			level[i - first] = v;
	}
	return level;
}

// From the 1st to the 99th percentile, a tenth wider, with every level in it: an outlier does not set the scale.
function range(series, level, mode) {
	const sorted = series.points.median.filter(v => v !== null).sort((a, b) => a - b);
	const at = q => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
	let lo = Math.min(at(.01), ...level.filter(v => v !== null)), hi = Math.max(at(.99), ...level.filter(v => v !== null));
	if (mode === "zero")
		[lo, hi] = [Math.min(0, lo), Math.max(0, hi)];
	const more = (hi - lo) * .1 || Math.abs(hi) * .05 || 1;
	return mode === "log" ? [Math.max(lo / 1.1, Number.MIN_VALUE), hi * 1.1] : [mode === "zero" && lo === 0 ? 0 : lo - more, hi + more];
}

// Canvas work inside the frame of a plot.
function inside(u, draw) {
	const {ctx} = u, {left, top, width, height} = u.bbox;
	ctx.save();
	ctx.beginPath();
	ctx.rect(left, top, width, height);
	ctx.clip();
	ctx.lineWidth = devicePixelRatio;
	draw(ctx, {left, top, width, height, dot: devicePixelRatio});
	ctx.restore();
}

// What lies behind the medians: intervals, pale where they are many, and samples.
function behind(u, series, xs) {
	inside(u, (ctx, {width, dot}) => {
		const {lo, hi, samples} = series.points, px = x => u.valToPos(x, "x", true), py = y => u.valToPos(y, "y", true);
		ctx.strokeStyle = css("--soft");
		ctx.globalAlpha = Math.max(.12, Math.min(.55, width / dot / xs.length / 6));
		for (let i = 0; i < xs.length; i++)
			if (lo[i] !== null && hi[i] !== null)
				line(ctx, px(xs[i]), py(lo[i]), px(xs[i]), py(hi[i]));
		ctx.globalAlpha = .55;
		ctx.fillStyle = css("--c");
		for (const [i, own] of (samples ?? []).entries())
			for (const v of own)
				ctx.fillRect(px(xs[i]) - dot, py(v) - dot, 2 * dot, 2 * dot);
	});
}

// What lies over them: masked runs, what happened, change points.
function over(u, series, xs) {
	inside(u, (ctx, {top, height, dot}) => {
		const {masked, median} = series.points, px = x => u.valToPos(x, "x", true);
		ctx.strokeStyle = css("--worse");
		for (let i = 0; i < xs.length; i++)
			if (masked[i]) {
				const x = px(xs[i]), y = Math.max(top + 5 * dot, Math.min(top + height - 5 * dot, u.valToPos(median[i], "y", true)));
				line(ctx, x - 4 * dot, y - 4 * dot, x + 4 * dot, y + 4 * dot);
				line(ctx, x - 4 * dot, y + 4 * dot, x + 4 * dot, y - 4 * dot);
			}
		happened(ctx, series, xs, px, {top, height, dot});
		for (const c of series.change_points)
			changeMark(ctx, series, c, xs, px, {top, height, dot});
		beyond(u, series, dot);
	});
}

// Dashed where the machine or a tool became another; a bar at the lower edge for a note; "F" where a run failed.
function happened(ctx, series, xs, px, {top, height, dot}) {
	const first = series.first_index, bottom = top + height;
	const at = i => px(xs[Math.max(0, Math.min(xs.length - 1, i - first))]), isShown = i => i >= first && i - first < xs.length;
	ctx.strokeStyle = css("--soft");
	ctx.setLineDash([4 * dot, 4 * dot]);
	for (const a of series.annotations)
		if (isShown(a.index))
			line(ctx, at(a.index), top, at(a.index), bottom);
	ctx.setLineDash([]);
	ctx.fillStyle = css("--c");
	for (const note of series.notes)
		if (note.to_index >= first && note.from_index - first < xs.length)
			ctx.fillRect(at(note.from_index) - 3 * dot, bottom - 5 * dot, at(note.to_index) - at(note.from_index) + 6 * dot, 5 * dot);
	ctx.fillStyle = css("--worse");
	ctx.font = `bold ${11 * dot}px system-ui, sans-serif`;
	ctx.textAlign = "center";
	ctx.textBaseline = "bottom";
	for (const f of series.failures) {
		const after = series.points.at.findIndex(t => t > f.at);
		if (after > 0)
			ctx.fillText("F", (px(xs[after - 1]) + px(xs[after])) / 2, bottom - 6 * dot);
	}
}

// How many runs lie above and below what is shown.
function beyond(u, series, dot) {
	const {min, max} = u.scales.y, {left, top, width, height} = u.bbox, {median} = series.points;
	const over = median.filter(v => v !== null && v > max).length, under = median.filter(v => v !== null && v < min).length;
	u.ctx.fillStyle = css("--soft");
	u.ctx.font = `${11 * dot}px system-ui, sans-serif`;
	u.ctx.textAlign = "right";
	if (over)
		u.ctx.fillText(`▲ ${over} above`, left + width - 4 * dot, top + 14 * dot);
	if (under)
		u.ctx.fillText(`▼ ${under} below`, left + width - 4 * dot, top + height - 4 * dot);
}

function line(ctx, x0, y0, x1, y1) {
	ctx.beginPath();
	ctx.moveTo(x0, y0);
	ctx.lineTo(x1, y1);
	ctx.stroke();
}

// A triangle at the upper edge, up or down as the value went, hollow while it is provisional; lo..hi is shaded.
function changeMark(ctx, series, c, xs, px, {top, height, dot}) {
	const first = series.first_index, i = c.index - first;
	if (i < 0 || i >= xs.length)
		return;
	const at = k => px(xs[Math.max(0, Math.min(xs.length - 1, k - first))]);
	const colour = css(c.kind === "burst" ? "--soft" : c.verdict === "better" ? "--better" : c.verdict === "worse" ? "--worse" : "--link");
	ctx.fillStyle = ctx.strokeStyle = colour;
	ctx.globalAlpha = .12;
	ctx.fillRect(at(c.lo) - dot, top, Math.max(2 * dot, at(c.hi) - at(c.lo) + 2 * dot), height);
	ctx.globalAlpha = 1;
	const x = px(xs[i]), up = c.after > c.before, size = 6 * dot, y = top + 2 * dot;
	ctx.beginPath();
	ctx.moveTo(x - size, up ? y + 1.6 * size : y);
	ctx.lineTo(x + size, up ? y + 1.6 * size : y);
	ctx.lineTo(x, up ? y : y + 1.6 * size);
	ctx.closePath();
	c.state === "provisional" ? ctx.stroke() : ctx.fill();
	ctx.font = `${12 * dot}px system-ui, sans-serif`;
	ctx.textAlign = "left";
	ctx.textBaseline = "alphabetic";
	ctx.fillText(c.change === null ? "" : `${c.change > 0 ? "+" : "−"}${Math.abs(100 * c.change).toPrecision(3)} %`, x + size + 3 * dot, y + 11 * dot);
}

// uPlot, whether or not this program has it; asked for while the data is on its way.
const asked = import("/uplot.js").catch(() => null);
const sheet = Object.assign(document.createElement("link"), {rel: "stylesheet", href: "/uplot.css"});
const styled = new Promise(ready => Object.assign(sheet, {onload: ready, onerror: ready}));
document.head.append(sheet);

/** uPlot's constructor, once it is there; an error where this program was built without it. */
export async function plotter() {
	const uplot = await asked;
	await styled;
	if (!uplot)
		throw new Error("there is no uPlot");
	return uplot.default;
}

/** What all plots have in common: times are UTC. */
export const tzDate = seconds => {
	const t = new Date(seconds * 1000);
	return new Date(t.getTime() + t.getTimezoneOffset() * 60_000);
};

// Dates as everywhere here: what a label says from this distance of labels on, and what is added where the year or the day is another.
const rows = [[31_536_000, "{YYYY}"], [2_419_200, "{YYYY}-{MM}"], [86_400, "{MM}-{DD}", "\n{YYYY}"],
	[60, "{HH}:{mm}", "\n{YYYY}-{MM}-{DD}", null, "\n{MM}-{DD}"], [1, "{HH}:{mm}:{ss}", "\n{YYYY}-{MM}-{DD}", null, "\n{MM}-{DD}"]];
export const timeLabels = rows.map(r => [...r, ...new Array(8 - r.length).fill(null), 1]);

const WIDE_GAP = 5; // times what lies between runs as a rule

// By time the level ends where nothing was measured for long, as pixels.
function gapsOf(u, xs) {
	const steps = xs.slice(1).map((x, i) => x - xs[i]), usual = [...steps].sort((a, b) => a - b)[steps.length >> 1] || Infinity;
	return steps.flatMap((step, i) => step > WIDE_GAP * usual ? [[u.valToPos(xs[i], "x", true), u.valToPos(xs[i + 1], "x", true)]] : []);
}

/**
 * Draws a line into a place. on.pin(index of the points), on.zoom(first, last) and on.at(index or null) are told what
 * the reader does.
 */
export async function plot(place, series, {x, y}, on) {
	const uPlot = await plotter();
	const xs = xOf(series, x), level = levels(series), keys = series.points.key;
	const [lo, hi] = range(series, level, y);
	const text = css("--soft"), grid = {stroke: css("--grid"), width: 1};
	const name = i => keys[i] ?? series.points.at[i]?.slice(0, 10) ?? "";
	const byOrder = x === "order";
	const u = new uPlot({
		width: Math.max(280, place.clientWidth), height: 300, tzDate,
		scales: {x: {time: x === "time"}, y: {range: [lo, hi], distr: y === "log" ? 3 : 1}},
		axes: [
			{stroke: text, grid, ticks: grid, size: x === "time" ? 48 : 34, values: byOrder ? (_, splits) => splits.map(s => Number.isInteger(s) ? name(s - series.first_index) : "") :
				x === "time" ? timeLabels : undefined},
			{stroke: text, grid, ticks: grid, size: 70},
		],
		cursor: {drag: {x: true, y: false, uni: 20}, focus: {prox: 40}, points: {size: 9}},
		legend: {show: false},
		series: [
			{},
			{label: "level", stroke: css("--text"), width: 1.5, paths: uPlot.paths.stepped?.({align: 1}), points: {show: false},
				gaps: (u, _s, _a, _b, found) => x === "time" ? found.concat(gapsOf(u, xs)) : found},
			{label: "median", stroke: css("--b"), width: 0, paths: () => null, points: {show: true, size: 5, fill: css("--b")}},
		],
		hooks: {
			drawAxes: [u => behind(u, series, xs)],
			draw: [u => over(u, series, xs)],
			setCursor: [u => on.at(u.cursor.idx ?? null)],
			setSelect: [u => {
				if (u.select.width < 10)
					return;
				const from = u.posToVal(u.select.left, "x"), to = u.posToVal(u.select.left + u.select.width, "x");
				const inside = xs.map((v, i) => v >= from && v <= to ? i : -1).filter(i => i >= 0);
				if (inside.length)
					on.zoom(inside[0], inside[inside.length - 1]);
			}],
		},
	}, [xs, level, series.points.median], place);
	u.over.addEventListener("click", () => {
		if (u.select.width < 10 && u.cursor.idx !== null && u.cursor.idx !== undefined)
			on.pin(u.cursor.idx);
	});
	new ResizeObserver(() => u.setSize({width: Math.max(280, place.clientWidth), height: 300})).observe(place);
	return {
		/** Shows a run as if the pointer were there. @param {number} i */
		point(i) {
			u.setCursor({left: u.valToPos(xs[i], "x"), top: u.valToPos(series.points.median[i] ?? lo, "y")});
		},
		destroy: () => u.destroy(),
	};
}
