// Trunk runs this at the end of a release build: makes the page's two scripts and its style sheets smaller in place, by
// what wasm-bindgen and we wrote for readers. Trunk's own minifier does not read them. Without esbuild they stay as they
// are. The file of scenarios loses the space between its parts.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const folder = process.argv[2];
const esbuild = await import("esbuild").catch(() => undefined);
for (const name of esbuild ? await readdir(folder) : []) {
  const [, loader] = /^(?:(?:playground|boot)-[0-9a-f]+|guest|later|lesson|style\.\d+)\.(css|js)$/.exec(name) ?? [];
  if (!loader) continue;
  const path = join(folder, name);
  const { code } = await esbuild.transform(await readFile(path, "utf8"), { loader, minify: true, target: "es2022" });
  await writeFile(path, code);
}
for (const name of (await readdir(folder)).filter((name) => /^scenarios-\d+\.json$/.test(name))) {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(JSON.parse(await readFile(path, "utf8"))));
}
