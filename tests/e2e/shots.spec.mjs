// The README's pictures. Only `./dev shots` runs this, so that a test run leaves the working tree as it was.

import { fileURLToPath } from "node:url";
import { open, test } from "./support.mjs";
import { crashAfterTheChargeAndDeliverAgain, expectVerdict } from "./playground.mjs";

test("the README's screenshot: worker 1 crashed after charging, worker 2 charged again @shots", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await crashAfterTheChargeAndDeliverAgain(page);
  await expectVerdict(page, "duplicated", 2, 2);
  // Nothing is focused or hovered over in a picture.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement.blur());
  await page.screenshot({ path: fileURLToPath(new URL("../../docs/screenshot.png", import.meta.url)) });
});
