// index.js - the morning: what changed, the lab at a glance, the latest runs.
import {byId, el, load, n, show, table, value} from "/page.js";
import {answer, changesTable} from "/changes.js";
import {termForm} from "/complete.js";
import {picker} from "/picker.js";
import {runsTable} from "/runs.js";
import {sparkline} from "/svg.js";

const index = load("/index.json");

// A host and a test meet in a cell: their newest runs, and who is missing.
function lab(grid) {
	if (!grid || !grid.hosts.length || !grid.tests.length)
		return null;
	const cells = new Map(grid.cells.map(c => [`${c.host}\n${c.test}`, c]));
	const cell = (host, test) => {
		const c = cells.get(`${host}\n${test}`);
		if (!c)
			return el("span", {class: "soft"}, "–");
		const picture = sparkline(c.values, {width: 90, height: 20, marks: c.marks,
			label: `${test} on ${host}: ${c.values.length} runs, the last ${value(c.values.at(-1))}${c.marks.length ? ", with a change" : ""}${c.late ? ", missing in the last night" : ""}`});
		return el("a", {href: `/history/${c.terms}`}, picture, c.late ? el("span", {class: "late"}, " missing") : "");
	};
	return [el("h2", {}, "Hosts and tests"), el("div", {class: "grid"},
		table([{name: "host"}, ...grid.tests.map(t => ({name: t}))],
			grid.hosts.map(host => [el("a", {href: `/host/${encodeURIComponent(host)}`}, host), ...grid.tests.map(t => cell(host, t))]),
			"hosts and tests: the last 30 runs of each")),
	grid.left_out ? el("p", {class: "soft"}, `${n(grid.left_out, "more line")}: `, el("a", {href: "/tests"}, "all tests")) : null];
}

const failures = list => list?.length ? [el("h2", {}, "Failures"), el("ul", {}, ...list.map(f =>
	el("li", {}, el("a", {href: `/run/${f.run}`}, `run ${f.run}`), ` ${f.host ?? ""} ${f.test}: ${f.reason}`)))] : null;

byId("page").replaceChildren(
	el("p", {class: "soft", id: "totals"}),
	el("section", {id: "recent", "aria-label": "what changed", "aria-busy": "true"}),
	el("section", {"aria-label": "search"}, el("h2", {}, "Find runs"), termForm("runs", "", {label: "terms", button: "Find"})),
	el("section", {"aria-label": "compare"}, el("h2", {}, "Compare two sets of tags"), ...picker()),
	el("section", {"aria-label": "latest runs"}, el("h2", {}, "Latest runs"), el("div", {id: "runs", "aria-busy": "true"})),
	el("section", {"aria-label": "from a shell"}, el("h2", {}, "From a shell"), el("pre", {tabindex: "0"}, [
		`curl -fsS -T FILE ${location.origin}/runs/host:NAME,test:NAME,unit:UNIT`,
		`curl -fsS ${location.origin}/runs`,
		`curl -fsS ${location.origin}/compare/TERMS/TERMS`,
	].join("\n"))));
byId("page").removeAttribute("aria-busy");

show("recent", async () => {
	const data = await index;
	byId("totals").textContent = `${n(data.runs, "run")}, ${n(data.results, "result")}` +
		(data.trashed ? `, ${data.trashed.toLocaleString("en")} in the trash` : "");
	if (!data.runs)
		return [el("h1", {}, "Nothing is stored yet"), el("p", {}, "The first line below stores a file; so does ", el("a", {href: "/upload"}, "the upload page"), ".")];
	if (!data.recent)
		return [el("h1", {}, "maxistat"), el("p", {}, el("a", {href: "/changes"}, "What changed"))];
	return [
		el("h1", {}, answer(data.recent, ` in the last ${data.recent.days} days`)),
		data.recent.ranges.length ? changesTable(data.recent) : null,
		el("p", {class: "soft"}, el("a", {href: "/changes"}, "all changes"),
			data.recent.runs ? `; of ${n(data.recent.runs, "run")} at most ${Number(data.recent.expected_false.toPrecision(2))} false ones are expected` : ""),
		...(lab(data.grid) ?? []),
		...(failures(data.failures) ?? []),
	];
});

show("runs", async () => {
	const list = await load("/runs.json?limit=20");
	return list.runs.length ? [runsTable(list.runs), el("p", {}, el("a", {href: "/runs"}, "all runs"))] : el("p", {class: "soft"}, "none");
});
