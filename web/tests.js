// tests.js - all tests, and how long ago each was run.
import {el, load, minute, n, otherForms, show, table} from "/page.js";

show("page", async () => {
	const {tests} = await load("/tests.json");
	const heads = [
		{name: "test", sort: i => tests[i].test}, {name: "series", class: "number", sort: i => tests[i].series},
		{name: "runs", class: "number", sort: i => tests[i].runs}, {name: "last measured", sort: i => tests[i].last_at},
		{name: "", class: "soft"}, {name: ""},
	];
	return [
		el("h1", {}, tests.length ? n(tests.length, "test") : "Tests"),
		tests.length ? table(heads, tests.map(t => () => [
			t.test ? el("a", {href: `/test/${encodeURIComponent(t.test)}`}, t.test) : el("span", {class: "soft"}, "(no test named)"),
			t.series.toLocaleString("en"), t.runs.toLocaleString("en"), minute(t.last_at), t.last,
			t.test ? el("a", {href: `/history/test:${encodeURIComponent(t.test)}`}, "history") : "",
		]), "tests") : el("p", {}, "No test is stored yet. ", el("a", {href: "/upload"}, "Upload a file"), "."),
		tests.length ? el("p", {}, el("a", {href: "/matrix/test/host/at:30d.."}, "tests by host"), ", medians of the last 30 days") : null,
		otherForms(".txt", ".json", ".csv"),
	];
});
