#!/bin/sh
# parts.t - what the pages can do, a part at a time: see parts.mjs.
exec tests/browser/e2e tests/browser/parts.mjs
