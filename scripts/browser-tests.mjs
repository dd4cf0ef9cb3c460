// Runs the browser tests where there is no chromedriver: wasm-bindgen's test runner serves them as a page, and
// Playwright opens it. With chromedriver, `cargo test` does all of this alone.
//
//     node scripts/browser-tests.mjs cargo test --target wasm32-unknown-unknown --test browser

import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { LAUNCH } from "../tests/e2e/browser.mjs";

const LIMIT_MS = 120_000;

/** Starts the command and resolves to the address that it serves the tests on. */
function serveTests([command, ...args]) {
  // Its own process group, so that cargo's runner ends with it.
  const child = spawn(command, args, {
    detached: true,
    env: { ...process.env, NO_HEADLESS: "1", WASM_BINDGEN_TEST_ADDRESS: "127.0.0.1:0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = new Promise((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (data) => {
      output += data;
      const found = /available at (http:\S+)/.exec(output);
      if (found) resolve(found[1]);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code} before it served any tests`)));
  });
  return { address, stop: () => child.pid && child.exitCode === null && process.kill(-child.pid) };
}

/** What the page printed by the time it was done. */
async function readResult(address) {
  const browser = await chromium.launch(LAUNCH);
  try {
    const page = await browser.newPage();
    // Figures that a test prints.
    page.on("console", (message) => message.type() === "log" && console.log(message.text()));
    await page.goto(address);
    const output = page.locator("#output");
    await output.filter({ hasText: /test result: |no tests to run/ }).waitFor({ timeout: LIMIT_MS });
    return await output.textContent();
  } finally {
    await browser.close();
  }
}

const tests = serveTests(process.argv.slice(2));
try {
  const output = await readResult(await tests.address);
  console.log(output);
  process.exitCode = /test result: ok/.test(output) ? 0 : 1;
} catch (error) {
  console.error(`browser tests: ${error.message}`);
  process.exitCode = 1;
} finally {
  tests.stop();
}
