// page.js - what all pages share: making elements, fetching, formatting.

// el("td", {class: "number"}, "5"): attributes, then children or text.
export function el(name, attributes = {}, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(attributes))
		if (value !== null && value !== undefined)
			e.setAttribute(key, value);
	e.append(...children.filter(c => c !== null && c !== undefined));
	return e;
}

export function table(heads, rows) {
	const cell = (kind, head, content) =>
		el(kind, {class: head.class}, content ?? "");
	return el("div", {class: "scroll"},
		el("table", {},
			el("thead", {}, el("tr", {}, ...heads.map(h => cell("th", h, h.name)))),
			el("tbody", {}, ...rows.map(r =>
				el("tr", {}, ...r.map((c, i) => cell("td", heads[i], c)))))));
}

// The data of a page: an object, or an Error with what the server said.
export async function load(url) {
	const answer = await fetch(url, {headers: {Accept: "application/json"}});
	const data = await answer.json();
	if (!answer.ok) {
		const e = data.error;
		throw new Error([e.message, e.hint, e.near && "near: " + e.near.join(", ")]
			.filter(Boolean).join("\n"));
	}
	return data;
}

export function fail(place, error) {
	place.replaceChildren(el("p", {class: "error", role: "alert"}, error.message));
}

// Four significant digits, or all digits of the whole part.
export function value(x) {
	if (x === null || x === undefined)
		return "–";
	const size = Math.abs(x);
	if (size !== 0 && (size < 1e-4 || size >= 1e9))
		return x.toPrecision(4);
	const want = size === 0 ? 0 : Math.max(0, 3 - Math.floor(Math.log10(size)));
	const own = (String(x).split(".")[1] || "").length;
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

// The words of a run's tags in the grammar of the URLs.
export function words(tags) {
	return Object.entries(tags).map(([key, v]) =>
		!key.startsWith("option.") ? `${key}:${v}` :
		v === "y" ? key.slice(7) : v === "n" ? "-" + key.slice(7) : `${key}:${v}`).join(" ");
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
