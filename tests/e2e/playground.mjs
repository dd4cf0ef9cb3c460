// The playground as a person or a screen reader meets it: regions, tables and buttons by role and accessible name,
// and nothing of how the page is built. The walks are written in these words.

import { expect } from "./support.mjs";

/** More presses than any walk needs before what it waits for must have happened. */
const PATIENCE = 40;

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const timeline = (page) => page.getByRole("slider", { name: "Timeline" });
export const verdict = (page) => page.getByRole("status", { name: "Verdict" });
export const recipe = (page) => page.getByRole("textbox", { name: "Recipe" });
export const worker = (page, number) => page.getByRole("region", { name: `Worker ${number}`, exact: true });
export const lane = (page, title) => page.getByRole("region", { name: title, exact: true });
export const charges = (page) => page.getByRole("region", { name: "Ledger" }).getByRole("listitem");
export const announcement = (page) => page.getByRole("status", { name: "What happened" });
export const branches = (page) => page.getByRole("list", { name: "Branches" }).getByRole("button");
export const guide = (page) => page.getByRole("region", { name: "What to do next" });
export const clock = (page) => page.getByRole("region", { name: "Controls" }).getByText(/^Clock: /);

export const radio = (page, group, name) =>
  page.getByRole("radiogroup", { name: group }).getByRole("radio", { name, exact: true });

/** The row of the `Keys` table about `name`. */
export function key(page, name) {
  const opener = page.getByRole("button", { name, exact: true });
  return page.getByRole("table", { name: "Keys" }).getByRole("row").filter({ has: opener });
}

/** Asserts the value that the `Keys` table shows for `name`. */
export async function expectKey(page, name, value) {
  await expect(key(page, name).getByRole("cell").nth(1), name).toHaveText(value);
}

/** What the `Keys` table says, row by row, without the marks of what the last step changed. */
export async function keys(page) {
  const rows = await page.getByRole("table", { name: "Keys" }).getByRole("row").allInnerTexts();
  return rows.map((row) => row.replace(/\bchanged\b/g, " ").replace(/\s+/g, " ").trim());
}

/** At which step the timeline stands. */
export const position = async (page) => Number(await timeline(page).inputValue());

/**
 * Presses each button once and sees after each that the timeline is one step further.
 *
 * A button that cannot be pressed now fails the test: Playwright waits for it to be enabled.
 */
export async function press(page, ...names) {
  for (const name of names) {
    const before = await position(page);
    await button(page, name).click();
    await expect(timeline(page), `after ${name}`).toHaveValue(String(before + 1));
  }
}

/** Presses a key and sees the timeline move on by one. */
export async function pressKey(page, name) {
  const before = await position(page);
  await page.keyboard.press(name);
  await expect(timeline(page), `after the key ${name}`).toHaveValue(String(before + 1));
}

/** Presses `name` until `done` says so. */
export async function pressUntil(page, name, done) {
  for (let presses = 0; presses < PATIENCE; presses += 1) {
    if (await done()) return;
    await press(page, name);
  }
  throw new Error(`${PATIENCE} presses of ${name} and not done`);
}

/** Whether the button can be pressed now. */
export async function possible(page, name) {
  return (await button(page, name).count()) === 1 && (await button(page, name).isEnabled());
}

/** Steps the selected worker until it has nothing more to do. */
export const stepToTheEnd = (page) => pressUntil(page, "Step", async () => !(await possible(page, "Step")));

/** Steps the selected worker until `count` charges stand in the ledger. */
export const stepUntilCharged = (page, count = 1) =>
  pressUntil(page, "Step", async () => (await charges(page).count()) === count);

/** Lets the clock run until the job is back in line: its lock lapses, two stalled checks find it. */
export const waitUntilBackInLine = (page, job = 1) =>
  pressUntil(page, "To the next timer", () => lane(page, "Waiting").getByText(`Job ${job}`).isVisible());

/** From now on `Step` moves this worker. */
export const selectWorker = (page, number) => radio(page, "Worker", `Worker ${number}`).check();

/** Switches to another consumer. */
export async function chooseConsumer(page, title) {
  const choice = radio(page, "Consumer", title);
  if (await choice.isChecked()) return;
  const before = await position(page);
  await choice.check();
  await expect(timeline(page), title).toHaveValue(String(before + 1));
}

/** Starts another scenario. */
export async function chooseScenario(page, title) {
  const picker = page.getByRole("combobox", { name: "Scenario" });
  await picker.selectOption({ label: title });
  await expect(timeline(page)).toHaveValue("0");
}

/** Starts again, with the consumer that is chosen or with another one. */
export async function reset(page, consumer) {
  if (consumer) await chooseConsumer(page, consumer);
  await button(page, "Reset").click();
  await expect(verdict(page)).toContainText("delivered 0×");
}

/** Plays until the workers have nothing left to do. */
export async function playToTheEnd(page) {
  await button(page, "Play").click();
  await expect(button(page, "Pause")).toBeVisible();
  await expect(button(page, "Play")).toBeVisible();
}

/** The line of the verdict on one order. */
export const order = (page, number = 1) =>
  verdict(page).getByRole("listitem").filter({ hasText: `Order ${number}:` }).first();

/** Asserts the verdict on an order: the word, how often it was delivered, how often its effect happened. */
export async function expectVerdict(page, word, deliveries, effects, number = 1) {
  const line = order(page, number);
  await expect(line).toHaveAttribute("data-verdict", word);
  await expect(line).toHaveAttribute("data-deliveries", String(deliveries));
  await expect(line).toHaveAttribute("data-effects", String(effects));
}

/** What a test compares two sessions by: the clock, the keys, the verdict. */
export async function state(page) {
  const said = (await verdict(page).innerText()).replace(/\s+/g, " ");
  return { clock: await clock(page).innerText(), keys: await keys(page), verdict: said };
}

/** The lines of the timeline's twin in words: one per step. Opens it. */
export async function stepsAsText(page) {
  const steps = page.getByRole("table", { name: "Steps" });
  if (!(await steps.isVisible())) await page.getByText("Steps as text").click();
  await expect(steps).toBeVisible();
  return steps.getByRole("row").filter({ has: page.getByRole("rowheader") });
}

/** The main walk: charged, crashed before the queue hears of it, delivered again to worker 2 and run to its end. */
export async function crashAfterTheChargeAndDeliverAgain(page) {
  await stepUntilCharged(page);
  await crashAndDeliverAgain(page);
}

/** Worker 1 crashes where it stands; the job goes to worker 2, which runs it to its end. */
export async function crashAndDeliverAgain(page) {
  await press(page, "Crash worker 1");
  await waitUntilBackInLine(page);
  await selectWorker(page, 2);
  await stepToTheEnd(page);
}
