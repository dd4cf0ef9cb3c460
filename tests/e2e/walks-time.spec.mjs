// Going back in time, branching off, and playing the same future again.

import { expect, open, test } from "./support.mjs";
import {
  branches, button, charges, crashAfterTheChargeAndDeliverAgain, expectVerdict, playToTheEnd, position, press,
  selectWorker, state, stepsAsText, stepToTheEnd, timeline,
} from "./playground.mjs";

test.beforeEach(async ({ page }) => open(page));

test("a step back restores the verdict of the step before", async ({ page }) => {
  await press(page, "Step");
  const before = await state(page);
  await press(page, "Step");
  await expect(charges(page)).toHaveCount(1);
  await expectVerdict(page, "once", 1, 1);
  await button(page, "Step back").click();
  await expect(timeline(page)).toHaveValue("1");
  await expectVerdict(page, "pending", 1, 0);
  await expect(charges(page)).toHaveCount(0);
  // Compared without what is marked as changed by the last step, since both states come after the same step.
  expect(await state(page)).toEqual(before);
  await button(page, "Step forward").click();
  await expectVerdict(page, "once", 1, 1);
});

test("the slider goes to any moment and back to the end", async ({ page }) => {
  await crashAfterTheChargeAndDeliverAgain(page);
  const end = await state(page);
  const length = await position(page);
  await timeline(page).fill("1");
  await expectVerdict(page, "pending", 1, 0);
  await timeline(page).fill("0");
  await expectVerdict(page, "pending", 0, 0);
  await timeline(page).fill(String(length));
  await expectVerdict(page, "duplicated", 2, 2);
  expect(await state(page)).toEqual(end);
});

test("a step of the text twin leads to its moment", async ({ page }) => {
  await crashAfterTheChargeAndDeliverAgain(page);
  const steps = await stepsAsText(page);
  await steps.getByRole("button", { name: "Step 2", exact: true }).click();
  await expect(timeline(page)).toHaveValue("2");
  await expect(steps.filter({ hasText: "not yet" }).first()).toContainText("Step 3");
});

test("doing something else in the past makes a branch, and the old future stays within reach", async ({ page }) => {
  await crashAfterTheChargeAndDeliverAgain(page);
  const accident = await state(page);
  await expect(branches(page)).toHaveCount(0);

  await timeline(page).fill("2");
  await selectWorker(page, 1);
  await stepToTheEnd(page);
  await expectVerdict(page, "once", 1, 1);
  await expect(branches(page)).toHaveCount(2);

  await branches(page).filter({ hasText: "Branch 1" }).click();
  await expectVerdict(page, "duplicated", 2, 2);
  expect(await state(page)).toEqual(accident);
  await branches(page).filter({ hasText: "Branch 2" }).click();
  await expectVerdict(page, "once", 1, 1);
});

test("rewound and played, the same future happens again", async ({ page }) => {
  await crashAfterTheChargeAndDeliverAgain(page);
  const end = await state(page);
  const told = await (await stepsAsText(page)).allInnerTexts();
  await timeline(page).fill("0");
  await playToTheEnd(page);
  expect(await state(page)).toEqual(end);
  expect(await (await stepsAsText(page)).allInnerTexts()).toEqual(told);
  await expect(branches(page)).toHaveCount(0);
});
