// Writes the list of the lessons in a built page, lessons/index.json: what the page shows of each before it reads the
// lesson itself. Trunk runs this at the end of a build (Trunk.toml).
//
//     node scripts/lessons.mjs DIRECTORY

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(process.argv[2], "lessons");
const files = readdirSync(folder).filter((name) => /^\d\d-.*\.json$/.test(name)).sort();
const index = files.map((file) => {
  const { id, title, minutes } = JSON.parse(readFileSync(join(folder, file), "utf8"));
  return { id, title, minutes, file };
});
writeFileSync(join(folder, "index.json"), `${JSON.stringify(index, null, 2)}\n`);
