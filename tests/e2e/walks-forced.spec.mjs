// The page in forced colours, as in Windows' high contrast, on a light and on a dark system: whatever a tint or a shadow
// says elsewhere must still be told, by a border, an outline or one of the system's colours, and all text must be seen.

import { expect, expectAccessible, open, picture, test } from "./support.mjs";
import {
  button, chooseConsumer, chooseScenario, crashAfterTheChargeAndDeliverAgain, expectVerdict, key, lane, order, press,
  pressUntil, radio, recipe, selectWorker, worker,
} from "./playground.mjs";
import { SHIPPED, answer, check, goToGoal, heading, lesson } from "./lessons.mjs";

/** What WCAG asks of text, and of what is not text. */
const TEXT = 4.5;
const SHAPE = 3;

/** In the page: how much brighter one of two colours is, from 1 to 21; a colour is `[red, green, blue]`. */
function addContrast() {
  const linear = (part) => (part <= 10.3 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  window.contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
}

/** In the page: of each piece of text in the window, how far its pixels in a picture of the window stand out. */
async function readText(pixels) {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(pixels), (it) => it.charCodeAt(0))]));
  const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
  paper.drawImage(bitmap, 0, 0);
  const outstanding = ({ left, top, width, height }) => {
    const { data } = paper.getImageData(left, top, Math.max(1, width), Math.max(1, height));
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = data.subarray(at, at + 3).join();
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    const colours = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour.split(",").map(Number));
    return Math.max(...colours.map((colour) => window.contrast(colours[0], colour)));
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { textContent: text, parentElement: element } = texts.currentNode;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const box = range.getClientRects()[0];
    // Not what is for screen readers alone, scrolled out of its box or out of the window.
    if (!text.trim() || !box || box.width < 4 || box.height < 4 || box.bottom > innerHeight) continue;
    const there = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (there.includes(element)) found.push({ text, contrast: outstanding(box) });
  }
  return found;
}

/** Computed styles of an element, or of a part of it. */
const style = (target, ...names) =>
  target.evaluate((it, wanted) => wanted.map((name) => getComputedStyle(it)[name]).join(" "), names);

/** Asserts that a colour that the element is drawn with can be told from the page behind it. */
async function expectDrawn(target, name) {
  const contrast = await target.evaluate((it, property) => {
    const parts = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
    return window.contrast(parts(getComputedStyle(it)[property]), parts(getComputedStyle(document.body).backgroundColor));
  }, name);
  expect(contrast, `${name} of ${target}`).toBeGreaterThanOrEqual(SHAPE);
}

const edge = ["outlineStyle", "outlineWidth"];

/** Asserts that the focus is drawn as a ring, on the element that has it or on the frame around it. */
async function expectRing(target) {
  expect(await style(target, ...edge), `the ring of ${target}`).toMatch(/^solid [23]px$/);
  await expectDrawn(target, "outlineColor");
}

/** Asserts that colours are forced, that every text in the window is seen, and that axe has nothing to object to. */
async function expectGoodScreen(page, name, least) {
  const forced = await page.evaluate(() => {
    const probe = document.createElement("p");
    probe.style.color = "red";
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  expect(forced, "a colour of the page's own").not.toBe("rgb(255, 0, 0)");
  await picture(page, name);
  const texts = await page.evaluate(readText, (await page.screenshot()).toString("base64"));
  expect(texts.length, "texts in the window").toBeGreaterThan(least);
  expect(texts.filter(({ contrast }) => contrast < TEXT), "text that is not seen").toEqual([]);
  await expectAccessible(page);
}

for (const colorScheme of ["light", "dark"]) {
  test.describe(`on a ${colorScheme} system`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: "active" } });
    // Chosen for other times: what the system forces has to win over it.
    const theme = { light: "dark", dark: "light" }[colorScheme];

    test.beforeEach(async ({ page }) => {
      await page.addInitScript(addContrast);
    });

    test(`what is chosen, changed and focused is told in forced ${colorScheme} colours`, async ({ page }) => {
      await open(page);
      const segment = (group, name) => page.getByRole("radiogroup", { name: group }).locator("label", { hasText: name });
      await chooseConsumer(page, "Marker-guarded");
      await press(page, "Step", "Step");
      expect(await style(segment("Consumer", "Marker-guarded"), "borderTopWidth")).toBe("3px");
      expect(await style(segment("Consumer", "Naive"), "borderTopWidth")).toBe("1px");
      expect(await style(button(page, "Step"), "borderTopWidth")).toBe("3px");
      expect(await style(worker(page, 1), ...edge)).toBe("solid 3px");
      expect(await style(worker(page, 2), "outlineStyle")).toBe("none");
      await expectDrawn(worker(page, 1), "outlineColor");
      for (const name of ["Waiting", "Active"]) expect(await style(lane(page, name), ...edge)).toBe("solid 1px");

      // Only the row that changed has a bar.
      await expectDrawn(key(page, "dedup:1"), "borderLeftColor");
      const canvas = await style(page.locator("body"), "backgroundColor");
      expect(await style(key(page, "emq:charges:1"), "borderLeftColor")).toBe(canvas.replace(/rgba\((.*), 0\)/, "rgb($1)"));
      const text = await style(page.locator("body"), "color");
      expect(await style(key(page, "dedup:1").locator(".mark-changed"), "color")).toBe(text);
      const link = await style(button(page, "dedup:1"), "color");
      expect([text, await style(worker(page, 1), "outlineColor")]).not.toContain(link);
      expect(await style(button(page, "Step forward"), "color")).not.toBe(await style(button(page, "Step back"), "color"));

      // The line that runs next, and a crash point.
      const line = page.locator(".lines .here .mirror");
      expect(await style(line, ...edge)).toBe("solid 2px");
      await expect(line).toHaveText(/charge/);
      const point = page.locator(".crash-point").first();
      const before = await style(point.locator(".icon"), "backgroundColor", "color");
      await point.click();
      expect(await style(point.locator(".icon"), "backgroundColor", "color")).not.toBe(before);

      await button(page, "Step").focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Shift+Tab");
      await expectRing(button(page, "Step"));
      await recipe(page).focus();
      await expectRing(page.locator(".sheet"));
      await radio(page, "Worker", "Worker 1").focus();
      await expectRing(segment("Worker", "Worker 1"));
      await expectGoodScreen(page, `forced-chosen-${colorScheme}`, 80);

      // How long a lock lasts: the browser's own bar.
      const bar = worker(page, 1).locator(".lock progress");
      const full = await bar.screenshot();
      for (let second = 0; second < 10; second += 1) await press(page, "+1 s");
      expect((await bar.screenshot()).equals(full)).toBe(false);

      await chooseScenario(page, "Balance");
      const rows = page.locator(".tables tbody tr");
      expect(await style(rows.first().locator("td").first(), "borderLeftWidth")).toBe("0px");
      await pressUntil(page, "Step", async () => (await rows.filter({ hasText: "changed" }).count()) > 0);
      const first = rows.filter({ hasText: "changed" }).first().locator("td").first();
      expect(await style(first, "borderLeftWidth")).toBe("4px");
      await expectDrawn(first, "borderLeftColor");
    });

    test(`the main walk's end is told in forced ${colorScheme} colours, and in a theme chosen before`, async ({ page }) => {
      await page.addInitScript((chosen) => localStorage.setItem("redeliver.theme", chosen), theme);
      await open(page);
      await expect(page.locator(":root")).toHaveAttribute("data-theme", theme);
      await expect(order(page).locator(".badge")).toHaveText(/Not yet/);
      const icon = order(page).locator(".badge .icon");
      const pending = await icon.innerHTML();
      await crashAfterTheChargeAndDeliverAgain(page);
      await expectVerdict(page, "duplicated", 2, 2);
      expect(await icon.innerHTML()).not.toBe(pending);
      await expectDrawn(order(page).locator(".badge"), "borderTopColor");
      await expectDrawn(icon, "stroke");

      const drawing = page.locator(".diagram-session .drawing");
      for (const part of [".lane-line", ".delivery rect", ".join", ".mark", ".request path", ".cursor", ".tick"]) {
        await expectDrawn(drawing.locator(part).first(), "stroke");
      }
      for (const part of [".mark.full", ".request .effect", ".delivery text"]) await expectDrawn(drawing.locator(part).first(), "fill");
      await expectDrawn(drawing.locator(".step.current .hit"), "stroke");

      const extra = page.getByRole("region", { name: "Ledger" }).getByRole("listitem").nth(1);
      await expect(extra).toContainText("once more");
      await expectDrawn(extra, "borderLeftColor");
      await expectGoodScreen(page, `forced-walked-${colorScheme}`, 80);

      await button(page, "Compare").click();
      const comparison = page.getByRole("region", { name: "Comparison" });
      const framed = comparison.locator(".step.marked .hit").first();
      await expectDrawn(framed, "stroke");
      expect(await style(framed, "strokeDasharray")).not.toBe("none");
      await expectGoodScreen(page, `forced-comparison-${colorScheme}`, 60);

      await button(page, "Prove").click();
      await expect(button(page, "Replay the duplicate")).toBeVisible({ timeout: 45_000 });
      await expect(page.getByRole("table", { name: "Matrix" }).getByRole("button").last()).toContainText("once", { timeout: 45_000 });
      const proof = page.getByRole("region", { name: "Proof" });
      await expectDrawn(proof.locator(".result"), "borderLeftColor");
      await expectDrawn(proof.locator(".drawing .mark").first(), "stroke");
      await expectDrawn(proof.locator(".cell").first(), "borderTopColor");
      await expectGoodScreen(page, `forced-proof-${colorScheme}`, 50);
    });

    test(`a lesson's answers, goal and result are told in forced ${colorScheme} colours`, async ({ page }) => {
      await open(page, "?lesson=light-switch");
      await expect(heading(page)).toBeFocused();
      await expectRing(heading(page));
      await button(page, "Next").click();
      await answer(page, 0);
      const given = (nth) => lesson(page).locator(".answer").nth(nth);
      expect(await style(given(0), "borderTopWidth")).toBe("3px");
      expect(await style(given(1), "borderTopWidth")).toBe("1px");
      await expectGoodScreen(page, `forced-answered-${colorScheme}`, 60);
      await button(page, "Back").click();
      await goToGoal(page, { steps: SHIPPED[0].steps.map((step) => ({ ...step, predict: undefined })) });
      await expect(await check(page)).toContainText("Not yet.");
      for (const part of [".goal", ".result"]) {
        expect(await style(lesson(page).locator(part), "borderLeftWidth")).toBe("4px");
        await expectDrawn(lesson(page).locator(part), "borderLeftColor");
      }
      await selectWorker(page, 2);
      await expectGoodScreen(page, `forced-goal-${colorScheme}`, 60);
    });
  });
}
