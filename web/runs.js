// runs.js - the list of runs, narrowed by terms; two of them make a comparison.
import {age, el, load, minute, n, otherForms, parts, show, spelling, table, telling, words} from "/page.js";
import {termForm, termsOf, typed} from "/complete.js";

const terms = termsOf();

// What was tried; of what the machine is, only how much there is.
function brief(tags, config) {
	const [tried, machine] = parts(tags), count = Object.keys(machine).length + config;
	return words(tried) + (count ? ` +${count}` : "");
}

// The rows of a list of runs, also of the front page.
export function runsTable(runs, chosen) {
	const heads = [
		...(chosen ? [{name: "", class: "pick"}] : []),
		{name: "run", class: "number", sort: i => runs[i].run},
		{name: "measured", sort: i => runs[i].at},
		{name: "", class: "soft age"},
		{name: "host", sort: i => runs[i].tags.host},
		{name: "series", class: "number", sort: i => runs[i].series},
		{name: "tests", sort: i => runs[i].tests},
		{name: "tags", class: "wrap"},
	];
	const all = runs.map(run => ({...run.options, ...run.tags})), own = telling(all, false), isFew = runs.length < 2;
	return table(heads, runs.map((run, i) => {
		const {host} = run.tags, {host: _, ...rest} = isFew ? all[i] : own(all[i]);
		void _;
		const box = el("input", {type: "checkbox", "aria-label": `choose run ${run.run}`});
		box.addEventListener("change", () => chosen(run.run, box.checked));
		return [
			...(chosen ? [box] : []),
			el("a", {href: `/run/${run.run}`}, String(run.run)),
			el("span", {title: run.at_assumed ? "assumed: when it was received" : run.at},
				minute(run.at) + (run.at_assumed ? "?" : "")),
			age(run.at),
			host ? el("a", {href: `/host/${encodeURIComponent(host)}`}, host) : el("span", {class: "soft"}, "not recorded"),
			run.series.toLocaleString("en"),
			run.tests,
			el("div", {class: "clamp"}, brief(rest, isFew ? run.full_config : 0)),
		];
	}), "runs, newest first");
}

// The tags that all of a list have, which its table leaves out.
function shared(runs) {
	const all = runs.map(run => ({...run.options, ...run.tags}));
	if (all.length < 2)
		return null;
	const own = telling(all, false)(all[0]), text = words(parts(Object.fromEntries(Object.entries(all[0]).filter(([key]) => key !== "host" && !(key in own))))[0]);
	return text ? el("p", {class: "soft clamp"}, `all of these: ${text}`) : null;
}

// A bar that compares the two runs that are chosen.
function chooser() {
	const chosen = new Set();
	const bar = el("p", {class: "soft", role: "status"}, "Choose two runs to compare them.");
	return {bar, choose(run, on) {
		on ? chosen.add(run) : chosen.delete(run);
		const [a, b] = [...chosen].sort((x, y) => x - y);
		bar.replaceChildren(chosen.size === 2 ? el("a", {class: "button", href: `/compare/run:${a}/run:${b}`}, `Compare run ${a} with run ${b}`) :
			`${n(chosen.size, "run")} chosen; two make a comparison.`);
	}};
}

// How many runs there are in all; counting many of them may come later.
function counted(list) {
	const words = el("span", {}, list.count === null ? "Runs" : n(list.count, "run"));
	if (list.count === null)
		load(`/runs.json/${terms || "-"}?limit=1&count=1`).then(({count}) => words.replaceChildren(n(count, "run")), () => undefined);
	return words;
}

if (location.pathname.startsWith("/runs"))
	show("page", async () => {
		const list = await load(spelling(".json")), {bar, choose} = chooser();
		const next = list.next && new URL(list.next).pathname;
		return [
			el("h1", {}, list.runs.length ? counted(list) : "Runs", terms && terms !== "-" ? el("span", {class: "soft"}, ` ${typed(terms)}`) : ""),
			termForm("runs", terms, {button: "Narrow"}),
			shared(list.runs),
			list.runs.length ? bar : null,
			list.runs.length ? runsTable(list.runs, choose) :
				el("p", {}, "Nothing is stored yet. ", el("a", {href: "/upload"}, "Upload a file"), "."),
			next ? el("p", {}, el("a", {href: next}, "older runs")) : null,
			list.runs.length && terms && terms !== "-" ? el("p", {}, el("a", {href: `/history/${terms}`}, "their history")) : null,
			otherForms(".txt", ".json", ".csv"),
		];
	});
