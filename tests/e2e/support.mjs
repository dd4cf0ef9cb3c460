// What every walk starts with: a served page, and a page object that fails the test on any complaint of the
// browser, including a request to another host.
//
//     import { expect, expectAccessible, open, test } from "./support.mjs";
//     test("the card is charged twice", async ({ page }) => {
//       await open(page, "#fragment");
//       ...
//     });

import AxeBuilder from "@axe-core/playwright";
import { test as base, expect } from "@playwright/test";
import { fileURLToPath } from "node:url";
import { serve } from "./server.mjs";

export { expect };

/** Collects what the browser complains about; `allow` takes patterns of complaints that a test provokes. */
class Complaints {
  #found = [];
  // Most walks keep nothing for later (playwright.config.mjs), and Playwright says so.
  #allowed = [/^Service Worker registration blocked by Playwright$/];

  constructor(page, site) {
    const add = (what) => this.#found.push(what);
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && add(message.text()));
    page.on("pageerror", (error) => add(`uncaught: ${error}`));
    page.on("requestfailed", (request) => {
      // What a page still waits for is aborted when the test goes on to the next one.
      const why = request.failure()?.errorText;
      if (why !== "net::ERR_ABORTED") add(`failed: ${request.url()} ${why}`);
    });
    page.on("response", (response) => response.status() >= 400 && add(`${response.status()}: ${response.url()}`));
    page.on("request", (request) => {
      const local = request.url().startsWith(new URL(site).origin) || /^(data|blob|about):/.test(request.url());
      if (!local) add(`another host: ${request.url()}`);
    });
  }

  allow(...patterns) {
    this.#allowed.push(...patterns);
  }

  get unexpected() {
    return this.#found.filter((what) => !this.#allowed.some((pattern) => pattern.test(what)));
  }
}

export const test = base.extend({
  // One server per worker process; a test that changes `server.headers` changes them back.
  server: [
    async ({}, use) => {
      const server = await serve();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  complaints: async ({ page, baseURL }, use) => {
    const complaints = new Complaints(page, baseURL);
    await use(complaints);
    expect(complaints.unexpected, "the browser complained").toEqual([]);
  },
  // Another visitor: opens further pages, each in a browser context of its own and watched like the first.
  visitor: async ({ browser, baseURL, contextOptions }, use) => {
    const contexts = [];
    const watches = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL });
      contexts.push(context);
      const page = await context.newPage();
      watches.push(new Complaints(page, baseURL));
      return page;
    });
    expect(watches.flatMap((watch) => watch.unexpected), "the browser complained").toEqual([]);
    await Promise.all(contexts.map((context) => context.close()));
  },
  // Starts the watch in every test, asked for or not.
  watched: [async ({ complaints }, use) => use(complaints), { auto: true }],
});

/** Opens the page and waits until the app has taken over from the loading message. */
export async function open(page, fragment = "") {
  await page.goto(`./${fragment}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("#boot")).toHaveCount(0);
}

/** Asserts that axe finds nothing to object to on the page as it is now, except by the rules in `but`. */
export async function expectAccessible(page, ...but) {
  const { violations } = await new AxeBuilder({ page }).disableRules(but).analyze();
  const summary = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((n) => n.html).join("\n  ")}`);
  expect(summary, "axe found violations").toEqual([]);
}

/** Asserts that nothing sticks out to the right of the window. */
export async function expectNoSidewaysScrolling(page) {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    return scrollWidth - clientWidth;
  });
  expect(excess, "pixels to scroll sideways").toBeLessThanOrEqual(0);
}

/** Writes a picture into test-results/ for a person to look at; named after the test's size and theme. */
export async function picture(page, name) {
  const file = `../../test-results/pictures/${name}-${test.info().project.name}.png`;
  await page.screenshot({ path: fileURLToPath(new URL(file, import.meta.url)) });
}
