// index.js - the front page: totals, the latest runs, three curl lines.
import {el, fail, load, parts, table, words} from "/page.js";

// What was tried; of what the machine is, only how much there is.
function brief(tags) {
	const [tried, machine] = parts(tags), count = Object.keys(machine).length;
	return words(tried) + (count ? ` +${count}` : "");
}

const heads = [
	{name: "run", class: "number"}, {name: "measured"}, {name: "host"},
	{name: "series", class: "number"}, {name: "tests"}, {name: "tags", class: "wrap"},
];

function row(run) {
	const {host, ...rest} = run.tags;
	const at = run.at.slice(0, 16).replace("T", " ");
	return [
		el("a", {href: `/run/${run.run}`}, String(run.run)),
		el("span", {title: run.at_assumed ? "assumed: when it was received" : run.at},
			at + (run.at_assumed ? "?" : "")),
		host ?? el("span", {class: "soft"}, "not recorded"),
		String(run.series),
		run.tests,
		brief({...run.options, ...rest}),
	];
}

async function show() {
	const place = document.getElementById("runs");
	try {
		const [totals, list] = await Promise.all([load("/index.json"), load("/runs.json?limit=20")]);
		document.getElementById("totals").textContent =
			`${totals.runs} runs, ${totals.results} results` +
			(totals.trashed ? `, ${totals.trashed} in the trash` : "");
		place.replaceChildren(list.runs.length ? table(heads, list.runs.map(row)) :
			el("p", {class: "soft"}, "Nothing is stored yet. The first line below stores a file."));
	} catch (error) {
		fail(place, error);
	}
}

document.getElementById("shell").textContent = [
	`curl -fsS -T FILE ${location.origin}/runs/host:NAME,test:NAME,unit:UNIT`,
	`curl -fsS ${location.origin}/runs`,
	`curl -fsS ${location.origin}/compare/TERMS/TERMS`,
].join("\n");
show();
