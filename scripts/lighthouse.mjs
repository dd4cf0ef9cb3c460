// Lighthouse on the built page, as a static host serves it (gzipped, kept for a while): performance, accessibility, best
// practices and SEO on a phone (a slow network and a processor slowed four times, both simulated) and on a desk.
//
//     node scripts/lighthouse.mjs [NAME...]      start, lesson, frame, handbook; all of them when none is named
//
// Prints a line for each page and size, and below it every audit that is not passed. Fails where accessibility, best
// practices or SEO are below 100. npm fetches Lighthouse on the first run, outside of this project: its 200 packages
// take 190 MB, more than all else here together. Needs dist/ (./dev build) and a browser (CHROMIUM, which ./dev sets).

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { LAUNCH } from "../tests/e2e/browser.mjs";
import { DIST, serve } from "../tests/e2e/server.mjs";

// The last one for Node before 22.
const LIGHTHOUSE = "lighthouse@12.8.2";
const RUNS = 3;
const SIZES = { phone: [], desk: ["--preset=desktop"] };
/** A page of somebody else's with an embed in it, and the pages of the playground itself. */
const PAGES = {
  start: "playground/",
  lesson: "playground/?lesson=light-switch",
  frame: "playground/?embed&scenario=charge&consumer=marker",
  handbook: "index.html",
};
const TIMES = {
  "first text": "first-contentful-paint",
  "largest text": "largest-contentful-paint",
  "blocked": "total-blocking-time",
  "at rest": "interactive",
};
const HANDBOOK = fileURLToPath(new URL("../examples/html/", import.meta.url));

/** One run's report. Not waited for in place: the server runs in this process. */
async function examine(address, options, scratch) {
  const file = join(scratch, "report.json");
  const flags = ["--headless=new", ...LAUNCH.args].join(" ");
  const command = ["--yes", LIGHTHOUSE, address, "--quiet", "--output=json", `--output-path=${file}`];
  await promisify(execFile)("npx", [...command, `--chrome-flags=${flags}`, ...options], {
    env: { ...process.env, CHROME_PATH: LAUNCH.executablePath ?? "" },
  });
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Of a report, what is not passed: audits with a score below 0.9 that count or that tell what to do. */
function complaints({ categories, audits }) {
  return Object.values(categories).flatMap(({ id: category, auditRefs }) =>
    auditRefs
      .map(({ id, weight }) => ({ category, weight, ...audits[id] }))
      .filter(({ score, weight, details }) => score !== null && score < 0.9 && (weight > 0 || details?.items?.length > 0))
      .map(({ id, displayValue, title }) => `${category}: ${id}: ${displayValue ?? title}`));
}

const score = (report, id) => Math.round(report.categories[id].score * 100);
const seconds = (report, id) => `${(report.audits[id].numericValue / 1000).toFixed(1)} s`;

async function main(asked) {
  const scratch = mkdtempSync(join(tmpdir(), "redeliver-lighthouse-"));
  const site = join(scratch, "site");
  mkdirSync(site);
  cpSync(HANDBOOK, site, { recursive: true });
  cpSync(DIST, join(site, "playground"), { recursive: true });
  const server = await serve(site, "/handbook/", true);
  try {
    for (const name of asked.length > 0 ? asked : Object.keys(PAGES)) {
      for (const [size, options] of Object.entries(SIZES)) {
        const runs = [];
        for (let run = 0; run < RUNS; run += 1) runs.push(await examine(server.address + PAGES[name], options, scratch));
        // The middle one: performance differs from run to run.
        const report = runs.sort((a, b) => score(a, "performance") - score(b, "performance"))[Math.floor(RUNS / 2)];
        const scores = Object.keys(report.categories).map((id) => `${id} ${score(report, id)}`);
        const times = Object.entries(TIMES).map(([said, id]) => `${said} ${seconds(report, id)}`);
        times.push(`shift ${report.audits["cumulative-layout-shift"].displayValue}`);
        console.log(`${name}, ${size}: ${[...scores, ...times].join(", ")}`);
        for (const complaint of complaints(report)) console.log(`    ${complaint}`);
        const perfect = Object.keys(report.categories).every((id) => id === "performance" || score(report, id) === 100);
        if (!perfect) process.exitCode = 1;
      }
    }
  } finally {
    await server.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
