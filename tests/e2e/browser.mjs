// The browser that tests and measurements use: the one ./dev found, with the flags of webdriver.json.

import { readFileSync } from "node:fs";

const { args } = JSON.parse(readFileSync(new URL("../../webdriver.json", import.meta.url)))["goog:chromeOptions"];

export const LAUNCH = {
  // Playwright's own download, if there is one, when ./dev did not say.
  executablePath: process.env.CHROMIUM || undefined,
  // Playwright chooses the headless mode itself.
  args: args.filter((flag) => !flag.startsWith("--headless")),
};
