// history.js - lines over time: a picture, its change points, its runs; two clicks compare two of them.
import {byId, day, el, fail, load, minute, n, otherForms, percent, send, table, reasonOf, value} from "/page.js";
import {termForm} from "/complete.js";
import {plot} from "/history_plot.js";

const PLOTTED = 12, RUNS_SHOWN = 25;
const OPTIONS = ["x", "y", "from", "to", "samples", "a", "b"];

// The terms and the options of this URL, wherever they stand in it.
function read() {
	const segments = location.pathname.split("/").slice(2);
	const state = {}, rest = [];
	for (const word of [...segments.join(",").split(","), ...location.search.slice(1).split("&")].filter(Boolean)) {
		const at = word.indexOf("="), name = word.slice(0, at);
		if (at > 0 && OPTIONS.includes(name))
			state[name] = decodeURIComponent(word.slice(at + 1));
		else
			rest.push(word);
	}
	return {rest: rest.join(",") || "-", state};
}

const {rest, state} = read();

function urlOf(suffix, more) {
	const all = {...state, ...more};
	const query = OPTIONS.filter(o => all[o]).map(o => `${o}=${encodeURIComponent(all[o])}`).join("&");
	return `/history${suffix}/${rest}${query ? "?" + query : ""}`;
}

// All that is to be seen again stands in the URL.
function remember(change) {
	Object.assign(state, change);
	history.replaceState(null, "", urlOf("", {}));
}

const place = () => byId("page");

function title(series) {
	const words = t => Object.entries(t).map(([k, v]) => k.startsWith("option.") && (v === "y" || v === "n") ?
		(v === "n" ? "-" : "") + k.slice(7) : `${k}:${v}`);
	const way = {higher: "more is better", lower: "less is better"}[series.better] ?? "direction not told";
	return {
		name: [series.test || "(no test)", series.metric, ...words(series.params)].join(" "),
		tags: words(series.tags).join(" "),
		what: `${series.unit ?? "unit not given"}, ${way}${series.better_assumed && series.better ? " (assumed)" : ""}`,
	};
}

function changesTable(series) {
	const all = series.change_points;
	const heads = [
		{name: "run", class: "number"}, {name: "range"}, {name: "before", class: "number"}, {name: "after", class: "number"},
		{name: "change", class: "number"}, {name: "p", class: "number"}, {name: "where, 95 %"}, {name: "state"}, {name: ""}, {name: ""},
	];
	const at = i => series.points.key[i - series.first_index] ?? day(series.points.at[i - series.first_index]);
	return table(heads, all.map(c => [
		el("a", {href: `/run/${c.run}`}, String(c.run)), `${c.from}..${c.to}`, value(c.before), value(c.after),
		c.change === null ? "n/a" : percent(c.change, 2) + " %", c.p === null ? "–" : c.p < 1e-99 ? "<1e-99" : c.p.toExponential(0),
		c.lo === c.hi ? at(c.lo) : `${at(c.lo)}..${at(c.hi)}`, c.kind === "burst" ? "burst" : c.state + (c.kind === "drift" ? ", drift" : ""),
		el("span", {class: c.verdict === "better" || c.verdict === "worse" ? c.verdict : null}, c.verdict ?? ""),
		c.compare ? el("a", {href: new URL(c.compare, location.href).pathname, title: c.bisect}, "before and after") : "",
	]), "change points");
}

function runsTable(series, pin) {
	const {points} = series, count = points.run.length, from = Math.max(0, count - RUNS_SHOWN);
	const rows = points.run.slice(from).map((_, k) => from + k).reverse();
	const button = i => {
		const b = el("button", {type: "button", "aria-label": `choose run ${points.run[i]}`}, "choose");
		b.addEventListener("click", () => pin(i));
		return b;
	};
	return el("details", {}, el("summary", {}, `the newest ${n(rows.length, "run")} of ${series.n.toLocaleString("en")}`),
		table([{name: "run", class: "number"}, {name: "measured"}, {name: series.order === "at" ? "" : series.order}, {name: "n", class: "number"},
			{name: "median", class: "number"}, {name: "95 % of the mean"}, {name: ""}, {name: ""}],
		rows.map(i => [
			el("a", {href: `/run/${points.run[i]}`}, String(points.run[i])), minute(points.at[i]), points.key[i] ?? "", String(points.n[i]),
			value(points.median[i]), points.lo[i] === null ? "–" : `${value(points.lo[i])} .. ${value(points.hi[i])}`,
			points.masked[i] ? "outlier" : "", button(i),
		]), "runs, newest first"));
}

const facts = series => [
	...series.drifts.map(d => `a drift of ${d.change === null ? "n/a" : percent(d.change, 1) + " %"} from run ${d.from + 1} to ${d.to + 1} of the line`),
	...series.pending.map(p => `at run ${p.run} perhaps ${value(p.before)} → ${value(p.after)}: three runs of a level tell`),
	...series.annotations.map(a => `${a.baseline ? "new baseline" : "other"} at run ${a.index + 1}: ${a.key} ${a.from} → ${a.to}`),
	...series.failures.map(f => `run ${f.run} failed: ${f.reason}`),
	...series.notes.map(x => `note ${x.note}, ${x.key} ${x.from ?? ""}..${x.to ?? ""}: ${x.text} (${x.by}, ${day(x.at)})`),
	series.seen_after_5 !== null && series.seen_after_5 <= 1 ? `at this noise a change of ${(100 * series.seen_after_5).toPrecision(2)} % would be seen after 5 runs` +
		(series.runs_to_see_1_percent > 5 ? `, of 1 % after ${series.runs_to_see_1_percent}` : "") : null,
	...Object.entries(series.left_out).filter(([, count]) => count).map(([why, count]) => `left out: ${count} (${why.replaceAll("_", " ")})`),
].filter(Boolean);

// The runs that were clicked: one is looked at, two are compared.
function pinBar(series, redraw) {
	const bar = el("p", {class: "pinned", role: "status"});
	const find = run => series.points.run.indexOf(Number(run));
	const name = i => `run ${series.points.run[i]} (${series.points.key[i] ?? day(series.points.at[i])}), ${value(series.points.median[i])}`;
	const trash = i => {
		const b = el("button", {type: "button"}, "into the trash");
		b.addEventListener("click", async () => {
			const why = prompt(`Why does run ${series.points.run[i]} not count?`);
			if (why === null)
				return;
			try {
				await send("DELETE", `/run/${series.points.run[i]}`, why);
				bar.replaceChildren(`run ${series.points.run[i]} is in the trash; `, el("a", {href: `/run/${series.points.run[i]}`}, "its page"), " brings it back");
				redraw(bar);
			} catch (error) {
				bar.textContent = reasonOf(error);
			}
		});
		return b;
	};
	const update = () => {
		const a = state.a ? find(state.a) : -1, b = state.b ? find(state.b) : -1;
		const clear = el("button", {type: "button"}, "clear");
		clear.addEventListener("click", () => pin(-1));
		if (a < 0)
			bar.replaceChildren("Click a run, or move to it with the arrow keys and press Enter; then another one.");
		else if (b < 0)
			bar.replaceChildren("A: ", el("a", {href: `/run/${series.points.run[a]}`}, name(a)), " ", trash(a), " ", clear);
		else
			bar.replaceChildren(`A: ${name(a)}; B: ${name(b)}: ${percent((series.points.median[b] - series.points.median[a]) / Math.abs(series.points.median[a]), 2)} % `,
				el("a", {class: "button", href: `/compare/${series.terms}/run:${series.points.run[a]}/run:${series.points.run[b]}`}, "compare them"), " ", clear);
	};
	const pin = i => {
		const run = i < 0 ? "" : String(series.points.run[i]);
		remember(i < 0 ? {a: "", b: ""} : !state.a || state.b ? {a: run, b: ""} : {b: run});
		update();
	};
	update();
	return {bar, pin};
}

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

async function figure(series, redraw) {
	const {bar, pin} = pinBar(series, redraw);
	const canvas = el("div", {class: "plot"});
	const told = el("p", {class: "soft", "aria-live": "polite"}, "\u00a0");
	const box = el("figure", {role: "group", "aria-label": `${title(series).name} over time`, tabindex: "0"}, canvas, told);
	let at = series.points.run.length - 1;
	const say = i => told.textContent = i === null ? "\u00a0" :
		`run ${series.points.run[i]}, ${minute(series.points.at[i])}${series.points.key[i] ? ", " + series.points.key[i] : ""}: ${value(series.points.median[i])}` +
		(series.points.masked[i] ? ", outlier" : "");
	const zoom = (first, last) => {
		remember({from: series.points.key[first] ?? series.points.at[first].replace(/\.\d+/, ""), to: series.points.key[last] ?? series.points.at[last].replace(/\.\d+/, "")});
		redraw();
	};
	const draw = () => plot(canvas, series, {x: state.x || "order", y: state.y || "auto"}, {pin, zoom, at: i => i === null ? null : say(at = i)});
	requestAnimationFrame(async () => {
		try {
			const drawn = await draw();
			box.addEventListener("keydown", e => {
				const step = {ArrowLeft: -1, ArrowRight: 1}[e.key];
				if (step) {
					at = Math.max(0, Math.min(series.points.run.length - 1, at + step));
					drawn.point(at);
					say(at);
				} else if (e.key === "Enter") {
					pin(at);
				} else if (e.key === "Escape") {
					pin(-1);
				} else {
					return;
				}
				e.preventDefault();
			});
		} catch {
			canvas.replaceChildren(el("p", {class: "soft"}, "No picture: this program was built without uPlot. The tables say the same."));
		}
	});
	return {bar, box, pin};
}

async function section(series, plotted, redraw) {
	const {name, tags, what} = title(series);
	const head = [el("h2", {}, el("a", {href: `/history/${series.terms}`}, name), tags ? el("span", {class: "soft"}, ` ${tags}`) : ""),
		el("p", {class: "soft"}, `${what}. Order: ${series.order} (${series.order_why}); ${n(series.n, "run")}` +
			(series.points.run.length < series.n ? `, ${series.points.run.length.toLocaleString("en")} shown` : ""))];
	const {bar, box, pin} = plotted ? await figure(series, redraw) : {bar: null, box: null, pin: () => undefined};
	return el("section", {}, ...head, box, bar, series.change_points.length ? changesTable(series) : el("p", {}, "No change point."),
		el("ul", {class: "soft"}, ...facts(series).map(f => el("li", {}, f))), plotted ? runsTable(series, pin) : null);
}

function tools(redraw) {
	const reset = el("button", {type: "button"}, "all runs");
	reset.addEventListener("click", () => {
		remember({from: "", to: ""});
		redraw();
	});
	return el("div", {class: "tools"}, choice("x", ["order", "time", "run"], ["in order", "by time", "by run"], redraw),
		choice("y", ["auto", "zero", "log"], ["auto", "from 0", "log"], redraw),
		choice("samples", ["", "1"], ["medians", "and samples"], redraw), state.from || state.to ? reset : null,
		el("span", {class: "soft"}, "drag over the picture to zoom"));
}

// keep: what stays to be read while the rest is made anew.
async function draw(keep) {
	try {
		const data = await load(urlOf(".json", {a: "", b: ""}));
		const many = data.lines > 1, again = bar => draw(bar);
		document.title = `${many ? n(data.lines, "line") : title(data.series[0] ?? {test: "", metric: "", params: {}, tags: {}}).name} – maxistat`;
		const sections = [];
		for (const [i, s] of data.series.entries())
			sections.push(await section(s, i < PLOTTED && s.points.run.length > 1, again));
		place().replaceChildren(
			el("h1", {}, many ? `History of ${n(data.lines, "line")}` : "History"),
			termForm("history", rest === "-" ? "" : decodeURIComponent(rest), {button: "Show"}),
			data.series.length ? tools(() => draw()) : el("p", {}, "No run with a value."),
			...(keep instanceof Node ? [keep] : []),
			...sections,
			data.next ? el("p", {}, el("a", {href: new URL(data.next).pathname}, "more lines")) : "",
			otherForms(".txt", ".json", ".csv"));
	} catch (error) {
		fail(place(), error);
	}
	place().removeAttribute("aria-busy");
}

draw();
