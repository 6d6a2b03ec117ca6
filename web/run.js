// run.js - one run: what it was, every series, and what became of it.
import {age, el, load, minute, n, otherForms, send, show, spelling, table, term, reasonOf, value, words} from "/page.js";
import {sparkline} from "/svg.js";

// Each tag leads to the runs that share it.
function tagLinks(tags, options) {
	const all = {...options, ...tags}, names = Object.keys(all);
	const link = key => el("a", {class: "tag", href: `/runs/${term(key, all[key])}`}, words({[key]: all[key]}));
	const few = names.filter(k => !k.startsWith("option.")), many = names.filter(k => k.startsWith("option."));
	if (many.length <= 8)
		return el("p", {class: "tags"}, ...names.flatMap(k => [link(k), " "]));
	return el("div", {}, el("p", {class: "tags"}, ...few.flatMap(k => [link(k), " "])),
		el("details", {}, el("summary", {}, `${n(many.length, "kernel option")}`), el("p", {class: "tags"}, ...many.flatMap(k => [link(k), " "]))));
}

function series(run) {
	const rows = run.results.flatMap(r => (r.metrics ?? []).map(m => ({r, m, s: m.summary ?? summary(m.samples)})));
	const heads = [
		{name: "test", sort: i => rows[i].r.test}, {name: "parameters"}, {name: "metric", sort: i => rows[i].m.name}, {name: "unit"},
		{name: "n", class: "number", sort: i => rows[i].s.n}, {name: "median", class: "number", sort: i => rows[i].s.median},
		{name: "mean", class: "number", sort: i => rows[i].s.mean}, {name: "cv %", class: "number"}, {name: "samples in order"}, {name: "", class: "soft"},
	];
	return table(heads, rows.map(({r, m, s}) => [
		el("a", {href: `/history/${[...(run.tags.host ? [term("host", run.tags.host)] : []), ...(r.test ? [term("test", r.test)] : []), term("metric", m.name)].join(",")}`, title: "over time"}, r.test ?? "(no test)"),
		Object.entries(r.params ?? {}).map(([k, v]) => `${k}:${v}`).join(" "),
		m.name, m.unit ?? "", String(s.n), value(s.median), value(s.mean),
		s.stddev === null || !s.mean ? "" : (100 * s.stddev / Math.abs(s.mean)).toFixed(1),
		m.samples && m.samples.length > 1 ? sparkline(m.samples) : m.samples ? "" : "summary only",
		[m.better === "higher" ? "more is better" : m.better === "lower" ? "less is better" : "", m.role === "sample" || !m.role ? "" : m.role].filter(Boolean).join(", "),
	]), "the series of this run");
}

function summary(samples) {
	const sorted = [...samples].sort((a, b) => a - b), count = samples.length;
	const mean = samples.reduce((sum, x) => sum + x / count, 0);
	const stddev = count > 1 ? Math.sqrt(samples.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (count - 1)) : null;
	return {n: count, mean, stddev, median: (sorted[(count - 1) >> 1] + sorted[count >> 1]) / 2};
}

const failures = run => run.results.filter(r => r.failure !== undefined).map(r =>
	el("li", {}, el("strong", {}, r.test ?? "(no test)"), ": ", r.failure || "failed, no reason told"));

// What may be done with it; the server says whether this reader may.
function deeds(run) {
	const status = el("p", {role: "status", class: "soft"});
	const reason = el("input", {id: "reason", maxlength: "500", placeholder: "why, for those who come later"});
	const button = el("button", {type: "submit"}, run.trashed ? "Restore" : "Into the trash");
	const form = el("form", {class: "line"}, run.trashed ? null : el("label", {for: "reason"}, "reason"), run.trashed ? null : reason, button);
	form.addEventListener("submit", async e => {
		e.preventDefault();
		try {
			await (run.trashed ? send("POST", `/run/${run.run}/restore`) : send("DELETE", `/run/${run.run}`, reason.value));
			location.reload();
		} catch (error) {
			status.textContent = reasonOf(error);
		}
	});
	return el("section", {"aria-label": "trash"}, form, status);
}

const facts = list => el("dl", {}, ...list.filter(([, v]) => v).flatMap(([k, v]) => [el("dt", {}, k), el("dd", {}, v)]));

show("page", async () => {
	const run = await load(spelling(".json"));
	document.title = `Run ${run.run} – maxistat`;
	return [
		el("h1", {}, `Run ${run.run}`, run.trashed ? el("span", {class: "worse"}, " in the trash") : ""),
		run.trashed ? el("p", {}, `since ${minute(run.trashed)}`, run.trash_reason ? `: ${run.trash_reason}` : "") : null,
		run.previous ? el("p", {}, el("a", {class: "button", href: `/compare/run:${run.previous}/run:${run.run}`}, `Compare with run ${run.previous}`),
			" the one before, of the same tests on the same host") : null,
		facts([
			["measured", `${minute(run.at)}${run.at_assumed ? " (assumed: when it was received)" : ""}, ${age(run.at)}`],
			["received", `${minute(run.received)} from ${run.by}`],
			["format", run.format + (run.file ? `, file ${run.file}` : "")],
			["original", el("a", {href: `/run/${run.run}/raw`}, "as it was sent")],
			["samples", run.trashed ? "" : el("a", {href: `/samples.csv/run:${run.run}`}, "every one, as CSV")],
		]),
		el("h2", {}, "Tags"),
		tagLinks(run.tags, run.options ?? {}),
		el("h2", {}, "Series"),
		series(run),
		failures(run).length ? el("section", {}, el("h2", {}, "Failures"), el("ul", {}, ...failures(run))) : null,
		run.warnings.length ? el("section", {}, el("h2", {}, "Warnings"), el("ul", {}, ...run.warnings.map(w =>
			el("li", {}, (w.line ? `line ${w.line}: ` : "") + w.message)))) : null,
		run.edits.length ? el("section", {}, el("h2", {}, "Edits"), el("ul", {}, ...run.edits.map(e =>
			el("li", {}, `${minute(e.at)} ${e.by}: ${e.action}${e.reason ? `: ${e.reason}` : ""}`)))) : null,
		el("h2", {}, run.trashed ? "Bring it back" : "Take it away"),
		deeds(run),
		otherForms(".txt", ".json"),
	];
});
