// The screens of a visit, in light and dark, wide and narrow: nothing for axe to object to, nothing out of reach.

import { expect, expectAccessible, expectNoSidewaysScrolling, open, picture, test } from "./support.mjs";
import {
  button, charges, chooseConsumer, crashAfterTheChargeAndDeliverAgain, recipe, stepsAsText,
  timeline,
} from "./playground.mjs";

test.beforeEach(async ({ page }) => open(page));

async function expectGoodScreen(page, name) {
  await picture(page, name);
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
}

test("the end of the main walk with a key's history open is accessible @everywhere", async ({ page }) => {
  await chooseConsumer(page, "Marker-guarded");
  await crashAfterTheChargeAndDeliverAgain(page);
  await button(page, "dedup:1").click();
  const history = page.getByRole("region", { name: "History of dedup:1" });
  await expect(history).toContainText("SET dedup:1 1 NX PX 86400000");
  await expectGoodScreen(page, "walked");
});

test("the verdict's story and the steps as text are accessible @everywhere", async ({ page }) => {
  await crashAfterTheChargeAndDeliverAgain(page);
  await stepsAsText(page);
  await page.getByText("How order 1 came to this").click();
  await expectGoodScreen(page, "duplicated");
});

test("an error in the recipe is accessible @everywhere", async ({ page }) => {
  await recipe(page).fill("# typo\nchrage {job.card}\nif");
  await expect(recipe(page)).toHaveAttribute("aria-invalid", "true");
  await expectGoodScreen(page, "editor-error");
});

test("the dialogs are accessible @everywhere", async ({ page }) => {
  await button(page, "Share").click();
  await expect(page.getByRole("dialog", { name: "Share this session" })).toBeVisible();
  await expectGoodScreen(page, "share");
  await page.keyboard.press("Escape");
  await button(page, "Help").click();
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await expectGoodScreen(page, "help");
});

/** Names of the buttons that cannot be brought to where a finger hits them. */
function outOfReach(buttons) {
  const missed = buttons.filter((it) => {
    it.scrollIntoView({ block: "center", inline: "center" });
    const { left, right, top, bottom } = it.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left < 0 || right > innerWidth || !hit || !it.contains(hit);
  });
  return missed.map((it) => it.getAttribute("aria-label") ?? it.textContent);
}

for (const [what, size] of [
  ["on the narrowest phone", { width: 360, height: 640 }],
  ["on a wide page with everything twice as large", { width: 720, height: 450 }],
]) {
  test(`every button is within reach ${what}`, async ({ page }) => {
    await page.setViewportSize(size);
    await crashAfterTheChargeAndDeliverAgain(page);
    await timeline(page).fill("1");
    await expect(charges(page)).toHaveCount(0);
    await expectNoSidewaysScrolling(page);
    const buttons = page.getByRole("button");
    expect(await buttons.count()).toBeGreaterThan(20);
    expect(await buttons.evaluateAll(outOfReach)).toEqual([]);
    expect(await page.getByRole("radio").count()).toBe(7);
    await picture(page, `reach-${size.width}`);
  });
}

test.describe("with touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a finger finds every button of a phone", async ({ page }) => {
    await crashAfterTheChargeAndDeliverAgain(page);
    const small = (buttons) =>
      buttons
        .map((it) => ({ name: it.getAttribute("aria-label") ?? it.textContent, box: it.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
    await stepsAsText(page);
    expect(await page.getByRole("button").evaluateAll(small)).toEqual([]);
  });
});

test("the theme can be chosen and is kept for the next visit", async ({ page }) => {
  const shade = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await shade();
  await button(page, "Theme: auto").click();
  expect(await shade()).toBe(light);
  await button(page, "Theme: light").click();
  expect(await shade()).not.toBe(light);
  await page.reload();
  await expect(button(page, "Theme: dark")).toBeVisible();
  expect(await shade()).not.toBe(light);
});

test("one long word nowhere makes the page scroll sideways @everywhere", async ({ page }) => {
  const word = "w".repeat(1_000);
  await recipe(page).fill(`kept = SET key:${word} ${word}\ncharge ${word.slice(0, 250)} 5\nfail "${word}"`);
  await page.keyboard.press("Escape");
  for (let step = 0; step < 4; step += 1) await button(page, "Step").click();
  await expect(charges(page)).toHaveCount(1);
  await stepsAsText(page);
  await page.getByText("How order 1 came to this").click();
  await picture(page, "long-words");
  await expectNoSidewaysScrolling(page);
});
