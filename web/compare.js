// compare.js - a comparison as a table, read from the JSON of this very URL.
import {el, fail, load, parts, percent, table, value, words} from "/page.js";

const spelling = suffix => location.pathname.replace(/^\/compare(\.html)?/, "/compare" + suffix) + location.search;

const n = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function sideText(side) {
	const parts = [n(side.runs, "run"), n(side.samples, "sample")];
	if (side.hosts)
		parts.push(n(side.hosts, "host"));
	const from = side.first_at?.slice(0, 10), to = side.last_at?.slice(0, 10);
	parts.push(!to ? "date not recorded" : from === to ? to : `${from} to ${to}`);
	if (side.left_out)
		parts.push(`${n(side.left_out, "run")} that record nothing of the option left out`);
	return parts.join(", ");
}

function differences(report) {
	const apart = report.counts.some(c => c.apart_in_time) ? [el("div", {}, "measured at different times")] : [];
	if (!report.differ.length && !apart.length)
		return ["nothing recorded"];
	return apart.concat(report.differ.map(d => el("div", {}, d.key + ": " + report.sides.map((side, i) =>
		side.name + " " + d.values.filter(v => v.runs[i]).map(v =>
			(v.value ?? "not recorded") + (v.runs[i] === side.runs ? "" : ` (${v.runs[i]})`)).join(", ")).join(" | "))));
}

// The machine's tags, hundreds of them with a kernel's config, behind a click.
function both(report) {
	const [tried, machine] = parts(report.both), count = Object.keys(machine).length;
	const text = words(tried) || (count ? "" : "nothing recorded is the same everywhere");
	return [text, ...(count ? [el("details", {}, el("summary", {}, `${n(count, "tag")} of the machine and its kernel`),
		words(machine))] : [])];
}

function header(report) {
	const list = el("dl");
	for (const [i, side] of report.sides.entries())
		list.append(el("dt", {}, side.name), el("dd", {},
			el("code", {}, side.terms), ` ${sideText(side)}${i ? "" : ", baseline"}`));
	list.append(el("dt", {}, "both"), el("dd", {}, ...both(report)));
	list.append(el("dt", {}, "differ besides " + (report.asked || "the terms")), el("dd", {}, ...differences(report)));
	return list;
}

// Two significant digits of the half-width of the interval.
function decimals(comparison) {
	const {lo, hi} = comparison.change_interval;
	const half = lo === null ? 0 : (hi - lo) / 2 * 100;
	return half > 0 ? Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(half)))) : 2;
}

function interval(comparison) {
	const {lo, hi, unbounded} = comparison.change_interval;
	if (unbounded)
		return "unbounded";
	const d = decimals(comparison);
	return lo === null ? "" : `${percent(lo, d)} .. ${percent(hi, d)}`;
}

// A mean in the unit of its block: 4785555 pps is 4.786 Mpps.
const shown = (row, side) => value(side.mean === undefined || side.mean === null ? null : side.mean * row.shown.factor);

const told = notices => notices.map(n => n.replaceAll("_", " ")).join(", ");

// Sure alone, but not among all rows of the report (Holm).
const weak = c => ["better", "worse", "changed", "negligible"].includes(c.verdict) && !c.holm;

// Further samples a side to decide; over 500 the noise has to be found first.
function more(c) {
	const n = c.figures.n_more;
	return c.verdict !== "inconclusive" || n === null ? "" : n > 500 ? "–" : `+${n}`;
}

function cells(report, row, at) {
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
		el("span", {class: mood, title: c.reason}, c.word + (weak(c) ? "?" : "")),
		told(c.notices.filter(n => !report.counts[at].notices_of_all.includes(n))),
		more(c),
	];
}

function title(row) {
	const way = {higher: "more is better", lower: "less is better", disputed: "which way is better is disputed"}[row.better];
	return [[row.test ?? "(no test)", row.metric].join(" "), row.shown.unit ?? "unit not given",
		(way ?? "which way is better is not told") + (row.better_assumed && way ? " (assumed)" : "")].join(", ");
}

function blocks(report, at) {
	const groups = new Map();
	for (const row of report.rows) {
		const key = title(row);
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	const number = name => ({name, class: "number"});
	const heads = [
		...report.label_keys.map(k => ({name: k.replace(/^hw\./, "")})),
		number("n"), number("A"), number("cv %"), number(report.sides[at + 1].name), number("cv %"),
		number("change"), number(`${report.options.confidence} % interval`), {name: "verdict"},
		{name: "notices", class: "wrap soft"}, number("more n"),
	];
	return [...groups].flatMap(([name, rows]) =>
		[el("h2", {}, name), table(heads, rows.map(r => cells(report, r, at))),
			...overHosts(report, at, rows)]);
}

// Hosts put together, under the rows they are made of.
function overHosts(report, at, rows) {
	return report.groups.filter(g => g.side === report.sides[at + 1].name && rows.some(r => r.index === g.rows[0]))
		.map(g => {
			const as = {change_interval: {lo: g.lo, hi: g.hi}};
			return el("p", {}, `all ${g.n} by ${g.over}: ${percent(g.change, decimals(as))} % (${interval(as)}), ${g.word}`);
		});
}

function summary(report) {
	return report.summaries.filter(s => s.n > 1).map(s => {
		const as = {change_interval: {lo: s.lo, hi: s.hi}}, change = s.geometric_mean_ratio - 1;
		return el("p", {}, `${s.side} against A, ${[s.metric, s.unit].filter(Boolean).join(", ")}: ` +
			`geometric mean of ${s.n} ratios ${percent(change, decimals(as))} %` +
			(s.lo === null ? "" : ` (${interval(as)} over the rows)`) +
			`; rows up, down, equal: ${s.up}, ${s.down}, ${s.equal}` +
			(s.left_out ? `; without a ratio: ${s.left_out}` : ""));
	});
}

function counts(report) {
	return report.counts.map(c => el("p", {class: "soft"},
		`${n(c.rows, "row")}: ${c.paired} paired, ${c.one_sided} one-sided, ${c.failed} failed, ` +
		`${c.not_comparable} not comparable. change = (${c.side} − A) / A; Welch, Fieller`));
}

// Terms as they may be typed: decoded, but for what would mean something else.
function typed(terms) {
	return terms.replace(/(?:%[0-9A-F]{2})+/g, codes => {
		const text = decodeURIComponent(codes);
		return /[,/~%#?.+\s]/.test(text) ? codes : text;
	});
}

// The form holds the question, so that it can be changed.
function prefill(report) {
	const set = (id, text) => document.getElementById(id).value = text;
	set("common", report.common && report.common !== "-" ? typed(report.common) : "");
	set("a", typed(report.sides[0].terms));
	set("b", typed(report.sides[1].terms));
}

async function show() {
	const place = document.getElementById("report");
	try {
		const report = await load(spelling(".json"));
		document.title = `${report.answer} – maxistat`;
		place.replaceChildren(
			el("h1", {}, report.answer),
			header(report),
			...report.counts.flatMap((c, at) => [
				c.notices_of_all.length ? el("p", {class: "soft"}, "every row: " + told(c.notices_of_all)) : "",
				...blocks(report, at)]),
			...summary(report),
			...counts(report),
			el("p", {}, el("a", {href: spelling(".txt")}, "text"), " ",
				el("a", {href: spelling(".json")}, "JSON"), " ",
				el("a", {href: spelling(".csv")}, "CSV"), " ",
				el("a", {href: report.links.ministat}, "ministat"), " ",
				el("a", {href: report.links.samples}, "samples"), " ",
				el("a", {href: report.links.pinned}, "pinned link"),
				el("span", {class: "soft"}, " that later uploads do not change")));
		prefill(report);
	} catch (error) {
		fail(place, error);
	}
}

show();
