// The page has Card charge built in and fetches the other scenarios once its first screen is there: what one sees when
// they are late or do not come, and that nothing is lost.

import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, expectAccessible, open, test } from "./support.mjs";
import { announcement, button, crashAfterTheChargeAndDeliverAgain, expectVerdict, press, timeline } from "./playground.mjs";

const FILE = /\/scenarios-\d+\.json$/;
const ONE_FILE = pathToFileURL(fileURLToPath(new URL("../../package/redeliver.html", import.meta.url))).href;

const picker = (page) => page.getByRole("combobox", { name: "Scenario" });
const titles = (page) => picker(page).locator("option");
const chosen = (page) => picker(page).locator("option:checked");
const loading = (page) => page.getByText("Loading the scenario…");

/** Lets requests for the scenarios wait until what is returned is called. */
async function hold(page) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route(FILE, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("the others come by themselves after the first screen, and what was done stays", async ({ page }) => {
  const release = await hold(page);
  await open(page);
  await expect(titles(page)).toHaveText(["Card charge", "Loading…"]);
  await press(page, "Step", "Step");
  release();
  await expect(titles(page)).toHaveCount(22);
  await expect(chosen(page)).toHaveText("Card charge");
  await expect(timeline(page)).toHaveValue("2");
  await picker(page).selectOption("Light switch");
  await expect(announcement(page)).toContainText("Light switch: one job waiting.");
});

test("without them the page says so and works, and Retry gets them", async ({ page, complaints }) => {
  complaints.allow(/ERR_FAILED/);
  await page.route(FILE, (route) => route.abort());
  await open(page);
  const message = page.getByText("Problem: The other scenarios could not be loaded: It cannot be reached:");
  await expect(message).toBeVisible();
  await expect(titles(page)).toHaveText(["Card charge", "The others could not be loaded"]);
  await expectAccessible(page);
  await crashAfterTheChargeAndDeliverAgain(page);
  await expectVerdict(page, "duplicated", 2, 2);
  const steps = await timeline(page).inputValue();
  await button(page, "Retry").click();
  await expect(message).toBeVisible();
  await page.unroute(FILE);
  await button(page, "Retry").click();
  await expect(titles(page)).toHaveCount(22);
  await expect(message).toHaveCount(0);
  await expect(timeline(page)).toHaveValue(steps);
  await expectVerdict(page, "duplicated", 2, 2);
});

test("a shared session of another scenario waits for it on a slow network", async ({ page, visitor }) => {
  await open(page, "#scenario=cart");
  await press(page, "Step", "Step");
  await button(page, "Share").click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();

  const theirs = await visitor();
  const release = await hold(theirs);
  await theirs.goto(link);
  await expect(loading(theirs)).toBeVisible();
  await expectAccessible(theirs);
  // A key that would step another scenario does nothing.
  await theirs.keyboard.press("s");
  expect(await theirs.evaluate(() => history.state), "a reload leads to the same").toBe(new URL(link).hash.slice(1));
  release();
  await expect(chosen(theirs)).toHaveText("Cart");
  await expect(timeline(theirs)).toHaveValue("2");
  await expect(loading(theirs)).toHaveCount(0);
});

test("a link whose scenario does not come opens once it does", async ({ page, complaints }) => {
  complaints.allow(/404/);
  await page.route(FILE, (route) => route.fulfill({ status: 404, body: "not found" }));
  await open(page, "#scenario=cart");
  const message = page.getByText("Problem: The other scenarios, among them the one asked for, could not be loaded: There is nothing at this address (404).");
  await expect(message).toBeVisible();
  await expect(chosen(page)).toHaveText("Card charge");
  await press(page, "Step");
  await page.unroute(FILE);
  await button(page, "Retry").click();
  await expect(chosen(page)).toHaveText("Cart");
  await expect(timeline(page)).toHaveValue("0");
});

test("the one file has them all in it", async ({ page, context, complaints }) => {
  complaints.allow(/^another host: file:.*\/redeliver\.html$/);
  await context.setOffline(true);
  await page.goto(`${ONE_FILE}#scenario=outbox`);
  await expect(chosen(page)).toHaveText("Transactional outbox");
  await expect(titles(page)).toHaveCount(22);
});
