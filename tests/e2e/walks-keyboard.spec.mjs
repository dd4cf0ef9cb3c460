// The playground with the keyboard alone: every control reached with Tab, with a focus that can be seen, and the
// single-key shortcuts.

import { expect, open, test } from "./support.mjs";
import {
  button, charges, expectVerdict, lane, order, position, pressKey, radio, recipe, timeline, worker,
} from "./playground.mjs";

/** More stops of the Tab key than the page has. */
const STOPS = 120;

/**
 * Goes to `target` with the Tab key. At each stop on the way the focus must be visible: something about the element,
 * its label or the frame around it must be drawn differently once the focus has moved on.
 */
async function tabTo(page, target) {
  const goal = await target.elementHandle();
  let stop = await page.evaluateHandle(look, { goal });
  for (let stops = 0; stops < STOPS; stops += 1) {
    if (await stop.evaluate((it) => it.arrived)) return;
    await page.keyboard.press("Tab");
    stop = await page.evaluateHandle(look, { goal, before: stop });
    expect(await stop.evaluate((it) => it.unseen), "the focus could not be seen").toBe("");
  }
  throw new Error(`${STOPS} stops and not there: ${target}`);
}

/**
 * In the page: the focused element and how it is drawn, whether it is `goal`, and the element of the stop before
 * if that is drawn without the focus as it was with it.
 */
function look({ goal, before }) {
  const it = document.activeElement;
  const drawn = (element) => {
    // A field or a radio button may have its ring drawn by its label, or by the frame it stands in.
    const frames = [element.parentElement, element.parentElement?.parentElement];
    const parts = [element, element.nextElementSibling, element.closest("label"), ...frames].filter(Boolean);
    return parts.map((part) => {
      const { outline, outlineStyle, boxShadow, backgroundColor, borderColor } = getComputedStyle(part);
      return [outlineStyle === "none" ? "none" : outline, boxShadow, backgroundColor, borderColor].join();
    });
  };
  // The document itself, where one starts, shows no focus.
  const moved = before && before.it !== document.body && before.it !== it && before.it.isConnected;
  const unseen = moved && drawn(before.it).join("\n") === before.drawn ? before.it.outerHTML.slice(0, 200) : "";
  return { it, drawn: drawn(it).join("\n"), arrived: it === goal, unseen };
}

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
