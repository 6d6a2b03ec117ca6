// index.js - the morning: what changed, the lab at a glance, the latest runs.
import {byId, compare, el, load, n, show, table, value} from "/page.js";
import {answer, changesTable, sentence} from "/changes.js";
import {termForm} from "/complete.js";
import {grammar, picker} from "/picker.js";
import {runsTable} from "/runs.js";
import {sparkline} from "/svg.js";

const index = load("/index.json");

// A host and a test meet in a cell: their newest runs, and who is missing.
function lab(grid) {
	if (!grid || !grid.hosts.length || !grid.tests.length)
		return null;
	const hosts = [...grid.hosts].sort(compare), tests = [...grid.tests].sort(compare);
	const cells = new Map(grid.cells.map(c => [`${c.host}\n${c.test}`, c]));
	const cell = (host, test) => {
		const c = cells.get(`${host}\n${test}`);
		if (!c)
			return el("span", {class: "soft"}, "–");
		const picture = sparkline(c.values, {width: 74, height: 20, marks: c.marks,
			label: `${test} on ${host}: ${c.values.length} runs, the last ${value(c.values.at(-1))}${c.marks.length ? ", with a change" : ""}${c.late ? ", missing in the last night" : ""}`});
		return el("a", {href: `/history/${c.terms}`}, picture, c.late ? el("abbr", {class: "late", title: "missing in the last night"}, "M") : "");
	};
	return [el("h2", {}, "Hosts and tests"), el("div", {class: "grid"},
		table([{name: "host"}, ...tests.map(t => ({name: t}))],
			hosts.map(host => [el("a", {href: `/host/${encodeURIComponent(host)}`}, host), ...tests.map(t => cell(host, t))]),
			"hosts and tests: the last 30 runs of each")),
	el("p", {class: "soft"}, "The newest 30 runs of each; ", el("span", {class: "mark"}, "|"), " where a change was found", ...(grid.cells.some(c => c.late) ? [", ", el("abbr", {class: "late"}, "M"), " where the last night is missing"] : []), ".",
		grid.left_out ? ` ${n(grid.left_out, "more line")}: ` : "", grid.left_out ? el("a", {href: "/tests"}, "all tests") : "")];
}

const failures = (list, more) => list?.length ? [el("h2", {}, "Failures"), el("ul", {}, ...list.map(f =>
	el("li", {}, el("a", {href: `/run/${f.run}`}, `run ${f.run}`), ` ${f.host ?? ""} ${f.test}: ${f.reason}`)), more ? el("li", {}, `${n(more, "more failure")}`) : null)] : null;

const noisier = list => list?.length ? [el("h2", {}, "Noisier"), el("ul", {}, ...list.map(x =>
	el("li", {}, el("a", {href: `/history/${x.terms}?samples=1`}, `${x.test} on ${x.host}`),
		`: the samples of a run spread by ${(100 * x.newest).toPrecision(2)} %, before by ${(100 * x.before).toPrecision(2)} %`)))] : null;

// Lines that work on this very server.
const shell = sides => [
	`curl -fsS -T FILE ${location.origin}/runs/host:NAME,test:NAME,unit:UNIT`,
	`curl -fsS ${location.origin}/runs`,
	`curl -fsS ${location.origin}/compare/${sides}`,
].join("\n");

byId("page").replaceChildren(
	el("p", {class: "soft", id: "totals"}),
	el("section", {id: "recent", "aria-label": "what changed", "aria-busy": "true"}),
	el("section", {"aria-label": "search"}, el("h2", {}, "Find runs"), termForm("runs", "", {label: "terms", button: "Find"}), grammar()),
	el("section", {"aria-label": "compare"}, el("h2", {}, "Compare two sets of tags"), picker()[0]),
	el("section", {"aria-label": "latest runs"}, el("h2", {}, "Latest runs"), el("div", {id: "runs", "aria-busy": "true"})),
	el("section", {"aria-label": "from a shell"}, el("h2", {}, "From a shell"), el("pre", {tabindex: "0", id: "shell"}, shell("TERMS/TERMS"))));
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
		el("h1", {}, sentence(answer(data.recent, ` in the last ${data.recent.days} days`))),
		data.recent.ranges.length ? changesTable(data.recent) : null,
		el("p", {class: "soft"}, el("a", {href: "/changes"}, "all changes"),
			data.recent.runs ? `; of ${n(data.recent.runs, "run")} at most ${Number(data.recent.expected_false.toPrecision(2))} false ones are expected` : ""),
		...(lab(data.grid) ?? []),
		...(failures(data.failures, data.failures_left_out) ?? []),
		...(noisier(data.noisier) ?? []),
	];
});

show("runs", async () => {
	const list = await load("/runs.json?limit=20"), [b, a] = list.runs;
	if (a)
		byId("shell").textContent = shell(`run:${a.run}/run:${b.run}`);
	return list.runs.length ? [runsTable(list.runs), el("p", {}, el("a", {href: "/runs"}, "all runs"))] : el("p", {class: "soft"}, "none");
});
