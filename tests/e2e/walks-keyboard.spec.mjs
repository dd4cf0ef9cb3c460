// The playground with the keyboard alone: every control reached with Tab, with a focus that can be seen, and the
// single-key shortcuts.

import { expectFocusInSight, tabTo } from "./keyboard.mjs";
import { expect, open, test } from "./support.mjs";
import {
  button, charges, expectVerdict, lane, order, position, pressKey, radio, recipe, timeline, worker,
} from "./playground.mjs";

/** Goes to a button with Tab and presses it with Enter or Space. */
async function tabAndPress(page, name, key = "Enter") {
  await tabTo(page, button(page, name));
  await pressKey(page, key);
}

test.beforeEach(async ({ page }) => open(page));

test("the main walk with Tab, arrows, Space and Enter alone", async ({ page }) => {
  await tabAndPress(page, "Step", "Space");
  await expect(button(page, "Step")).toBeFocused();
  await pressKey(page, "Enter");
  await expect(charges(page)).toHaveCount(1);
  await tabAndPress(page, "Crash worker 1");
  await tabTo(page, button(page, "To the next timer"));
  while (!(await lane(page, "Waiting").getByText("Job 1").isVisible())) await pressKey(page, "Space");

  await tabTo(page, radio(page, "Worker", "Worker 1"));
  await page.keyboard.press("ArrowRight");
  await expect(radio(page, "Worker", "Worker 2")).toBeChecked();
  await expect(radio(page, "Worker", "Worker 2")).toBeFocused();

  await tabTo(page, button(page, "Step"));
  for (let presses = 0; presses < 3; presses += 1) await pressKey(page, "Enter");
  await expectVerdict(page, "duplicated", 2, 2);
  await expect(button(page, "Step")).toBeDisabled();
  await expect(button(page, "Step")).toBeFocused();
});

test("arrows choose the consumer, and the focus stays on the toggle", async ({ page }) => {
  await tabTo(page, radio(page, "Consumer", "Naive"));
  await page.keyboard.press("ArrowRight");
  await expect(radio(page, "Consumer", "Marker-guarded")).toBeChecked();
  await expect(radio(page, "Consumer", "Marker-guarded")).toBeFocused();
  await expect(recipe(page)).toHaveValue(/claimed/);
});

test("Tab leaves the recipe, and going on it comes round to the start of the page", async ({ page }) => {
  await tabTo(page, recipe(page));
  await page.keyboard.press("Tab");
  await expect(recipe(page)).not.toBeFocused();
  await tabTo(page, page.getByRole("combobox", { name: "Scenario" }));
});

for (const [width, height] of [[1440, 900], [1024, 600], [720, 450], [360, 640]]) {
  test(`in a window of ${width} × ${height} nothing that has the focus is hidden by what sticks to an edge`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await expect(page.locator("link[href='later.css']")).toHaveCount(1);
    // The focus is on the page itself once Tab has gone past its end.
    const focus = () => page.evaluate(() => {
      const it = document.activeElement;
      return { scroll: scrollY, sticks: it.closest(".controls-main") !== null, past: it === document.body };
    });
    let [stops, before] = [0, await focus()];
    for (;;) {
      await page.keyboard.press("Tab");
      const after = await focus();
      if (after.past) break;
      stops += 1;
      await expectFocusInSight(page, `${stops} presses of Tab`);
      // From button to button of what sticks, the page stays where it is.
      if (before.sticks && after.sticks) expect(after.scroll).toBe(before.scroll);
      before = after;
    }
    expect(stops).toBeGreaterThan(30);
  });
}

test("the slider, a key's history and the steps as text are reached and used without a mouse", async ({ page }) => {
  await pressKey(page, "s");
  await tabTo(page, timeline(page));
  await page.keyboard.press("Home");
  await expect(timeline(page)).toHaveValue("0");
  await page.keyboard.press("End");
  await expect(timeline(page)).toHaveValue("1");
  await tabTo(page, button(page, "emq:charges:active"));
  await page.keyboard.press("Enter");
  const history = page.getByRole("region", { name: "History of emq:charges:active" });
  await expect(history).toContainText("Worker 1 takes job 1");
  await tabTo(page, history.getByRole("button", { name: "Close the history" }));
  await page.keyboard.press("Enter");
  await expect(history).toHaveCount(0);
});

test("the main walk with the shortcut keys", async ({ page }) => {
  await page.keyboard.press("2");
  await expect(radio(page, "Consumer", "Marker-guarded")).toBeChecked();
  await page.keyboard.press("1");
  await expect(radio(page, "Consumer", "Naive")).toBeChecked();
  await pressKey(page, "s");
  await pressKey(page, "s");
  await expectVerdict(page, "once", 1, 1);
  await page.keyboard.press("b");
  await expectVerdict(page, "pending", 1, 0);
  await page.keyboard.press("f");
  await expectVerdict(page, "once", 1, 1);
  await pressKey(page, "c");
  await expect(worker(page, 1)).toHaveAttribute("data-state", "crashed");
  await pressKey(page, "r");
  await expect(lane(page, "Waiting")).toContainText("Job 1");
  await page.keyboard.press("p");
  await expect(button(page, "Pause")).toBeVisible();
  await page.keyboard.press("p");
  await expect(button(page, "Play")).toBeVisible();
  await page.keyboard.press("p");
  await expect(order(page)).toHaveAttribute("data-verdict", "duplicated");
});

test("a question mark opens the help, Escape closes it and gives the focus back", async ({ page }) => {
  await tabTo(page, button(page, "Step"));
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help).toBeVisible();
  await page.keyboard.press("s");
  await expect(timeline(page)).toHaveValue("0");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(button(page, "Step")).toBeFocused();
});

test("shortcuts do not fire while one types or holds a modifier", async ({ page }) => {
  await recipe(page).focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# s b c p r f 1 2 3 ?");
  await expect(recipe(page)).toHaveValue(/^# s b c p r f 1 2 3 \?/);
  await expectVerdict(page, "pending", 0, 0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(radio(page, "Consumer", "Naive")).toBeChecked();
  await button(page, "Revert").focus();
  const before = await position(page);
  for (const chord of ["Alt+s", "Control+b", "Meta+c"]) await page.keyboard.press(chord);
  expect(await position(page)).toBe(before);
});

test("a shortcut that cannot do anything says why", async ({ page }) => {
  await page.keyboard.press("r");
  await expect(page.getByText(/^Note: Job 1 is in line already/)).toBeVisible();
  await page.keyboard.press("9");
  await expect(page.getByText("Note: This scenario has 5 consumers.")).toBeVisible();
});

test("why a shortcut cannot do anything stays when the other scenarios come after it", async ({ page }) => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route(/scenarios-\d+\.json/, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await expect(button(page, "Step")).toBeVisible();
  await page.keyboard.press("r");
  const note = page.getByText(/^Note: Job 1 is in line already/);
  await expect(note).toBeVisible();
  release();
  await expect(page.getByRole("combobox", { name: "Scenario" }).locator("option", { hasText: "Enrollment" })).toBeAttached();
  await expect(note).toBeVisible();
});
