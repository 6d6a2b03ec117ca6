// flow.mjs - a day with the pages: a file is uploaded, found, compared, its
// history is looked at, two runs of it are picked, one of them is trashed and
// restored. No page complains or asks for anything elsewhere on the way.
import {writeFileSync} from "node:fs";
import {run} from "./e2e.mjs";

const lines = values => values.map(v => v + "\n").join("");

// Sixty nights with a step of 3 %, and a little noise.
async function nights(server) {
	for (let i = 0; i < 60; i++) {
		const level = (i < 40 ? 1000 : 970) + (i * 7919 % 101 - 50) / 10;
		const at = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
		await server.put(`/runs/host:apu2,test:nightly,unit:kpps,rev:r${100 + i},at:${at}`, lines([level - 1, level, level + 1.5]));
	}
}

const cell = (page, row, column) => page.locator(`table tbody tr >> nth=${row}`).locator("td").nth(column).innerText();
const done = page => page.waitForFunction(() => !document.querySelector("[aria-busy]"));

async function upload(t, server) {
	const file = t.scratch("on.txt");
	writeFileSync(file, lines([481.8, 484.8, 482.6, 484.5, 485.3]));
	await server.put("/runs/host:apu2,test:forwarding,unit:kpps,-VIMAGE", lines([473.7, 475.8, 479.2, 477.9, 477.8]));
	const page = await t.open(server.url + "/upload");
	await page.setInputFiles("#file", file);
	await page.fill("#terms", "host:apu2, test:forwarding, unit:kpps, VIMAGE");
	await page.click("text=What would be stored?");
	await page.waitForSelector("text=Nothing is stored yet");
	t.like(await page.innerText("pre >> nth=0"), /5 samples/, "what would be stored is said");
	t.is((await (await fetch(server.url + "/runs.json")).json()).runs.length, 1, "... and nothing is");
	await page.click("text=Store it");
	await page.waitForSelector("text=See it");
	t.clean(page, "/upload");
	return page;
}

async function compare(t, server, page) {
	await page.goto(server.url + "/", {waitUntil: "networkidle"});
	t.like(await page.innerText("#runs"), /2\s+.*apu2\s+1\s+forwarding\s+VIMAGE/, "it stands on the front page");
	await page.click("#runs >> text='2'");
	await page.click("text=Compare with run 1");
	await page.waitForURL("**/compare/run:1/run:2");
	await done(page);
	t.like(await page.innerText("h1"), /^B is better: forwarding/, "one click compares it with the one before");
	const change = await page.innerText("td:has-text('%') >> nth=0");
	// Another facet: the sides by the option.
	await page.selectOption("#key", "option.VIMAGE");
	await page.selectOption("select[aria-label^='A:']", "-VIMAGE");
	await page.selectOption("select[aria-label^='B:']", "VIMAGE");
	await page.waitForFunction(() => document.querySelector("#b-runs")?.textContent === "1 run");
	await page.fill("#common", "test:forwarding");
	await page.click("#ask button:has-text('Compare')");
	await page.waitForURL("**/compare/test:forwarding/-VIMAGE/VIMAGE");
	await done(page);
	t.is(await page.innerText("td:has-text('%') >> nth=0"), change, "... by a facet the same");
	await page.click("button:has-text('more')");
	await page.waitForSelector("tr.open svg.strips");
	t.like(await page.innerText("tr.open pre"), /Difference at 95\.0% confidence/, "a row opens to ministat's block");
	t.is(await page.locator("tr.open svg.strips circle").count(), 10, "... and to every sample");
	t.clean(page, "the comparison");
}

// A report of several rows: sorted, and the same in a new page, text and JSON.
async function sorted(t, server) {
	for (const [host, factor] of [["a", 1.05], ["b", .9], ["c", 1.2]])
		for (const [rev, f] of [["r1", 1], ["r2", factor]])
			await server.put(`/runs/host:${host},test:many,unit:pps,rev:${rev}`, lines([1, 2, 3, 4, 5, 6, 7].map(x => f * (1000 + x))));
	const url = `${server.url}/compare/test:many/rev:r1/rev:r2`;
	const page = await t.open(url);
	const hosts = async p => Promise.all([0, 1, 2].map(i => cell(p, i, 0)));
	t.is((await hosts(page)).join(), "a,b,c", "rows stand by name");
	await page.click("th button:has-text('change')");
	t.is((await hosts(page)).join(), "b,a,c", "a click on a head sorts");
	await page.click("text='change' >> nth=0");
	await page.waitForURL("**?sort=change");
	await done(page);
	const link = page.url(), again = await t.open(link);
	t.is((await hosts(again)).join(), (await hosts(page)).join(), "the link of an order is that order");
	const text = await (await fetch(link.replace("/compare/", "/compare.txt/"))).text();
	const data = await (await fetch(link.replace("/compare/", "/compare.json/"))).json();
	for (const i of [0, 1, 2]) {
		const [host, change] = [await cell(again, i, 0), (await cell(again, i, 6)).replace("−", "-").replace(/ %$/, "")];
		const row = data.rows[i];
		t.is(row.labels.host, host, `row ${i}: JSON has the same host`);
		t.ok(Math.abs(100 * row.comparisons[0].change - Number(change)) < .01, "... and change", change);
		t.like(text, new RegExp(`^${host} .*\\${change} %`, "m"), "... and so has the text");
	}
	t.clean(page, "a sorted comparison");
	t.clean(again, "... and again");
}

async function history(t, server) {
	await nights(server);
	const page = await t.open(`${server.url}/history/test:nightly`);
	await page.waitForSelector(".uplot canvas");
	t.like(await page.innerText("section"), /r139\.\.r140.*confirmed/s, "the step stands in the list");
	const over = page.locator(".u-over");
	const box = await over.boundingBox();
	await page.mouse.move(box.x + box.width * .5, box.y + 40);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width * .9, box.y + 60, {steps: 5});
	await page.mouse.up();
	await page.waitForURL(/from=r1\d\d.*to=r1\d\d/);
	await page.waitForFunction(() => document.querySelector("section p.soft")?.textContent?.includes(" shown"));
	t.like(await page.innerText("section p.soft >> nth=0"), /60 runs, 2\d shown/, "a drag zooms, and the link keeps it");
	await page.click("text=all runs");
	await page.waitForFunction(() => document.querySelector("section p.soft")?.textContent?.endsWith("60 runs"));
	await page.waitForSelector(".uplot canvas");
	const click = async share => {
		const b = await page.locator(".u-over").boundingBox();
		await page.mouse.click(b.x + b.width * share, b.y + b.height * .5);
	};
	await click(.2);
	await page.waitForURL(/a=\d+/);
	await click(.8);
	await page.waitForURL(/b=\d+/);
	await page.click("text=compare them");
	await page.waitForURL("**/compare/**run:*/run:*");
	await done(page);
	t.like(await page.innerText("h1"), /worse/, "two clicks compare two runs");
	t.clean(page, "the history");
	return page;
}

async function keys(t, server) {
	const page = await t.open(`${server.url}/history/test:nightly`);
	await page.waitForSelector(".uplot canvas");
	await page.locator("figure").focus();
	await page.keyboard.press("ArrowLeft");
	t.like(await page.innerText("figure p"), /^run \d+, 2026-02-28 00:00, r158: /, "keys go from run to run");
	await page.keyboard.press("Enter");
	await page.waitForURL(/a=\d+/);
	t.like(await page.innerText(".pinned"), /r158/, "... and choose one");
	return page;
}

async function trash(t, server) {
	const page = await keys(t, server), id = /a=(\d+)/.exec(page.url())[1];
	page.once("dialog", d => d.accept("a rat ate the cable"));
	await page.click(".pinned button:has-text('into the trash')");
	await page.waitForSelector("text=is in the trash");
	await page.waitForFunction(() => document.querySelector("section p.soft")?.textContent?.includes("59 runs"));
	t.ok(true, "a run is trashed from its point, and gone");
	await page.goto(`${server.url}/run/${id}`, {waitUntil: "networkidle"});
	t.like(await page.innerText("main"), /in the trash[^]*a rat ate the cable/, "... its page says why");
	await page.click("button:has-text('Restore')");
	await page.waitForSelector("button:has-text('Into the trash')");
	const again = await (await fetch(`${server.url}/history.json/test:nightly`)).json();
	t.is(again.series[0].n, 60, "... and it is restored");
	t.clean(page, "the trash");
}

run(async t => {
	const server = await t.serve();
	const page = await upload(t, server);
	await compare(t, server, page);
	await sorted(t, server);
	await history(t, server);
	await trash(t, server);
});
