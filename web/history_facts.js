// history_facts.js - what is to be read of a line: its change points, its runs, its notes.
import {day, el, encoded, load, minute, n, changed, reasonOf, send, table, telling, term, value} from "/page.js";
import {state} from "/history_state.js";

const words = tags => Object.entries(tags).map(([k, v]) => k.startsWith("option.") && (v === "y" || v === "n") ?
	(v === "n" ? "-" : "") + k.slice(7) : `${k}:${v}`);

/** What a line is called, and what its numbers are. */
export function title(series) {
	const way = {higher: "more is better", lower: "less is better"}[series.better] ?? "direction not told";
	return {
		name: [series.test || "(no test)", series.metric, ...words(series.params)].join(" "),
		what: `${series.unit ?? "unit not given"}, ${way}${series.better_assumed && series.better ? " (assumed)" : ""}`,
	};
}

/** The tags of a line, each a link to all lines whatever this one is. */
export function tagLinks(series) {
	const of = series.terms.split(",");
	return Object.entries(series.tags).flatMap(([k, v]) => {
		const rest = of.filter(t => t !== term(k, v)).join(",") || "-";
		return [el("a", {class: "tag", href: `/history/${rest}`, title: `lines of every ${k}`}, words({[k]: v})[0]), " "];
	});
}

/** Where a run stands in the order: its revision, or when it was measured. */
export const placeOf = (series, i) => series.points.key[i] ?? series.points.at[i].replace(/\.\d+/, "");

const mood = c => c.verdict === "better" || c.verdict === "worse" ? c.verdict : null;

export function changesTable(series) {
	const heads = [
		{name: "run", class: "number"}, {name: "range"}, {name: "before", class: "number"}, {name: "after", class: "number"},
		{name: "change", class: "number"}, {name: "n", class: "number"}, {name: "p", class: "number"}, {name: "where, 95 %"}, {name: "state"}, {name: ""}, {name: ""},
	];
	const at = i => series.points.key[i - series.first_index] ?? (series.points.at[i - series.first_index] ? day(series.points.at[i - series.first_index]) : `run ${i + 1} of the line`);
	const where = c => c.lo === c.hi ? at(c.lo) : `${at(c.lo)}..${at(c.hi)}`;
	return table(heads, series.change_points.map(c => [
		el("a", {href: `/run/${c.run}`}, String(c.run)), `${c.from}..${c.to}`, value(c.before, true), value(c.after, true),
		changed(c.change), `${c.n_before}+${c.n_after}`, c.p === null ? "–" : c.p < 1e-99 ? "<1e-99" : c.p.toExponential(0),
		where(c), c.kind === "burst" ? "burst" : c.state + (c.kind === "drift" ? ", drift" : ""),
		el("span", {class: mood(c)}, c.verdict ?? ""),
		c.compare ? el("a", {href: new URL(c.compare, location.href).pathname, title: c.bisect}, "before and after") : "",
	]), "change points");
}

/** The tags of each of some lines in words, as far as they tell it from the others. */
export function ownTags(all) {
	const own = telling(all.map(s => s.tags));
	return s => words(own(s.tags)).join(" ");
}

/** Lines without a picture of their own: what there is of each, and the way to it. */
export function linesTable(all) {
	const own = ownTags(all), last = s => s.points.run.length - 1, change = s => s.change_points.filter(c => c.kind !== "burst").at(-1);
	const heads = [{name: "line", class: "wrap", sort: i => title(all[i]).name}, {name: "tags", class: "wrap soft"}, {name: "runs", class: "number", sort: i => all[i].n},
		{name: "newest", class: "number", sort: i => all[i].points.median[last(all[i])]}, {name: "unit"}, {name: "measured", sort: i => all[i].points.at[last(all[i])]},
		{name: "last change", sort: i => change(all[i])?.change}];
	return table(heads, all.map(s => [
		el("a", {href: `/history/${s.terms}`}, title(s).name), own(s), s.n.toLocaleString("en"), value(s.points.median[last(s)]), s.unit ?? "", day(s.points.at[last(s)]),
		change(s) ? el("span", {class: mood(change(s))}, `${changed(change(s).change)} ${change(s).verdict ?? ""}`) : "",
	]), "lines");
}

/** The runs that the picture shows, newest first; made when it is opened. */
export function runsTable(series, pin) {
	const {points} = series, rows = points.run.map((_, i) => i).reverse();
	const button = i => {
		const b = el("button", {type: "button", class: "opener", "aria-label": `choose run ${points.run[i]}`}, "choose");
		b.addEventListener("click", () => pin(i));
		return b;
	};
	const heads = [{name: "run", class: "number"}, {name: "measured"}, {name: series.order === "at" ? "" : series.order}, {name: "n", class: "number"},
		{name: "median", class: "number"}, {name: "95 % of the mean"}, {name: ""}, {name: ""}];
	const place = el("div"), box = el("details", {}, el("summary", {}, `the ${n(rows.length, "run")} of the picture, as a table`), place);
	box.addEventListener("toggle", () => place.children.length || place.append(table(heads, rows.map(i => () => [
		el("a", {href: `/run/${points.run[i]}`}, String(points.run[i])), minute(points.at[i]), points.key[i] ?? "", String(points.n[i]),
		value(points.median[i]), points.lo[i] === null ? "–" : `${value(points.lo[i])} .. ${value(points.hi[i])}`,
		points.masked[i] ? "outlier" : "", button(i),
	]), "runs, newest first")));
	return box;
}

// A note, and the way to take it back.
function note(x, redraw) {
	const undo = el("button", {type: "button", class: "opener", "aria-label": `take back note ${x.note}`}, "take back");
	const line = el("li", {}, `note on ${x.key} ${[...new Set([x.from ?? "", x.to ?? ""])].join("..")}: ${x.text} (${x.by}, ${day(x.at)}) `, undo);
	undo.addEventListener("click", async () => {
		try {
			await send("POST", `/note/${x.note}/undo`);
			redraw();
		} catch (error) {
			line.append(" ", el("span", {role: "alert", class: "error"}, reasonOf(error)));
		}
	});
	return line;
}

/** What else is known of a line, a line of a list each. */
export function facts(series, redraw) {
	const texts = [
		...series.drifts.map(d => `a drift of ${changed(d.change)} from run ${d.from + 1} to ${d.to + 1} of the line`),
		...series.pending.map(p => `at run ${p.run} perhaps ${value(p.before)} → ${value(p.after)}: three runs of a level tell`),
		...series.annotations.map(a => `${a.baseline ? "new baseline" : "other"} at run ${a.index + 1} of the line: ${a.key} ${a.from} → ${a.to}`),
		...series.failures.map(f => `run ${f.run} failed: ${f.reason}`),
		series.seen_after_5 !== null && series.seen_after_5 <= 1 ? `at this noise a change of ${(100 * series.seen_after_5).toPrecision(2)} % would be seen after 5 runs` +
			(series.runs_to_see_1_percent > 5 ? `, of 1 % after ${series.runs_to_see_1_percent}` : "") : "",
		...Object.entries(series.left_out).filter(([, count]) => count).map(([why, count]) => `left out: ${count} (${why.replaceAll("_", " ")})`),
	].filter(Boolean).map(text => el("li", {}, text));
	const items = [...series.notes.map(x => note(x, redraw)), ...texts];
	return items.length ? el("ul", {class: "facts soft"}, ...items) : null;
}

/** A form for a note on a range of this line: that of the chosen runs, else of the newest one. */
export function noteForm(series, id, redraw) {
	const field = (name, label) => [el("label", {for: `${name}-${id}`}, label), el("input", {id: `${name}-${id}`, required: "", spellcheck: "false"})];
	const [fromLabel, from] = field("from", `from ${series.order}`), [toLabel, to] = field("to", "to"), [textLabel, text] = field("note", "note");
	const status = el("span", {role: "status", class: "error"});
	const form = el("form", {}, fromLabel, from, toLabel, to, textLabel, text, el("button", {}, "Note it"), status);
	const box = el("details", {}, el("summary", {}, "note something on a range"), form);
	box.addEventListener("toggle", () => {
		const at = run => series.points.run.indexOf(Number(run)), last = series.points.run.length - 1;
		const [a, b] = [at(state.a), at(state.b)].map(i => i < 0 ? null : i), first = a ?? b ?? last;
		/** @type {HTMLInputElement} */ (from).value = placeOf(series, Math.min(first, b ?? first));
		/** @type {HTMLInputElement} */ (to).value = placeOf(series, Math.max(first, b ?? first));
	});
	form.addEventListener("submit", async e => {
		e.preventDefault();
		const value = input => encoded(input.value.trim());
		try {
			await send("POST", `/note/${series.terms},${series.order}:${value(from)}..${value(to)}`, /** @type {HTMLInputElement} */ (text).value);
			redraw();
		} catch (error) {
			status.textContent = reasonOf(error);
		}
	});
	return box;
}

/** In words how two runs of a line differ; "" where that cannot be told. */
export const difference = (series, a, b) => load(`/compare.json/${series.terms}/run:${a}/run:${b}`).then(report => report.answer, () => "");
