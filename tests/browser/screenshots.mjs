// screenshots.mjs FOLDER - every page of pages.mjs as NAME-WIDTH-SCHEME.png, on
// an archive of the examples. NAMES="index compare": only these.
import {mkdirSync} from "node:fs";
import {join} from "node:path";
import {run} from "./e2e.mjs";
import {pages} from "./pages.mjs";

const folder = process.argv[2] ?? "build/screenshots";
const names = (process.env.NAMES ?? "").split(/\s+/).filter(Boolean);

run(async t => {
	const server = await t.serve(t.fill());
	mkdirSync(folder, {recursive: true});
	for (const {name, path} of pages.filter(p => !names.length || names.includes(p.name)))
		for (const width of [1280, 375])
			for (const scheme of ["light", "dark"]) {
				const file = join(folder, `${name}-${width}-${scheme}.png`);
				const page = await t.open(server.url + path, {width, scheme});
				await page.screenshot({path: file, fullPage: true});
				await t.close(page);
				t.ok(true, file);
			}
});
