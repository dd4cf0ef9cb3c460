// The page without a network after the first visit, and with a newer version of it on the server.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fillIn } from "../../scripts/offline.mjs";
import { expect, test as base } from "./support.mjs";
import { button, crashAfterTheChargeAndDeliverAgain, expectVerdict, press, timeline, verdict } from "./playground.mjs";
import { SHIPPED, check, enter, goToGoal, place, press as pressKeys, write } from "./lessons.mjs";
import { DIST, serve } from "./server.mjs";

const WORKER = fileURLToPath(new URL("../../static/sw.js", import.meta.url));

const test = base.extend({
  serviceWorkers: "allow",
  // The page in a folder of its own, where a test may put another version.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "redeliver-"));
    cpSync(DIST, folder, { recursive: true });
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  own: async ({ folder, complaints }, use) => {
    const server = await serve(folder, "/docs/playground/");
    complaints.allow(new RegExp(`^another host: ${server.address}`));
    await use(server);
    await server.close();
  },
});

/** Visits the page and waits until all of it is kept. */
async function visit(page, address) {
  await page.goto(address);
  await expect(verdict(page)).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

test("after one visit the page opens and works without a network, embedded too", async ({ page, own }) => {
  await visit(page, own.address);
  await own.close();
  await page.reload();
  await crashAfterTheChargeAndDeliverAgain(page);
  await expectVerdict(page, "duplicated", 2, 2);
  await expect(page.locator("#newer")).toHaveCount(0);
  await page.goto(`${own.address}index.html?embed&theme=dark#scenario=light`);
  await expect(page.getByRole("link", { name: "Open in full" })).toBeVisible();
  await expect(verdict(page)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Scenario" })).toHaveValue("light");
});

test("after one visit a lesson that was never opened is finished without a network", async ({ page, own }) => {
  const [first] = SHIPPED;
  await visit(page, own.address);
  await own.close();
  await page.reload();
  await enter(page, 1);
  await goToGoal(page, first);
  await write(page, first.solution);
  await expect(await check(page)).toContainText("Reached");
  await pressKeys(page, "Next");
  await expect(place(page)).toHaveText("Lesson finished");
  await page.reload();
  await expect(place(page)).toHaveText("Lesson finished");
});

test("a newer version says so, and loading it keeps the session", async ({ page, own, folder, complaints }) => {
  await visit(page, own.address);
  const index = join(folder, "index.html");
  writeFileSync(index, readFileSync(index, "utf8").replace("<title>", '<meta name="edition" content="second"><title>'));
  cpSync(WORKER, join(folder, "sw.js"));
  fillIn(folder);

  // Loading anew may cut off what the tab wanted for itself.
  complaints.allow(/favicon.*ERR_ABORTED/);
  await page.reload();
  await press(page, "Step", "Step");
  await expect(page.getByText("A newer version is ready. Reload to use it.")).toBeVisible();
  await expect(page.locator("meta[name=edition]"), "still the first").toHaveCount(0);
  await button(page, "Share").click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await button(page, "Close").click();
  // The session is noted when nothing has changed for a moment.
  await page.waitForFunction((session) => history.state === session, new URL(link).hash.slice(1));
  await button(page, "Reload").click();
  await expect(page.locator("meta[name=edition]")).toHaveCount(1);
  await expect(timeline(page)).toHaveValue("2");
  await expect(page.locator("#newer")).toHaveCount(0);
});

test("a page that is embedded keeps nothing and registers nothing", async ({ page, own }) => {
  await page.goto(`${own.address}?embed`);
  await crashAfterTheChargeAndDeliverAgain(page);
  await expect(page.locator('script[src="offline.js"]')).toHaveCount(0);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))).toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
