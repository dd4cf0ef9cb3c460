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
