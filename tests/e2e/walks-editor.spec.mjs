// The recipe's editor and the job's fields, fed with mistakes, with too much, and with markup.

import { expect, open, test } from "./support.mjs";
import {
  announcement, button, charges, chooseConsumer, expectVerdict, position, press, recipe, reset, selectWorker,
  stepToTheEnd, stepUntilCharged,
} from "./playground.mjs";

/** How long a person waits for an answer to what they pasted, in milliseconds. */
const REASON = 5_000;

const errors = (page) => page.getByRole("region", { name: "Code" }).getByText(/^Line \d+, column \d+: /);

test.beforeEach(async ({ page }) => {
  page.on("dialog", () => {
    throw new Error("a text was run as a script");
  });
  await open(page);
});

test("a typo is marked at its place while the last good program still runs", async ({ page }) => {
  await recipe(page).fill("charge {job.card}");
  await expect(recipe(page)).toHaveAttribute("aria-invalid", "true");
  await expect(errors(page)).toHaveText(/^Line 1, column 18: /);
  await expect(recipe(page)).toHaveAccessibleDescription(/Line 1, column 18: /);
  await stepUntilCharged(page);
  await expect(recipe(page)).toHaveValue("charge {job.card}");
  await stepToTheEnd(page);
  await expectVerdict(page, "once", 1, 1);
});

test("a mended text is in use at the next delivery, and Revert brings the consumer's own back", async ({ page }) => {
  const own = await recipe(page).inputValue();
  await recipe(page).fill('skip "not today"');
  await expect(recipe(page)).not.toHaveAttribute("aria-invalid");
  await expect(page.getByRole("region", { name: "Which consumer" })).toContainText("Edited.");
  await stepToTheEnd(page);
  await expect(charges(page)).toHaveCount(0);
  await button(page, "Revert").click();
  await expect(recipe(page)).toHaveValue(own);
});

test("typing a letter at a time keeps the caret and makes a single step", async ({ page }) => {
  await recipe(page).fill("");
  const before = await position(page);
  await recipe(page).pressSequentially('skip "so"');
  await recipe(page).press("Home");
  await recipe(page).pressSequentially("# ");
  await expect(recipe(page)).toHaveValue('# skip "so"');
  expect(await position(page)).toBeLessThanOrEqual(before + 1);
});

/** Pastes over the whole recipe, with the clipboard as a person does. */
async function paste(page, text) {
  await page.evaluate((it) => navigator.clipboard.writeText(it), text);
  await recipe(page).selectText();
  await page.keyboard.press("Control+v");
}

const TOO_MUCH = [
  ["a megabyte in one line", "x".repeat(1 << 20)],
  ["a megabyte of lines", "x\n".repeat(1 << 19)],
  ["a statement of 10,000 words", `SET a${" b".repeat(10_000)}`],
  ["a statement of 8,000 words", `SET a${" b".repeat(8_000)}`],
  ["a recipe of 2,600 lines", "GET a\n".repeat(2_600)],
  ["conditions nested 3,000 deep", "if a\n".repeat(3_000)],
];

for (const [what, text] of TOO_MUCH) {
  test(`${what}, pasted, is answered with a message, and the page goes on`, async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await paste(page, text);
    await expect(errors(page).first()).toBeVisible({ timeout: REASON });
    await stepUntilCharged(page);
    await expectVerdict(page, "once", 1, 1);
    await chooseConsumer(page, "Marker-guarded");
    await expect(errors(page)).toHaveCount(0);
    await expect(recipe(page)).toHaveValue(/claimed/);
  });
}

test("markup in a job's field stays text all the way to the ledger", async ({ page }) => {
  const markup = "<img src=x onerror=alert(1)>";
  await page.getByText(/^Order 2/).click();
  await page.getByRole("textbox", { name: "card" }).fill(markup);
  await press(page, "Enqueue");
  await stepToTheEnd(page);
  await expect(charges(page)).toHaveCount(2);
  await expect(charges(page).nth(1)).toContainText(markup);
  expect(await page.evaluate(() => document.images.length)).toBe(0);
});

test("a script in the recipe stays text", async ({ page }) => {
  const script = '"<script>alert(1)</script>"';
  const scripts = await page.evaluate(() => document.scripts.length);
  await recipe(page).fill(`# ${script}\ncharge ${script} 5\n<script>alert(1)</script>`);
  await expect(errors(page).first()).toContainText("Line 3");
  await recipe(page).fill(`# ${script}\ncharge ${script} 5`);
  await stepUntilCharged(page);
  await expect(charges(page)).toContainText("<script>alert(1)</script>");
  expect(await page.evaluate(() => document.scripts.length)).toBe(scripts);
});


test("a crash set on a line of code crashes the worker after that line", async ({ page }) => {
  await chooseConsumer(page, "Marker-guarded");
  await press(page, "Crash after line 2");
  await expect(button(page, "Crash after line 2")).toHaveAttribute("aria-pressed", "true");
  await press(page, "Step", "Step");
  await expect(page.getByRole("region", { name: "Worker 1", exact: true })).toHaveAttribute("data-state", "crashed");
  await reset(page);
  await expect(button(page, "Crash after line 2")).toHaveAttribute("aria-pressed", "false");
  await selectWorker(page, 2);
});

test("a field of too many bytes is refused in words and stays in the form", async ({ page }) => {
  // The field takes 256 characters; these are 200 of two bytes each.
  const long = "é".repeat(200);
  await page.getByText(/^Order 2/).click();
  const card = page.getByRole("textbox", { name: "card" });
  await card.fill(long);
  const enqueue = button(page, "Enqueue");
  await expect(enqueue).toBeDisabled();
  await expect(enqueue).toHaveAccessibleDescription(/more than 256 bytes/);
  await enqueue.click({ force: true });
  await expect(announcement(page)).toContainText("more than 256 bytes");
  await expect(card).toHaveValue(long);
});
