// A lesson as a person or a screen reader meets it, in the manner of playground.mjs.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "./support.mjs";
import { button } from "./playground.mjs";

const FOLDER = fileURLToPath(new URL("../../lessons/", import.meta.url));

/** The shipped lessons in order, each with its text. */
export const SHIPPED = readdirSync(FOLDER)
  .sort()
  .map((file) => ({ file, text: readFileSync(`${FOLDER}${file}`, "utf8") }))
  .map(({ file, text }) => ({ file, text, ...JSON.parse(text) }));

export const lesson = (page) => page.locator("section.lesson");
export const heading = (page) => lesson(page).getByRole("heading", { level: 2 });
export const place = (page) => lesson(page).locator(".lesson-place");
export const list = (page) => page.getByRole("region", { name: "Lessons" });
export const problem = (page) => page.getByRole("paragraph").filter({ hasText: "Problem: " });
export const note = (page) => page.getByRole("paragraph").filter({ hasText: "Note: " });

/** Presses a button from the keyboard. */
export async function press(page, name) {
  const it = typeof name === "string" ? button(page, name) : page.getByRole("button", { name });
  await it.focus();
  await page.keyboard.press("Enter");
}

/** Opens the list and enters a lesson by its number. */
export async function enter(page, number) {
  await press(page, "Lessons");
  await expect(list(page).getByRole("listitem")).toHaveCount(SHIPPED.length);
  await press(page, new RegExp(`^(Start|Continue|Open) lesson ${number}: `));
  await expect(heading(page)).toContainText(SHIPPED[number - 1].title);
}

/** Chooses an answer with the arrow keys, from the first one on, and gives it. */
export async function answer(page, place) {
  await lesson(page).getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  for (let at = 0; at < place; at += 1) await page.keyboard.press("ArrowDown");
  await press(page, "Answer");
}

/** Goes on from step to step up to the goal, with right answers. */
export async function goToGoal(page, { steps }) {
  for (const [index, step] of steps.entries()) {
    await expect(place(page)).toHaveText(`Step ${index + 1} of ${steps.length + 1}`);
    await expect(heading(page)).toBeFocused();
    if (step.predict) await answer(page, step.predict.right);
    if (step.run) await press(page, "Load the schedule");
    await press(page, "Next");
  }
  await expect(heading(page)).toContainText("Goal");
}

/** Writes a recipe as one does with the keyboard. */
export async function write(page, lines) {
  await page.getByRole("textbox", { name: "Recipe" }).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText([lines].flat().join("\n"));
}

/** Has the goal checked and waits for what comes of it. */
export async function check(page) {
  await press(page, "Check");
  await expect(button(page, "Cancel the check")).toBeDisabled({ timeout: 30_000 });
  return lesson(page).locator(".result strong");
}
