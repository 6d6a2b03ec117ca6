// upload.js - a file is dropped, looked at by the server, and then stored.
import {el, send, show, reasonOf} from "/page.js";
import {complete, joined} from "/complete.js";

const LARGEST = 64 << 20;

show("page", async () => {
	let file = null;
	const input = el("input", {type: "file", id: "file"});
	const name = el("span", {class: "soft"}, "or drop one here");
	const drop = el("div", {class: "drop"}, el("label", {for: "file"}, "A file: "), input, " ", name);
	const terms = el("input", {id: "terms", placeholder: "host:apu2, test:udp, unit:pps, -VIMAGE", spellcheck: "false"});
	const said = el("pre", {tabindex: "0", hidden: ""}), status = el("p", {role: "status", class: "soft"});
	const look = el("button", {type: "button"}, "What would be stored?"), store = el("button", {type: "submit"}, "Store it");
	const form = el("form", {}, el("label", {for: "terms"}, "tags"), terms, el("span", {}), el("span", {}, look, " ", store));
	const take = chosen => {
		file = chosen;
		name.textContent = file ? `${file.name}, ${file.size.toLocaleString("en")} bytes` : "or drop one here";
		status.textContent = file && file.size > LARGEST ? "It is larger than the 64 MiB that one upload may have." : "";
	};
	const tell = (text, failed) => {
		said.hidden = false;
		said.textContent = text;
		said.classList.toggle("error", failed);
	};
	const put = async dry => {
		if (!file) {
			status.textContent = "Choose a file first.";
			return;
		}
		status.textContent = dry ? "looking…" : "storing…";
		const path = `/runs/${joined(terms.value) || "-"}${dry ? ",dry=1" : ""}`;
		try {
			const text = await send("PUT", path, file);
			tell(text, false);
			status.replaceChildren(...(dry ? ["Nothing is stored yet."] : found(text)));
		} catch (error) {
			tell(reasonOf(error), true);
			status.textContent = dry ? "It would be refused." : "Nothing was stored.";
		}
	};
	input.addEventListener("change", () => take(input.files?.[0] ?? null));
	const over = (e, is) => {
		e.preventDefault();
		drop.classList.toggle("over", is);
	};
	drop.addEventListener("dragover", e => over(e, true));
	drop.addEventListener("dragleave", e => over(e, false));
	drop.addEventListener("drop", e => {
		over(e, false);
		take(e.dataTransfer?.files[0] ?? null);
	});
	look.addEventListener("click", () => put(true));
	form.addEventListener("submit", e => {
		e.preventDefault();
		put(false);
	});
	setTimeout(() => complete(terms));
	return [
		el("h1", {}, "Upload"),
		el("p", {}, "What a benchmark printed, as it is; the format is found by itself. ", el("a", {href: "/help/formats"}, "Formats"), ", ",
			el("a", {href: "/help/terms"}, "tags"), "."),
		drop, form, status, said,
		el("h2", {}, "From a script"),
		el("pre", {tabindex: "0"}, `curl -fsS -T FILE ${location.origin}/runs/host:NAME,test:NAME,unit:UNIT`),
	];
});

// "see http://.../run/42" and "compare http://..." of the answer, as links.
function found(text) {
	const links = [...text.matchAll(/^(see|compare)\s+(http\S+)$/gm)];
	return ["Stored. ", ...links.flatMap(([, word, url]) => [el("a", {href: new URL(url).pathname}, word === "see" ? "See it" : "Compare it with the one before"), " "])];
}
