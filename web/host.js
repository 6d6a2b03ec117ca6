// host.js - one host: what it is and was, how noisy its tests are.
import {age, day, el, load, minute, n, otherForms, changed, show, spelling, table, telling, term, value} from "/page.js";
import {lineWords} from "/changes.js";

const path = url => new URL(url, location.href).pathname;
const share = x => x === null || x === undefined ? "–" : `${(100 * x).toPrecision(2)} %`;

export const lastChange = c => c === null ? "" :
	el("span", {class: c.verdict === "better" || c.verdict === "worse" ? c.verdict : null, title: `${c.from}..${c.to}, ${c.state}`},
		`${changed(c.change)} ${c.verdict ?? ""}`);

function lines(all) {
	const heads = [
		{name: "test", sort: i => all[i].test}, {name: "line", class: "wrap soft"}, {name: "runs", class: "number", sort: i => all[i].n},
		{name: "newest", class: "number"}, {name: "unit"}, {name: "measured", sort: i => all[i].newest_at}, {name: "noise", class: "number", sort: i => all[i].noise},
		{name: "5 runs show", class: "number", sort: i => all[i].seen_after_5}, {name: "changes", class: "number", sort: i => all[i].changes},
		{name: "the last", class: "number"}, {name: "spread", class: "number", sort: i => all[i].spread?.newest}, {name: ""},
	];
	const own = telling(all.map(l => l.tags));
	return table(heads, all.map(l => [
		el("a", {href: path(l.history)}, [l.test || "(no test)", l.metric].join(" ")), lineWords({params: l.params, tags: own(l.tags)}), l.n.toLocaleString("en"), value(l.newest), l.unit ?? "",
		age(l.newest_at), share(l.noise), share(l.seen_after_5), String(l.changes), lastChange(l.last_change), share(l.spread?.newest),
		l.spread?.noisier ? el("span", {class: "worse"}, `noisier: was ${share(l.spread.before)}`) : "",
	]), "the lines of this host");
}

if (/^\/host(?:\.html)?\//.test(location.pathname))
	show("page", async () => {
		const host = await load(spelling(".json"));
		document.title = `${host.host} – maxistat`;
		const noisier = host.lines.filter(l => l.spread?.noisier).length;
		return [
			el("h1", {}, host.host),
			el("p", {}, el("a", {href: `/runs/${term("host", host.host)}`}, n(host.runs, "run")), `, ${day(host.first_at)} to ${day(host.last_at)}, the last ${age(host.last_at)}` +
				(host.failures ? `; ${n(host.failures, "failure")}` : "") + `; ${noisier ? n(noisier, "line") : "no line"} became noisier`),
			el("h2", {}, "Tests"),
			host.lines.length ? lines(host.lines) : el("p", {}, "No run with a value."),
			host.lines_left_out ? el("p", {class: "soft"}, `${n(host.lines_left_out, "more line")} not shown`) : null,
			el("p", {class: "soft"}, "noise: standard deviation of a run around its level; 5 runs show: the change that five runs of a new level would show; spread: standard deviation within a run, median of the newest five"),
			el("h2", {}, "What it was"),
			host.recorded.length ? table([{name: ""}, {name: "value"}, {name: "runs", class: "number"}, {name: "from"}, {name: "to"}],
				host.recorded.map(r => [r.key, el("a", {href: `/runs/${term("host", host.host)},${term(r.key, r.value)}`}, r.value), r.runs.toLocaleString("en"), minute(r.from), minute(r.to)]), "hardware and system over time") :
				el("p", {}, "Nothing is recorded of it: ", el("code", {}, "maxistat push --facts"), " tells what a machine is."),
			otherForms(".txt", ".json"),
		];
	});
