// Sharing a session as a link, and links that went wrong on the way.

import { expect, open, test } from "./support.mjs";
import {
  announcement, button, chooseConsumer, crashAfterTheChargeAndDeliverAgain, expectVerdict, position, possible,
  press, state, timeline, verdict,
} from "./playground.mjs";

/** What the long session does in turn: a key, or the name of a button, as far as it can be pressed. */
const TURNS = ["s", "s", "Enqueue", "s", "Lose reply worker 1", "s", "r", "s", "To the next timer", "Freeze worker 1",
  "+1 s", "Thaw worker 1", "s", "s", "Enqueue again job 1", "Crash worker 2", "Restart worker 2"];

/** A session of exactly `length` actions. */
async function session(page, length) {
  await chooseConsumer(page, "Marker-guarded");
  for (let turn = 0; (await position(page)) < length; turn += 1) {
    const what = TURNS[turn % TURNS.length];
    // A key whose action is not possible does nothing but say why.
    if (what.length === 1) await page.keyboard.press(what);
    else if (await possible(page, what)) await press(page, what);
  }
}

/** The link that the Share dialog shows. */
async function share(page) {
  await button(page, "Share").click();
  const dialog = page.getByRole("dialog", { name: "Share this session" });
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(button(page, "Share")).toBeFocused();
  return link;
}

/** Opens a link as if it were clicked in a mail: a page that was not open before. */
async function follow(page, fragment) {
  await page.goto("about:blank");
  await open(page, `#${fragment}`);
}

async function expectTheBeginningWithAnExplanation(page, fragment) {
  const what = `#${fragment.slice(0, 60)}`;
  await expect(announcement(page), what).toContainText("The page opened at its beginning instead.");
  await expect(page.getByText("Problem: "), what).toBeVisible();
  await expect(timeline(page), what).toHaveValue("0");
  await expectVerdict(page, "pending", 0, 0);
}

test("a session of a hundred actions travels in a short link to another browser", async ({ page, visitor }) => {
  await open(page);
  await session(page, 100);
  const link = await share(page);
  expect(link.length).toBeLessThan(2_000);
  expect(link).not.toMatch(/=$/);

  const theirs = await visitor();
  await theirs.goto(link);
  await expect(timeline(theirs)).toHaveValue("100");
  await expect(announcement(theirs)).toContainText("100 actions");
  expect(await state(theirs)).toEqual(await state(page));
  expect(await verdict(theirs).getByRole("listitem").count()).toBeGreaterThan(1);
});

test("a link cut short says so and opens the beginning", async ({ page }) => {
  await open(page);
  await crashAfterTheChargeAndDeliverAgain(page);
  const fragment = new URL(await share(page)).hash.slice(1);
  for (const cut of [1, 2, 3, 4, 8, fragment.length >> 1, fragment.length - 4, fragment.length - 1]) {
    await follow(page, fragment.slice(0, cut));
    await expectTheBeginningWithAnExplanation(page, fragment.slice(0, cut));
  }
  await press(page, "Step");
});

const NONSENSE = [
  "v1.", "v2.AAAA", "hello", "v1.!!!!", "v1.AAAAAAAA", "%00%01", "%E0%A4%A", "%F0%9F%92%B3",
  "<img src=x onerror=alert(1)>", `v1.${"A".repeat(40_000)}`, `v1.${"x-_9".repeat(200)}`,
];

test("links of nonsense explain themselves and open the beginning", async ({ page }) => {
  for (const fragment of NONSENSE) {
    await follow(page, fragment);
    await expectTheBeginningWithAnExplanation(page, fragment);
  }
  await press(page, "Step");
});

test("a link put into the address of an open page is opened there", async ({ page }) => {
  await open(page);
  await crashAfterTheChargeAndDeliverAgain(page);
  const link = await share(page);
  await button(page, "Reset").click();
  await page.goto(link);
  await expectVerdict(page, "duplicated", 2, 2);
  await page.goto(`${link.slice(0, -9)}`);
  await expect(page.getByText("Problem: ")).toBeVisible();
});

test("going back from a link brings the earlier session back, and forward the link's", async ({ page }) => {
  await open(page);
  await crashAfterTheChargeAndDeliverAgain(page);
  const link = await share(page);
  await button(page, "Reset").click();
  await chooseConsumer(page, "Provider key");
  await press(page, "Step", "Step");
  const mine = await state(page);
  // The browser's history notes the session when nothing has changed for a moment.
  const fragment = new URL(await share(page)).hash.slice(1);
  await page.waitForFunction((noted) => history.state === noted, fragment);
  await page.goto(link);
  await expectVerdict(page, "duplicated", 2, 2);
  await page.goBack();
  await expect(timeline(page)).toHaveValue("3");
  expect(await state(page)).toEqual(mine);
  await page.goForward();
  await expectVerdict(page, "duplicated", 2, 2);
});

test("copying the link says whether it worked", async ({ page, context }) => {
  await open(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page, "Share").click();
  const dialog = page.getByRole("dialog", { name: "Share this session" });
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Copied.");
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
});

test("where copying is forbidden the link is selected and the dialog says so", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open(page);
  await button(page, "Share").click();
  const dialog = page.getByRole("dialog", { name: "Share this session" });
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByRole("status")).toContainText("copy it with the keyboard");
  await expect(dialog.getByRole("textbox", { name: "Link" })).toBeFocused();
});
