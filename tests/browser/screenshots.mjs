// screenshots.mjs FOLDER - every page of pages.mjs as NAME-WIDTH-SCHEME.png, on
// an archive of the examples. NAMES="index compare": only these.
import {mkdirSync} from "node:fs";
import {join} from "node:path";
import {run} from "./e2e.mjs";
import {pages, prepare, reach} from "./pages.mjs";

const folder = process.argv[2] ?? "build/screenshots";
const names = (process.env.NAMES ?? "").split(/\s+/).filter(Boolean);
const widths = (process.env.WIDTHS ?? "1280 375").split(" ").map(Number);

run(async t => {
	const server = await t.serve(t.fill());
	await prepare(server);
	mkdirSync(folder, {recursive: true});
	for (const each of pages.filter(p => !names.length || names.includes(p.name)))
		for (const width of widths)
			for (const scheme of ["light", "dark"]) {
				const file = join(folder, `${each.name}-${width}-${scheme}.png`);
				const page = await reach(t, server.url, each, {width, scheme});
				await page.screenshot({path: file, fullPage: true});
				await t.close(page);
				t.ok(true, file);
			}
});
