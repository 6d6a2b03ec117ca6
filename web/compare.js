// compare.js - a comparison as a table, read from the JSON of this very URL.
import {byId, el, fail, load, n, parts, percent, spelling, words} from "/page.js";
import {asked, decimals, interval, query, rowTable, told} from "/compare_row.js";
import {picker} from "/picker.js";

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
	return apart.concat(report.differ.map(d => difference(report, d)));
}

const VALUES_SHOWN = 6; // of a side; who wants to read a hundred commits opens them

function difference(report, d) {
	const of = report.sides.map((side, i) => d.values.filter(v => v.runs[i]).map(v =>
		(v.value ?? "not recorded") + (v.runs[i] === side.runs ? "" : ` (${v.runs[i]})`)));
	const told = d.key + ": " + report.sides.map((side, i) => `${side.name} ` +
		(of[i].length > VALUES_SHOWN ? n(of[i].length, "value") : of[i].join(", "))).join(" | ");
	return of.some(values => values.length > VALUES_SHOWN) ? el("details", {}, el("summary", {}, told),
		...report.sides.map((side, i) => el("div", {}, `${side.name} ${of[i].join(", ")}`))) : el("div", {}, told);
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
	return [...groups].flatMap(([name, rows]) =>
		[el("h2", {}, name), rowTable(report, rows, at, name),
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

// Which rows are shown and in what order: options of the URL, one click each.
function filters() {
	const {segments, options} = asked(), now = new Map(options);
	const link = (name, v, first) => {
		const with_ = new Map(now);
		v === first ? with_.delete(name) : with_.set(name, v);
		const on = (now.get(name) ?? first) === v;
		return el("a", {class: "button", href: `/compare/${segments.join("/")}${query([...with_])}`, "aria-current": on ? "true" : null}, v);
	};
	return el("div", {class: "tools"}, "rows ", ...["all", "changed", "worse", "better"].flatMap(v => [link("show", v, "all"), " "]),
		"sorted by ", ...["name", "change"].flatMap(v => [link("sort", v, "name"), " "]));
}

// Nothing is asked yet: two sets are chosen here.
function first() {
	byId("page").replaceChildren(el("h1", {}, "Compare two sets of runs"), ...picker());
	byId("page").removeAttribute("aria-busy");
}

async function show() {
	const place = el("div", {id: "report"}), ask = el("div", {id: "ask"});
	byId("page").replaceChildren(place, el("section", {"aria-label": "ask again"}, el("h2", {}, "Ask again"), ask));
	try {
		const report = await load(spelling(".json"));
		document.title = `${report.answer} – maxistat`;
		place.replaceChildren(
			el("h1", {}, report.answer),
			header(report),
			report.rows.length > 1 || asked().options.length ? filters() : "",
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
		ask.replaceChildren(...picker({
			common: report.common && report.common !== "-" ? report.common : "", a: report.sides[0].terms, b: report.sides[1].terms}));
	} catch (error) {
		const sides = asked().segments;
		fail(place, error);
		ask.replaceChildren(...picker({common: sides.length > 2 ? sides.shift() : "", a: sides[0], b: sides[1]}));
	}
	byId("page").removeAttribute("aria-busy");
}

/^\/compare(?:\.html)?\/?$/.test(location.pathname) ? first() : show();
