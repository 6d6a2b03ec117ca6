// parts.mjs - what the pages can do, a part at a time: long lists, the order in
// the URL, completion, the picker, what is behind a row, the picture of a history
// by keys, lines in one picture, notes; a page without scripts, and without uPlot.
import {run} from "./e2e.mjs";

const lines = values => values.map(v => v + "\n").join("");
const done = page => page.waitForFunction(() => !document.querySelector("[aria-busy]"));
const noise = i => (i * 7919 % 101 - 50) / 10;
const night = i => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);

async function fill(server) {
	for (const host of ["a", "b"])
		for (let i = 0; i < 30; i++) {
			const level = (host === "a" ? 1000 : 50) * (i < 20 ? 1 : 1.05) * (1 + noise(i) / 2000);
			await server.put(`/runs/host:${host},test:n,unit:kpps,rev:r${100 + i},at:${night(i)}`, lines([level * .999, level, level * 1.001]));
		}
	const many = Array.from({length: 400}, (_, i) => JSON.stringify({tags: {host: "c", item: `i${i}`}, at: "2026-01-01T00:00:00Z",
		results: [{test: "list", metrics: [{name: "m", unit: "s", samples: [i, i + 1, i + 2]}]}]}));
	await server.put("/runs", many.join("\n") + "\n");
	for (const [rev, f] of [["old", 1], ["new", 1.1]])
		await server.put(`/runs/host:d,test:big,unit:pps,rev:${rev}`, lines(Array.from({length: 400}, (_, i) => f * (1e6 + 1000 * noise(i)))));
}

const shown = page => page.locator("tbody tr").count();

async function list(t, server) {
	const page = await t.open(`${server.url}/tags/item`);
	t.is(await page.innerText("h1"), "item 400 values", "a long list tells how long it is");
	t.is(await shown(page), 200, "... and shows its first rows");
	await page.click("button:has-text('more of 400')");
	t.is(await shown(page), 400, "... the others on demand");
	await page.fill("input[type=search]", "i39");
	t.is(await shown(page), 11, "... or those that are looked for");
	await page.fill("input[type=search]", "");
	await page.click("th button:has-text('value')");
	await page.click("th button:has-text('value')");
	t.like(page.url(), /#sort=-value$/, "the order stands in the URL");
	const again = await t.open(page.url());
	t.is(await again.innerText("tbody tr td >> nth=0"), "i399", "... and is that of the link");
	t.is(await again.getAttribute("th >> nth=0", "aria-sort"), "descending", "... told to who cannot see it");
	const part = await t.open(`${server.url}/tags/item?limit=150`);
	await part.click("text=more values");
	await part.waitForURL(/\/tags\/item\?after=i\d+&limit=150$/);
	await done(part);
	t.is(await shown(part), 150, "parts of the values lead from one to the next");
	await part.goto(`${server.url}/runs/host:a,limit=20`, {waitUntil: "networkidle"});
	await part.click("text=older runs");
	await part.waitForURL("**/runs/host:a,after=*,limit=20");
	await done(part);
	await part.waitForFunction(() => /^30/.test(document.querySelector("h1")?.textContent ?? ""));
	t.is(`${await part.innerText("h1")}|${await part.inputValue("#terms")}|${await shown(part)}`, "30 runs host:a|host:a|10", "so do runs; where they begin is no term");
	t.is(await part.getAttribute("text=their history", "href"), "/history/host:a", "... nor of their history");
	for (const p of [page, again, part])
		t.clean(p, "a list");
}

async function search(t, server) {
	const page = await t.open(server.url + "/");
	await page.fill("#terms", "ho");
	await page.waitForSelector("#terms-terms option[value='host:']", {state: "attached"});
	await page.fill("#terms", "test:n, host:");
	await page.waitForSelector("#terms-terms option[value='test:n, host:b']", {state: "attached"});
	t.ok(true, "terms are completed, keys and values");
	await page.route("**/tags.json/item", route => route.fulfill({json: {values: [{value: "i0", runs: 1}], count: 400, next: "x"}}));
	await page.fill("#terms", "item:i39");
	await page.waitForSelector("#terms-terms option[value='item:i399']", {state: "attached"});
	t.is(await page.locator("#terms-terms option").count(), 11, "... of more values than are listed, those that begin so");
	await page.fill("#terms", "test:n, host:b");
	await page.keyboard.press("Enter");
	await page.waitForURL("**/runs/test:n,host:b");
	await done(page);
	t.like(await page.innerText("h1"), /^30 runs/, "... and lead to the runs, counted");
	const shell = (await (await t.open(server.url + "/")).innerText("#shell")).split("\n");
	t.is(shell.filter(l => l.includes(server.url)).length, 3, "three lines for this server");
	const told = await fetch(shell[2].split(" ").at(-1));
	t.like(`${told.status}`, /^(200|422)$/, "... of which the last is of runs that are there");
	t.clean(page, "the search");
}

async function picker(t, server) {
	const page = await t.open(server.url + "/compare");
	t.is(await page.innerText("nav [aria-current]"), "compare", "the head tells where the reader is");
	await page.selectOption("#key", "test");
	await page.selectOption("select[aria-label^='both']", "test:n");
	await page.selectOption("#key", "host");
	await page.selectOption("select[aria-label^='A']", "host:a");
	await page.selectOption("select[aria-label^='B']", "host:b");
	await page.waitForFunction(() => ["common", "a", "b"].map(f => document.getElementById(`${f}-runs`)?.textContent).join() === "60 runs,30 runs,30 runs");
	t.ok(true, "the picker tells how many runs each side has");
	await page.fill("#b", "host:nowhere");
	await page.waitForFunction(() => /nowhere/.test(document.getElementById("b-runs")?.textContent ?? ""));
	t.ok(true, "... or why it has none");
	await page.fill("#b", "host:b");
	await page.click("button:has-text('Compare')");
	await page.waitForURL("**/compare/test:n/host:a/host:b");
	await done(page);
	t.is(await page.getByRole("alert").count(), 0, "... and leads to the comparison");
	t.clean(page, "the picker", 404);
}

async function row(t, server) {
	const page = await t.open(`${server.url}/compare/test:big/rev:old/rev:new?per=sample`);
	await page.locator("button.opener").focus();
	await page.keyboard.press("Enter");
	await page.waitForSelector("tr.open svg.strips path");
	t.is(await page.getAttribute("button.opener", "aria-expanded"), "true", "a row is opened by a key");
	t.is(await page.locator("tr.open svg.strips path").count(), 2, "many samples are an ECDF, a line a side");
	t.like(await page.innerText("tr.open .tools"), /every sample, in Mpps/, "... in the unit of the table");
	t.like(await page.getAttribute("tr.open svg.strips", "aria-label"), /^A: 400 samples from 0\.995\d* to 1\.00\d*; B: 400/, "... told in words");
	await page.click("tr.open button:has-text('dots')");
	t.is(await page.locator("tr.open svg.strips circle").count(), 800, "... and dots for who wants them");
	t.is(await page.locator("tr.open svg.spark").count(), 2, "samples are there in their order");
	t.is(await page.locator("tr.open a[href^='/run/']").count(), 2, "... with links to the runs");
	t.like(await page.innerText("tr.open pre"), /Difference at 95\.0% confidence/, "... and the block of ministat");
	t.clean(page, "a row");
}

// Options in a segment, as the text prints its links.
async function options(t, server) {
	const page = await t.open(`${server.url}/compare/test:n,sort=change,per=sample/rev:r100..r110/rev:r120..r129`);
	await done(page);
	t.is(await page.locator(".tools [aria-current]").allInnerTexts().then(a => a.join()), "all,change", "options of a segment are seen");
	await page.click(".tools a:has-text('better')");
	await page.waitForURL("**/compare/test:n/rev:r100..r110/rev:r120..r129?sort=change&per=sample&show=better");
	await done(page);
	t.is(await page.getByRole("alert").count(), 0, "... and changed by a click");
	const again = await t.open(`${server.url}/compare/test:n,sort=change,margin=2/rev:r100..r110/rev:r120..r129`);
	await again.click("button.opener >> nth=0");
	await again.waitForSelector("tr.open pre");
	t.like(await again.innerText("tr.open pre"), /^x rev:r100/, "... and a row of them opens");
	for (const p of [page, again])
		t.clean(p, "options");
}

async function keys(t, server) {
	const page = await t.open(`${server.url}/history/host:a,test:n`);
	await done(page);
	await page.locator("figure").focus();
	const told = () => page.innerText("figure > p");
	await page.keyboard.press("Home");
	t.like(await told(), /r100:/, "Home is the first run");
	await page.keyboard.press("End");
	t.like(await told(), /r129:/, "... End the last");
	await page.keyboard.press("+");
	await page.waitForURL(/from=r115.*to=r129/);
	await page.waitForFunction(() => document.querySelector("section p.soft")?.textContent?.includes("15 shown"));
	await done(page);
	t.ok(await page.evaluate(() => document.activeElement?.tagName === "FIGURE"), "... + zooms, and the keys stay there");
	await page.keyboard.press("0");
	await page.waitForFunction(() => !/from=/.test(location.search) && !document.querySelector("[aria-busy]"));
	await page.waitForFunction(() => document.querySelector("section p.soft")?.textContent?.endsWith("30 runs"));
	await page.locator("figure").focus();
	await page.keyboard.press("Home");
	await page.keyboard.press("Enter");
	await page.keyboard.press("End");
	await page.keyboard.press("Enter");
	await page.waitForFunction(() => /B is better: n/.test(document.querySelector(".pinned")?.textContent ?? ""));
	t.like(await page.getAttribute(".pinned a", "href"), /^\/compare\/.*\/run:1\/run:30$/, "two runs are chosen by keys, and compared in words");
	t.like(await page.getAttribute("td a[href^='/compare/']", "href"), /\/rev:r100\.\.r119\/rev:r120\.\.r129$/, "a change point leads to before and after it");
	await page.click("summary:has-text('as a table')");
	await page.waitForSelector("details tbody tr");
	t.is(await page.locator("details tbody tr").count(), 30, "every run of the picture is in its table");
	t.is(await page.getAttribute("a.tag:has-text('host:a')", "href"), "/history/test:n,metric:value", "a tag leads to the lines that differ by it");
	for (const name of ["by time", "by run", "log", "from 0", "and samples"]) {
		await page.click(`.tools button:has-text('${name}')`);
		await page.waitForSelector(`.tools button[aria-pressed=true]:has-text('${name}')`);
		await done(page);
	}
	t.like(page.url(), /x=run&y=zero&samples=1&a=1&b=30$/, "all of it stands in the URL");
	t.clean(page, "a history");
}

async function together(t, server) {
	const page = await t.open(`${server.url}/history/test:n`);
	await done(page);
	t.is(await page.locator("canvas").count(), 2, "a picture a line");
	await page.click("button:has-text('all in one picture')");
	await page.waitForSelector(".key");
	await done(page);
	t.like(page.url(), /#together$/, "... or one of all");
	const again = await t.open(page.url());
	await done(again);
	t.is(await again.locator("canvas").count(), 1, "... also by the link");
	t.like(await again.innerText(".key"), /n value host:a 10\d.*%[^]*n value host:b 10\d.*%/, "... with a key in words");
	t.is(await again.locator("tbody tr").count(), 2, "... and the lines as a table");
	t.clean(again, "lines in one picture");
	await t.accessible(again, "lines in one picture");
}

async function note(t, server) {
	const page = await t.open(`${server.url}/history/host:a,test:n`);
	await done(page);
	await page.click("summary:has-text('note something')");
	await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("input[id^=from]")).value);
	t.is(await page.inputValue("input[id^=from]"), "r129", "a note is on the newest run, unless one was chosen");
	await page.fill("input[id^=from]", "r110");
	await page.fill("input[id^=to]", "r112");
	await page.fill("input[id^=note]", "<b>new PSU</b>");
	await page.click("button:has-text('Note it')");
	await page.waitForSelector("li:has-text('note on rev r110..r112: <b>new PSU</b>')");
	t.ok(true, "a note is written, and stands there as it was");
	await page.click("button:has-text('take back')");
	await page.waitForFunction(() => !document.querySelector("main")?.textContent?.includes("new PSU"));
	t.ok(true, "... and is taken back");
	t.clean(page, "a note");
}

// A value with what the grammar has for itself comes back as it was.
async function odd(t, server) {
	const value = "a,b/c~d e%20f", path = "/runs/note:a%2Cb%2Fc~d%20e%2520f".replace("~", "%7E");
	await server.put("/runs/test:odd,note:" + path.split("note:")[1], "1\n2\n3\n");
	for (const page of ["runs", "changes", "history"]) {
		const p = await t.open(server.url + path.replace("runs", page));
		await done(p);
		t.is(await p.getByRole("alert").count(), 0, `/${page} of ${value}`);
		await p.click("form[role=search] button");
		await p.waitForLoadState("networkidle");
		await done(p);
		t.is(await p.getByRole("alert").count(), 0, "... and the same asked again");
		t.is(new URL(p.url()).pathname.replace(`/${page}/`, "/runs/").replace("%7e", "%7E"), path, "... is the same URL");
		await t.close(p);
	}
}

// What is wrong is said, with a way on; the picker has what was asked.
async function wrong(t, server) {
	for (const [url, status, title, a] of [["/compare/test:n/host:nowhere/host:a", 404, "Not found", "host:nowhere"],
		["/compare/host:%FF/host:a", 400, "Not understood", "host:%FF"], ["/history/nothing", 400, "Not understood"], ["/runs/host:%FF", 400, "Not understood"],
		["/run/999999", 404, "Not found"], ["/history/host:nobody", 404, "Not found"], ["/compare/host:a/host:a", 422, "Not comparable", "host:a"]]) {
		const page = await t.open(server.url + url);
		await done(page);
		t.is(await page.innerText("h1"), title, `${url}: ${title}`);
		t.is(await page.getByRole("alert").count(), 1, "... with the reason");
		t.is(await page.locator("main p a[href='/help/terms']").count() > 0, true, "... and a way on");
		if (a)
			t.is(await page.inputValue("#a"), a, "... the question can be mended");
		t.clean(page, url, status);
		await t.close(page);
	}
}

// Without scripts; and as built without npm, which has no uPlot.
async function without(t, server) {
	const plain = await t.open(`${server.url}/compare/test:big/rev:old/rev:new`, {javaScriptEnabled: false});
	const link = await plain.getAttribute("main a", "href");
	t.is(link, "/compare.txt/test:big/rev:old/rev:new", "a browser without scripts has a link to the text of the same URL");
	await plain.click("main a");
	t.like(await plain.innerText("body"), /^B is [^]*\/compare\/test:big\/rev:old\/rev:new/, "... which is the report");
	const page = await t.open("about:blank");
	await page.route(/\/uplot\./, route => route.fulfill({status: 404}));
	for (const url of ["/history/host:a,test:n", "/history/test:n#together"]) {
		await page.goto("about:blank");
		await page.goto(server.url + url, {waitUntil: "networkidle"});
		await done(page);
		t.like(await page.innerText("main"), /No picture: this program was built without uPlot/, `${url} without uPlot: it says so`);
		t.like(await page.innerText("main table >> nth=0"), /r119\.\.r120|\bn value\b/, "... and the tables are there");
	}
}

run(async t => {
	const server = await t.serve();
	await fill(server);
	for (const part of [list, search, picker, row, options, keys, together, note, odd, wrong, without])
		await part(t, server);
});
