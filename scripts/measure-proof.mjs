// How long a proof takes in the browser and whether the page stays at hand meanwhile: for each scenario the time to
// the full matrix at the default bound and the longest task on the main thread, a batch of a million jobs, how fast a
// large search is, and the time from a press of `Cancel` to a search that has stopped. Needs dist/ and a browser, as
// measure.mjs: `node scripts/measure-proof.mjs [SLOWDOWN]`.

import { chromium } from "playwright-core";
import { LAUNCH } from "../tests/e2e/browser.mjs";
import { serve } from "../tests/e2e/server.mjs";

const LIMIT_MS = 120_000;
const CANCELS = 9;
const RATE_MS = 2_000;

const seconds = (value) => `${(value / 1_000).toFixed(2)} s`;
const milliseconds = (value) => `${value.toFixed(0)} ms`;

async function withPage(browser, address, slowdown, use) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(LIMIT_MS);
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole("button", { name: "Prove", exact: true }).waitFor();
    const devtools = await context.newCDPSession(page);
    if (slowdown > 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    return await use(page);
  } finally {
    await context.close();
  }
}

const scenarios = (browser, address) =>
  withPage(browser, address, 1, async (page) => {
    const options = page.getByRole("combobox", { name: "Scenario" }).locator("option");
    // All but the first come after the first screen.
    await options.filter({ hasText: "Loading" }).waitFor({ state: "detached" });
    return options.allInnerTexts();
  });

/** The time to the full matrix, and the longest task until then. */
async function matrix(page, title) {
  await page.getByRole("combobox", { name: "Scenario" }).selectOption({ label: title });
  // The small search by the editor comes first; it is not part of the proof.
  await page.getByText(/^Proven at /).waitFor();
  return page.evaluate(async () => {
    let longest = 0;
    let tasks = 0;
    const note = (list) => list.getEntries().forEach(({ duration }) => ((longest = Math.max(longest, duration)), (tasks += 1)));
    const observer = new PerformanceObserver(note);
    observer.observe({ type: "longtask" });
    const proof = () => document.querySelector(".proof");
    const over = () => proof() && !/Searching|\d+ of \d+ cells/.test(proof().textContent);
    const changed = () => new Promise((resolve) => {
      const watch = new MutationObserver(() => (watch.disconnect(), resolve()));
      watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const start = performance.now();
    [...document.querySelectorAll("button")].find((it) => it.textContent.trim() === "Prove").click();
    do await changed(); while (!over());
    const time = performance.now() - start;
    note({ getEntries: () => observer.takeRecords() });
    return { time, longest, tasks };
  });
}

/** A batch of a million jobs: the time until four consumers are counted at the chosen rate and at all rates, and the longest task. */
async function batch(page) {
  await page.getByText(/^Proven at /).waitFor();
  await page.getByRole("button", { name: "At scale", exact: true }).click();
  await page.getByRole("button", { name: "Cancel", exact: true, disabled: true }).waitFor();
  return page.evaluate(async () => {
    let longest = 0;
    const note = (list) => list.getEntries().forEach(({ duration }) => (longest = Math.max(longest, duration)));
    const observer = new PerformanceObserver(note);
    observer.observe({ type: "longtask" });
    const bar = () => document.querySelector(".scale progress");
    const changed = () => new Promise((resolve) => {
      const watch = new MutationObserver(() => (watch.disconnect(), resolve()));
      watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    const start = performance.now();
    [...document.querySelectorAll(".scale label")].find((it) => it.textContent.trim() === "1,000,000").click();
    do await changed(); while (bar().max < 16e6 || bar().value < 4e6);
    const one = performance.now() - start;
    while (bar().value < bar().max) await changed();
    const all = performance.now() - start;
    note({ getEntries: () => observer.takeRecords() });
    return { one, all, longest };
  });
}

/** How many transitions a second the page's own search takes, its breaks for the screen included. */
async function rate(page) {
  await page.getByRole("radio", { name: "Marker-guarded" }).check();
  await page.getByRole("button", { name: "Prove", exact: true }).click();
  await page.getByText("Change the bound").click();
  await page.getByRole("combobox", { name: "Jobs in the proof" }).selectOption("3");
  await page.getByRole("combobox", { name: "Faults in the proof" }).selectOption("3");
  await page.getByText(/[\d,]{6,} transitions/).waitFor();
  return page.evaluate(async (wait) => {
    const taken = () => Number(/([\d,]+) transitions/.exec(document.querySelector(".proof").textContent)[1].replaceAll(",", ""));
    // A figure is as old as the last drawing: one waits for the next.
    const next = async () => {
      const before = taken();
      while (taken() === before) await new Promise((resolve) => requestAnimationFrame(resolve));
      return [taken(), performance.now()];
    };
    const [from, start] = await next();
    await new Promise((resolve) => setTimeout(resolve, wait));
    const [to, end] = await next();
    return ((to - from) * 1_000) / (end - start);
  }, RATE_MS);
}

/** Presses `Cancel` in the midst of a large search, and sees how long the page takes to have stopped. */
async function cancel(page) {
  await page.getByRole("button", { name: "Prove", exact: true }).click();
  await page.getByText("Change the bound").click();
  await page.getByRole("combobox", { name: "Jobs in the proof" }).selectOption("4");
  await page.getByRole("combobox", { name: "Faults in the proof" }).selectOption("4");
  await page.getByText(/[\d,]{6,} states/).waitFor();
  const button = page.getByRole("button", { name: "Cancel", exact: true });
  const stopped = button.evaluate((it) => new Promise((resolve) => {
    let pressed;
    // Before the page's own listener, which is on an element further in.
    window.addEventListener("click", (event) => (pressed = event.timeStamp), { capture: true });
    new MutationObserver(() => it.getAttribute("aria-disabled") === "true" && resolve(performance.now() - pressed))
      .observe(it, { attributes: true });
  }));
  await button.click();
  return stopped;
}

async function main() {
  const slowdown = Number(process.argv[2] ?? 1);
  const server = await serve();
  const browser = await chromium.launch(LAUNCH);
  try {
    if (slowdown > 1) console.log(`processor slowed ${slowdown} times`);
    for (const title of await scenarios(browser, server.address)) {
      const { time, longest, tasks } = await withPage(browser, server.address, slowdown, (page) => matrix(page, title));
      const long = tasks === 0 ? "no task of 50 ms" : `longest task ${milliseconds(longest)}, ${tasks} of 50 ms or more`;
      console.log(`${title}: full matrix ${seconds(time)}, ${long}`);
    }
    const { one, all, longest } = await withPage(browser, server.address, slowdown, batch);
    const long = longest === 0 ? "no task of 50 ms" : `longest task ${milliseconds(longest)}`;
    console.log(`a batch of 1,000,000 jobs, four consumers: ${seconds(one)}; at all four rates ${seconds(all)}; ${long}`);
    const rates = [];
    for (let i = 0; i < 3; i += 1) rates.push(await withPage(browser, server.address, slowdown, rate));
    rates.sort((a, b) => a - b);
    console.log(`a proof of 3 jobs, 3 faults (marker-guarded charge): ${Math.round(rates[1]).toLocaleString("en")} transitions a second`);
    const times = [];
    for (let i = 0; i < CANCELS; i += 1) times.push(await withPage(browser, server.address, slowdown, cancel));
    times.sort((a, b) => a - b);
    console.log(`Cancel to stopped: median ${milliseconds(times[CANCELS >> 1])}, most ${milliseconds(times.at(-1))} of ${CANCELS}`);
  } finally {
    await browser.close();
    await server.close();
  }
}

await main();
