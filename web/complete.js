// complete.js - what may stand in a field of terms, offered while it is typed.
import {compare, el, encoded, load, term} from "/page.js";

const OFFERED = 60;

let keys; // a promise of all keys and tests, asked for once

function allKeys() {
	keys ??= Promise.all([load("/tags.json"), load("/tests.json")]).then(([tags, tests]) => ({
		keys: tags.keys.map(k => k.key), tests: tests.tests.map(t => t.test).filter(Boolean),
	}));
	return keys;
}

const values = new Map(); // key -> promise of its values, and whether there are more

function valuesOf(key) {
	if (!values.has(key))
		values.set(key, load(`/tags.json/${encodeURIComponent(key)}`).then(d => ({list: d.values.map(v => v.value), more: Boolean(d.next)}), () => ({list: [], more: false})));
	return values.get(key);
}

// The values of a key that hold what is typed; of thousands the runs tell those that begin with it.
async function matching(key, typed) {
	const holds = v => v.toLowerCase().includes(typed.toLowerCase());
	if (key === "test")
		return (await allKeys()).tests.filter(holds);
	const {list, more} = await valuesOf(key);
	if (!more || !typed)
		return list.filter(holds);
	const {runs} = await load(`/runs.json/${key}.pre:${encoded(typed)}?limit=${OFFERED}`);
	return [...new Set(runs.map(run => run.tags[key] ?? run.options[key]))].filter(Boolean).sort(compare);
}

// The term that is being typed: what stands before it, and itself.
function split(text) {
	const at = Math.max(text.lastIndexOf(","), text.lastIndexOf(" ")) + 1;
	return {before: text.slice(0, at), word: text.slice(at)};
}

async function offers(word) {
	const not = word.startsWith("-") ? "-" : "", bare = word.slice(not.length), colon = bare.indexOf(":");
	if (colon > 0) {
		const key = bare.slice(0, colon);
		return (await matching(key, bare.slice(colon + 1))).map(v => not + term(key, v));
	}
	const all = await allKeys();
	return [...all.keys, "test"].filter(k => k.toLowerCase().includes(bare.toLowerCase()))
		.map(k => /^option\.[A-Z]\w*$/.test(k) ? not + k.slice(7) : `${not}${k}:`);
}

/** Offers terms under an input, by a list that the browser shows. */
export function complete(input) {
	const list = el("datalist", {id: `${input.id}-terms`});
	let asked = 0;
	input.setAttribute("list", list.id);
	input.setAttribute("autocomplete", "off");
	input.after(list);
	const update = async () => {
		const mine = ++asked, {before, word} = split(input.value);
		try {
			const found = await offers(word);
			if (mine === asked)
				list.replaceChildren(...found.slice(0, OFFERED).map(o => el("option", {value: before + o})));
		} catch {
			list.replaceChildren(); // it can be typed all the same
		}
	};
	input.addEventListener("input", update);
	input.addEventListener("focus", update);
}

// Terms as they may be typed: decoded, but for what would mean something else.
export function typed(terms) {
	return terms.replace(/(?:%[0-9A-F]{2})+/g, codes => {
		try {
			const text = decodeURIComponent(codes);
			return /[,/~%#?.+\s]/.test(text) ? codes : text;
		} catch {
			return codes; // no UTF-8
		}
	});
}

/** The terms of this URL's first segment, without the options that may stand among them. */
export const termsOf = () => (location.pathname.split("/")[2] ?? "").split(",").filter(t => !/^[a-z]+=/.test(t)).join(",");

/** A form of one field whose terms lead to PAGE/TERMS; terms: as the URL has them. */
export function termForm(page, terms, {label = "terms", button = "Show"} = {}) {
	const input = el("input", {id: "terms", name: "terms", value: terms === "-" ? "" : typed(terms), placeholder: "host:apu2, test:udp, -VIMAGE", spellcheck: "false"});
	const form = el("form", {class: "line", role: "search"}, el("label", {for: "terms"}, label), input, el("button", {}, button));
	form.addEventListener("submit", e => {
		e.preventDefault();
		location.href = `/${page}/${joined(input.value) || "-"}`;
	});
	complete(input);
	return form;
}

/** What was typed as a segment: blanks join terms like commas, what is encoded stays so. */
export function joined(text) {
	return text.trim().split(/[\s,]+/).filter(Boolean).map(t => t.replace(/[/?#]|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent)).join(",");
}
