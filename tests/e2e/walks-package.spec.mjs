// What one takes along: the one file opened from a disk, and the examples as their generators built them.

import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BUILT } from "../../scripts/examples.mjs";
import { expect, test } from "./support.mjs";
import { button, crashAfterTheChargeAndDeliverAgain, expectVerdict, radio, timeline, verdict } from "./playground.mjs";
import { SHIPPED, check, enter, goToGoal, press, write } from "./lessons.mjs";
import { DIST, POLICY, serve } from "./server.mjs";

const PACKAGE = fileURLToPath(new URL("../../package/", import.meta.url));
const ONE_FILE = pathToFileURL(`${PACKAGE}redeliver.html`).href;

test("the one file opens from a disk, asks for nothing and passes the main walk", async ({ page, context, complaints }) => {
  complaints.allow(/^another host: file:.*\/redeliver\.html$/);
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await context.setOffline(true);
  await page.goto(ONE_FILE);
  await crashAfterTheChargeAndDeliverAgain(page);
  await expectVerdict(page, "duplicated", 2, 2);
  expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([ONE_FILE]);
  expect(statSync(fileURLToPath(ONE_FILE)).size).toBeLessThan(900_000);

  await button(page, "Share").click();
  await expect(page.getByRole("textbox", { name: "Embed" })).toHaveCount(0);
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toMatch(/^file:.*\/redeliver\.html#v1\./);
  await page.goto("about:blank");
  await page.goto(link);
  await expectVerdict(page, "duplicated", 2, 2);
});

test("the one file brings the lessons along, and notes in a second window", async ({ page, context, complaints }) => {
  complaints.allow(/^another host: file:.*\/redeliver\.html/);
  await context.setOffline(true);
  await page.goto(ONE_FILE);
  await enter(page, 2);
  await goToGoal(page, SHIPPED[1]);
  await write(page, SHIPPED[1].solution);
  await expect(await check(page)).toContainText("Reached");
  await press(page, "Presenter");
  const popup = page.waitForEvent("popup");
  await press(page, "Notes");
  await expect((await popup).getByRole("heading", { level: 1 })).toHaveText(SHIPPED[1].title);
});

test("the one file can be embedded, with its style and its theme", async ({ page, complaints }) => {
  complaints.allow(/^another host: file:/);
  await page.goto(`${ONE_FILE}?embed&theme=dark&controls=minimal#scenario=light`);
  await expect(verdict(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in full" })).toBeVisible();
  await expect(page.locator(":root")).toHaveAttribute("data-theme", "dark");
  await expect(button(page, "Share")).toBeHidden();
});

test("in a sandbox the one file needs nothing of its server", async ({ page, complaints }) => {
  // Playwright's own script, which blocks them, fails in a sandbox.
  complaints.allow(/serviceWorker/);
  const server = await serve(PACKAGE, "/kit/");
  complaints.allow(new RegExp(`^another host: ${server.address}`));
  delete server.headers["Content-Security-Policy"];
  const frame = '<iframe sandbox="allow-scripts" src="redeliver.html?embed" width="900" height="800"></iframe>';
  const body = `<link rel="icon" href="data:,">${frame}`;
  await page.route("**/host.html", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(`${server.address}host.html`);
  const playground = page.locator("iframe").contentFrame();
  await crashAfterTheChargeAndDeliverAgain(playground);
  await expectVerdict(playground, "duplicated", 2, 2);
  await server.close();
});

test("the archive and the folder hold every file of the page", async () => {
  const names = readdirSync(DIST, { recursive: true }).sort();
  expect(readdirSync(`${PACKAGE}redeliver`, { recursive: true }).sort()).toEqual(names);
  const { size } = statSync(`${PACKAGE}redeliver.zip`);
  expect(size).toBeGreaterThan(100_000);
});

// Their own scripts are inline, so their sites cannot be as strict as the page.
const LAX = `${POLICY.replaceAll("-src 'self'", "-src 'self' 'unsafe-inline'")}; img-src 'self' data:`;

const SITES = [["vitepress", "index.html"], ["mdbook", "charge.html"]];

for (const [name, start] of SITES.filter(([name]) => existsSync(`${BUILT}${name}`))) {
  test(`the ${name} example opens and its embed passes the main walk`, async ({ page, complaints }) => {
    const server = await serve(`${BUILT}${name}`, `/docs/${name}/`);
    server.headers["Content-Security-Policy"] = LAX;
    complaints.allow(new RegExp(`^another host: ${server.address}`));
    await page.goto(server.address + start);
    await page.getByRole("button", { name: "Start the playground" }).click();
    const playground = page.locator("redeliver-playground iframe").contentFrame();
    await crashAfterTheChargeAndDeliverAgain(playground);
    await expectVerdict(playground, "duplicated", 2, 2);
    if (name === "vitepress") {
      // Its pages follow one another without loading anew.
      await page.getByRole("link", { name: "Guarding it" }).first().click();
      await page.getByRole("button", { name: "Start the playground" }).click();
      await expect(radio(playground, "Consumer", "Marker-guarded")).toBeChecked();
      await expect(timeline(playground)).toHaveValue("0");
    }
    await server.close();
  });
}
