// start.js - all pages are this one; the first word of the URL is the script that fills it.
import {byId, fail} from "/page.js";

const page = /^\/(\w*)/.exec(location.pathname)?.[1] || "index";

document.title = page === "index" ? "maxistat" : `${page} – maxistat`;
// Where the reader is: a run is one of the runs.
document.querySelector(`nav a[href="/${page}"], nav a[href="/${page}s"]`)?.setAttribute("aria-current", "page");
import(`/${page}.js`).catch(error => fail(byId("page"), error));
