// e2e.mjs - the real server and a real browser, for tests that print TAP.
//
// A test is a function that run() calls with its tools:
//
//	import {run} from "./e2e.mjs";
//	run(async t => {
//		const server = await t.serve();
//		await server.put("/runs/host:a,test:x", "1\n2\n3\n");
//		const page = await t.open(server.url + "/", {width: 375, scheme: "dark"});
//		t.is(await page.textContent("h1"), "Compare", "the title");
//		t.clean(page, "/");
//		await t.accessible(page, "/");
//	});
//
// beside a .t of one line, `exec tests/browser/e2e tests/browser/NAME.mjs`.
import {execFileSync, spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join} from "node:path";

const modules = createRequire(new URL("../../web/package.json", import.meta.url));
const {chromium} = modules("playwright-core");
const axe = modules("axe-core");

const program = process.env.MAXISTAT || "build/maxistat";
const PATIENCE_MS = 20_000;

// Nothing but 127.0.0.1 has an address.
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic",
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"];

// A server of an archive, on a port of its own, once it answers.
class Server {
	static start(db, args) {
		const child = spawn(program, ["serve", "--db", db, "--listen", "127.0.0.1:0", ...args],
			{stdio: ["ignore", "pipe", "pipe"]});
		const server = Object.assign(new Server(), {child, db, url: "", said: ""});
		child.stderr.on("data", bytes => { server.said += bytes; });
		return new Promise((ready, failed) => {
			let out = "";
			child.stdout.on("data", bytes => {
				out += bytes;
				server.url = out.match(/ on (https?:\/\/\S+)\n/)?.[1] ?? "";
				if (server.url)
					ready(server);
			});
			child.on("error", failed);
			child.on("exit", status => failed(new Error(`serve: exit ${status}: ${server.said}`)));
		});
	}

	// Anything but success is an error.
	async put(path, body) {
		const answer = await fetch(this.url + path, {method: "PUT", body});
		const text = await answer.text();
		if (!answer.ok)
			throw new Error(`PUT ${path}: ${answer.status} ${text}`);
		return text;
	}

	// Ends it: its exit status and what stood on stderr, "0 " where all is well.
	stop() {
		return new Promise(ended => {
			this.child.removeAllListeners("exit");
			this.child.on("close", (status, signal) => ended(`${status ?? signal} ${this.said}`));
			this.child.kill("SIGTERM");
		});
	}
}

// What a page did that it should not have; page.faults of open().
function watch(page, origin) {
	const faults = {console: [], failed: [], foreign: []};

	page.on("console", m => m.type() === "error" && faults.console.push(m.text()));
	page.on("pageerror", e => faults.console.push(String(e)));
	page.on("requestfailed", r => faults.failed.push(`${r.url()}: ${r.failure()?.errorText}`));
	page.on("response", r => r.status() >= 400 && faults.failed.push(`${r.url()}: ${r.status()}`));
	page.on("request", r => {
		if (!/^(?:data|blob|about):/.test(r.url()) && new URL(r.url()).origin !== origin)
			faults.foreign.push(r.url());
	});
	return faults;
}

class Tools {
	constructor(browser, folder) {
		Object.assign(this, {browser, folder, n: 0, n_failed: 0, n_files: 0, servers: [], contexts: []});
	}

	// ---- TAP. ----

	ok(good, name, diagnosis) {
		console.log(`${good ? "" : "not "}ok ${++this.n} - ${name.replace(/[#\n]/g, " ")}`);
		if (good)
			return true;
		this.n_failed++;
		for (const line of String(diagnosis ?? "").split("\n").filter(Boolean))
			console.log(`# ${line}`);
		return false;
	}

	is(got, want, name) {
		return this.ok(got === want, name, ` got: ${JSON.stringify(got)}\nwant: ${JSON.stringify(want)}`);
	}

	like(got, pattern, name) {
		return this.ok(pattern.test(got), name, ` got: ${JSON.stringify(got)}\nwant: ${pattern}`);
	}

	// ---- The server. ----

	// The name of a file that is gone when the test ends.
	scratch(name) {
		return join(this.folder, `${this.n_files++}-${name}`);
	}

	// An archive with the examples.
	fill() {
		const db = this.scratch("examples.db");

		execFileSync("examples/fill", [db], {env: {...process.env, MAXISTAT: program}, stdio: ["ignore", "ignore", "inherit"]});
		return db;
	}

	async serve(db = this.scratch("e2e.db"), ...args) {
		const server = await Server.start(db, args);

		this.servers.push(server);
		return server;
	}

	// ---- Pages. ----

	// A page of playwright in a profile of its own, once it has fetched all
	// that it asks for. Options: width, height, scheme ("light", "dark"), and
	// those of newContext().
	async open(url, {width = 1280, height = 800, scheme = "light", ...rest} = {}) {
		const context = await this.browser.newContext({viewport: {width, height}, colorScheme: scheme, ...rest});
		const page = await context.newPage();

		this.contexts.push(context);
		page.setDefaultTimeout(PATIENCE_MS);
		page.faults = watch(page, new URL(url).origin);
		await page.goto(url, {waitUntil: "networkidle"});
		return page;
	}

	// Two tests: no complaint, and nothing that was fetched from elsewhere or
	// in vain. status: what the server is expected to refuse it with.
	clean(page, name, status) {
		const {console, failed, foreign} = page.faults;
		const expected = text => status && text.includes(String(status));

		this.is(console.filter(s => !expected(s)).join("\n"), "", `${name}: no complaint on the console`);
		this.is([...failed.filter(s => !expected(s)), ...foreign].join("\n"), "",
			`${name}: every request succeeds, and stays at home`);
	}

	// What axe-core finds that keeps somebody out, a line each.
	async barriers(page) {
		await page.evaluate(axe.source);
		const found = await page.evaluate(() => window.axe.run(document, {resultTypes: ["violations"]}));

		return found.violations.filter(v => ["serious", "critical"].includes(v.impact))
			.flatMap(v => v.nodes.map(n => `${v.impact} ${v.id}: ${n.target.join(" ")}`));
	}

	async accessible(page, name) {
		const found = await this.barriers(page);

		return this.is(found.slice(0, 20).join("\n"), "", `${name}: axe-core finds nothing serious`);
	}

	// Sideways only a table or a plot may move, never the page.
	async fits(page, name) {
		const [wide, room] = await page.evaluate(() =>
			[document.documentElement.scrollWidth, document.documentElement.clientWidth]);

		return this.ok(wide <= room, `${name}: no wider than the window`, `${wide} of ${room} px`);
	}

	async close(page) {
		await page.context().close();
	}
}

// Calls use(browser, folder) with a browser and a folder that are gone after it.
export async function browse(use) {
	const folder = mkdtempSync(join(tmpdir(), "maxistat-e2e-"));
	const browser = await chromium.launch({executablePath: "/usr/bin/chromium", args: FLAGS,
		env: {...process.env, TMPDIR: folder}});

	try {
		await use(browser, folder);
	} finally {
		await browser.close();
		rmSync(folder, {recursive: true, force: true});
	}
}

// Calls the test, prints the plan, and ends the process: 0 where nothing failed.
export async function run(test) {
	await browse(async (browser, folder) => {
		const t = new Tools(browser, folder);

		try {
			await test(t);
		} catch (error) {
			t.ok(false, "the test came to its end", error.stack);
		}
		await browser.close(); // or the servers would wait for its connections
		for (const server of t.servers)
			t.is(await server.stop(), "0 ", "the server had nothing to complain about");
		console.log(`1..${t.n}`);
		process.exitCode = t.n_failed ? 1 : 0;
	});
}
