// Proving: every schedule within a bound is searched while the page stays at hand, and what it finds can be replayed.

import { expect, expectAccessible, expectNoSidewaysScrolling, open, picture, test } from "./support.mjs";
import {
  announcement, button, chooseConsumer, chooseScenario, expectVerdict, lane, press, recipe, timeline,
} from "./playground.mjs";

/** A search with two faults and a matrix of thirty of them, on a slow machine. */
const SEARCH = { timeout: 45_000 };

const proof = (page) => page.getByRole("region", { name: "Proof" });
const matrix = (page) => page.getByRole("table", { name: "Matrix" });
const code = (page) => page.getByRole("region", { name: "Code" });

test.beforeEach(async ({ page }) => open(page));

async function prove(page) {
  await button(page, "Prove").click();
  await expect(proof(page).getByRole("heading", { name: "Proof" })).toBeFocused();
}

test("the naive consumer's shortest duplicate is found, shown and replayed", async ({ page }) => {
  await prove(page);
  await expect(proof(page)).toContainText("2 workers, 1 job, at most 2 faults");
  await expect(proof(page)).toContainText("This consumer can duplicate the effect.", SEARCH);
  await expect(proof(page)).toContainText(/[\d,]+ states, [\d,]+ transitions/);
  await expect(proof(page).getByRole("img", { name: /The shortest duplicate: 5 steps/ })).toBeVisible();
  await expect(proof(page).getByRole("heading", { name: "Not covered" })).toBeVisible();

  await button(page, "Replay the duplicate").click();
  await expect(proof(page)).toHaveCount(0);
  await expectVerdict(page, "duplicated", 2, 2);
  await expect(timeline(page)).toHaveValue("5");
  await timeline(page).fill("0");
  await expectVerdict(page, "pending", 0, 0);
  await expect(lane(page, "Waiting")).toContainText("Job 1");
});

test("what was proven is still there when the proof is opened again", async ({ page }) => {
  await prove(page);
  await expect(button(page, "Replay the duplicate")).toBeVisible(SEARCH);
  await button(page, "Close the proof").click();
  await expect(button(page, "Prove")).toBeFocused();
  await expect(page.getByRole("region", { name: "Stage" })).toBeVisible();
  await button(page, "Prove").click();
  await expect(button(page, "Replay the duplicate")).toBeVisible();
  await expect(proof(page)).not.toContainText("Searching");
});

test("nothing is searched behind a closed panel, and opening it goes on", async ({ page }) => {
  await prove(page);
  await page.getByText("Change the bound").click();
  await page.getByRole("combobox", { name: "Jobs in the proof" }).selectOption("3");
  await expect(proof(page)).toContainText(/[1-9][\d,]* states/);
  const states = async () => Number((await proof(page).innerText()).match(/([\d,]+) states/)[1].replaceAll(",", ""));
  const before = await states();
  await button(page, "Close the proof").click();
  await button(page, "Prove").click();
  expect(await states()).toBeGreaterThanOrEqual(before);
  await expect(proof(page)).toContainText("3 jobs");
});

test("a text with errors is said not to be what is proven", async ({ page }) => {
  await recipe(page).fill("charge");
  await prove(page);
  await expect(proof(page)).toContainText("The text has errors: this is about the last version without.");
});

test("the marker-guarded consumer's loss is replayed", async ({ page }) => {
  await chooseConsumer(page, "Marker-guarded");
  await prove(page);
  await button(page, "Replay the loss").click(SEARCH);
  await expect(page.getByRole("status", { name: "Verdict" }).getByRole("listitem").first())
    .toHaveAttribute("data-verdict", "lost");
  await expect(recipe(page)).toHaveValue(/dedup:\{job\.id\}/);
});

test("the key at the provider is proven, with how much was searched", async ({ page }) => {
  await chooseConsumer(page, "Provider key");
  await prove(page);
  await expect(proof(page)).toContainText("Never twice and never lost, but a job can end in the failed list before its effect: there a person goes on.", SEARCH);
  await expect(button(page, "Replay the duplicate")).toHaveCount(0);
});

test("a smaller bound is proven anew, and no fault means no duplicate", async ({ page }) => {
  await prove(page);
  await expect(button(page, "Replay the duplicate")).toBeVisible(SEARCH);
  await page.getByText("Change the bound").click();
  await page.getByRole("combobox", { name: "Faults in the proof" }).selectOption("0");
  await expect(proof(page)).toContainText("Exactly once", SEARCH);
  await page.getByRole("combobox", { name: "Faults in the proof" }).selectOption("1");
  await expect(proof(page)).toContainText("can duplicate", SEARCH);
  const kinds = proof(page).getByRole("group", { name: "Faults that may happen" });
  for (const kind of await kinds.getByRole("checkbox").all()) await kind.uncheck();
  await expect(proof(page)).toContainText("Exactly once", SEARCH);
});

test("a search can be stopped, and what it found stands", async ({ page }) => {
  await prove(page);
  await page.getByText("Change the bound").click();
  await page.getByRole("combobox", { name: "Jobs in the proof" }).selectOption("3");
  await page.getByRole("combobox", { name: "Faults in the proof" }).selectOption("4");
  await expect(proof(page)).toContainText("Searching every schedule");
  await button(page, "Cancel").click();
  await expect(proof(page)).not.toContainText("Searching");
  await expect(button(page, "Cancel")).toBeDisabled();
  await expect(button(page, "Prove again")).toBeEnabled();
});

test("the matrix fills in, and each cell replays its schedule or says there is none", async ({ page }) => {
  test.slow();
  await chooseScenario(page, "Light switch");
  await prove(page);
  await expect(proof(page)).not.toContainText(/\d+ of \d+ cells/, SEARCH);
  const rows = matrix(page).getByRole("row");
  const kept = rows.filter({ hasText: "none in" }).first().getByRole("button", { name: /: once none in/ }).first();
  await kept.click();
  await expect(page.getByText(/: once none in [\d,]+ states\./).last()).toBeVisible();
  await expect(proof(page)).toBeVisible();
  await matrix(page).getByRole("button", { name: /duplicates in \d+ steps/ }).first().click();
  await expect(proof(page)).toHaveCount(0);
  // It plays, and stops at its end.
  await expect(announcement(page)).toContainText("This was the shortest duplicate.");
  await expectVerdict(page, "duplicated", 2, 2);
});

test("the verdict by the editor follows the text", async ({ page }) => {
  await expect(code(page)).toContainText("Proven at 2 workers, 1 job, 1 fault: This consumer can duplicate", SEARCH);
  await recipe(page).fill("charge {job.card} {job.amount} key order-{job.order}\n");
  await expect(code(page)).toContainText("Proven at 2 workers, 1 job, 1 fault: Exactly once", SEARCH);
  await recipe(page).fill("charge");
  await expect(code(page)).not.toContainText("Proven");
});

test("a text changed under an open proof is said to be another one", async ({ page }) => {
  await prove(page);
  await expect(button(page, "Replay the duplicate")).toBeVisible(SEARCH);
  await recipe(page).fill("charge {job.card} {job.amount} key order-{job.order}\n");
  await expect(proof(page)).toContainText("The playground runs another text or consumer by now.");
  await button(page, "Prove again").click();
  await expect(proof(page)).toContainText("Never twice and never lost", SEARCH);
});

test("the page answers while it searches", async ({ page }) => {
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  await prove(page);
  await press(page, "Step", "Step", "Step");
  await expectVerdict(page, "once", 1, 1);
  await expect(proof(page)).toContainText("This consumer can duplicate the effect.", SEARCH);
  // A slice is a few milliseconds; the rest is for a machine that does other things at the same time.
  expect(await page.evaluate(() => window.longest)).toBeLessThan(250);
});

test("the proof is accessible @everywhere", async ({ page }) => {
  await prove(page);
  await expect(button(page, "Replay the duplicate")).toBeVisible(SEARCH);
  await page.getByText("Change the bound").click();
  await picture(page, "proof");
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
});
