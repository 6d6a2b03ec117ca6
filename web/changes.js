// changes.js - what changed on all lines, by the range it changed in.
import {changed, day, el, load, n, otherForms, show, spelling, table, telling, value, withOption} from "/page.js";
import {termForm, termsOf} from "/complete.js";

const terms = termsOf();

export const lineWords = c => [...Object.entries(c.params), ...Object.entries(c.tags)].map(([k, v]) =>
	!k.startsWith("option.") ? `${k}:${v}` : v === "y" ? k.slice(7) : v === "n" ? "-" + k.slice(7) : `${k}:${v}`).join(" ");

const here = location.pathname + location.search;
const path = url => new URL(url, location.href).pathname;
const p = x => x === null ? "–" : x < 1e-99 ? "<1e-99" : x.toExponential(0);

export function changesTable(data) {
	const rows = data.ranges.flatMap(r => r.changes.map((c, i) => ({r, c, first: i === 0})));
	const heads = [
		{name: "range", sort: i => rows[i].r.to}, {name: "measured", sort: i => rows[i].c.at}, {name: "verdict", sort: i => rows[i].c.verdict},
		{name: "change", class: "number", sort: i => Math.abs(rows[i].c.change ?? 0)}, {name: "before", class: "number"}, {name: "after", class: "number"},
		{name: "p", class: "number", sort: i => rows[i].c.p}, {name: "state", sort: i => rows[i].c.state}, {name: "line", class: "wrap"},
	];
	const own = telling(rows.map(({c}) => c.tags));
	return table(heads, rows.map(({r, c}) => [
		`${r.key} ${r.from}..${r.to}`, day(c.at),
		el("span", {class: c.verdict === "better" || c.verdict === "worse" ? c.verdict : null}, c.verdict ?? "n/a"),
		changed(c.change), value(c.before, true), value(c.after, true), p(c.p), c.state ?? c.kind,
		el("a", {href: path(c.history)}, [c.test || "(no test)", c.metric, lineWords({params: c.params, tags: {...(c.tags.host ? {host: c.tags.host} : {}), ...own(c.tags)}})].filter(Boolean).join(" ")),
	]), "change points, by range");
}

// "3 changes in 2 ranges ...": what the text says in its first line.
export function answer(data, since) {
	if (!data.runs)
		return `no run${since || " yet"}`;
	const found = data.changes ? `${n(data.changes, "change")}${since} in ${n(data.ranges.length + data.ranges_left_out, "range")}, on ${data.lines_changed}` :
		`no change${since} on any`;
	return `${found} of ${n(data.lines, "line")}`;
}

export const sentence = words => words.charAt(0).toUpperCase() + words.slice(1);

if (location.pathname.startsWith("/changes"))
	show("page", async () => {
		// All lines of all years take seconds: that is a click.
		const url = spelling(".json");
		let all = Boolean(terms) || /since=/.test(url), data = all ? null : await load(withOption(url, "since=90d"));
		if (!data?.runs)
			[all, data] = [true, await load(url)];
		return [
			el("h1", {}, sentence(answer(data, all ? "" : " in 90 days"))),
			termForm("changes", terms, {button: "Narrow"}),
			data.ranges.length ? changesTable(data) : el("p", {class: "soft"}, "A change is announced once three runs of the new level are there, from 1 % on (margin=)."),
			el("p", {class: "soft"}, `Of ${n(data.runs, "run")} at most ${Number(data.expected_false.toPrecision(2))} false ones are expected.` +
				(data.ranges_left_out ? ` ${n(data.ranges_left_out, "older range")} not shown.` : "")),
			data.ranges_left_out && !/limit=/.test(location.href) ? el("p", {}, el("a", {href: withOption(here, "limit=2000")}, "older changes")) : null,
			all ? null : el("p", {}, el("a", {href: withOption(here, "since=9999d")}, "changes of all years")),
			otherForms(".txt", ".json"),
		];
	});
