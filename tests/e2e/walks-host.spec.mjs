// Where the page is a guest: blocked storage, no network after loading. support.mjs watches for requests to other
// hosts in every test; page.spec.mjs has the ways in which the page may fail to start.

import { expect, open, test } from "./support.mjs";
import { button, crashAfterTheChargeAndDeliverAgain, expectVerdict } from "./playground.mjs";

for (const storage of ["localStorage", "sessionStorage", "indexedDB"]) {
  test(`the page works where ${storage} is blocked`, async ({ page }) => {
    await page.addInitScript((name) => {
      const get = () => {
        throw new DOMException("blocked", "SecurityError");
      };
      Object.defineProperty(window, name, { get });
    }, storage);
    await open(page);
    await button(page, "Theme: auto").click();
    await button(page, "Theme: light").click();
    await expect(button(page, "Theme: dark")).toBeVisible();
    await crashAfterTheChargeAndDeliverAgain(page);
    await expectVerdict(page, "duplicated", 2, 2);
  });
}

test("once loaded, the page asks for nothing more", async ({ page, context }) => {
  await open(page);
  await expect(page.getByRole("combobox", { name: "Scenario" }).locator("option"), "all scenarios").toHaveCount(22);
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await context.setOffline(true);
  await crashAfterTheChargeAndDeliverAgain(page);
  await button(page, "Share").click();
  await expect(page.getByRole("dialog", { name: "Share this session" })).toBeVisible();
  expect(requests).toEqual([]);
});
