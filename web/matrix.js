// matrix.js - medians by the values of two keys, % against the first column.
import {el, load, n, otherForms, percent, show, spelling, table, term, value} from "/page.js";
import {complete, joined} from "/complete.js";

const WAYS = {higher: "more is better", lower: "less is better"};
const [rowKey = "", columnKey = "", terms = ""] = location.pathname.split("/").slice(2).map(decodeURIComponent);

function form() {
	const rows = el("input", {id: "rows", value: rowKey}), columns = el("input", {id: "columns", value: columnKey});
	const where = el("input", {id: "terms", value: terms === "-" ? "" : terms, spellcheck: "false"});
	const f = el("form", {}, el("label", {for: "rows"}, "a row for each"), rows, el("label", {for: "columns"}, "a column for each"), columns,
		el("label", {for: "terms"}, "of the runs"), where, el("button", {}, "Show"));
	f.addEventListener("submit", e => {
		e.preventDefault();
		location.href = `/matrix/${encodeURIComponent(rows.value.trim())}/${encodeURIComponent(columns.value.trim())}/${joined(where.value) || "-"}`;
	});
	setTimeout(() => complete(where));
	return f;
}

// No colour: nothing is tested here, so nothing is better or worse.
function cell(c) {
	return !c || !c.n ? "–" : el("span", {title: n(c.n, "result")}, value(c.median), c.change === null ? "" : ` ${percent(c.change, 1)} %`);
}

function block(b, keys) {
	const title = [[b.test, b.metric].filter(Boolean).join(" "), b.unit ?? "unit not given", WAYS[b.better] ?? "direction not told",
		...Object.entries(b.params).map(([k, v]) => `${k}:${v}`)].join(", ");
	const link = v => v === null ? "not recorded" : keys.row_key === "test" || keys.row_key === "metric" ? v :
		el("a", {href: `/runs/${term(keys.row_key, v)}`}, v);
	return [el("h2", {}, title), table([{name: keys.row_key, sort: i => b.rows[i].value},
		...b.columns.map((c, k) => ({name: c ?? "not recorded", class: "number", sort: i => b.rows[i].cells[k]?.median}))],
	b.rows.map(r => [link(r.value), ...r.cells.map(cell)]), title)];
}

const ROWS = 100; // unless the URL says more

show("page", async () => {
	const asked = location.href.includes("limit="), url = spelling(".json");
	const m = await load(asked ? url : `${url}${location.search ? "&" : "?"}limit=${ROWS}`);
	const out = Object.entries(m.left_out).filter(([, count]) => count).map(([why, count]) => `${count} ${why.replaceAll("_", " ")}`);
	document.title = `${m.row_key} by ${m.column_key} – maxistat`;
	return [
		el("h1", {}, `${m.row_key} by ${m.column_key}`),
		form(),
		...m.blocks.flatMap(b => block(b, m)),
		m.left_out.hidden && !asked ? el("p", {}, `The first ${ROWS} rows; `, el("a", {href: `${location.pathname}?limit=2000`}, "more rows")) : null,
		el("p", {class: "soft"}, `${n(m.results, "result")}: ${m.in_cells.toLocaleString("en")} in cells${out.length ? "; left out: " + out.join(", ") : ""}` +
			(m.failures ? `; ${n(m.failures, "failure")}` : "") + ". A cell is the median of the medians of its results; % against the first column."),
		otherForms(".txt", ".json", ".csv"),
	];
});
