// hostile.mjs - sixty names that want to be more than text, as tag values, tests,
// metrics, units, parameters, notes and file names: on no page does one of them
// run, become an element or a link, or push the page out of its window.
import {run} from "./e2e.mjs";

const act = "document.title='owned'";
const tags = ["script", "svg/onload", "img src=x onerror", "body onload", "iframe src", "object data", "embed src", "math href", "video onerror",
	"details open ontoggle", "input autofocus onfocus", "a href", "base href", "link rel=stylesheet href", "meta http-equiv=refresh content", "style", "form action"];
const payloads = [
	...tags.map(t => t === "script" ? `<script>${act}</script>` : `<${t}="${act}">`),
	...tags.map(t => `"'><${t}=javascript:${act}>`),
	"</td></tr></table><h1>owned</h1>", "</title><h1>owned</h1>", "</textarea><h1>owned</h1>", "<!--", "]]>", "--><b>", "&lt;b&gt;&amp;&#60;",
	`javascript:${act}`, `data:text/html,<script>${act}</script>`, "//evil.example/x", "${7*7}{{7*7}}#{7*7}", "{{constructor.constructor('1')()}}",
	"=1+1", "+cmd|' /C calc'!A0", "@SUM(1)", "-2+3", "=HYPERLINK(\"http://evil.example\")",
	"עברית שמאל", "مرحبا بالعالم", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "👩‍👩‍👧‍👦🏳️‍🌈", "Z̸̡̢̧̛͉̗a̷l̶g̵o", "\u00a0\u2003x", "%3Cscript%3E", "a,b~c..d/e#f?g", "x".repeat(500), "ab ".repeat(160).trim(),
	"__proto__", "constructor", "toString", "null", "undefined", "0", "' OR 1=1 --",
].slice(0, 64);
const refused = ["a\u202eb", "a\u2066b", "\u001b[31mred", "a\u0000b", "\u0085x", "a\u009bb"];

const doc = (name, rev, i) => JSON.stringify({
	tags: {host: name, note: name, rev: `r${rev}`, "hw.nic": `n${i}`, "option.TRAP": name},
	at: `2026-0${1 + rev}-01T00:00:00Z`,
	results: [
		{test: name, params: {p: name}, metrics: [{name, unit: name, samples: [100, 101, 102, 103].map(x => x * rev + i)}]},
		{test: "all", params: {p: name}, metrics: [{name: "m", unit: "s", samples: [1, 2, 3 + rev]}]},
	],
});

async function fill(t, server) {
	for (const [i, p] of payloads.entries())
		for (const rev of [1, 2])
			await server.put(`/runs/-/${encodeURIComponent(`f ${p}`.slice(0, 100)).replace(/[!'()*]/g, c => "%" + c.charCodeAt(0).toString(16))}`, doc(p, rev, i) + "\n");
	for (const p of payloads.slice(0, 20)) {
		const note = await fetch(`${server.url}/note/rev:r1`, {method: "POST", body: p});
		t.is(note.status, 201, `a note is kept: ${p.slice(0, 40)}`);
	}
	for (const p of refused) {
		const answer = await fetch(`${server.url}/runs`, {method: "PUT", body: doc(p, 1, 1) + "\n"});
		t.is(answer.status, 400, `a name with what is not to be seen is refused: ${JSON.stringify(p)}`);
	}
}

// Elements that only a payload can have made.
const GROWN = "[onload], [onerror], [ontoggle], [onfocus], img, iframe, object, embed, math, video, base, meta[http-equiv], main script, h1 + h1, td h1, " +
	"a[href*='//evil'], a[href^='javascript:'], a[href^='data:']";

async function look(t, url, name, width, scheme = "light") {
	const page = await t.open(url, {width, scheme});
	const dialogs = [];
	page.on("dialog", d => {
		dialogs.push(d.message());
		d.dismiss();
	});
	await page.waitForFunction(() => !document.querySelector("[aria-busy]"));
	const [title, grown, styles] = await page.evaluate(grown => [document.title, document.querySelectorAll(grown).length,
		document.querySelectorAll("style, main link").length], GROWN);
	t.is(`${title === "owned"} ${grown} ${styles} ${dialogs.length}`, "false 0 0 0", `${name}, ${width}: nothing ran, nothing grew`);
	t.is(await page.getByRole("alert").count(), 0, "... no error is shown");
	t.clean(page, "...");
	await t.fits(page, `${name}, ${width}`);
	if (scheme === "dark")
		await t.accessible(page, `${name}, ${width}, dark`);
	await t.close(page);
}

const encoded = text => encodeURIComponent(text).replace(/[!'()*~]/g, c => "%" + c.charCodeAt(0).toString(16)).replace(/\.(?=\.)/g, "%2E");

run(async t => {
	const server = await t.serve();
	t.ok(payloads.length >= 60, `${payloads.length} names`);
	await fill(t, server);
	const [script, table, long, words] = [payloads[0], payloads[34], payloads.find(p => p.startsWith("xxx")), payloads.find(p => p.startsWith("ab "))];
	const pages = {
		index: "/", runs: "/runs", more: "/runs?limit=500", hosts: "/hosts", tests: "/tests", tags: "/tags", notes: "/tags/note", options: "/tags/option.TRAP",
		changes: "/changes?margin=0.01", compare: "/compare/test:all/rev:r1/rev:r2", own: `/compare/host:${encoded(script)}/rev:r1/rev:r2`,
		history: "/history/test:all", matrix: "/matrix/host/rev/test:all", upload: "/upload", help: "/help/terms",
	};
	for (const [name, path] of Object.entries(pages))
		await Promise.all([look(t, server.url + path, name, 1280, "dark"), look(t, server.url + path, name, 375)]);
	for (const p of [script, table, long, words]) {
		const e = encoded(p);
		for (const path of [`/host/${e}`, `/test/${e}`, `/runs/host:${e}`, `/history/host:${e}`])
			await look(t, server.url + path, path.slice(0, 40), 375);
	}
	for (const id of [1, 2, 69, 2 * payloads.indexOf(long) + 1])
		await look(t, `${server.url}/run/${id}`, `run ${id}`, 375);
});
