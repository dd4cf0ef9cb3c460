// The lessons: found, entered, solved by the keyboard, kept, and told when something is wrong with them.

import { readFileSync } from "node:fs";
import { expect, expectAccessible, expectNoSidewaysScrolling, open, picture, test } from "./support.mjs";
import { announcement, button, expectVerdict, radio, recipe, timeline, verdict } from "./playground.mjs";
import {
  SHIPPED, answer, check, enter, goToGoal, heading, lesson, list, note, place, press, problem, write,
} from "./lessons.mjs";

const [SWITCH] = SHIPPED;

test("the first three lessons are finished by the keyboard, one after the other", async ({ page }) => {
  test.slow();
  await open(page);
  await enter(page, 1);
  for (const it of SHIPPED.slice(0, 3)) {
    await expect(heading(page)).toContainText(it.title);
    await goToGoal(page, it);
    await write(page, it.solution);
    await expect(await check(page)).toContainText("Reached: every schedule was tried");
    await press(page, "Next");
    await expect(place(page)).toHaveText("Lesson finished");
    await expect(heading(page)).toBeFocused();
    await expect(lesson(page)).toContainText("Goal reached with 0 hints. Predictions that came true: 1 of 1.");
    await press(page, /^Next lesson: /);
  }
  await expect(heading(page)).toContainText(SHIPPED[3].title);
  await press(page, "Lessons");
  await expect(list(page)).toContainText(`3 of ${SHIPPED.length} lessons done.`);
  await expect(list(page).getByRole("listitem").filter({ hasText: "Done" })).toHaveCount(3);
});

test("every shipped lesson opens out of order, with its scenario and its recipe", async ({ page }) => {
  test.slow();
  await open(page);
  const complete = SHIPPED.map((it, index) => ({ ...it, number: index + 1 })).reverse();
  for (const { number, title, id, consumer } of complete) {
    await enter(page, number);
    await expect(heading(page)).toHaveText(new RegExp(`^${title.replace(/[?.]/g, "\\$&")}: `));
    await expect(place(page)).toContainText("Step 1 of ");
    await expect(problem(page)).toHaveCount(0);
    await expect(recipe(page)).not.toHaveAttribute("aria-invalid");
    expect(new URL(page.url()).searchParams.get("lesson")).toBe(id);
    expect(consumer).toBeTruthy();
  }
});

test("nothing runs before the prediction, and the schedule shows what was asked", async ({ page }) => {
  await open(page, "?lesson=light-switch");
  await press(page, "Next");
  await expect(button(page, "Step")).toBeDisabled();
  await expect(button(page, "Prove")).toBeDisabled();
  await expect(radio(page, "Consumer", "Set on")).toBeDisabled();
  await expect(recipe(page)).not.toBeEditable();
  await page.keyboard.press("s");
  await expect(announcement(page)).toHaveText("Go on in the lesson: it asks for a prediction first.");
  await expect(button(page, "Next")).toBeDisabled();
  await answer(page, 0);
  await expect(lesson(page)).toContainText("Not so.");
  await expect(lesson(page)).toContainText("Off: the second run turns it off again (this is so)");
  await expect(announcement(page)).toHaveText("Not so.");
  await press(page, "Next");
  await press(page, "Load the schedule");
  await expect(timeline(page)).toHaveValue("0");
  await expect(lesson(page)).toContainText("Loaded. Press Step forward for each of its steps, or Play.");
  await page.keyboard.press("f");
  await expect(timeline(page)).toHaveValue("1");
  await button(page, "Play").click();
  await expectVerdict(page, "duplicated", 2, 2);
});

test("a wrong recipe is told what breaks it, step by step, and help ends with the solution", async ({ page }) => {
  await open(page, "?lesson=light-switch");
  await goToGoal(page, SWITCH);
  await write(page, "chrage {job.card}");
  await expect(await check(page)).toContainText("Line 1, column 1: ");
  await write(page, "INCR lamp:{job.lamp}");
  const said = await check(page);
  await expect(said).toContainText("Not yet. The shortest ");
  await lesson(page).getByText("Its steps in words").click();
  await expect(lesson(page).getByRole("region", { name: /^The shortest / }).getByRole("listitem").first()).toBeVisible();
  await press(page, /^Replay the /);
  await expect(verdict(page)).toContainText("Does not hold");
  await expect(heading(page)).toContainText("Goal");
  await press(page, "Hint");
  await press(page, "Bigger hint");
  await expect(lesson(page).getByRole("list", { name: "Hints" }).getByRole("listitem")).toHaveCount(2);
  const before = await timeline(page).inputValue();
  await press(page, "Show solution");
  await expect(recipe(page)).toHaveValue(SWITCH.solution.join("\n") + "\n");
  await expect(timeline(page)).toHaveValue(String(Number(before) + 1));
  await expect(lesson(page)).toContainText("The recipe has changed since: check again.");
  await expect(await check(page)).toContainText("Reached");
});

test("a lesson goes on after a reload in the middle of a word", async ({ page }) => {
  await open(page, "?lesson=light-switch");
  await goToGoal(page, SWITCH);
  await press(page, "Hint");
  await write(page, "SET lamp:{job.la");
  await page.reload();
  await expect(heading(page)).toContainText("Goal");
  await expect(recipe(page)).toHaveValue("SET lamp:{job.la");
  await expect(lesson(page).getByRole("list", { name: "Hints" }).getByRole("listitem")).toHaveCount(1);
  await press(page, "Leave the lesson");
  expect(new URL(page.url()).search).toBe("");
  await press(page, "Lessons");
  await press(page, /^Continue lesson 1: /);
  await expect(recipe(page)).toHaveValue("SET lamp:{job.la");
});

test("leaving a lesson brings back the session and the focus", async ({ page }) => {
  await open(page);
  await button(page, "Step").click();
  await button(page, "Step").click();
  const before = await verdict(page).innerText();
  await enter(page, 2);
  await expect(timeline(page)).toHaveValue("0");
  await press(page, "Leave the lesson");
  await expect(timeline(page)).toHaveValue("2");
  expect(await verdict(page).innerText()).toBe(before);
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test("where the browser keeps nothing a lesson works, and that is said once", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", { value: null }));
  await open(page, "?lesson=light-switch");
  await expect(note(page)).toContainText("The browser keeps nothing for this page: your progress lasts until you close it.");
  await goToGoal(page, SWITCH);
  await write(page, SWITCH.solution);
  await expect(await check(page)).toContainText("Reached");
  await expect(note(page).filter({ hasText: "keeps nothing" })).toHaveCount(0);
});

test("progress that cannot be read is set aside and said", async ({ page }) => {
  await page.addInitScript(() => localStorage.getItem("redeliver.progress") ?? localStorage.setItem("redeliver.progress", "{oops"));
  await open(page);
  await expect(problem(page)).toContainText("The progress of an earlier visit cannot be read (line 1, column 2: ");
  expect(await page.evaluate(() => localStorage.getItem("redeliver.progress.unreadable"))).toBe("{oops");
});

test("progress of version 1 is taken over, exported, forgotten and imported again", async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.seen) return;
    sessionStorage.seen = "yes";
    localStorage.setItem("redeliver.progress", '{"version":1,"done":["roster"]}');
  });
  await open(page);
  await press(page, "Lessons");
  const done = list(page).getByRole("listitem").filter({ hasText: "Done" });
  await expect(done).toHaveText(/^2A set takes each member once/);
  const download = page.waitForEvent("download");
  await press(page, "Export progress");
  const file = await (await download).path();
  expect((await download).suggestedFilename()).toBe("redeliver-progress.json");
  expect(JSON.parse(readFileSync(file, "utf8")).lessons[0]).toMatchObject({ id: "roster", done: true });

  await press(page, "Reset everything");
  await expect(page.getByRole("alert")).toContainText("There is no way back.");
  await press(page, "Forget everything");
  await expect(list(page)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("redeliver.")))).toEqual([]);
  await press(page, "Lessons");
  await expect(list(page)).toContainText(`0 of ${SHIPPED.length} lessons done.`);

  const give = async (text) => {
    const chooser = page.waitForEvent("filechooser");
    await press(page, "Import progress");
    await (await chooser).setFiles({ name: "p.json", mimeType: "application/json", buffer: Buffer.from(text) });
  };
  await give('{"version":2,"last":"","lessons":[{"id":"roster","step":-1}]}');
  await expect(problem(page)).toContainText("p.json was not added. lessons[0].step: line 1, column ");
  await expect(list(page)).toContainText(`0 of ${SHIPPED.length} lessons done.`);
  await give(readFileSync(file, "utf8"));
  await expect(note(page)).toContainText("p.json was added: 1 lesson, 1 of them done.");
  await expect(done).toHaveCount(1);
});

test("a lesson opens from an address and from a file, and what is wrong with one is told", async ({ page, complaints }) => {
  complaints.allow(/404/, /Failed to load resource/, /net::ERR_FAILED/);
  const own = SWITCH.text.replace('"light-switch"', '"mine"').replace(SWITCH.title, "A lesson of my own");
  await page.route("**/mine/*.json", (route) => {
    const name = route.request().url().split("/").pop();
    const bodies = { "good.json": own, "bad.json": own.replace('"minutes": 4', '"minutes": 400'), "zip.json": "PK" };
    if (name === "cut.json") return route.abort();
    return route.fulfill({ status: bodies[name] ? 200 : 404, body: bodies[name] ?? "" });
  });
  await open(page, "?lesson=mine/good.json");
  await expect(heading(page)).toContainText("A lesson of my own");
  await page.reload();
  await expect(heading(page)).toContainText("A lesson of my own");
  for (const [address, expected] of [
    ["mine/bad.json", "mine/bad.json was not opened. minutes: line 5, column 14: 400 is not between 1 and 120. What is here stays as it was."],
    ["mine/zip.json", "mine/zip.json was not opened. line 1, column 1: this is not JSON"],
    ["mine/none.json", "mine/none.json was not opened. There is nothing at this address (404)."],
    ["mine/cut.json", "mine/cut.json was not opened. It cannot be reached: there is no network"],
    ["no-such-lesson", "no-such-lesson was not opened. There is no lesson of that name."],
  ]) {
    await open(page, `?lesson=${address}`);
    await expect(problem(page)).toContainText(expected);
    await expect(lesson(page)).toHaveCount(0);
    await expect(button(page, "Step")).toBeEnabled();
  }
  await press(page, "Lessons");
  const chooser = page.waitForEvent("filechooser");
  await press(page, "Open lesson…");
  await (await chooser).setFiles({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(own) });
  await expect(heading(page)).toContainText("A lesson of my own");
  expect(new URL(page.url()).searchParams.has("lesson")).toBe(false);
});

test("the notes follow in a second window, and a browser that forbids it is told of", async ({ page }) => {
  await open(page, "?lesson=light-switch");
  await press(page, "Presenter");
  const popup = page.waitForEvent("popup");
  await press(page, "Notes");
  const notes = await popup;
  await expect(notes.getByRole("heading", { level: 1 })).toHaveText(SWITCH.title);
  await expect(notes.getByText("Step 1 of 5: Read")).toBeVisible();
  await expect(notes.getByText("The point to take along")).toBeVisible();
  await press(page, "Next");
  await expect(notes.getByText("Step 2 of 5: Predict")).toBeVisible();
  await expect(notes.getByText("Since the notes were opened: 0:0")).toBeVisible();
  expect(await notes.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
  await notes.close();
  await press(page, "Back");
  await page.evaluate(() => (window.open = () => null));
  await press(page, "Notes");
  await expect(lesson(page)).toContainText("The browser opened no second window: allow this page to open pop-ups");
});

test("on paper a lesson is its text, goal, hints and recipe, and never the solution", async ({ page }) => {
  await open(page, "?lesson=light-switch");
  await expect(lesson(page)).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(lesson(page)).toBeHidden();
  await expect(button(page, "Step")).toBeHidden();
  const sheet = page.locator(".handout");
  await expect(sheet).toContainText(SWITCH.goal.text);
  await expect(sheet).toContainText("State the wanted value instead of the change");
  await expect(sheet).toContainText("# Press the switch");
  await expect(sheet).not.toContainText(SWITCH.solution[0]);
  expect(await sheet.evaluate((it) => getComputedStyle(it).color)).toBe("rgb(0, 0, 0)");
  expect(await sheet.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe("rgb(255, 255, 255)");
});

test("the list, a lesson and its end are accessible @everywhere", async ({ page }) => {
  test.slow();
  const good = async (name) => {
    await expect(page.locator("link[href='lesson.css']")).toHaveCount(1);
    await picture(page, name);
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page);
  };
  await open(page);
  await press(page, "Lessons");
  await expect(list(page).getByRole("listitem")).toHaveCount(SHIPPED.length);
  await press(page, "Reset everything");
  await good("lessons");
  await press(page, "Keep it");
  await press(page, /^Start lesson 1: /);
  await expect(heading(page)).toBeVisible();
  await press(page, "Next");
  await good("lesson-predict");
  await answer(page, 0);
  await good("lesson-answered");
  await press(page, "Next");
  await press(page, "Next");
  await press(page, "Next");
  await expect(await check(page)).toContainText("Not yet.");
  await press(page, "Hint");
  await good("lesson-goal");
  await write(page, SWITCH.solution);
  await expect(await check(page)).toContainText("Reached");
  await press(page, "Next");
  await press(page, "Presenter");
  await good("lesson-finished");
});

for (const [what, size] of [
  ["on the narrowest phone", { width: 360, height: 640 }],
  ["on a wide page with everything twice as large", { width: 720, height: 450 }],
]) {
  test(`nothing of a lesson sticks out ${what}`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page, "?lesson=processed-table");
    await expect(heading(page)).toBeVisible();
    const it = SHIPPED.find(({ id }) => id === "processed-table");
    await goToGoal(page, it);
    await expect(await check(page)).toContainText("Not yet.");
    await expectNoSidewaysScrolling(page);
    await press(page, "Lessons");
    await expect(list(page)).toBeVisible();
    await expectNoSidewaysScrolling(page);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the list of lessons opens at its beginning", async ({ page }) => {
    await open(page);
    await button(page, "Lessons").click();
    await expect(page.getByRole("button", { name: /^Start lesson 17/ })).toHaveCount(1);
    await expect(page.getByRole("heading", { name: "Lessons" })).toBeInViewport();
    await expect(page.getByRole("button", { name: /^Start lesson 1:/ })).toBeInViewport();
  });
});
