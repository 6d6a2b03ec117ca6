#!/bin/sh
# smoke.t - every page, light and dark: see smoke.mjs.
exec tests/browser/e2e tests/browser/smoke.mjs
