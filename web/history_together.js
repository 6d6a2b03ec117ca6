// history_together.js - several lines in one picture: each as a share of its own first level, so that units do not matter.
import {el, minute, value} from "/page.js";
import {ownTags, title} from "/history_facts.js";
import {plotter, timeLabels, tzDate, xOf} from "/history_plot.js";
import {state} from "/history_state.js";

const DASHES = [[], [7, 4], [2, 3]], HUES = 4;

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const middle = values => {
	const sorted = values.filter(v => v !== null).sort((a, b) => a - b);
	return sorted[sorted.length >> 1];
};

// Medians in %, 100 where the first ten runs are; nothing of a run that is masked.
function shares({points}) {
	const first = middle(points.median.slice(0, 10));
	return points.median.map((v, i) => v === null || points.masked[i] || !first ? null : 100 * v / first);
}

// A run's number or its time; in order the lines have no place in common, so it is the time.
const axis = () => state.x === "run" ? "run" : "time";

async function draw(place, lines, told) {
	const uPlot = await plotter(), text = css("--soft"), grid = {stroke: css("--grid"), width: 1};
	const width = () => Math.max(280, place.clientWidth);
	const data = uPlot.join(lines.map(l => {
		const order = l.points.run.map((_, i) => i), xs = xOf(l, axis()), ys = shares(l);
		order.sort((a, b) => xs[a] - xs[b]);
		return [order.map(i => xs[i]), order.map(i => ys[i])];
	}));
	const u = new uPlot({
		width: width(), height: 380, tzDate,
		scales: {x: {time: axis() === "time"}, y: {distr: state.y === "log" ? 3 : 1, range: state.y === "zero" ? (_u, _lo, hi) => [0, hi * 1.05] : undefined}},
		axes: [{stroke: text, grid, ticks: grid, values: axis() === "time" ? timeLabels : undefined}, {stroke: text, grid, ticks: grid, size: 60, values: (_, splits) => splits.map(s => `${s} %`)}],
		legend: {show: false}, cursor: {drag: {x: false, y: false}, focus: {prox: 30}}, focus: {alpha: .25},
		series: [{}, ...lines.map((l, i) => ({label: title(l).name, stroke: css(`--line${i % HUES}`), dash: DASHES[Math.floor(i / HUES) % DASHES.length], width: 1.5, spanGaps: true, points: {show: false}}))],
		hooks: {setSeries: [(u, i) => told(i, u.cursor.idx)]},
	}, data, place);
	new ResizeObserver(() => u.setSize({width: width(), height: 380})).observe(place);
	return data;
}

// The stroke of a line, as the key of the picture has it.
function stroke(i) {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), line = document.createElementNS(svg.namespaceURI, "line");
	for (const [k, v] of Object.entries({width: 34, height: 10, "aria-hidden": "true"}))
		svg.setAttribute(k, String(v));
	for (const [k, v] of Object.entries({x1: 0, x2: 34, y1: 5, y2: 5, class: `line${i % HUES}`, "stroke-dasharray": DASHES[Math.floor(i / HUES) % DASHES.length].join(" ")}))
		line.setAttribute(k, String(v));
	svg.append(line);
	return svg;
}

const newest = l => {
	const known = shares(l).filter(v => v !== null);
	return known.length ? `${value(known[known.length - 1])} %` : "";
};

/** The picture with its key, which is the table of it. */
export function together(lines) {
	const canvas = el("div", {class: "plot", "aria-busy": "true"}), told = el("p", {class: "soft", "aria-live": "polite"}, "\u00a0");
	const tags = ownTags(lines);
	const say = (i, at) => told.textContent = i ? `${title(lines[i - 1]).name} ${tags(lines[i - 1])}` : at === null ? "\u00a0" : told.textContent;
	requestAnimationFrame(() => draw(canvas, lines, say).catch(() => canvas.replaceChildren(
		el("p", {class: "soft"}, "No picture: this program was built without uPlot. The tables say the same."))).finally(() => canvas.removeAttribute("aria-busy")));
	return el("figure", {role: "group", "aria-label": "all lines over time"}, canvas, told,
		el("figcaption", {}, "Medians as a share of each line's first ten runs, without outliers."),
		el("ul", {class: "key"}, ...lines.map((l, i) => el("li", {}, stroke(i), " ", el("a", {href: `/history/${l.terms}`}, title(l).name), ` ${tags(l)} `,
			el("span", {class: "soft"}, `${newest(l)} on ${minute(l.points.at[l.points.at.length - 1])}`)))));
}
