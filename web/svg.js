// svg.js - small pictures: sparklines, interval bars, strips of samples.
import {value} from "/page.js";

const NS = "http://www.w3.org/2000/svg";

// An element of SVG: svg("circle", {r: 2}, child...).
export function svg(name, attributes = {}, ...children) {
	const e = document.createElementNS(NS, name);
	for (const [key, v] of Object.entries(attributes))
		if (v !== null && v !== undefined)
			e.setAttribute(key, String(v));
	e.append(...children.filter(c => c !== null && c !== undefined));
	return e;
}

// From a value to a place between from and to; all in the middle where there is no spread.
export function scale(lo, hi, from, to) {
	return hi > lo ? x => from + (x - lo) / (hi - lo) * (to - from) : () => (from + to) / 2;
}

/**
 * Values in their order, as a line; marks are indexes with a change.
 * A value of null leaves a gap.
 */
export function sparkline(values, {width = 120, height = 22, marks = [], label = ""} = {}) {
	const known = values.filter(v => v !== null);
	if (!known.length)
		return svg("svg", {width, height, role: "img", "aria-label": "no values"});
	const y = scale(Math.min(...known), Math.max(...known), height - 3, 3);
	const x = scale(0, values.length - 1, 3, width - 3);
	let path = "", pen = "M";
	for (const [i, v] of values.entries()) {
		if (v === null) {
			pen = "M";
			continue;
		}
		path += `${pen}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
		pen = "L";
	}
	const last = values.length - 1 - [...values].reverse().findIndex(v => v !== null);
	return svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, class: "spark", role: "img",
		"aria-label": label || `${known.length} values, from ${value(Math.min(...known))} to ${value(Math.max(...known))}`},
		...marks.map(i => svg("line", {class: "mark", x1: x(i), x2: x(i), y1: 0, y2: height})),
		svg("path", {d: path, fill: "none"}),
		svg("circle", {cx: x(last), cy: y(/** @type {number} */ (values[last])), r: 1.8}));
}

/**
 * An interval on an axis that several share: lo..hi in its units, 0 marked.
 * Ends beyond the axis are arrows.
 */
export function intervalBar({lo, hi, at}, axis, mood, {width = 150, height = 16} = {}) {
	const x = scale(axis.lo, axis.hi, 6, width - 6);
	const clamp = v => Math.max(axis.lo, Math.min(axis.hi, v));
	const middle = height / 2;
	const parts = [svg("line", {class: "zero", x1: x(0), x2: x(0), y1: 0, y2: height})];
	if (lo !== null && hi !== null)
		parts.push(svg("line", {class: "bar", x1: x(clamp(lo)), x2: x(clamp(hi)), y1: middle, y2: middle}));
	if (lo !== null && lo < axis.lo)
		parts.push(svg("path", {class: "arrow", d: `M6 ${middle - 4}L1 ${middle}L6 ${middle + 4}Z`}));
	if (hi !== null && hi > axis.hi)
		parts.push(svg("path", {class: "arrow", d: `M${width - 6} ${middle - 4}L${width - 1} ${middle}L${width - 6} ${middle + 4}Z`}));
	if (at !== null)
		parts.push(svg("circle", {cx: x(clamp(at)), cy: middle, r: 3}));
	return svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, class: `interval ${mood ?? ""}`, "aria-hidden": "true"}, ...parts);
}

// The least and the greatest of many.
function ends(values) {
	let lo = Infinity, hi = -Infinity;
	for (const v of values) {
		lo = Math.min(lo, v);
		hi = Math.max(hi, v);
	}
	return {lo, hi};
}

const middle = sorted => (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;

// A picture of sets of samples on one axis, with what is read out.
function sheet(sets, width, height) {
	const all = sets.map(s => ends(s.samples)), lo = Math.min(...all.map(e => e.lo)), hi = Math.max(...all.map(e => e.hi));
	const picture = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, class: "strips", role: "img",
		"aria-label": sets.map((s, i) => `${s.name}: ${s.samples.length} samples from ${value(all[i].lo)} to ${value(all[i].hi)}`).join("; ")});
	picture.append(svg("text", {x: LEFT, y: height - 3, class: "axis"}, value(lo)),
		svg("text", {x: width - 14, y: height - 3, class: "axis end"}, value(hi)));
	return {picture, x: scale(lo, hi, LEFT, width - 14)};
}

const LEFT = 40;

/** Samples of several sets on one axis, a row each; the line is the median. */
export function strips(sets, {width = 640, row = 34} = {}) {
	const {picture, x} = sheet(sets, width, sets.length * row + 18);
	for (const [i, set] of sets.entries()) {
		const y = i * row + row / 2, median = x(middle([...set.samples].sort((a, b) => a - b)));
		picture.append(svg("text", {x: 0, y: y + 4}, set.name), svg("line", {class: "median", x1: median, x2: median, y1: y - 13, y2: y + 13}),
			...set.samples.map((v, k) => svg("circle", {cx: x(v).toFixed(1), cy: y + (k * 7919 % 17 - 8), r: 2.2, class: `side${i}`})));
	}
	return picture;
}

/** How many of the samples of each set are at most a value: a line of steps each, of at most a step a pixel. */
export function ecdf(sets, {width = 640, height = 200} = {}) {
	const {picture, x} = sheet(sets, width, height), y = scale(0, 1, height - 20, 8);
	for (const share of [0, .5, 1])
		picture.append(svg("line", {class: "grid", x1: LEFT, x2: width - 14, y1: y(share), y2: y(share)}),
			svg("text", {class: "axis", x: 0, y: y(share) + 4}, `${100 * share} %`));
	for (const [i, set] of sets.entries()) {
		const sorted = [...set.samples].sort((a, b) => a - b), most = sorted.length;
		let path = `M${x(sorted[0]).toFixed(1)} ${y(0)}`;
		for (const [k, v] of sorted.entries())
			if (k + 1 === most || Math.round(x(v)) !== Math.round(x(sorted[k + 1])))
				path += `H${x(v).toFixed(1)}V${y((k + 1) / most).toFixed(1)}`;
		const end = x(middle(sorted));
		picture.append(svg("path", {class: `line${i}`, d: path, fill: "none"}), svg("text", {x: end + 5, y: y(.5) - 5 + 16 * i}, set.name));
	}
	return picture;
}
