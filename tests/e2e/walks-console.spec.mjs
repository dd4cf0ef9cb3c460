// The Redis prompt as a person uses it: typing, completing, pasting, going back.

import { expectAccessible, expect, open, test } from "./support.mjs";

const prompt = (page) => page.getByRole("textbox", { name: "Redis command" });
const log = (page) => page.getByRole("log", { name: "Console" });
const key = (page, name) => page.getByRole("table", { name: "Keys" }).getByRole("row", { name: new RegExp(name) });

test("a command typed at the prompt is answered, shows in the keys and can be taken back", async ({ page }) => {
  await open(page);
  await prompt(page).click();
  await page.keyboard.type("set basket:1 3");
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText("redis> set basket:1 3");
  await expect(log(page)).toContainText("OK");
  await expect(key(page, "basket:1")).toContainText("3");
  await expect(prompt(page)).toHaveValue("");
  // Letters and the rest go to the prompt and not to the shortcuts of the page.
  await page.keyboard.type("incr basket:1");
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText("(integer) 4");
  await expect(page.getByText("step 2 of 2")).toBeVisible();
  await page.getByRole("button", { name: "Step back" }).click();
  await expect(key(page, "basket:1")).toContainText("3");
  await expect(log(page)).not.toContainText("(integer) 4");
});

test("Tab completes a command, then a key, and leaves the prompt when there is nothing to complete", async ({ page }) => {
  await open(page);
  await prompt(page).click();
  await page.keyboard.type("lran");
  await expect(page.getByText("LRANGE", { exact: false }).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(prompt(page)).toHaveValue("LRANGE ");
  await expect(page.getByText("takes 3 arguments")).toBeVisible();
  await expect(page.getByText("Answers a part of a list.")).toBeVisible();
  await page.keyboard.type("emq:charges:wa");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0 -1");
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText('1) "1"');
  await page.keyboard.press("ArrowUp");
  await expect(prompt(page)).toHaveValue("LRANGE emq:charges:wait 0 -1");
  await page.keyboard.press("ArrowDown");
  await expect(prompt(page)).toHaveValue("");
  await page.keyboard.type("ge");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(prompt(page)).not.toBeFocused();
});

test("several pasted lines are sent one after the other, and one that is no command says why", async ({ page }) => {
  await open(page);
  await prompt(page).fill('SET a 1\nGET "a\nINCR a\n');
  await expect(log(page)).toContainText("(integer) 2");
  await expect(log(page)).toContainText("column 5: this \" is never closed");
  await expect(page.getByText("step 2 of 2")).toBeVisible();
});

for (const colorScheme of ["light", "dark"]) {
  test(`the prompt in use has no accessibility violation (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await prompt(page).fill("SET a 1\nINCR b x\nGET em");
    await expect(log(page)).toContainText("(error)");
    await expectAccessible(page);
  });
}
