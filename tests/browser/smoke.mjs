// smoke.mjs - every page of pages.mjs, light and dark, wide and narrow: its
// scripts run, it fetches nothing in vain, and nobody is kept out.
import {readFileSync} from "node:fs";
import {run} from "./e2e.mjs";
import {pages, prepare, reach} from "./pages.mjs";

// A page with all the faults, or those of others could not be seen.
async function controls(t, server) {
	const page = await t.open(server.url + "/health");
	await page.setContent("<html><body><input><div style='width: 3000px'>x</div>" +
		"<p style='color: #ccc; background: #fff'>pale</p></body></html>");
	await page.evaluate(() => {
		setTimeout(() => { throw new Error("thrown"); });
		return Promise.allSettled([fetch("/nowhere"), fetch("http://elsewhere.example/")]);
	});
	const faults = page.faults, barriers = (await t.barriers(page)).join("\n");
	t.like(faults.console.join("\n"), /thrown/, "an error of a script is seen");
	t.like(faults.console.join("\n"), /Content Security Policy/, "... and what the policy forbids");
	t.like(faults.failed.join("\n"), /nowhere: 404/, "... a page that is not there");
	t.like(barriers, /^critical label: input/m, "... a field without a label");
	t.like(barriers, /^serious color-contrast: p/m, "... a pale text");
	t.ok(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), "... a wide page");
	await t.close(page);

	const other = await t.open("data:text/html,<img src='http://elsewhere.example/x'>");
	t.like(other.faults.foreign.join("\n"), /elsewhere/, "... a request that leaves");
	await t.close(other);
}

// What is drawn with uPlot breaks no rule of the policy.
async function plot(t, server) {
	const page = await t.open(server.url + "/");
	const drawn = await page.evaluate(async () => {
		const sheet = document.createElement("link");
		const loaded = new Promise((yes, no) => Object.assign(sheet, {rel: "stylesheet", href: "/uplot.css", onload: yes, onerror: no}));
		document.head.append(sheet);
		await loaded;
		const {default: UPlot} = await import("/uplot.js");
		const options = {width: 300, height: 200, scales: {x: {time: false}}, series: [{}, {label: "y", stroke: "#c00"}]};
		const made = new UPlot(options, [[1, 2, 3], [4, 6, 5]], document.body);
		await new Promise(requestAnimationFrame);
		const {width, height} = made.ctx.canvas;
		const bytes = made.ctx.getImageData(0, 0, width, height).data;
		return bytes.some((red, i) => i % 4 === 0 && red > 190 && !bytes[i + 1] && !bytes[i + 2] && bytes[i + 3] > 250);
	});
	t.ok(drawn, "uPlot draws a line");
	t.clean(page, "uPlot");
	await t.close(page);
}

async function look(t, url, each, width, scheme) {
	const page = await reach(t, url, each, {width, scheme}), {name, fails} = each;
	const which = `${name}, ${width}, ${scheme}`;
	t.clean(page, which, fails);
	t.is(await page.getByRole("alert").count(), fails ? 1 : 0, `${which}: ${fails ? "an" : "no"} error is shown`);
	await t.accessible(page, which);
	await t.fits(page, which);
	await t.close(page);
}

const looks = [[1280, "light"], [1280, "dark"], [375, "light"]];

run(async t => {
	const server = await t.serve(t.fill());
	const seen = pages.map(p => p.path.split(/[/.]/)[1]);
	const rows = [...readFileSync("server/routes.c", "utf8").matchAll(/\{ "GET", "\/(\w*)[^"]*", \w+,([^"]*)"/g)];
	const words = [...new Set(rows.filter(([,, rest]) => rest.includes("HTML")).map(([, word]) => word))];
	t.ok(words.length > 10, "the table has pages");
	t.is(words.filter(w => !seen.includes(w)).join(" "), "", "pages.mjs has every one of them");
	await controls(t, server);
	await plot(t, server);
	await prepare(server);
	for (const page of pages)
		await Promise.all(looks.map(([width, scheme]) => look(t, server.url, page, width, scheme)));
});
