// start.js - all pages are this one; the first word of the URL is the script that fills it.
import {byId, fail} from "/page.js";

const page = /^\/(\w*)/.exec(location.pathname)?.[1] || "index";

document.title = page === "index" ? "maxistat" : `${page} – maxistat`;
import(`/${page}.js`).catch(error => fail(byId("page"), error));
