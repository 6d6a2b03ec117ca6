#!/bin/sh
# hostile.t - names that want to be more than text, on every page: see
# hostile.mjs.
exec tests/browser/e2e tests/browser/hostile.mjs
