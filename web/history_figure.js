// history_figure.js - the picture of a line, by pointer and by keys; two chosen runs are compared.
import {day, el, minute, percent, reasonOf, send, value} from "/page.js";
import {difference, placeOf, title} from "/history_facts.js";
import {plot} from "/history_plot.js";
import {remember, state} from "/history_state.js";

// The runs that were clicked: one is looked at, two are compared.
function pinBar(series, redraw) {
	const bar = el("p", {class: "pinned", role: "status"}), {points} = series;
	const find = run => run ? points.run.indexOf(Number(run)) : -1;
	const name = i => `run ${points.run[i]} (${points.key[i] ?? day(points.at[i])}), ${value(points.median[i])}`;
	const trash = i => {
		const b = el("button", {type: "button"}, "into the trash");
		b.addEventListener("click", async () => {
			const why = prompt(`Why does run ${points.run[i]} not count?`);
			if (why === null)
				return;
			try {
				await send("DELETE", `/run/${points.run[i]}`, why);
				bar.replaceChildren(`run ${points.run[i]} is in the trash; `, el("a", {href: `/run/${points.run[i]}`}, "its page"), " brings it back");
				redraw(bar);
			} catch (error) {
				bar.textContent = reasonOf(error);
			}
		});
		return b;
	};
	const both = (a, b, clear) => {
		const change = points.median[a] ? percent((points.median[b] - points.median[a]) / Math.abs(points.median[a]), 2) + " %" : "n/a";
		const told = el("span", {class: "soft"});
		bar.replaceChildren(`A: ${name(a)}; B: ${name(b)}: ${change} `,
			el("a", {class: "button", href: `/compare/${series.terms}/run:${points.run[a]}/run:${points.run[b]}`}, "compare them"), " ", clear, " ", told);
		difference(series, points.run[a], points.run[b]).then(answer => told.textContent = answer);
	};
	const update = () => {
		const a = find(state.a), b = find(state.b);
		const clear = el("button", {type: "button"}, "clear");
		clear.addEventListener("click", () => pin(-1));
		if (a < 0)
			bar.replaceChildren("Click a run, or move to it with the arrow keys and press Enter; then another one.");
		else if (b < 0)
			bar.replaceChildren("A: ", el("a", {href: `/run/${points.run[a]}`}, name(a)), " ", trash(a), " ", clear);
		else
			both(a, b, clear);
	};
	const pin = i => {
		const run = i < 0 ? "" : String(points.run[i]);
		remember(i < 0 ? {a: "", b: ""} : !state.a || state.b ? {a: run, b: ""} : {b: run});
		update();
	};
	update();
	return {bar, pin};
}

// What a key does in a picture: how far it goes, or what it calls.
const STEPS = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity};

/** The picture, the bar under it, and what a button of a table chooses with. */
export function figure(series, redraw) {
	const {bar, pin} = pinBar(series, redraw), {points} = series, last = points.run.length - 1;
	const canvas = el("div", {class: "plot", "aria-busy": "true"});
	const told = el("p", {class: "soft", "aria-live": "polite"}, "\u00a0");
	const box = el("figure", {role: "group", "aria-label": `${title(series).name} over time`, tabindex: "0",
		"aria-keyshortcuts": "ArrowLeft ArrowRight Home End Enter Escape + - 0"}, canvas, told);
	let at = last;
	const say = i => told.textContent = i === null ? "\u00a0" :
		`run ${points.run[i]}, ${minute(points.at[i])}${points.key[i] ? ", " + points.key[i] : ""}: ${value(points.median[i])}` +
		(points.lo[i] === null ? "" : ` (${value(points.lo[i])} .. ${value(points.hi[i])})`) + (points.masked[i] ? ", outlier" : "");
	const zoom = (from, to) => {
		remember(from === null ? {from: "", to: ""} : {from: placeOf(series, from), to: placeOf(series, to)});
		redraw(null, box.getAttribute("aria-label"));
	};
	// Half of what is seen, around the run that was looked at.
	const nearer = () => {
		const half = Math.max(1, Math.floor(last / 4));
		const from = Math.max(0, Math.min(at - half, last - 2 * half));
		zoom(from, Math.min(last, from + 2 * half));
	};
	const keys = {Enter: () => pin(at), Escape: () => pin(-1), "+": nearer, "-": () => zoom(null, null), 0: () => zoom(null, null)};
	requestAnimationFrame(async () => {
		try {
			const drawn = await plot(canvas, series, {x: state.x || "order", y: state.y || "auto"}, {pin, zoom, at: i => i === null ? null : say(at = i)});
			box.addEventListener("keydown", e => {
				const step = STEPS[e.key], deed = keys[e.key];
				if (e.ctrlKey || e.altKey || e.metaKey || !step && !deed)
					return;
				e.preventDefault();
				if (deed)
					return deed();
				at = Math.max(0, Math.min(last, at + step));
				drawn.point(at);
				say(at);
			});
		} catch {
			canvas.replaceChildren(el("p", {class: "soft"}, "No picture: this program was built without uPlot. The tables say the same."));
		}
		canvas.removeAttribute("aria-busy");
	});
	return {bar, box, pin};
}
