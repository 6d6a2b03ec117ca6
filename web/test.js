// test.js - one test on all hosts.
import {age, day, el, load, n, otherForms, show, spelling, table, telling, term, value} from "/page.js";
import {lineWords} from "/changes.js";
import {lastChange} from "/host.js";

const path = url => new URL(url, location.href).pathname;
const WAYS = {higher: "more is better", lower: "less is better"};

function block(title, lines) {
	const heads = [
		{name: "host", sort: i => lines[i].tags.host}, {name: "line", class: "wrap soft"}, {name: "runs", class: "number", sort: i => lines[i].n},
		{name: "newest", class: "number", sort: i => lines[i].newest}, {name: "measured", sort: i => lines[i].newest_at},
		{name: "changes", class: "number", sort: i => lines[i].changes}, {name: "the last", class: "number"}, {name: ""},
	];
	const own = telling(lines.map(l => l.tags));
	return [el("h2", {}, title), table(heads, lines.map(l => {
		const {host} = l.tags, {host: _, ...tags} = own(l.tags);
		void _;
		return [
			host ? el("a", {href: `/host/${encodeURIComponent(host)}`}, host) : el("span", {class: "soft"}, "not recorded"),
			lineWords({params: l.params, tags}), l.n.toLocaleString("en"), value(l.newest), age(l.newest_at), String(l.changes), lastChange(l.last_change),
			el("a", {href: path(l.history)}, "history"),
		];
	}), title)];
}

show("page", async () => {
	const test = await load(spelling(".json")), blocks = new Map();
	document.title = `${test.test} – maxistat`;
	for (const l of test.lines) {
		const title = [l.metric, l.unit ?? "unit not given", WAYS[l.better] ?? "direction not told"].join(", ");
		blocks.set(title, [...(blocks.get(title) ?? []), l]);
	}
	return [
		el("h1", {}, test.test),
		el("p", {}, el("a", {href: `/runs/${term("test", test.test)}`}, n(test.runs, "run")), ` on ${n(test.hosts, "host")}, the last ${age(test.last_at)} (${day(test.last_at)})`,
			test.failures ? `; ${n(test.failures, "failure")}` : "",
			test.older_runs ? `; ${n(test.older_runs, "older run")}, more than a year before the last, ${test.older_runs === 1 ? "is" : "are"} not looked at here` : "", "; ", el("a", {href: `/history/${term("test", test.test)}`}, "all in one history")),
		...[...blocks].flatMap(([title, lines]) => block(title, lines)),
		test.lines_left_out ? el("p", {class: "soft"}, `${n(test.lines_left_out, "more line")} not shown`) : null,
		otherForms(".txt", ".json"),
	];
});
