// help.js - the help of the terminal, with a way from one part to the next.
import {el, otherForms, send, show, spelling} from "/page.js";

const PARTS = ["routes", "terms", "formats", "stats", "limits"];

show("page", async () => {
	const text = await send("GET", spelling(".txt"));
	const here = location.pathname.split("/")[2];
	return [
		el("h1", {}, here ? `Help: ${here}` : "Help"),
		el("p", {}, ...PARTS.flatMap(name => [name === here ? el("strong", {}, name) : el("a", {href: `/help/${name}`}, name), " "])),
		el("pre", {class: "help", tabindex: "0"}, text),
		otherForms(".txt"),
	];
});
