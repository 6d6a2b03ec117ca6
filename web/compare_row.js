// compare_row.js - the rows of a comparison: figures, an interval on an axis, and all that is behind them.
import {el, load, percent, send, table, term, value} from "/page.js";
import {ecdf, intervalBar, sparkline, strips} from "/svg.js";

// Two significant digits of the half-width of the interval.
export function decimals(comparison) {
	const {lo, hi} = comparison.change_interval;
	const half = lo === null ? 0 : (hi - lo) / 2 * 100;
	return half > 0 ? Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(half)))) : Math.abs(comparison.change ?? 0) >= 1 ? 0 : 2;
}

export function interval(comparison) {
	const {lo, hi, unbounded} = comparison.change_interval;
	if (unbounded)
		return "unbounded";
	const d = decimals(comparison);
	return lo === null ? "" : `${percent(lo, d)} .. ${percent(hi, d)}`;
}

// A mean in the unit of its block: 4785555 pps is 4.786 Mpps.
const shown = (row, side) => value(side.mean === undefined || side.mean === null ? null : side.mean * row.shown.factor, true);

export const told = notices => notices.map(n => n.replaceAll("_", " ")).join(", ");

// Sure alone, but not among all rows of the report (Holm).
const weak = c => ["better", "worse", "changed", "negligible"].includes(c.verdict) && !c.holm;

// Further samples a side to decide; over 500 the noise has to be found first.
function more(c) {
	const n = c.figures.n_more;
	return c.verdict !== "inconclusive" || n === null ? "" : n > 500 ? "–" : `+${n}`;
}

function cells(report, row, at, axis) {
	const [a, b] = [row.sides[0], row.sides[at + 1]];
	const c = row.comparisons[at];
	const cv = s => s.stddev === null || s.stddev === undefined || !s.mean ? "" :
		(100 * s.stddev / Math.abs(s.mean)).toFixed(1);
	const mood = c.verdict === "better" || c.verdict === "worse" ? c.verdict : null;
	return [
		...report.label_keys.map(k => row.labels[k] ?? "–"),
		`${a.n}+${b.n}`, shown(row, a), cv(a), shown(row, b), cv(b),
		c.change === null ? "n/a" : percent(c.change, decimals(c)) + " %",
		interval(c),
		intervalBar({lo: c.change_interval.lo, hi: c.change_interval.hi, at: c.change}, axis, mood),
		el("span", {class: mood, title: c.reason}, c.word + (weak(c) ? "?" : "")),
		(report.summaries.some(s => s.marked_row === row.index && s.side === c.side) ? "<< " : "") + told(c.notices.filter(n => !report.counts[at].notices_of_all.includes(n))),
		more(c),
	];
}


// All rows of a table share an axis; nine in ten fit on it, the others are arrows.
function axisOf(rows, at) {
	const ends = rows.flatMap(r => {
		const {lo, hi} = r.comparisons[at].change_interval ?? {lo: null, hi: null};
		return lo === null || hi === null ? [Math.abs(r.comparisons[at].change ?? 0)] : [Math.max(Math.abs(lo), Math.abs(hi))];
	}).sort((x, y) => x - y);
	const most = ends[Math.min(ends.length - 1, Math.floor(.9 * ends.length))] * 1.1 || .01;
	return {lo: -most, hi: most};
}

/** The segments of this URL without its options, and these, wherever they stand. */
export function asked() {
	const options = location.search.slice(1).split("&").filter(Boolean), isOption = t => /^[a-z]+=/.test(t);
	const segments = location.pathname.split("/").slice(2).map(s => s.split(",").filter(t => !isOption(t) || !options.push(t)).join(",")).filter(Boolean);
	return {segments, options: options.map(o => /** @type {[string, string]} */ (o.split("=", 2)))};
}

export const query = options => options.length ? "?" + options.map(o => o.join("=")).join("&") : "";

// The row's own conditions, in front of the sides of this URL.
function narrowed(page, row) {
	const {segments} = asked();
	const own = [...(row.test ? [term("test", row.test)] : []), term("metric", row.metric), ...Object.entries(row.labels).filter(([, v]) => v !== null).map(([k, v]) => term(k, v))];
	const common = segments.length > 2 ? segments.shift() : null, told = common && common !== "-" ? common.split(",") : [];
	return `/${page}/${[...told, ...own.filter(t => !told.includes(t))].join(",")}/${segments.join("/")}`;
}

// What of this URL's options says how samples are put together, and not which rows are shown.
const HOW = ["by", "per", "pair", "confidence", "margin", "exact"];
const kept = names => asked().options.filter(([name]) => names.includes(name));

// Dots where they can be told apart, else the share of samples below a value; the reader may choose.
const DOTS = 150;

function pictures(drawn, unit) {
	const place = el("div"), dots = el("button", {type: "button"}, "dots"), shares = el("button", {type: "button"}, "ECDF");
	const draw = isDots => {
		place.replaceChildren(isDots ? strips(drawn) : ecdf(drawn));
		dots.setAttribute("aria-pressed", String(isDots));
		shares.setAttribute("aria-pressed", String(!isDots));
	};
	dots.addEventListener("click", () => draw(true));
	shares.addEventListener("click", () => draw(false));
	draw(drawn.every(s => s.samples.length <= DOTS));
	return [el("div", {class: "tools"}, `every sample${unit ? `, in ${unit},` : ""} as `, dots, " ", shares), place];
}

// Samples of all sides, in one picture and in the order they were measured; the block of ministat; the runs.
async function details(report, row) {
	const more = await load(narrowed("compare.json", row) + query([...kept(HOW), ["samples", "1"]]));
	const same = more.rows.find(r => r.metric === row.metric && r.role === row.role && r.test === row.test) ?? more.rows[0];
	const sides = same.sides.map((s, i) => ({name: report.sides[i].name, samples: (s.samples ?? []).map(v => v * same.shown.factor), ids: s.run_ids ?? []}));
	const block = await send("GET", narrowed("ministat", row) + query(kept(["by"]))).catch(e => e.message);
	const drawn = sides.filter(s => s.samples.length);
	return el("div", {},
		...(drawn.length ? pictures(drawn, same.shown.unit) : [el("p", {class: "soft"}, "No samples: a published summary.")]),
		...drawn.filter(s => s.samples.length > 1).map(s => el("div", {}, `${s.name} in order `, sparkline(s.samples, {width: 480, height: 36}))),
		el("pre", {tabindex: "0"}, block),
		...sides.map(s => el("p", {}, `${s.name}: `, ...s.ids.slice(0, 30).flatMap(id => [el("a", {href: `/run/${id}`}, `run ${id}`), " "]),
			s.ids.length > 30 ? `and ${s.ids.length - 30} more` : "")));
}

function opener(report, row) {
	const button = el("button", {type: "button", "aria-expanded": "false", class: "opener"}, "more");
	let shown = null;
	button.addEventListener("click", async () => {
		const line = button.closest("tr");
		if (shown) {
			shown.remove();
			shown = null;
		} else {
			const cell = el("td", {colspan: line?.children.length}, "loading…");
			shown = el("tr", {class: "open"}, cell);
			line?.after(shown);
			cell.replaceChildren(await details(report, row).catch(e => el("p", {class: "error"}, e.message)));
		}
		button.setAttribute("aria-expanded", String(Boolean(shown)));
	});
	return button;
}

/** A table of rows of one test, metric and unit; side at + 1 against A. */
export function rowTable(report, rows, at, name) {
	const number = (head, sort) => ({name: head, class: "number", sort});
	const c = i => rows[i].comparisons[at];
	const heads = [
		...report.label_keys.map(k => ({name: k.replace(/^hw\./, ""), sort: i => rows[i].labels[k]})),
		number("n"), number("A", i => rows[i].sides[0].mean), number("cv %"), number(report.sides[at + 1].name, i => rows[i].sides[at + 1].mean), number("cv %"),
		number("change", i => c(i).change), number(`${report.options.confidence} % interval`), {name: ""}, {name: "verdict", sort: i => c(i).word},
		{name: "notices", class: "wrap soft"}, number("more n"), {name: ""},
	];
	const axis = axisOf(rows, at);
	return table(heads, rows.map(r => [...cells(report, r, at, axis), opener(report, r)]), name);
}
