// history_state.js - what of a history stands in the URL: lines, range, axes, chosen runs.
import {decoded} from "/page.js";

const OPTIONS = ["x", "y", "from", "to", "samples", "a", "b"];

// The terms and the options of this URL, wherever they stand in it.
function read() {
	const segments = location.pathname.split("/").slice(2);
	const state = {}, rest = [];
	for (const word of [...segments.join(",").split(","), ...location.search.slice(1).split("&")].filter(Boolean)) {
		const at = word.indexOf("="), name = word.slice(0, at);
		if (at > 0 && OPTIONS.includes(name))
			state[name] = decoded(word.slice(at + 1));
		else
			rest.push(word);
	}
	return {rest: rest.join(",") || "-", state};
}

export const {rest, state} = read();

export function urlOf(suffix, more = {}) {
	const all = {...state, ...more};
	const query = OPTIONS.filter(o => all[o]).map(o => `${o}=${encodeURIComponent(all[o])}`).join("&");
	return `/history${suffix}/${rest}${query ? "?" + query : ""}`;
}

// All that is to be seen again stands in the URL.
export function remember(change) {
	Object.assign(state, change);
	history.replaceState(null, "", urlOf("") + location.hash);
}

/** Are all lines in one picture? */
export const isTogether = () => location.hash === "#together";

export function setTogether(on) {
	history.replaceState(null, "", urlOf("") + (on ? "#together" : ""));
}
