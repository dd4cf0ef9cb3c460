// Scenario files on the page: one's own keys and truths, opened, proven, shared; and files that are wrong.

import { readFileSync } from "node:fs";
import { expect, expectAccessible, expectNoSidewaysScrolling, open, picture, test } from "./support.mjs";
import { announcement, button, expectVerdict, press, timeline } from "./playground.mjs";

const REFUND = readFileSync(new URL("../../docs/examples/refund.scenario.json", import.meta.url), "utf8");

/** A search with two faults, on a slow machine. */
const SEARCH = { timeout: 45_000 };

/** Points in a key of one's own, with a truth about all of them that the recipe's bonus breaks. */
const POINTS = {
  version: 1, id: "points", title: "Points", summary: "Each job credits five points to a user.",
  queue: "points", jobName: "credit", fields: [{ name: "user", values: ["ada"] }],
  setup: ["SET points:ada 10"], probes: [{ key: "points:{job.user}" }],
  effect: "credited", effectNoun: "credit", truth: "Ada has ten points and five for each order.",
  consumers: [{
    id: "naive", title: "Credit at once", note: "Credits at every run.", recipe: ["INCRBY points:{job.user} 6"],
    invariants: [{ text: "Ada has fifteen points.", left: { key: "points:ada" }, right: { number: 15 } }],
  }],
};

const proof = (page) => page.getByRole("region", { name: "Proof" });
const picker = (page) => page.getByRole("combobox", { name: "Scenario" });

/** How many scenarios the picker offers once those that follow the first screen are there. */
async function shippedScenarios(page) {
  await expect(picker(page).locator("option", { hasText: "Loading" })).toHaveCount(0);
  return picker(page).locator("option").count();
}

/** Chooses a file as a person does: by the button, from the keyboard. */
async function openFile(page, text, name = "my.scenario.json") {
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Open a scenario file").focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

test("a file with keys and a truth of one's own is opened, proven and replayed", async ({ page }) => {
  await open(page);
  await openFile(page, JSON.stringify(POINTS, null, 2));
  await expect(announcement(page)).toHaveText("Opened my.scenario.json: Points.");
  await expect(picker(page).locator("option:checked")).toHaveText("Points");
  await expect(page.getByRole("table", { name: "Keys" })).toContainText("points:ada");
  await button(page, "Prove").click();
  await page.getByText("Change the bound").click();
  await page.getByRole("combobox", { name: "Faults in the proof" }).selectOption("0");
  await expect(proof(page)).toContainText("Points: Credit at once");
  await expect(proof(page)).toContainText("This consumer can break what must hold.", SEARCH);
  await page.getByRole("combobox", { name: "Faults in the proof" }).selectOption("1");
  await button(page, "Replay the duplicate").click(SEARCH);
  await expectVerdict(page, "duplicated", 2, 2);
  await button(page, "Compare").click();
  await expect(page.getByRole("region", { name: "Comparison" })).toContainText("Credit at once");
});

test("a broken file is told by line and field, and what was open stays", async ({ page }) => {
  await open(page);
  const shipped = await shippedScenarios(page);
  await press(page, "Step", "Step");
  await openFile(page, REFUND.replace("{job.order}", "{job.ordre}"), "refund.json");
  const message = page.getByRole("paragraph").filter({ hasText: "Problem: " });
  await expect(message).toContainText("refund.json was not opened. consumers[0].recipe[0]: line 29, column 31: the job has no field ordre");
  await expect(message).toContainText("Card charge stays open as it was.");
  await expect(timeline(page)).toHaveValue("2");
  await expect(picker(page).locator("option")).toHaveCount(shipped);
  await openFile(page, REFUND.replace('"attempts": 3', '"attempts": 300'), "refund.json");
  await expect(message).toContainText("options.attempts: line 15, column 28: 300 is not between 1 and 20");
  await openFile(page, "PK\u0003\u0004 not JSON at all", "picture.zip");
  await expect(message).toContainText("picture.zip was not opened. line 1, column 1: ");
  await openFile(page, " ".repeat(3_000_000), "long.json");
  await expect(message).toContainText("the file is longer than 262144 bytes");
});

test("a link brings the scenario to a page that has not got the file", async ({ page, visitor }) => {
  await open(page);
  await openFile(page, REFUND);
  await press(page, "Step", "Step", "Step", "Crash worker 1");
  await button(page, "Share").click();
  const dialog = page.getByRole("dialog", { name: "Share this session" });
  await expect(dialog).toContainText("The link brings the scenario along.");
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link.length).toBeLessThan(2_000);

  const theirs = await visitor();
  await theirs.goto(link);
  await expect(announcement(theirs)).toContainText("Opened a shared session: Refund, 4 actions.");
  await expect(picker(theirs).locator("option:checked")).toHaveText("Refund");
  await expect(timeline(theirs)).toHaveValue("4");
});

test("a file is still in the picker after the page was loaded again", async ({ page }) => {
  await open(page);
  const shipped = await shippedScenarios(page);
  await openFile(page, REFUND);
  await expect(picker(page).locator("option")).toHaveCount(shipped + 1);
  await open(page);
  await expect(picker(page).locator("option:checked")).toHaveText("Card charge");
  await picker(page).selectOption({ label: "Refund" });
  await expect(page.getByRole("region", { name: "Which consumer" })).toContainText("Each order is refunded exactly once");
});

test("where the browser keeps nothing, opening a file says so", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", { value: null }));
  await open(page);
  await openFile(page, REFUND);
  await expect(picker(page).locator("option:checked")).toHaveText("Refund");
  await expect(page.getByText("The browser keeps nothing for this page")).toBeVisible();
});

test("an opened scenario is accessible @everywhere", async ({ page }) => {
  await open(page);
  await openFile(page, REFUND);
  await expect(picker(page).locator("option:checked")).toHaveText("Refund");
  await button(page, "Dismiss the message").first().click();
  await picture(page, "own-scenario");
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
});
