// Builds the examples with the page from dist/ in them, into examples/built/, as they would lie on a site that has
// them under /docs/. Those whose generator is missing are left out and named.
//
//     node scripts/examples.mjs [html] [vitepress] [mdbook]

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../examples/", import.meta.url));
export const BUILT = join(EXAMPLES, "built/");

function run(command, args, options) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (error || status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error ?? stderr}${stdout}`);
}

/** How each example is built into `to`: with the page in the generator's folder for files that are copied as they are. */
const BUILDS = {
  html(from, to) {
    cpSync(from, to, { recursive: true });
    cpSync(DIST, join(to, "playground"), { recursive: true });
  },
  vitepress(from, to) {
    replace(DIST, join(from, "docs/public/playground"));
    const vitepress = join(from, "node_modules/vitepress/bin/vitepress.js");
    if (!existsSync(vitepress)) return "run npm ci in examples/vitepress, or ./dev setup";
    const env = { ...process.env, BASE: "/docs/vitepress/" };
    run(process.execPath, [vitepress, "build", "docs", "--outDir", to], { cwd: from, env });
  },
  mdbook(from, to) {
    replace(DIST, join(from, "src/playground"));
    if (spawnSync("mdbook", ["--version"]).error) return "mdbook is not on PATH; cargo install mdbook brings it";
    run("mdbook", ["build", "--dest-dir", to], { cwd: from });
  },
};

function replace(from, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

function main(asked) {
  mkdirSync(BUILT, { recursive: true });
  for (const name of asked.length > 0 ? asked : Object.keys(BUILDS)) {
    const to = join(BUILT, name);
    rmSync(to, { recursive: true, force: true });
    const missing = BUILDS[name](join(EXAMPLES, name), to);
    console.log(`examples/built/${name}: ${missing ? `not built: ${missing}` : "built"}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
