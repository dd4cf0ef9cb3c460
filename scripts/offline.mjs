// Tells the service worker of a built page what to keep: every file in it, and a version made of their contents. Trunk
// runs this at the end of a release build (Trunk.toml).
//
//     node scripts/offline.mjs DIRECTORY

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const WORKER = "sw.js";

/** Every file in `directory` and below it, by its path there. */
export function filesIn(directory) {
  const all = readdirSync(directory, { recursive: true, withFileTypes: true });
  const path = (it) => relative(directory, join(it.parentPath, it.name)).split(sep).join("/");
  return all.filter((it) => it.isFile()).map(path).sort();
}

/** Fills the list into `directory`/sw.js. */
export function fillIn(directory) {
  const names = filesIn(directory).filter((name) => name !== WORKER && name !== "index.html");
  const worker = readFileSync(join(directory, WORKER), "utf8");
  const version = createHash("sha256").update(worker);
  for (const name of ["index.html", ...names]) version.update(name).update(readFileSync(join(directory, name)));
  // The page under the address that people open: some servers answer for index.html with a redirect to it, and a page
  // that is kept as a redirect does not open.
  const files = ["./", ...names.map((name) => `./${name}`)];
  const filled = worker
    .replace('const VERSION = "";', `const VERSION = "${version.digest("hex").slice(0, 16)}";`)
    .replace("const FILES = [];", `const FILES = ${JSON.stringify(files, null, 2)};`);
  if (filled === worker) throw new Error(`${WORKER} has no list to fill in`);
  writeFileSync(join(directory, WORKER), filled);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fillIn(process.argv[2]);
