#!/bin/sh
# flow.t - a day with the pages: see flow.mjs.
exec tests/browser/e2e tests/browser/flow.mjs
