// Comparing: one list of actions under several consumers, step under step.

import { expect, expectAccessible, expectNoSidewaysScrolling, open, picture, test } from "./support.mjs";
import { button, chooseConsumer, chooseScenario, crashAfterTheChargeAndDeliverAgain, press } from "./playground.mjs";

const comparison = (page) => page.getByRole("region", { name: "Comparison" });
const compared = (page, title) => comparison(page).getByRole("region", { name: title, exact: true });
const choice = (page, title) => comparison(page).getByRole("checkbox", { name: title, exact: true });

test.beforeEach(async ({ page }) => open(page));

async function compare(page) {
  await button(page, "Compare").click();
  await expect(comparison(page).getByRole("heading", { name: "Comparison" })).toBeFocused();
}

async function expectCompared(page, title, verdict) {
  await expect(compared(page, title).locator("[data-verdict]").first()).toHaveAttribute("data-verdict", verdict);
}

test("the same accident duplicates under one consumer and not under the other", async ({ page }) => {
  await crashAfterTheChargeAndDeliverAgain(page);
  await compare(page);
  await choice(page, "Provider key").check();
  await choice(page, "Marker after").uncheck();
  await expectCompared(page, "Naive", "duplicated");
  await expectCompared(page, "Provider key", "once");
  await expect(comparison(page)).toContainText("8 steps, the same for each consumer: one with more statements is interrupted earlier");
  await expect(compared(page, "Provider key").getByText(/Different at \d+ steps?/)).toBeVisible();
  await expect(compared(page, "Naive").getByText(/Different/)).toHaveCount(0);
});

test("a further action drives all of them", async ({ page }) => {
  await compare(page);
  await press(page, "Step", "Step");
  await expectCompared(page, "Naive", "once");
  await expectCompared(page, "Marker-guarded", "pending");
  await press(page, "Crash worker 1");
  await expect(comparison(page)).toContainText("3 steps");
});

test("where an action is impossible, the comparison says so and why", async ({ page }) => {
  await chooseConsumer(page, "Marker-guarded");
  // Takes the job, claims, charges and acknowledges; the naive consumer has nothing to claim.
  await press(page, "Step", "Step", "Step", "Step");
  await compare(page);
  await expect(compared(page, "Naive")).toContainText(/Step 4 was not possible here\. ./);
});

test("two to four consumers are compared, and the limits are said", async ({ page }) => {
  await compare(page);
  for (const title of ["Marker after", "Lease marker", "Provider key"]) await choice(page, title).setChecked(false);
  await expect(comparison(page).getByRole("checkbox", { checked: true })).toHaveCount(2);
  await choice(page, "Naive").click();
  await expect(page.getByText("A comparison takes at least 2 consumers.").first()).toBeVisible();
  await expect(choice(page, "Naive")).toBeChecked();
  await choice(page, "Marker after").check();
  await choice(page, "Lease marker").check();
  await choice(page, "Provider key").click();
  await expect(page.getByText(/at most 4 consumers/).first()).toBeVisible();
  await expect(choice(page, "Provider key")).not.toBeChecked();
});

test("closing leads back to the playground, and only one of proof and comparison is open", async ({ page }) => {
  await compare(page);
  await expect(page.getByRole("region", { name: "Code" })).toHaveCount(0);
  await button(page, "Prove").click();
  await expect(comparison(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Proof" })).toBeVisible();
  await button(page, "Compare").click();
  await expect(page.getByRole("region", { name: "Proof" })).toHaveCount(0);
  await button(page, "Close the comparison").click();
  await expect(page.getByRole("region", { name: "Code" })).toBeVisible();
  await chooseScenario(page, "Light switch");
});

test("the comparison is accessible @everywhere", async ({ page }) => {
  await crashAfterTheChargeAndDeliverAgain(page);
  await compare(page);
  await picture(page, "comparison");
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
});
