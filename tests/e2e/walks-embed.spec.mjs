// The playground inside another page, as examples/html has it: nothing before the start, and a good guest after it.
// The site lies in a subdirectory and forbids inline scripts and styles, for its own page as for the frame.

import { BUILT } from "../../scripts/examples.mjs";
import { expect, expectAccessible, test as base } from "./support.mjs";
import { button, crashAfterTheChargeAndDeliverAgain, expectVerdict, press, radio, timeline, verdict } from "./playground.mjs";
import { heading, place } from "./lessons.mjs";
import { POLICY, serve } from "./server.mjs";

const test = base.extend({
  // Blocking them makes Playwright fail in a sandbox, which has none.
  serviceWorkers: "allow",
  server: [
    async ({}, use) => {
      const server = await serve(`${BUILT}html`, "/handbook/");
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
});

const START = "Start the playground";
const ASKED = { name: START, exact: true };
const embeds = (page) => page.locator("redeliver-playground");
const frames = (page) => page.locator("redeliver-playground iframe");
const inside = (page, nth = 0) => embeds(page).nth(nth).locator("iframe").contentFrame();

async function start(page, nth = 0) {
  await embeds(page).nth(nth).getByRole("button", ASKED).click();
  await expect(verdict(inside(page, nth))).toBeVisible();
  return inside(page, nth);
}

/** Gives the first embed other attributes before it is started. */
const configure = (page, attributes) =>
  embeds(page).first().evaluate((element, given) => {
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  }, attributes);

test("twenty embeds on a page ask for nothing until one of them is started", async ({ page }) => {
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname.split("/").pop()));
  await page.goto("./many.html");
  await expect(page.getByRole("button", ASKED)).toHaveCount(20);
  await page.mouse.wheel(0, 2_000);
  expect(requests.sort()).toEqual(["embed.js", "icon.svg", "many.html", "page.css"]);
  expect(await page.evaluate(() => document.activeElement.tagName)).toBe("BODY");

  const third = await start(page, 2);
  await expect(frames(page)).toHaveCount(1);
  expect(requests.filter((name) => name.endsWith(".wasm"))).toHaveLength(1);
  await expect(radio(third, "Consumer", "Marker after")).toBeChecked();
});

test("the main walk works in an embed, and nothing is complained about", async ({ page }) => {
  await page.goto("./");
  // Landmarks are told apart within a document; axe compares those of all frames.
  await expectAccessible(page, "landmark-unique");
  const playground = await start(page);
  await expect(page.locator("iframe").first()).toHaveAttribute("title", "The naive consumer");
  await crashAfterTheChargeAndDeliverAgain(playground);
  await expectVerdict(playground, "duplicated", 2, 2);
  await expectAccessible(page, "landmark-unique");
});

test("an embed opens a lesson, takes neither focus nor scroll for it, and leads to it in full", async ({ page }) => {
  await page.goto("./");
  await configure(page, { lesson: "light-switch" });
  await embeds(page).first().evaluate((element) => element.start());
  const playground = inside(page);
  await expect(heading(playground)).toContainText("The switch that only says ON");
  expect(await page.evaluate(() => [document.activeElement.tagName, scrollY])).toEqual(["BODY", 0]);
  await expect(button(playground, "Step")).toBeDisabled();
  await playground.getByRole("button", { name: "Next", exact: true }).click();
  await expect(place(playground)).toHaveText("Step 2 of 5");
  const full = playground.getByRole("link", { name: "Open in full" });
  await expect(full).toHaveAttribute("href", /playground\/\?lesson=light-switch$/);
});

test("before the start an embed shows what its page says about it, without JavaScript too", async ({ browser, baseURL }) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, baseURL });
    const page = await context.newPage();
    await page.goto("./");
    await expect(page.getByText("the second worker charges again")).toBeVisible();
    await expect(embeds(page).first().getByRole("button", ASKED)).toHaveCount(javaScriptEnabled ? 1 : 0);
    await context.close();
  }
});

test("an embed that starts when visible waits until it is", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 160 });
  await page.goto("./");
  await expect(page.getByRole("button", ASKED)).toHaveCount(2);
  await expect(frames(page)).toHaveCount(0);
  await embeds(page).nth(1).scrollIntoViewIfNeeded();
  await expect(verdict(inside(page, 1))).toBeVisible();
  await expect(frames(page)).toHaveCount(1);
  expect(await frames(page).evaluate((frame) => frame.offsetHeight), "40rem").toBe(640);
  expect(await page.evaluate(() => document.activeElement.tagName), "the focus stays").toBe("BODY");
});

test("started by the keyboard, the embed has the focus and nothing scrolls", async ({ page }) => {
  await page.goto("./");
  await embeds(page).first().getByRole("button", ASKED).focus();
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press("Enter");
  await expect(verdict(inside(page))).toBeVisible();
  expect(await page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.tagName)).toBe("IFRAME");
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.keyboard.press("s");
  await expect(timeline(inside(page))).toHaveValue("1");
});

for (const width of [390, 900, 1440]) {
  test(`a frame of ${width} pixels is as tall as what is in it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("./");
    // As wide as the window, whatever the text around it is.
    await page.addStyleTag({ url: "page.css" });
    await embeds(page).first().evaluate((element) => (element.parentElement.style.maxWidth = "none"));
    const playground = await start(page);
    const excess = () => playground.locator(":root").evaluate((root) => root.scrollHeight - root.clientHeight);
    await expect.poll(excess, "to scroll inside").toBe(0);
    if (width < 960) {
      const [above, step] = await Promise.all([verdict(playground), button(playground, "Step")].map((it) => it.boundingBox()));
      expect(step.y - above.y - above.height, "from the verdict down to Step").toBeLessThan(60);
    }
    await crashAfterTheChargeAndDeliverAgain(playground);
    await expect.poll(excess, "to scroll inside").toBe(0);
    const heights = await frames(page).first().evaluate(async (frame) => {
      const seen = [];
      for (let turn = 0; turn < 20; turn += 1) {
        await new Promise(requestAnimationFrame);
        seen.push(frame.offsetHeight);
      }
      return [...new Set(seen)];
    });
    expect(heights, "it settles").toHaveLength(1);
    expect(heights[0]).toBeGreaterThan(500);
    expect(heights[0]).toBeLessThan(4_000);
  });
}

test("the frame's height is taken from the frame only", async ({ page }) => {
  await page.goto("./");
  await start(page);
  const height = () => frames(page).first().evaluate((frame) => frame.offsetHeight);
  await expect.poll(height).not.toBe(640);
  const before = await height();
  await page.evaluate(() => postMessage({ redeliver: "height", height: 9_000 }, "*"));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await height()).toBe(before);
});

test("the theme follows its attribute without loading anything anew", async ({ page }) => {
  await page.goto("./");
  await configure(page, { theme: "dark" });
  const playground = await start(page);
  const root = playground.locator(":root");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await press(playground, "Step");
  await configure(page, { theme: "light" });
  await expect(root).toHaveAttribute("data-theme", "light");
  await expect(timeline(playground)).toHaveValue("1");
  await configure(page, { consumer: "marker" });
  await expect(radio(playground, "Consumer", "Marker-guarded")).toBeChecked();
  await expect(timeline(playground)).toHaveValue("0");
});

test("minimal controls leave the stage and a link to the whole page, full ones have everything", async ({ page }) => {
  await page.goto("./");
  const playground = await start(page);
  await expect(button(playground, "Share")).toBeHidden();
  await expect(button(playground, "Step")).toBeVisible();
  await configure(page, { controls: "full" });
  await expect(button(playground, "Share")).toBeVisible();
  await expect(playground.getByRole("link", { name: "Open in full" })).toBeVisible();
});

test("opened in full, the session goes on where it was", async ({ page, context }) => {
  await page.goto("./");
  await configure(page, { controls: "full" });
  const playground = await start(page);
  await press(playground, "Step", "Step");
  await button(playground, "Share").click();
  const session = (await playground.getByRole("textbox", { name: "Link" }).inputValue()).split("#")[1];
  await button(playground, "Close").click();
  // The session is noted when nothing has changed for a moment.
  await expect.poll(() => playground.locator(":root").evaluate(() => history.state)).toBe(session);
  const link = playground.getByRole("link", { name: "Open in full" });
  const [whole] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await expect(timeline(whole)).toHaveValue("2");
  expect(new URL(whole.url()).search).toBe("");
  await expect(whole.locator(".bar")).toHaveCount(0);
});

test("an embed leaves the page's history alone", async ({ page }) => {
  await page.goto("./many.html");
  await page.goto("./");
  const before = await page.evaluate(() => history.length);
  const playground = await start(page);
  await press(playground, "Step", "Step");
  await configure(page, { consumer: "marker" });
  await expect(timeline(playground)).toHaveValue("0");
  expect(await page.evaluate(() => history.length)).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(/many\.html$/);
});

test("values that mean nothing are named, and the default is there", async ({ page }) => {
  await page.goto("./");
  await configure(page, { theme: "purple", controls: "few", height: "tall", consumer: "nobody" });
  const playground = await start(page);
  await expect(page.getByText('This embed says height="tall", which is not one of: auto')).toBeVisible();
  await expect(playground.getByText('theme="purple", which is not one of: auto, light, dark.')).toBeVisible();
  await expect(playground.getByText('controls="few", which is not one of: full, minimal.')).toBeVisible();
  await expect(playground.getByText('Problem: ').first()).toBeVisible();
  await expect(playground.getByText(/a consumer called "nobody"/).first()).toBeVisible();
  await expect(button(playground, "Share")).toBeVisible();
  await press(playground, "Step");
});

test("a start that means nothing is named, and waits for a click", async ({ page }) => {
  await page.goto("./");
  await page.evaluate(() => {
    const element = document.createElement("redeliver-playground");
    element.setAttribute("start", "later");
    document.querySelector("main").prepend(element);
  });
  await expect(page.getByText('This embed says start="later", which is not one of: click, visible, auto.')).toBeVisible();
  await start(page);
});

test("in a sandbox without an origin the main walk works where the server allows it", async ({ page, server }) => {
  server.headers["Access-Control-Allow-Origin"] = "*";
  await page.goto("./");
  await configure(page, { sandbox: "allow-scripts" });
  const playground = await start(page);
  expect(await playground.locator(":root").evaluate(() => origin)).toBe("null");
  await crashAfterTheChargeAndDeliverAgain(playground);
  await expectVerdict(playground, "duplicated", 2, 2);
  const height = () => frames(page).first().evaluate((frame) => frame.offsetHeight);
  await expect.poll(height).not.toBe(640);
  // What is fetched later arrives as well.
  await expect(playground.locator(".scenario option")).toHaveCount(22);
  delete server.headers["Access-Control-Allow-Origin"];
});

test("in a sandbox whose server says nothing the frame names the header", async ({ page, complaints }) => {
  complaints.allow(/CORS|ERR_FAILED|Failed to (fetch|load)|TypeError|preload/);
  await page.goto("./");
  await configure(page, { sandbox: "allow-scripts" });
  await embeds(page).first().getByRole("button", ASKED).click();
  await expect(inside(page).getByRole("alert")).toContainText("Access-Control-Allow-Origin: *");
});

test("an embed works where the browser keeps nothing for it", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException("blocked", "SecurityError"); } });
    }
  });
  await page.goto("./");
  const playground = await start(page);
  await crashAfterTheChargeAndDeliverAgain(playground);
  await expectVerdict(playground, "duplicated", 2, 2);
});

test("the HTML that Share gives embeds the session, in a page of any address", async ({ page, server }) => {
  await page.goto("./playground/");
  await crashAfterTheChargeAndDeliverAgain(page);
  await button(page, "Share").click();
  const html = await page.getByRole("textbox", { name: "Embed" }).inputValue();
  expect(html).toContain(`<script src="${server.address}playground/embed.js" defer></script>`);
  await page.route("**/elsewhere/article.html", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto("./elsewhere/article.html");
  await expect(page.getByRole("link", { name: "Open this session in Redeliver" })).toBeVisible();
  const playground = await start(page);
  await expectVerdict(playground, "duplicated", 2, 2);
});

test("the policy of these walks is the strict one", async ({ server }) => {
  expect(server.headers["Content-Security-Policy"]).toBe(POLICY);
  expect(POLICY).not.toContain("unsafe-inline");
});
