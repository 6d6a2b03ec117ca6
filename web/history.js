// history.js - lines over time: a picture, its change points, its runs; two clicks compare two of them.
import {byId, el, fail, load, n, otherForms} from "/page.js";
import {termForm} from "/complete.js";
import {changesTable, facts, linesTable, noteForm, runsTable, tagLinks, title} from "/history_facts.js";
import {figure} from "/history_figure.js";
import {isTogether, remember, rest, setTogether, state, urlOf} from "/history_state.js";
import {together} from "/history_together.js";

const PLOTTED = 12;

const place = () => byId("page");

function choice(name, values, labels, changed) {
	return el("span", {role: "group", "aria-label": name}, name === "samples" ? "" : `${name} `, ...values.flatMap((v, i) => {
		const b = el("button", {type: "button", "aria-pressed": String((state[name] || values[0]) === v)}, labels[i]);
		b.addEventListener("click", () => {
			remember({[name]: i ? v : ""});
			changed();
		});
		return [b, " "];
	}));
}

function section(series, id, plotted, redraw) {
	const {name, what} = title(series);
	const {bar, box, pin} = plotted ? figure(series, redraw) : {bar: null, box: null, pin: () => undefined};
	return el("section", {"aria-label": name},
		el("h2", {}, el("a", {href: `/history/${series.terms}`}, name)),
		el("p", {class: "tags"}, ...tagLinks(series)),
		el("p", {class: "soft"}, `${what}. Order: ${series.order} (${series.order_why}); ${n(series.n, "run")}` +
			(series.points.run.length < series.n ? `, ${series.points.run.length.toLocaleString("en")} shown` : "")),
		box, bar, series.change_points.length ? changesTable(series) : el("p", {}, "No change point."),
		facts(series, redraw), runsTable(series, pin), noteForm(series, id, redraw));
}

// One picture of all lines, or one each.
function layout(redraw) {
	const b = el("button", {type: "button", "aria-pressed": String(isTogether())}, "all in one picture");
	b.addEventListener("click", () => {
		setTogether(!isTogether());
		redraw();
	});
	return b;
}

function tools(many, redraw) {
	const reset = el("button", {type: "button"}, "all runs");
	reset.addEventListener("click", () => {
		remember({from: "", to: ""});
		redraw();
	});
	return el("div", {class: "tools"}, choice("x", ["order", "time", "run"], ["in order", "by time", "by run"], redraw),
		choice("y", ["auto", "zero", "log"], ["auto", "from 0", "log"], redraw),
		choice("samples", ["", "1"], ["medians", "and samples"], redraw), many ? layout(redraw) : null, state.from || state.to ? reset : null,
		el("span", {class: "soft"}, "Drag over a picture to zoom; in it the keys ← → Home End go from run to run, Enter chooses, + zooms, 0 shows all."));
}

function report(data, keep, redraw) {
	const many = data.lines > 1, one = many && isTogether();
	const plotted = data.series.filter(s => s.points.run.length > 1).slice(0, PLOTTED), drawn = one ? [] : many ? plotted : data.series, others = data.series.filter(s => !drawn.includes(s));
	return [
		el("h1", {}, many ? `History of ${n(data.lines, "line")}` : "History"),
		termForm("history", rest, {button: "Show"}),
		data.series.length ? tools(many, () => redraw()) :
			el("p", {}, "No run with a value. ", el("a", {href: "/tests"}, "All tests"), ", or ", el("a", {href: "/upload"}, "upload a file"), "."),
		keep,
		one ? together(plotted) : null,
		...drawn.map((s, i) => section(s, i, plotted.includes(s), redraw)),
		others.length ? [el("h2", {}, drawn.length ? n(others.length, "more line") : "The lines"), linesTable(others)] : [],
		data.next ? el("p", {}, el("a", {href: new URL(data.next).pathname}, "more lines")) : null,
		otherForms(".txt", ".json", ".csv"),
	].flat();
}

// keep: what stays to be read while the rest is made anew; focus: the label of the picture that keeps the keys.
async function draw(keep, focus) {
	try {
		const data = await load(urlOf(".json", {a: "", b: ""})), first = data.series[0];
		document.title = `${data.lines > 1 || !first ? n(data.lines, "line") : title(first).name} – maxistat`;
		place().replaceChildren(...report(data, keep, draw).filter(x => x !== null && x !== undefined));
		if (focus)
			[...document.querySelectorAll("figure")].find(f => f.getAttribute("aria-label") === focus)?.focus();
	} catch (error) {
		fail(place(), error);
	}
	place().removeAttribute("aria-busy");
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());
draw();
