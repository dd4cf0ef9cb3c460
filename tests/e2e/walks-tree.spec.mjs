// The main walk as a screen reader gets it: the accessibility tree of the parts that tell it, at its beginning and
// at its end. Texts that only explain are left out; roles, names, states and figures are not.

import { expect, open, test } from "./support.mjs";
import {
  announcement, crashAfterTheChargeAndDeliverAgain, lane, stepsAsText, verdict, worker,
} from "./playground.mjs";

const group = (page, name) => page.getByRole("radiogroup", { name });

test("at the beginning one job waits, the naive consumer and worker 1 are chosen", async ({ page }) => {
  await open(page);
  await expect(verdict(page)).toMatchAriaSnapshot(`
    - status "Verdict":
      - list:
        - listitem:
          - paragraph: /Not yet|Pending|Waiting/
          - paragraph: /^Order 1. delivered 0×, charged 0×/
          - paragraph: 0× times the handler ran
          - paragraph: 0× times the effect happened
  `);
  await expect(group(page, "Consumer")).toMatchAriaSnapshot(`
    - radiogroup "Consumer":
      - radio "Naive" [checked]
      - radio "Marker-guarded"
      - radio "Marker after"
      - radio "Lease marker"
      - radio "Provider key"
  `);
  await expect(group(page, "Worker")).toMatchAriaSnapshot(`
    - radiogroup "Worker":
      - radio "Worker 1" [checked]
      - radio "Worker 2"
  `);
  await expect(lane(page, "Waiting")).toMatchAriaSnapshot(`
    - region "Waiting":
      - heading /Waiting/ [level=3]
      - list:
        - listitem: /Job 1/
  `);
  await expect(worker(page, 1)).toMatchAriaSnapshot(`
    - region "Worker 1":
      - heading /Worker 1 .*idle/ [level=3]
      - button "Crash worker 1"
      - button "Freeze worker 1"
      - button "Lose request worker 1"
      - button "Lose reply worker 1"
  `);
  await expect(page.getByRole("region", { name: "Timeline" })).toMatchAriaSnapshot(`
    - region "Timeline":
      - heading "Timeline" [level=2]
      - slider "Timeline"
  `);
});

test("at its end the main walk is told by verdict, workers, timeline and the live region", async ({ page }) => {
  await open(page);
  await crashAfterTheChargeAndDeliverAgain(page);
  await expect(verdict(page)).toMatchAriaSnapshot(`
    - status "Verdict":
      - list:
        - listitem:
          - paragraph: Duplicated 2×
          - paragraph: /^Order 1. delivered 2×, charged 2×. Duplicated/
          - paragraph: 2× times the handler ran
          - paragraph: 2× times the effect happened
          - paragraph: /^Deliveries 1 and 2 both charged/
          - group: How order 1 came to this
  `);
  await expect(group(page, "Worker")).toMatchAriaSnapshot(`
    - radiogroup "Worker":
      - radio "Worker 1"
      - radio "Worker 2" [checked]
  `);
  await expect(worker(page, 1)).toMatchAriaSnapshot(`
    - region "Worker 1":
      - heading /Worker 1 .*crashed/ [level=3]
      - button "Restart worker 1"
  `);
  await expect(page.getByRole("button", { name: "Step", exact: true })).toMatchAriaSnapshot(`
    - button "Step" [disabled]
  `);
  await expect(announcement(page)).toMatchAriaSnapshot(`
    - status "What happened": "Step 8: Worker 2 acknowledges job 1: completed."
  `);
  await expect(page.getByRole("region", { name: "Timeline" })).toMatchAriaSnapshot(`
    - region "Timeline":
      - heading "Timeline" [level=2]
      - slider "Timeline": "8"
      - group "Drawing of the timeline":
        - img /Space-time diagram, step 8 of 8/
      - group: Steps as text
  `);
  await stepsAsText(page);
  await expect(page.getByRole("table", { name: "Steps" })).toMatchAriaSnapshot(`
    - table "Steps":
      - rowgroup:
        - row "Step Clock Where What happened"
      - rowgroup:
        - row /Step 1 .*Worker 1 takes job 1. delivery 1/
        - row /Step 2 .*charge card-1 4200/
        - row /Step 3 .*Worker 1 crashes/
        - row /Step 4 .*marked as a suspect/
        - row /Step 5 .*back in line/
        - row /Step 6 .*Worker 2 takes job 1. delivery 2/
        - row /Step 7 .*charge card-1 4200/
        - row /Step 8 .*Worker 2 acknowledges job 1. completed/
  `);
});
