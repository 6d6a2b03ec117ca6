// bench_browser.mjs URL - the pages of a server with the archive of bench/lab.h,
// each in a profile of its own (so nothing is there already), the first time
// after an upload. A line each: its name, the median ms from the request until it
// is drawn, the kB that were sent for it.
import {browse} from "../tests/browser/e2e.mjs";

const TIMES = 3;

const pages = {
	"/": "/",
	"/runs": "/runs",
	"/runs of a host": "/runs/host:lab3",
	"/run": "/run/60000",
	"/hosts": "/hosts",
	"/host": "/host/lab3",
	"/tests": "/tests",
	"/test": "/test/t3",
	"/tags": "/tags",
	"/tags of a key": "/tags/kernel",
	"/tags, 65,000 values": "/tags/commit",
	"/compare, 200 rows": "/compare/host.pre:lab/rev:n102100/rev:n102101",
	"/compare, nothing yet": "/compare",
	"/matrix of 30 days": "/matrix/test/host/at:30d..",
	"/matrix, 2,200 revisions": "/matrix/rev/host/test:t3",
	"/history, 10,000 runs": "/history/test:heartbeat",
	"/history, with samples": "/history/test:heartbeat?samples=1",
	"/history, 2,200 runs": "/history/host:lab3,test:t3",
	"/history, a host": "/history/host:lab3",
	"/history, a test": "/history/test:t3",
	"/history, in one": "/history/test:t3#together",
	"/changes since 7 days": "/changes?since=7d",
	"/changes": "/changes",
	"/upload": "/upload",
	"/help": "/help",
};

// In the page: when all of it stood there, its pictures too, and that had come
// to the screen.
function watch() {
	const look = () => {
		const drawn = document.readyState !== "loading" && !document.querySelector("[aria-busy]");
		requestAnimationFrame(drawn ? () => requestAnimationFrame(() => { window.drawn_ms = performance.now(); }) : look);
	};
	look();
}

async function visit(browser, url) {
	const context = await browser.newContext({viewport: {width: 1280, height: 800}});
	const page = await context.newPage(), wire = await context.newCDPSession(page);
	let bytes = 0;

	await wire.send("Network.enable");
	wire.on("Network.loadingFinished", e => { bytes += e.encodedDataLength; });
	await page.addInitScript(watch);
	await page.goto(url, {waitUntil: "networkidle"});
	await page.waitForFunction(() => window.drawn_ms !== undefined);
	const ms = await page.evaluate(() => window.drawn_ms);
	const refused = await page.getByRole("alert").count();
	await context.close();
	if (refused)
		throw new Error(`${url} shows an error`);
	return {ms, bytes};
}

const server = process.argv[2];
let n_uploads = 0;

async function upload() {
	const {ok, status} = await fetch(`${server}/runs/host:writer,test:w,unit:s`, {method: "PUT", body: `${++n_uploads}\n`});
	if (!ok)
		throw new Error(`an upload is answered by ${status}`);
}

await browse(async browser => {
	await visit(browser, server + "/health"); // the browser itself has started
	for (const [name, path] of Object.entries(pages)) {
		const visits = [];
		for (let i = 0; i < TIMES; i++) {
			await upload();
			visits.push(await visit(browser, server + path));
		}
		const ms = visits.map(v => v.ms).sort((a, b) => a - b)[(TIMES - 1) >> 1];
		console.log([name, ms.toFixed(0), (Math.max(...visits.map(v => v.bytes)) / 1000).toFixed(1)].join("\t"));
	}
});
