// The README's pictures. Only `./dev shots` runs this, so that a test run leaves the working tree as it was.

import { fileURLToPath } from "node:url";
import { open, test } from "./support.mjs";

test("the README's screenshot @shots", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page);
  await page.screenshot({ path: fileURLToPath(new URL("../../docs/screenshot.png", import.meta.url)) });
});
