// What a first visit downloads: every file in dist/ that the page asks for before it can be used, gzipped, against
// the budget. Fails above it.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const BUDGET = 420_000;
const KINDS = [".html", ".css", ".js", ".wasm"];

/** The files that the page asks for once its first screen is there, with their sizes in bytes. */
export function loadedLater(dist = DIST) {
  const later = /^(scenarios-\d+\.json|later\.css)$/;
  return readdirSync(dist).filter((name) => later.test(name)).map((name) => sizes(dist, name));
}

function sizes(dist, name) {
  const path = join(dist, name);
  // By gzip itself, as a host would keep it: node's own packs a little less.
  return { name, plain: statSync(path).size, gzipped: execFileSync("gzip", ["-9c", path], { maxBuffer: 1 << 26 }).length };
}

/** The files of the first load with their sizes in bytes: what index.html names, and itself. */
export function firstLoad(dist = DIST) {
  const index = readFileSync(join(dist, "index.html"), "utf8");
  return readdirSync(dist)
    .filter((name) => name === "index.html" || (index.includes(name) && KINDS.includes(extname(name))))
    .map((name) => sizes(dist, name))
    .sort((a, b) => b.gzipped - a.gzipped);
}

export const total = (files) => files.reduce((sum, file) => sum + file.gzipped, 0);
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

function main() {
  const files = firstLoad();
  const kinds = new Set(files.map(({ name }) => extname(name)));
  for (const file of files) print(file, "gzipped");
  console.log(`${"first load, gzipped".padEnd(44)} ${"".padStart(10)} ${kilobytes(total(files)).padStart(10)} of ${kilobytes(BUDGET)}`);
  const later = loadedLater();
  for (const file of later) print(file, "gzipped, loaded later");
  if (later.length !== 2) fail("there is not one file of scenarios and one style sheet for later");
  const missing = KINDS.filter((kind) => !kinds.has(kind));
  if (missing.length > 0) fail(`index.html names no file ending in ${missing.join(", ")}`);
  if (total(files) > BUDGET) fail("the first load is over its budget");
}

function print({ name, plain, gzipped }, what) {
  console.log(`${name.padEnd(44)} ${kilobytes(plain).padStart(10)} ${kilobytes(gzipped).padStart(10)} ${what}`);
}

function fail(why) {
  console.error(`size: ${why}`);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
