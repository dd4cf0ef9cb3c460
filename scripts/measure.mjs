// How the built page feels, measured in headless Chromium:
//
//     node scripts/measure.mjs [FRAGMENT]
//
// - what a first visit downloads, gzipped
// - the time from asking for the page to a `Step` button that can be pressed, with the CPU slowed 4 times: the
//   median of several loads, each in a fresh profile
// - the time from pressing `Step` until it is handled, and until the frame with its result is drawn, without
//   slowing: median and 95th percentile
//
// FRAGMENT is the part of a share link from `#` on; give one with 1,000 events of history for the last number.
// Needs dist/ (./dev build) and a browser (CHROMIUM, which ./dev sets).

import { chromium } from "playwright-core";
import { LAUNCH } from "../tests/e2e/browser.mjs";
import { serve } from "../tests/e2e/server.mjs";
import { firstLoad, kilobytes, total } from "./size.mjs";

const LOADS = 7;
const PRESSES = 200;
const WARM_UP_PRESSES = 20;
const SLOWDOWN = 4;
const LIMIT_MS = 60_000;

/** The value below which `share` of the sorted `values` lie (nearest rank). */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

const milliseconds = (value) => `${value.toFixed(1)} ms`;

/** Runs `use` with a page that has an empty cache of its own. */
async function withFreshPage(browser, use) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(LIMIT_MS);
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

const stepButton = (page) => page.getByRole("button", { name: "Step", exact: true });

/** Milliseconds from the start of the navigation to an enabled `Step` button, on the page's own clock. */
async function loadOnce(browser, address) {
  return withFreshPage(browser, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    // Looks once a frame from inside the page: asking from outside would add the time of the question.
    await page.addInitScript(() => {
      // A button's name is its label, without the key that stands beside it.
      const isStep = (b) => (b.querySelector(".label") ?? b).textContent.trim() === "Step";
      const look = () => {
        const step = [...document.querySelectorAll("button")].find(isStep);
        if (step && !step.disabled) window.stepEnabledAt = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(address, { timeout: LIMIT_MS });
    await page.waitForFunction(() => window.stepEnabledAt !== undefined);
    return page.evaluate(() => window.stepEnabledAt);
  });
}

/**
 * Presses `Step` up to `count` times; for each press, milliseconds until the page had handled it (`handled`: a task
 * queued behind the event runs) and until the frame with the result was drawn (`painted`: a task queued from the
 * next frame's callback runs, which is after that frame's style, layout and paint).
 *
 * `painted` contains the wait for the display's next frame, up to 16.7 ms at 60 Hz, as it does for a person;
 * presses are spread over the frame so that the wait is too.
 */
async function press(page, count) {
  return stepButton(page).evaluate(async (button, presses) => {
    const channel = new MessageChannel();
    const task = () => new Promise((resolve) => ((channel.port1.onmessage = resolve), channel.port2.postMessage(0)));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let changes = 0;
    const observer = new MutationObserver((records) => (changes += records.length));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    const times = [];
    for (let i = 0; i < presses; i += 1) {
      await frame();
      await new Promise((resolve) => setTimeout(resolve, (i * 7) % 17));
      if (!button.isConnected) throw new Error("the Step button was replaced: it needs a stable key");
      if (button.disabled) break;
      changes = 0;
      const start = performance.now();
      button.click();
      await task();
      const handled = performance.now() - start;
      await frame();
      await task();
      times.push({ handled, painted: performance.now() - start });
      if (changes === 0) throw new Error("Step changed nothing before the next frame");
    }
    observer.disconnect();
    return times;
  }, count);
}

/** Measures presses with the history of the link, opening it again whenever there is nothing left to step. */
async function measureSteps(browser, address) {
  const times = [];
  while (times.length < PRESSES) {
    const batch = await withFreshPage(browser, async (page) => {
      await page.goto(address, { timeout: LIMIT_MS });
      await stepButton(page).and(page.locator(":enabled")).waitFor();
      return press(page, WARM_UP_PRESSES + PRESSES - times.length);
    });
    // The first presses compile code; a batch too short to warm up is counted whole.
    const warm = batch.length > WARM_UP_PRESSES ? batch.slice(WARM_UP_PRESSES) : batch;
    if (warm.length === 0) throw new Error("Step cannot be pressed in this link");
    times.push(...warm);
  }
  return times;
}

async function main() {
  const fragment = process.argv[2] ?? "";
  const server = await serve();
  const browser = await chromium.launch(LAUNCH);
  try {
    console.log(`first load, gzipped: ${kilobytes(total(firstLoad()))}`);
    const loads = [];
    for (let i = 0; i < LOADS; i += 1) loads.push(await loadOnce(browser, server.address));
    console.log(`Step enabled, CPU slowed ${SLOWDOWN} times: median ${milliseconds(quantile(loads, 0.5))} of ${LOADS} loads`);
    const steps = await measureSteps(browser, server.address + fragment);
    for (const kind of ["handled", "painted"]) {
      const [p50, p95] = [0.5, 0.95].map((share) => milliseconds(quantile(steps.map((time) => time[kind]), share)));
      console.log(`Step to ${kind}: p50 ${p50}, p95 ${p95} of ${steps.length} presses`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

await main();
