// A whole lesson without a mouse, from the page as it opens to "Lesson finished".

import { playFirstLesson } from "./lesson-by-keyboard.mjs";
import { heading, lesson } from "./lessons.mjs";
import { expect, open, test } from "./support.mjs";

for (const [what, viewport] of [
  ["", { width: 1440, height: 900 }],
  [" with everything twice as large", { width: 720, height: 450 }],
]) {
  test(`the first lesson is played to its end with the keyboard alone${what}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await open(page);
    const hands = await playFirstLesson(page);
    await expect(heading(page)).toBeFocused();
    await expect(lesson(page)).toContainText("Goal reached with 0 hints. Predictions that came true: 1 of 1.");
    // What it takes today, and little more: nobody should have to walk through half the page for a button.
    expect(hands.tabs, "presses of Tab in all").toBeLessThanOrEqual(60);
    expect(hands.longest, "presses of Tab for one thing").toBeLessThanOrEqual(20);
  });
}
