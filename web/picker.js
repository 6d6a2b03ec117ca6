// picker.js - two sets of tags are chosen: by typing, or a key and two of its values; how many runs each has is told.
import {el, load, n, term, reasonOf} from "/page.js";
import {complete, joined, typed} from "/complete.js";

const VALUES = 200; // of a key, in a list to choose from

// How many runs terms mean, or why they mean none.
async function count(...terms) {
	const all = terms.map(joined).filter(t => t && t !== "-").join(",") || "-";
	try {
		return n((await load(`/runs.json/${all}?limit=1&count=1`)).count, "run");
	} catch (error) {
		return reasonOf(error).split("\n")[0];
	}
}

function field(id, label, value, placeholder) {
	const input = el("input", {id, name: id, value: typed(value), placeholder, autocomplete: "off", spellcheck: "false"});
	const told = el("span", {class: "soft", id: `${id}-runs`, role: "status"});
	input.setAttribute("aria-describedby", told.id);
	return {input, told, parts: [el("label", {for: id}, label), el("span", {class: "counted"}, input, " ", told)]};
}

// The values of a key, with their runs; the tests are such a key.
const valuesOf = key => key === "test" ? load("/tests.json").then(({tests}) => ({values: tests.filter(t => t.test).map(t => ({value: t.test, runs: t.runs}))})) :
	load(`/tags.json/${encodeURIComponent(key)}`);

// Terms with a value of a key: in the place of another one, or of single runs.
function narrowed(text, key, chosen) {
	const name = /^option\.(\w+)$/.exec(key)?.[1];
	const rest = text.split(/[\s,]+/).filter(t => t && !t.startsWith("run:") && !t.startsWith(key + ":") && t !== name && t !== "-" + name);
	return [...rest, typed(chosen)].filter(Boolean).join(",");
}

/** The form as elements. The sides are prefilled. */
export function picker({common = "", a = "", b = ""} = {}) {
	const both = field("common", "both", common, "host:apu2, test:udp");
	const left = field("a", "A, the baseline", a, "-VIMAGE"), right = field("b", "B", b, "VIMAGE");
	const key = el("select", {id: "key"}, el("option", {value: ""}, "…"));
	const values = el("span", {class: "values"});
	let timer = 0, asked = 0;
	const recount = () => {
		clearTimeout(timer);
		timer = window.setTimeout(async () => {
			const mine = ++asked;
			const told = await Promise.all([both, left, right].map(f => !f.input.value.trim() ? "" : f === both ? count(f.input.value) : count(both.input.value, f.input.value)));
			if (mine === asked)
				[both, left, right].forEach((f, i) => f.told.textContent = told[i]);
		}, 250);
	};
	for (const f of [both, left, right])
		f.input.addEventListener("input", recount);
	load("/tags.json").then(({keys}) => key.append(el("option", {value: "test"}, "test"), ...keys.filter(k => k.values > 1).map(k => el("option", {value: k.key}, `${k.key} (${k.values})`)))).catch(() => undefined);
	key.addEventListener("change", async () => {
		if (!key.value)
			return values.replaceChildren();
		const data = await valuesOf(key.value);
		const select = (name, f) => {
			const s = el("select", {"aria-label": `${name}: value of ${key.value}`}, el("option", {value: ""}, name),
				...data.values.slice(0, VALUES).map(v => el("option", {value: term(key.value, v.value)}, `${v.value} (${v.runs})`)));
			s.addEventListener("change", () => {
				f.input.value = narrowed(f.input.value, key.value, s.value);
				recount();
			});
			return s;
		};
		values.replaceChildren(select("both", both), " ", select("A", left), " ", select("B", right));
	});
	setTimeout(() => [both, left, right].forEach(f => complete(f.input)));
	recount();
	return [el("form", {action: "/compare", method: "get"}, ...both.parts, ...left.parts, ...right.parts,
		el("label", {for: "key"}, "values of"), el("span", {}, key, " ", values), el("button", {}, "Compare")),
	grammar()];
}

/** What a field of terms takes, in a line. */
export const grammar = () => el("p", {class: "soft"}, "Terms are joined by commas: ", el("code", {}, "key:value"), ", ", el("code", {}, "key:a~b"), ", ", el("code", {}, "key:a..b"), ", ",
	el("code", {}, "-key:value"), ", ", el("code", {}, "NAME"), " or ", el("code", {}, "-NAME"), " for a kernel option; ", el("a", {href: "/help/terms"}, "all of them"), ".");
