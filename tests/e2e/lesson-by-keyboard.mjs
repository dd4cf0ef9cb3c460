// One whole lesson with the keyboard alone: found in the list, predicted, run, mended, checked, finished. The walk
// (walks-keyboard-lesson.spec.mjs) and the recording (scripts/recording.mjs) play this.

import { Hands } from "./keyboard.mjs";
import { SHIPPED, heading, lesson, list, place } from "./lessons.mjs";
import { announcement, button, expectVerdict, recipe, timeline } from "./playground.mjs";
import { expect } from "./support.mjs";

const [FIRST] = SHIPPED;
const named = (page, name) => page.getByRole("button", { name });

/** Plays the first lesson on a page that was just opened; `after` is told of each key. Returns the hands. */
export async function playFirstLesson(page, after) {
  const hands = new Hands(page, after);
  const at = (text) => () => expect(place(page)).toHaveText(text);
  const steps = FIRST.steps.length + 1;
  await hands.use(button(page, "Lessons"), () => expect(list(page).getByRole("listitem")).toHaveCount(SHIPPED.length));
  await hands.use(named(page, /^Start lesson 1: /), at(`Step 1 of ${steps}`));
  for (const [index, step] of FIRST.steps.entries()) {
    await expect(heading(page)).toBeFocused();
    if (step.predict) await predict(page, hands, step.predict);
    if (step.run) await run(page, hands);
    await hands.use(button(page, "Next"), at(`Step ${index + 2} of ${steps}`));
  }
  await expect(heading(page)).toContainText("Goal");
  const said = lesson(page).locator(".result strong");
  await hands.use(button(page, "Check"), () => expect(said).toContainText("Not yet."));
  await hands.go(recipe(page));
  await hands.press("Control+a");
  await hands.type(FIRST.solution.join("\n"));
  await hands.use(button(page, "Check"), () => expect(said).toContainText("Reached"), "Shift+Tab");
  await hands.use(button(page, "Next"), at("Lesson finished"));
  return hands;
}

/** Chooses the right answer with the arrows and gives it. */
async function predict(page, hands, { right }) {
  const answers = lesson(page).getByRole("radio");
  await hands.go(answers.first());
  await hands.press("Space", () => expect(answers.first()).toBeChecked());
  for (let at = 1; at <= right; at += 1) await hands.press("ArrowDown", () => expect(answers.nth(at)).toBeChecked());
  await hands.use(button(page, "Answer"), () => expect(announcement(page)).toHaveText("Right."));
}

/** Loads the lesson's schedule and steps through it with the shortcut. */
async function run(page, hands) {
  await hands.use(button(page, "Load the schedule"), () => expect(timeline(page)).toHaveValue("0"));
  const end = Number(await timeline(page).getAttribute("max"));
  for (let step = 1; step <= end; step += 1) await hands.press("f", () => expect(timeline(page)).toHaveValue(String(step)));
  await expectVerdict(page, "duplicated", 2, 2);
}
