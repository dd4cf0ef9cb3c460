// The accidents around a card charge, as a person makes them with the mouse.

import { expect, open, test } from "./support.mjs";
import {
  announcement, button, charges, chooseConsumer, crashAfterTheChargeAndDeliverAgain, crashAndDeliverAgain,
  expectKey, expectVerdict, guide, key, keys, lane, order, playToTheEnd, press, reset, selectWorker,
  stepsAsText, stepToTheEnd, stepUntilCharged, waitUntilBackInLine, worker,
} from "./playground.mjs";

test.beforeEach(async ({ page }) => open(page));

test("a crash after the charge charges the card twice, and the page tells both deliveries", async ({ page }) => {
  await expectVerdict(page, "pending", 0, 0);
  await crashAfterTheChargeAndDeliverAgain(page);
  await expectVerdict(page, "duplicated", 2, 2);
  await expect(order(page)).toContainText("Order 1: delivered 2×, charged 2×. Duplicated.");
  await expect(charges(page)).toHaveCount(2);
  await expect(charges(page).nth(0)).toContainText("ch_1");
  await expect(charges(page).nth(1)).toContainText("ch_2");
  await expect(charges(page).nth(1)).toContainText("once more");
  await expect(worker(page, 1)).toHaveAttribute("data-state", "crashed");
  await expect(lane(page, "Completed")).toContainText("Job 1");

  const takes = (await stepsAsText(page)).filter({ hasText: "takes job 1" });
  await expect(takes).toHaveCount(2);
  await expect(takes.nth(0)).toContainText("Worker 1 takes job 1: delivery 1");
  await expect(takes.nth(1)).toContainText("Worker 2 takes job 1: delivery 2");
});

test("the same presses under the marker deliver twice and charge once", async ({ page }) => {
  await crashAfterTheChargeAndDeliverAgain(page);
  await reset(page, "Marker-guarded");
  await expect(charges(page)).toHaveCount(0);
  await crashAfterTheChargeAndDeliverAgain(page);
  await expectVerdict(page, "once", 2, 1);
  await expect(charges(page)).toHaveCount(1);
  await expectKey(page, "dedup:1", "1");
});

test("a crash between claim and charge loses the charge, and the page says why", async ({ page }) => {
  await reset(page, "Marker-guarded");
  await press(page, "Step", "Step");
  await expectKey(page, "dedup:1", "1");
  await crashAndDeliverAgain(page);
  await expectVerdict(page, "lost", 2, 0);
  await expect(charges(page)).toHaveCount(0);
  await expect(order(page)).toContainText("Delivery 1 crashed after leaving its mark and before the charge.");
  await expect(order(page)).toContainText("Delivery 2 found the mark");
});

test("a key at the provider charges once wherever worker 1 crashes", async ({ page }) => {
  for (const steps of [1, 2]) {
    await reset(page, "Provider key");
    await press(page, ...Array(steps).fill("Step"));
    await crashAndDeliverAgain(page);
    await expectVerdict(page, "once", 2, 1);
    await expect(charges(page)).toHaveCount(1);
  }
});

/** Worker 1 freezes past its lock, worker 2 does the job, worker 1 thaws as a zombie. */
async function freezeAndThaw(page, steps) {
  await press(page, ...Array(steps).fill("Step"), "Freeze worker 1");
  await waitUntilBackInLine(page);
  await selectWorker(page, 2);
  await stepToTheEnd(page);
  await press(page, "Thaw worker 1");
  await expect(worker(page, 1)).toHaveAttribute("data-state", "zombie");
  await selectWorker(page, 1);
}

test("a zombie charges again under naive, and the queue refuses its acknowledgement", async ({ page }) => {
  await freezeAndThaw(page, 1);
  await expectVerdict(page, "once", 2, 1);
  await stepUntilCharged(page, 2);
  await expectVerdict(page, "duplicated", 2, 2);
  await press(page, "Step");
  await expect(worker(page, 1)).toContainText("(-2)");
  await expect(announcement(page)).toContainText("(-2)");
  await expect(worker(page, 1)).toHaveAttribute("data-state", "idle");
});

test("a zombie that froze before its claim finds the marker of worker 2", async ({ page }) => {
  await chooseConsumer(page, "Marker-guarded");
  await freezeAndThaw(page, 1);
  await expectVerdict(page, "once", 2, 1);
  await stepToTheEnd(page);
  await expectVerdict(page, "once", 2, 1);
  await expect(worker(page, 1)).toContainText("(-2)");
});

test("a zombie that froze after its claim charges late, and nobody else did", async ({ page }) => {
  await chooseConsumer(page, "Marker-guarded");
  await freezeAndThaw(page, 2);
  await expectVerdict(page, "pending", 2, 0);
  await stepToTheEnd(page);
  await expectVerdict(page, "once", 2, 1);
  await expect(worker(page, 1)).toContainText("(-2)");
});

test("toggling the consumer keeps stores and ledger and runs the other one on the next delivery", async ({ page }) => {
  await stepToTheEnd(page);
  const before = await keys(page);
  await chooseConsumer(page, "Marker-guarded");
  await expect(page.getByRole("textbox", { name: "Recipe" })).toHaveValue(/dedup:\{job\.id\}/);
  // The step before made some keys disappear; they were still listed as gone.
  expect(await keys(page)).toEqual(before.filter((row) => !/ gone /.test(row)));
  await expect(charges(page)).toHaveCount(1);
  await expect(key(page, "dedup:1")).toHaveCount(0);

  await press(page, "Redeliver job 1");
  await stepToTheEnd(page);
  await expectKey(page, "dedup:1", "1");
  await expectVerdict(page, "duplicated", 2, 2);
});

test("a lost reply to the claim loses the charge without any crash", async ({ page }) => {
  await chooseConsumer(page, "Marker-guarded");
  await press(page, "Step", "Lose reply worker 1");
  await expectKey(page, "dedup:1", "1");
  await press(page, "Step");
  await expect(lane(page, "Delayed")).toContainText("Job 1");
  await press(page, "To the next timer");
  await stepToTheEnd(page);
  await expectVerdict(page, "lost", 2, 0);
});

test("in three presses the first visitor charges the card twice, led by the guide", async ({ page }) => {
  await expect(guide(page)).toContainText("Press Play");
  await playToTheEnd(page);
  await expect(guide(page)).toContainText("press Redeliver job 1");
  await press(page, "Redeliver job 1");
  await expect(guide(page)).toContainText("Press Play");
  await playToTheEnd(page);
  await expectVerdict(page, "duplicated", 2, 2);
  await expect(guide(page)).toContainText("charged 2×");
  await button(page, "Dismiss the guide").click();
  await expect(guide(page)).toHaveCount(0);
});
