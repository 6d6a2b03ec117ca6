// page.js - what all pages share: making elements, fetching, formatting.

/**
 * What stands in an element: nothing where it is null.
 * @typedef {Node | string | null | undefined} Content
 */

/**
 * el("td", {class: "number"}, "5"): attributes, then children or text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Object<string, string | number | null | undefined>} attributes
 * @param {...Content} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
	const e = document.createElement(name);
	for (const [key, v] of Object.entries(attributes))
		if (v !== null && v !== undefined)
			e.setAttribute(key, String(v));
	e.append(...children.filter(c => c !== null && c !== undefined));
	return e;
}

/**
 * The element that the page has under this id.
 * @param {string} id
 */
export function byId(id) {
	const e = document.getElementById(id);
	if (!e)
		throw new Error(`the page has no #${id}`);
	return e;
}

/**
 * A table; of each head: name, class ("number", "wrap soft"), sort (a function
 * of a row's index that gives what it is sorted by; nothing: as it is). A row
 * is its cells, or a function that makes them once they are shown; a column
 * with nothing in any row is left out. The order
 * that a reader chose stands in the URL, #sort=NAME or #sort=-NAME, for all
 * tables of the page. Of a long table the first rows are shown, a button shows
 * more, and a field narrows it by what its first column is sorted by.
 * @typedef {{name: string, class?: string, sort?: (row: number) => number | string | null | undefined}} Head
 * @param {Head[]} heads
 * @param {(Content[] | (() => Content[]))[]} rows
 * @param {string} [caption] for who does not see it
 */
export function table(heads, rows, caption = "table") {
	const used = heads.map((_, k) => !rows.length || rows.some(r => typeof r === "function" || (r[k] ?? "") !== ""));
	const cell = (kind, head, content) => el(kind, {class: head.class}, content ?? "");
	const body = el("tbody"), made = [], more = el("button", {type: "button"}), find = el("input", {type: "search", "aria-label": `narrow ${caption}`, placeholder: "narrow"});
	let order = rows.map((_, i) => i), shown = ROWS_SHOWN;
	const line = i => {
		const row = rows[i];
		return made[i] ??= el("tr", {}, ...(typeof row === "function" ? row() : row).map((c, k) => used[k] ? cell("td", heads[k], c) : null));
	};
	// A line that somebody opened keeps what is under it.
	const opened = tr => tr.nextElementSibling?.matches(".open") ? [tr, tr.nextElementSibling] : [tr];
	const fill = () => {
		const word = find.value.toLowerCase(), key = heads[0]?.sort;
		const found = word && key ? order.filter(i => String(key(i) ?? "").toLowerCase().includes(word)) : order;
		body.replaceChildren(...found.slice(0, shown).map(line).flatMap(opened));
		more.hidden = found.length <= shown;
		more.textContent = `${Math.min(ROWS_MORE, found.length - shown).toLocaleString("en")} more of ${found.length.toLocaleString("en")}`;
	};
	more.addEventListener("click", () => {
		shown += ROWS_MORE;
		fill();
	});
	find.addEventListener("input", fill);
	const ths = heads.map(h => {
		const th = cell("th", h, h.name);
		th.setAttribute("scope", "col");
		if (h.sort && rows.length > 1)
			th.replaceChildren(sorter(th, h));
		return th;
	});
	const sort = () => {
		const [, down, name] = /^#sort=(-?)(.*)$/.exec(location.hash) ?? [], at = heads.findIndex(h => h.sort && h.name === decoded(name ?? ""));
		if (at < 0 || rows.length < 2)
			return;
		ths.forEach((th, i) => i === at ? th.setAttribute("aria-sort", down ? "descending" : "ascending") : th.removeAttribute("aria-sort"));
		const keys = rows.map((_, i) => heads[at].sort?.(i));
		order = keys.map((_, i) => i).sort((x, y) => compare(keys[x], keys[y], down ? -1 : 1));
		fill();
	};
	sorts.push(sort);
	fill();
	sort();
	return el("div", {}, rows.length > ROWS_SHOWN && heads[0]?.sort ? el("p", {}, find) : null,
		el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
			el("table", {}, el("caption", {class: "unseen"}, caption), el("thead", {}, el("tr", {}, ...ths.filter((_, k) => used[k]))), body)), more);
}

const ROWS_SHOWN = 200, ROWS_MORE = 1000;
const sorts = []; // of each table: brings it into the order of the URL

// A click on a head sorts by it, another one the other way round.
function sorter(th, head) {
	const button = el("button", {type: "button", class: "sort"}, head.name);
	button.addEventListener("click", () => {
		const down = th.getAttribute("aria-sort") === "ascending";
		history.replaceState(null, "", `#sort=${down ? "-" : ""}${encodeURIComponent(head.name)}`);
		sorts.forEach(sort => sort());
	});
	return button;
}

const collator = new Intl.Collator("en", {numeric: true});

// Numbers before words; what is not known last, whichever way.
export function compare(x, y, way = 1) {
	if (x === y)
		return 0;
	if (x === null || x === undefined)
		return 1;
	if (y === null || y === undefined)
		return -1;
	if (typeof x === "number" && typeof y === "number")
		return (x - y) * way;
	return collator.compare(String(x), String(y)) * way;
}

// A URL with one more option.
export const withOption = (url, option) => url + (url.includes("?") ? "&" : "?") + option;

// This page in another representation: its URL with a suffix on the first word.
export function spelling(suffix) {
	const [, page, rest] = /^\/([^/.]*)(?:\.\w+)?(.*)$/.exec(location.pathname) ?? ["", "", ""];
	return "/" + (page || "index") + suffix + rest + location.search;
}

// "text JSON CSV": the same page for other eyes.
export function otherForms(...suffixes) {
	const names = {".txt": "text", ".json": "JSON", ".csv": "CSV"};
	return el("p", {class: "soft forms"}, "this page as ", ...suffixes.flatMap((s, i) =>
		[i ? " " : "", el("a", {href: spelling(s)}, names[s])]));
}

export const n = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

// "2026-11-30 08:00" of an ISO time, in UTC as all times here.
export const minute = at => at ? at.slice(0, 16).replace("T", " ") : "–";
export const day = at => at ? at.slice(0, 10) : "–";

// How long ago, in the largest unit that is not 0.
export function age(at) {
	if (!at)
		return "–";
	const s = (Date.now() - Date.parse(at)) / 1000;
	for (const [size, word] of [[86400, "day"], [3600, "hour"], [60, "minute"]])
		if (s >= Number(size))
			return n(Math.floor(s / Number(size)), String(word)) + " ago";
	return "just now";
}

// A value as a URL's term has it; a second dot in a row would make a range.
export function encoded(text) {
	return encodeURIComponent(text).replace(/%3A/g, ":").replace(/%40/g, "@").replace(/%2B/g, "+")
		.replace(/[!'()*~]/g, c => "%" + c.charCodeAt(0).toString(16).toUpperCase()).replace(/\.(?=\.)/g, "%2E");
}

// What a part of the URL says; as it is where it is no UTF-8, and the server says so.
export function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

// "VIMAGE", "-VIMAGE" or "key:value" as a term of a URL.
export function term(key, v) {
	const option = /^option\.([A-Z][A-Za-z0-9_]*)$/.exec(key);
	return option && v === "y" ? option[1] : option && v === "n" ? "-" + option[1] : `${key}:${encoded(v)}`;
}

// Fills the place of a page, or says what went wrong and what else there is.
export async function show(id, make) {
	const place = byId(id);
	try {
		place.replaceChildren(...[await make()].flat().filter(x => x !== null && x !== undefined));
	} catch (error) {
		fail(place, error);
	}
	place.removeAttribute("aria-busy");
}

// The data of a page: an object, or an Error with what the server said.
export async function load(url) {
	const answer = await fetch(url, {headers: {Accept: "application/json"}});
	const data = await answer.json();
	if (!answer.ok) {
		const e = data.error;
		throw Object.assign(new Error([e.message, e.hint, e.near && "near: " + e.near.join(", ")]
			.filter(Boolean).join("\n")), {status: answer.status});
	}
	return data;
}

const TITLES = {400: "Not understood", 404: "Not found", 422: "Not comparable", 429: "Busy", 503: "Busy"};

/** What went wrong in place of a page, and where else there is something. */
export function fail(place, error) {
	place.replaceChildren(el("h1", {}, TITLES[error?.status] ?? "This did not work"), el("p", {class: "error", role: "alert"}, reasonOf(error)),
		el("p", {}, el("a", {href: "/runs"}, "all runs"), ", ", el("a", {href: "/tags"}, "what is recorded"), ", ", el("a", {href: "/help/terms"}, "how to ask"), "."));
}

/**
 * What an error says.
 * @param {unknown} error
 */
export const reasonOf = error => error instanceof Error ? error.message : String(error);

/** What somebody changes: POST, DELETE or PUT; the answer's text, or an Error. */
export async function send(method, url, body = "") {
	const answer = await fetch(url, {method, body: method === "GET" ? undefined : body});
	const text = await answer.text();
	if (!answer.ok)
		throw new Error(text.trim());
	return text;
}

/**
 * Four significant digits, or all digits of the whole part; of a value as it
 * was measured not more than it has.
 * @param {number | null | undefined} x
 */
export function value(x, computed = false) {
	if (x === null || x === undefined)
		return "–";
	const size = Math.abs(x);
	if (size !== 0 && (size < 1e-4 || size >= 1e9))
		return x.toPrecision(4);
	const want = size === 0 ? 0 : Math.max(0, 3 - Math.floor(Math.log10(size)));
	const own = computed ? want : (String(x).split(".")[1] || "").length;
	return x.toFixed(Math.min(want, own));
}

// "+1.45" for a ratio of .0145, rounded zero without a minus.
export function percent(ratio, decimals) {
	if (ratio === null)
		return "n/a";
	const text = (100 * ratio).toFixed(decimals);
	return Number(text) === 0 ? "+" + text.replace("-", "") :
		Number(text) > 0 ? "+" + text : text.replace("-", "−");
}

/**
 * "+14.5 %", "+7400 %": a change without an interval, in three digits or so.
 * @param {number | null | undefined} ratio
 */
export const changed = ratio => ratio === null || ratio === undefined ? "n/a" : percent(ratio, Math.abs(ratio) >= 1 ? 0 : Math.abs(ratio) >= .1 ? 1 : 2) + " %";

// The words of a run's tags in the grammar of the URLs.
export function words(tags) {
	return Object.entries(tags).map(([key, v]) =>
		!key.startsWith("option.") ? `${key}:${v}` :
		v === "y" ? key.slice(7) : v === "n" ? "-" + key.slice(7) : `${key}:${v}`).join(" ");
}

/**
 * What tells each of some lines or runs from the others: their tags without
 * those that all of them have; of lines also without those that are the same
 * on all of a host, but for what was tried on it.
 * @param {Object<string, string>[]} all the tags of each
 * @param {boolean} byHost they are lines
 * @returns {(tags: Object<string, string>) => Object<string, string>}
 */
export function telling(all, byHost = true) {
	const seen = new Map(), varies = new Set(); // host and key -> its value
	const keys = [...new Set(all.flatMap(tags => Object.keys(tags)))];
	for (const tags of all)
		for (const key of keys) {
			const id = `${key}\n${!byHost || key === "host" || key.startsWith("option.") ? "" : tags.host ?? ""}`;
			if (!seen.has(id))
				seen.set(id, tags[key]);
			else if (seen.get(id) !== tags[key])
				varies.add(key);
		}
	return tags => Object.fromEntries(Object.entries(tags).filter(([key]) => varies.has(key)));
}

const OPTIONS_SHOWN = 8; // of more the kernel's config is known, and nobody reads it here

// The same in two parts: what was tried, and what the machine and its kernel are.
export function parts(tags) {
	const few = Object.keys(tags).filter(key => key.startsWith("option.")).length <= OPTIONS_SHOWN;
	const isMachine = key => key.startsWith("hw.") || key.startsWith("option.") && !few ||
		["boot", "disk.driver", "nic.driver", "os"].includes(key);
	const of = machine => Object.fromEntries(Object.entries(tags).filter(([key]) => isMachine(key) === machine));
	return [of(false), of(true)];
}
