// matrix.js - medians by the values of two keys, % against the first column.
import {decoded, el, load, n, otherForms, percent, show, spelling, table, term, value, withOption} from "/page.js";
import {complete, joined, typed} from "/complete.js";

const WAYS = {higher: "more is better", lower: "less is better"};
const [rowKey = "", columnKey = "", terms = ""] = location.pathname.split("/").slice(2).map((part, i) => i < 2 ? decoded(part) : typed(part));

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
	return !c || !c.n ? "–" : el("span", {title: n(c.n, "result")}, value(c.median, true), c.change === null ? "" : el("span", {class: "against"}, ` ${percent(c.change, 1)} %`));
}

// What a table is of; blocks that differ in their parameters alone share it, and the parameters label its rows.
const title = b => [[b.test, b.metric].filter(Boolean).join(" "), b.unit ?? "unit not given", WAYS[b.better] ?? "direction not told"].join(", ");

function merged(blocks) {
	const groups = new Map();
	for (const b of blocks) {
		const key = JSON.stringify([title(b), b.role, b.columns, Object.keys(b.params)]);
		groups.set(key, [...(groups.get(key) ?? []), b]);
	}
	return [...groups.values()];
}

function group(blocks, keys) {
	const {params, columns} = blocks[0], varying = Object.keys(params).filter(k => blocks.some(b => b.params[k] !== params[k]));
	const name = [title(blocks[0]), ...Object.keys(params).filter(k => !varying.includes(k)).map(k => `${k}:${params[k]}`)].join(", ");
	const link = v => v === null ? "not recorded" : keys.row_key === "test" || keys.row_key === "metric" ? v :
		el("a", {href: `/runs/${term(keys.row_key, v)}`}, v);
	const rows = blocks.flatMap(b => b.rows.map(row => ({b, row})));
	return [el("h2", {}, name), table([{name: keys.row_key, sort: i => rows[i].row.value}, ...varying.map(k => ({name: k, sort: i => rows[i].b.params[k]})),
		...columns.map((c, k) => ({name: c ?? "not recorded", class: "number", sort: i => rows[i].row.cells[k]?.median}))],
	rows.map(({b, row}) => [link(row.value), ...varying.map(k => b.params[k]), ...row.cells.map(cell)]), name)];
}

const ROWS = 100; // unless the URL says more

show("page", async () => {
	const asked = location.href.includes("limit="), url = spelling(".json");
	const m = await load(asked ? url : withOption(url, `limit=${ROWS}`));
	const out = Object.entries(m.left_out).filter(([, count]) => count).map(([why, count]) => `${count} ${why.replaceAll("_", " ")}`);
	document.title = `${m.row_key} by ${m.column_key} – maxistat`;
	return [
		el("h1", {}, `${m.row_key} by ${m.column_key}`),
		form(),
		...merged(m.blocks).flatMap(blocks => group(blocks, m)),
		m.blocks.length ? null : el("p", {}, "No result under these keys. ", el("a", {href: "/tags"}, "All keys"), "."),
		m.left_out.hidden && !asked ? el("p", {}, `The first ${ROWS} rows; `, el("a", {href: `${location.pathname}?limit=2000`}, "more rows")) : null,
		el("p", {class: "soft"}, `${n(m.results, "result")}: ${m.in_cells.toLocaleString("en")} in cells${out.length ? "; left out: " + out.join(", ") : ""}` +
			(m.failures ? `; ${n(m.failures, "failure")}` : "") + ". A cell is the median of the medians of its results; % against the first column."),
		otherForms(".txt", ".json", ".csv"),
	];
});
