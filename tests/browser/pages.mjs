// pages.mjs - the pages that are looked at, on an archive of examples/fill: by
// smoke.t each for faults, by `make screenshots` as NAME-WIDTH-SCHEME.png.
export const pages = [
	{name: "index", path: "/"},
	{name: "compare", path: "/compare/tool:netperf/set:org/set:new"},
	{name: "compare-one", path: "/compare/test:udp,size:160/VIMAGE_GLOBALS/-VIMAGE_GLOBALS"},
	{name: "compare-error", path: "/compare/host:nobody/set:org/set:new", fails: 404},
];
