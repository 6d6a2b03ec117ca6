// pages.mjs - the pages that are looked at, on an archive of examples/fill: by
// smoke.t each for faults, by `make screenshots` as NAME-WIDTH-SCHEME.png.
// act: what a reader does there before it is looked at.

const file = {name: "udp.txt", mimeType: "text/plain", buffer: Buffer.from("481.8\n484.8\n482.6\n484.5\n485.3\n")};

async function choose(page) {
	await page.setInputFiles("#file", file);
	await page.fill("#terms", "host:apu2, test:forwarding, unit:kpps, VIMAGE");
	await page.click("text=What would be stored?");
	await page.waitForSelector("text=Nothing is stored yet");
}

async function open(page) {
	await page.click("button.opener >> nth=0");
	await page.waitForSelector("tr.open pre");
}

async function write(page) {
	await page.click("summary:has-text('note something')");
	await page.fill("input[id^=note]", "new PSU");
}

const done = page => page.waitForFunction(() => !document.querySelector("[aria-busy]"));

/** Opens one of them, and does what is to be done there. */
export async function reach(t, url, {path, act}, look) {
	const page = await t.open(url + path, look);
	await done(page);
	if (act) {
		await act(page);
		await page.waitForLoadState("networkidle");
	}
	return page;
}

// A lab of the last thirty nights: a step, a host that is missing, one that became noisier, a failure.
function lab() {
	const noise = k => (k * 7919 % 101 - 50) / 50, runs = [];
	for (let night = 0; night < 30; night++)
		for (const [h, host] of ["apu2", "c2558", "e5-2650"].entries()) {
			if (host === "c2558" && night > 26)
				continue;
			const level = (t, k) => (800 + 700 * h - 300 * t) * (1 + noise(night * 31 + k * 7 + h) / 400) * (t === 1 && night > 25 ? .94 : 1) * (host === "e5-2650" && night > 24 ? 1 + noise(k * 13 + night) / 20 : 1);
			const results = ["forwarding", "pf-stateful"].map((test, t) => host === "apu2" && t === 0 && night === 28 ? {test, failure: "panic: page fault"} :
				{test, metrics: [{name: "rate", unit: "kpps", better: "higher", samples: [0, 1, 2, 3, 4].map(k => Number(level(t, k).toFixed(1)))}]});
			runs.push(JSON.stringify({tags: {host, rev: `n${270 + night}`, os: "FreeBSD 15"}, at: new Date(Date.now() - (30 - night) * 864e5 + h * 6e5).toISOString(), results}));
		}
	return runs.join("\n") + "\n";
}

/** What some of them need that no example has: a run in the trash, a note, a lab. */
export async function prepare(server) {
	const send = async (method, path, body) => {
		const answer = await fetch(server.url + path, {method, body});
		if (!answer.ok)
			throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
	};
	await send("PUT", "/runs", lab());
	await send("DELETE", "/run/150", "the fan had stopped");
	await send("POST", "/note/host:synthetic1,rev:r1100..r1110", "new power supply");
}
export const pages = [
	{name: "index", path: "/"},
	{name: "compare", path: "/compare/tool:netperf/set:org/set:new"},
	{name: "compare-one", path: "/compare/test:udp,size:160/VIMAGE_GLOBALS/-VIMAGE_GLOBALS"},
	{name: "compare-opened", path: "/compare/host:synthetic1/rev:r1060..r1080/rev:r1130..r1150", act: open},
	{name: "compare-empty", path: "/compare"},
	{name: "runs", path: "/runs"},
	{name: "runs-narrowed", path: "/runs/tool:netperf"},
	{name: "run", path: "/run/200"},
	{name: "run-published", path: "/run/1"},
	{name: "run-trashed", path: "/run/150"},
	{name: "hosts", path: "/hosts"},
	{name: "tests", path: "/tests"},
	{name: "tags", path: "/tags"},
	{name: "tag", path: "/tags/os"},
	{name: "changes", path: "/changes"},
	{name: "history", path: "/history/host:synthetic1"},
	{name: "history-note", path: "/history/host:synthetic1", act: write},
	{name: "history-many", path: "/history/tool:netperf"},
	{name: "history-one", path: "/history/-#together"},
	{name: "host", path: "/host/synthetic1"},
	{name: "test", path: "/test/tcp_stream"},
	{name: "matrix", path: "/matrix/bytes/set/tool:netperf"},
	{name: "upload", path: "/upload"},
	{name: "upload-chosen", path: "/upload", act: choose},
	{name: "help", path: "/help"},
	{name: "help-terms", path: "/help/terms"},
	{name: "run-error", path: "/run/99999", fails: 404},
	{name: "compare-error", path: "/compare/host:nobody/set:org/set:new", fails: 404},
];
