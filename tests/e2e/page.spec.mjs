// The page as a document: it loads, it is accessible, and it explains itself where it cannot run.

import { pathToFileURL } from "node:url";
import { expect, expectAccessible, expectNoSidewaysScrolling, open, picture, test } from "./support.mjs";
import { button, press, timeline } from "./playground.mjs";
import { DIST, POLICY } from "./server.mjs";

test("the page opens without a complaint and is accessible @everywhere", async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle(/Redeliver/);
  await expect(page.getByRole("main")).toHaveCount(1);
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
  await picture(page, "first-visit");
});

/** What Lighthouse asks of a document (`./dev lighthouse` runs all of it). */
const document_facts = () => ({
  doctype: document.doctype?.name,
  mode: document.compatMode,
  charset: document.characterSet,
  lang: document.documentElement.lang,
  title: document.title.length > 10,
  viewport: document.querySelector("meta[name=viewport]")?.content.replaceAll(" ", ""),
  description: document.querySelector("meta[name=description]")?.content.length > 50,
  unnamedImages: [...document.images].filter((it) => !it.hasAttribute("alt")).length,
  linksToNothing: [...document.links].filter((it) => !it.textContent.trim()).length,
});

for (const path of ["", "?lesson=light-switch", "?embed&scenario=charge"]) {
  test(`the document of "./${path}" is what browsers and search engines expect`, async ({ page }) => {
    await open(page, path);
    expect(await page.evaluate(document_facts)).toEqual({
      doctype: "html",
      mode: "CSS1Compat",
      charset: "UTF-8",
      lang: "en",
      title: true,
      // Whoever needs it larger can zoom in.
      viewport: "width=device-width,initial-scale=1",
      description: true,
      unnamedImages: 0,
      linksToNothing: 0,
    });
  });
}

test("what the page is can be read while the program is on its way", async ({ page }) => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route("**/*.wasm", async (route) => (await released, route.continue()));
  await page.goto("./");
  await expect(page.getByText("A job queue, its workers and their databases, running in this page.")).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Loading the playground…");
  await expectAccessible(page);
  await picture(page, "loading");
  release();
  await expect(page.locator("#boot")).toHaveCount(0);
});

for (const [what, path] of [["page", ""], ["lesson", "?lesson=light-switch"]]) {
  test(`nothing moves while a ${what} comes, however late its files are @everywhere`, async ({ page }) => {
    await page.addInitScript(() => {
      window.shift = 0;
      const add = (list) => list.getEntries().forEach((it) => (window.shift += it.value));
      new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    });
    await page.route(/\.(json|css)$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await route.continue();
    });
    await open(page, path);
    await expect(page.getByRole("region", { name: "Stage" })).toBeVisible();
    await expect(page.locator(".scenario option")).toHaveCount(22);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    // Below what Lighthouse calls good, 0.1.
    expect(await page.evaluate(() => window.shift)).toBeLessThan(0.05);
  });
}

test("nothing scrolls sideways on the narrowest phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page);
  await expectNoSidewaysScrolling(page);
});

test("the page can be opened again without the server's cache", async ({ page }) => {
  await open(page);
  await page.reload();
  await expect(page.locator("#boot")).toHaveCount(0);
});

test("a module that does not arrive is explained", async ({ page, complaints }) => {
  complaints.allow(/\.wasm/, /TypeError|Failed to load resource|preload/);
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("could not be downloaded");
  await expectAccessible(page);
});

test("a module that is damaged is explained", async ({ page, complaints }) => {
  complaints.allow(/CompileError|preload/);
  await page.route("**/*.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: "damaged" }));
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("cannot read the playground's code");
});

test("a security policy that forbids WebAssembly is explained", async ({ page, server, complaints }) => {
  complaints.allow(/CompileError|Content Security Policy|preload/);
  server.headers["Content-Security-Policy"] = POLICY.replace(" 'wasm-unsafe-eval'", "");
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("security policy");
  server.headers["Content-Security-Policy"] = POLICY;
});

test("a page opened as a file says how to serve it", async ({ page, complaints }) => {
  complaints.allow(/file:/, /TypeError|Failed to load resource/);
  await page.goto(pathToFileURL(`${DIST}index.html`).href);
  await expect(page.getByRole("alert")).toContainText("Serve this folder");
});

test("when the playground stops it says so, with a link to the session before", async ({ page, complaints }) => {
  complaints.allow(/panicked/, /insert/, /unreachable/, /broken by the test/, /closure invoked/);
  await open(page);
  for (let step = 0; step < 2; step += 1) {
    const before = await page.evaluate(() => history.state);
    await press(page, "Step");
    // The session is noted when nothing has changed for a moment.
    await page.waitForFunction((it) => history.state !== it, before);
  }
  // As an extension that takes the page apart does: what the program wants to draw cannot be drawn.
  await page.evaluate(() => {
    Node.prototype.insertBefore = () => { throw new Error("broken by the test"); };
  });
  await button(page, "Help").click();
  const panel = page.getByRole("alert");
  await expect(panel).toContainText("The playground stopped");
  await expect(panel).toContainText("This is a mistake in the playground, not in what you did.");
  await expect(panel).toContainText("panicked");
  await expect(panel).toBeFocused();
  const link = await panel.getByRole("link", { name: "the session so far" }).getAttribute("href");
  expect(link).toContain("#v1.");

  await page.goto("about:blank");
  await page.goto(link);
  await expect(timeline(page)).toHaveValue("2");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what it needs", async ({ page, complaints }) => {
    complaints.allow(/preload/, /\.js csp$/);
    await page.goto("./");
    await expect(page.locator("noscript p")).toContainText("JavaScript is turned off");
    await expect(page.locator("#boot")).toBeHidden();
  });
});
