// tags.js - all keys; or the values of one, each a link that narrows.
import {decoded, el, load, minute, n, otherForms, show, spelling, table, term} from "/page.js";

const key = decoded(/^\/tags(?:\.html)?\/([^/]*)/.exec(location.pathname)?.[1] ?? "");

function allKeys({keys}) {
	const heads = [{name: "key", sort: i => keys[i].key}, {name: "values", class: "number", sort: i => keys[i].values}];
	return [
		el("h1", {}, "Tags"),
		keys.length ? table(heads, keys.map(k => [el("a", {href: `/tags/${encodeURIComponent(k.key)}`}, k.key), k.values.toLocaleString("en")]), "keys") :
			el("p", {}, "No tag is stored yet; ", el("a", {href: "/help/terms"}, "the terms of an upload"), " are its tags."),
	];
}

function allValues({values, count, next}) {
	const heads = [
		{name: "value", sort: i => values[i].value}, {name: "runs", class: "number", sort: i => values[i].runs},
		{name: "last measured", sort: i => values[i].last_at}, {name: "", class: "soft"},
	];
	return [
		el("h1", {}, key, el("span", {class: "soft"}, ` ${n(count, "value")}`)),
		table(heads, values.map(v => () => [
			el("a", {href: `/runs/${term(key, v.value)}`}, v.value), v.runs.toLocaleString("en"), minute(v.last_at), v.last ?? "",
		]), `values of ${key}`),
		el("p", {}, ...(next ? [el("a", {href: new URL(next).pathname + new URL(next).search}, "more values"), " "] : []), el("a", {href: "/tags"}, "all keys")),
	];
}

show("page", async () => {
	const data = await load(spelling(".json"));
	return [...(key ? allValues(data) : allKeys(data)), otherForms(".txt", ".json", ".csv")];
});
