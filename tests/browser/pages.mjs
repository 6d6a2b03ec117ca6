// pages.mjs - the pages that are looked at, on an archive of examples/fill: by
// smoke.t each for faults, by `make screenshots` as NAME-WIDTH-SCHEME.png.
export const pages = [
	{name: "index", path: "/"},
	{name: "compare", path: "/compare/tool:netperf/set:org/set:new"},
	{name: "compare-one", path: "/compare/test:udp,size:160/VIMAGE_GLOBALS/-VIMAGE_GLOBALS"},
	{name: "runs", path: "/runs"},
	{name: "runs-narrowed", path: "/runs/tool:netperf"},
	{name: "run", path: "/run/200"},
	{name: "run-published", path: "/run/1"},
	{name: "hosts", path: "/hosts"},
	{name: "tests", path: "/tests"},
	{name: "tags", path: "/tags"},
	{name: "tag", path: "/tags/os"},
	{name: "changes", path: "/changes"},
	{name: "history", path: "/history/host:synthetic1"},
	{name: "history-many", path: "/history/tool:netperf"},
	{name: "upload", path: "/upload"},
	{name: "help", path: "/help"},
	{name: "help-terms", path: "/help/terms"},
	{name: "run-error", path: "/run/99999", fails: 404},
	{name: "compare-error", path: "/compare/host:nobody/set:org/set:new", fails: 404},
];
