// Hands on a keyboard: goes to things with Tab, as somebody does who has no mouse, and sees at every stop where the focus
// is. Nothing here clicks on or focuses anything.

import { expect } from "./support.mjs";

/** More stops of the Tab key than the page has. */
const STOPS = 120;

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

/**
 * Goes to `target` with the Tab key, or backwards with `Shift+Tab`. At each stop on the way the focus must be visible:
 * something about the element, its label or the frame around it must be drawn differently once the focus has moved on.
 * Returns how many presses it took; `pressed` is told of each.
 */
export async function tabTo(page, target, key = "Tab", pressed = async () => {}) {
  const goal = await target.elementHandle();
  let stop = await page.evaluateHandle(look, { goal });
  for (let stops = 0; stops < STOPS; stops += 1) {
    if (await stop.evaluate((it) => it.arrived)) return stops;
    await page.keyboard.press(key);
    stop = await page.evaluateHandle(look, { goal, before: stop });
    expect(await stop.evaluate((it) => it.unseen), "the focus could not be seen").toBe("");
    await pressed(key);
  }
  throw new Error(`${STOPS} stops and not there: ${target}`);
}

/** In the page: where the focus is if a person cannot see it there, otherwise nothing. */
function focusOutOfSight() {
  const it = document.activeElement;
  if (!it || it === document.body) return "the page has lost the focus";
  const { left, right, top, bottom } = it.getBoundingClientRect();
  const [x, y] = [(Math.max(0, left) + Math.min(innerWidth, right)) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
  // A radio button may be as large as its label and stand behind it.
  const around = it.closest("label") ?? it;
  const hit = document.elementFromPoint(x, y);
  return hit && (around.contains(hit) || hit.contains(around)) ? "" : `behind or outside: ${it.outerHTML.slice(0, 200)}`;
}

/** Asserts that something has the focus, and that it is in the window and not behind what sticks to its edges. */
export async function expectFocusInSight(page, after) {
  // A frame later than the change: where the focus goes is decided after it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await page.evaluate(focusOutOfSight), `after ${after}`).toBe("");
}

/** A person with a keyboard and nothing else; `after` is told of each key once the page has answered it. */
export class Hands {
  /** How many times Tab was pressed, in all and at most for one thing. */
  tabs = 0;
  longest = 0;
  keys = 0;

  #page;
  #after;

  constructor(page, after = async () => {}) {
    this.#page = page;
    this.#after = after;
  }

  /** Goes to what is meant. */
  async go(target, key = "Tab") {
    const presses = await tabTo(this.#page, target, key, (pressed) => this.#done(pressed));
    this.tabs += presses;
    this.longest = Math.max(this.longest, presses);
  }

  /** Presses a key and waits for what it is to bring about. */
  async press(key, outcome = async () => {}) {
    await this.#page.keyboard.press(key);
    await outcome();
    await this.#done(key);
  }

  /** Goes to a button and presses it. */
  async use(target, outcome, way) {
    await this.go(target, way);
    await this.press("Enter", outcome);
  }

  /** Types a text, letter by letter. */
  async type(text) {
    for (const letter of text) {
      await this.#page.keyboard.press(letter === "\n" ? "Enter" : letter);
      await this.#done(letter);
    }
  }

  async #done(key) {
    this.keys += 1;
    await expectFocusInSight(this.#page, key);
    await this.#after(key);
  }
}
