// hosts.js - all hosts, and how long ago each was heard of.
import {el, load, minute, n, otherForms, show, table} from "/page.js";

show("page", async () => {
	const {hosts} = await load("/hosts.json");
	const heads = [
		{name: "host", sort: i => hosts[i].value}, {name: "runs", class: "number", sort: i => hosts[i].runs},
		{name: "last measured", sort: i => hosts[i].last_at}, {name: "", class: "soft"}, {name: ""},
	];
	return [
		el("h1", {}, hosts.length ? n(hosts.length, "host") : "Hosts"),
		hosts.length ? table(heads, hosts.map(h => () => [
			el("a", {href: `/host/${encodeURIComponent(h.value)}`}, h.value), h.runs.toLocaleString("en"), minute(h.last_at), h.last,
			el("a", {href: `/runs/host:${encodeURIComponent(h.value)}`}, "runs"),
		]), "hosts") : el("p", {}, "No run names its host yet: ", el("code", {}, "host:NAME"), " in the terms of an upload does."),
		hosts.length ? el("p", {}, el("a", {href: "/matrix/host/test/at:30d.."}, "hosts by test"), ", medians of the last 30 days") : null,
		otherForms(".txt", ".json", ".csv"),
	];
});
