// Enrollment, redelivered after each statement: what each consumer leaves on the roster and of the 30 seats.

import { open, test } from "./support.mjs";
import {
  chooseScenario, expectKey, possible, pressKey, reset, selectWorker,
} from "./playground.mjs";

/** The seats that must be left, and how many statements a delivery has. */
const CONSUMERS = [
  { title: "Naive", seats: "28", statements: 3 },
  { title: "Marker-guarded", seats: "29", statements: 4 },
  { title: "Atomic marker", seats: "29", statements: 3 },
  { title: "SADD decides", seats: "29", statements: 3 },
  { title: "Seats derived", seats: "30", statements: 2 },
];

for (const { title, seats, statements } of CONSUMERS) {
  test(`${title}: redelivered after each statement, ${seats} seats are left and one student is on the roster`, async ({
    page,
  }) => {
    await open(page);
    await chooseScenario(page, "Enrollment");
    for (let done = 0; done <= statements; done += 1) {
      await reset(page, title);
      for (const key of ["s", ...Array(done).fill("s"), "r"]) await pressKey(page, key);
      // Worker 2 runs the job again, then worker 1 goes on with its own delivery.
      for (const worker of [2, 1]) {
        await selectWorker(page, worker);
        while (await possible(page, "Step")) await pressKey(page, "s");
      }
      await expectKey(page, "course:7:roster", "ana");
      await expectKey(page, "course:7:seats", seats);
    }
  });
}
