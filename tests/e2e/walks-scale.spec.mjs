// At scale: a batch of jobs is run while the page stays at hand, and says what a day of duplicates costs.

import { expect, expectAccessible, expectNoSidewaysScrolling, open, picture, test } from "./support.mjs";
import { button, expectVerdict, press } from "./playground.mjs";

/** Sixteen batches of a hundred thousand jobs, on a slow machine. */
const BATCH = { timeout: 45_000 };

const scale = (page) => page.getByRole("region", { name: "At scale" });
const bar = (page) => scale(page).getByRole("progressbar", { name: "Jobs run" });
const row = (page, title) =>
  scale(page).getByRole("table", { name: "At the chosen rate" }).getByRole("row", { name: title });

test.beforeEach(async ({ page }) => open(page));

async function openScale(page) {
  await button(page, "At scale").click();
  await expect(scale(page).getByRole("heading", { name: "At scale" })).toBeFocused();
}

/** The batch is over: nothing is left to cancel. */
const expectOver = (page) => expect(button(page, "Cancel")).toBeDisabled(BATCH);

test("a batch counts who charges twice, shows the arithmetic, and a job of it is replayed", async ({ page }) => {
  await openScale(page);
  await expectOver(page);
  await expect(scale(page)).toContainText(/1,600,000 of 1,600,000 jobs\. [\d,]+ different schedules, each played once\./);
  await expect(row(page, "Naive").getByRole("cell").nth(1)).not.toHaveText("0");
  await expect(row(page, "Provider key").getByRole("cell").nth(1)).toHaveText("0");
  await expect(row(page, "Provider key").getByRole("cell").nth(4)).toHaveText("$0.00");
  await expect(scale(page)).toContainText(/Naive: 250,000,000 × 0\.1 % × \d+ \/ \d+ = [\d,]+ extra charges; × \$42\.00 = \$[\d,.]+/);
  await expect(scale(page).getByRole("img", { name: /against the redelivery rate/ })).toBeVisible();
  await scale(page).getByRole("radio", { name: "10 %", exact: true }).check();
  await expect(scale(page)).toContainText("Naive: 250,000,000 × 10 % × ");

  await button(page, "Replay a duplicate: Naive").click();
  await expect(scale(page)).toHaveCount(0);
  await expect(page.getByRole("status", { name: "Verdict" }).getByRole("listitem").first())
    .toHaveAttribute("data-verdict", "duplicated");
});

test("a million jobs can be stopped, and the page answers meanwhile", async ({ page }) => {
  await openScale(page);
  await scale(page).getByRole("radio", { name: "1,000,000", exact: true }).check();
  await press(page, "Step", "Step", "Step");
  await expectVerdict(page, "once", 1, 1);
  await scale(page).getByRole("textbox", { name: "Seed" }).fill("7");
  await scale(page).getByRole("textbox", { name: "Seed" }).press("Tab");
  await button(page, "Cancel").click();
  await expect(scale(page)).toContainText("Stopped.");
  await expectOver(page);
  expect(await bar(page).evaluate((it) => it.value < it.max)).toBe(true);
  await button(page, "Run again").click();
  await expect(scale(page)).not.toContainText("Stopped.");
  await scale(page).getByRole("checkbox", { name: "Marker after", exact: true }).uncheck();
  await expect(row(page, "Marker after")).toHaveCount(0);
  await button(page, "Close At scale").click();
  await expect(button(page, "At scale")).toBeFocused();
  await expect(page.getByRole("region", { name: "Stage" })).toBeVisible();
});

test("the batch is accessible @everywhere", async ({ page }) => {
  await openScale(page);
  await expectOver(page);
  await picture(page, "scale");
  await scale(page).getByRole("table", { name: "The plot as a table" }).scrollIntoViewIfNeeded();
  await picture(page, "scale-plot");
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
});
