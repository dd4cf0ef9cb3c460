// The walks through the built page. Playwright's own test runner, because its assertions wait for the page: with
// playwright-core and node's runner each test would need a waiting loop of its own. No browser is downloaded.
//
// Every test runs once, on a wide light page; those tagged @everywhere also run narrow and dark.

import { defineConfig } from "@playwright/test";
import { LAUNCH } from "./browser.mjs";

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

/** A failed test leaves its steps and the page at each of them; a film of it would cost every test more. */
const TRACE = { mode: "retain-on-failure", screenshots: false, sources: false };

const everywhere = { grep: /@everywhere/ };
const taking_shots = process.env.SHOTS === "1";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  outputDir: "../../test-results",
  grepInvert: taking_shots ? undefined : /@shots/,
  forbidOnly: process.env.CI === "true",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  // Only the walks without a network want what an earlier visit kept.
  use: { serviceWorkers: "block", launchOptions: LAUNCH, locale: "en-GB", timezoneId: "UTC", trace: TRACE },
  projects: [
    { name: "wide-light", use: { viewport: WIDE, colorScheme: "light" } },
    { name: "wide-dark", use: { viewport: WIDE, colorScheme: "dark" }, ...everywhere },
    { name: "narrow-light", use: { viewport: NARROW, hasTouch: true, colorScheme: "light" }, ...everywhere },
    { name: "narrow-dark", use: { viewport: NARROW, hasTouch: true, colorScheme: "dark" }, ...everywhere },
  ],
});
