// Makes of the built page in dist/ what one takes along, into package/:
//
//     redeliver/        the page for any static host and any subdirectory
//     redeliver.zip     the same, to send
//     redeliver.html    the page as one file, which opens from a disk and asks for nothing
//
// The one file holds the module gzipped and in base64: two thirds of what it takes plain, and every browser that runs
// the module unpacks it. Its program is an inline module script, since browsers load no other from a disk.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { filesIn } from "./offline.mjs";
import { kilobytes } from "./size.mjs";
import { zip } from "./zip.mjs";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../package/", import.meta.url));
const BUDGET = 900_000;

/** How the inlined program starts; static/boot.js calls it and explains what went wrong. */
const starter = (init, wasm) => `
globalThis.inlined = async () => {
  const packed = Uint8Array.from(atob("${wasm}"), (it) => it.charCodeAt(0));
  const module = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  await ${init}({ module_or_path: new Response(module, { headers: { "Content-Type": "application/wasm" } }) });
};
`;

const read = (name) => readFileSync(join(DIST, name), "utf8");

/** The value of an attribute of a tag as it stands in HTML, with quotation marks or without. */
function attribute(tag, name) {
  const found = new RegExp(`[\\s"']${name}=(?:"([^"]*)"|([^\\s>]+))`).exec(tag);
  return found && (found[1] ?? found[2]);
}

/** The text with `change` made, which must be possible. */
function changed(text, pattern, change) {
  const result = text.replace(pattern, change);
  if (result === text) throw new Error(`the built page has nothing like ${pattern}`);
  return result;
}

/** The program that wasm-bindgen wrote, without its export, and the name of what starts it. */
function glue(name) {
  const text = read(name);
  const [exported, init] = /export\s*\{[^}]*?([\w$]+) as default\s*\};?/.exec(text) ?? [];
  const rest = text.replace(exported, "");
  if (!init || /^\s*(import|export)\b/m.test(rest)) throw new Error(`${name} is not a module that can be inlined`);
  return { text: rest, init };
}

/** A script's text as it can stand in HTML. */
function scriptText(text) {
  if (/<!--/.test(text)) throw new Error("a script holds the beginning of an HTML comment");
  return text.replace(/<\/(?=script)/gi, "<\\/");
}

/** A file that the page would fetch, where it looks for it first. */
function inlineData(name) {
  const text = name.endsWith(".json") ? JSON.stringify(JSON.parse(read(name))).replaceAll("<", "\\u003c") : read(name);
  return `<script type="application/json" id="${name}">${text}</script>`;
}

/** The whole page as one file of HTML. */
export function oneFile() {
  const page = read("index.html");
  const meta = /<meta[^>]*\bname="?playground"?[^>]*>/.exec(page)[0];
  const boot = /<script[^>]*boot[^>]*><\/script>/.exec(page)[0];
  const { text, init } = glue(attribute(meta, "data-js"));
  const wasm = gzipSync(readFileSync(join(DIST, attribute(meta, "data-wasm"))), { level: 9 }).toString("base64");
  const program = [
    text,
    starter(init, wasm),
    read("guest.js"),
    read("presenter.js"),
    read(attribute(boot, "src")),
  ].map(scriptText).join("\n");
  const sheets = ["guest.css", "lesson.css", "proof.css"].map((name) => `<style>${read(name)}</style>`).join("");
  // Read by src/platform/shipped.rs.
  const scenarios = read(attribute(meta, "data-scenarios")).replaceAll("<", "\\u003c");
  const links = changed(page, /<link[^>]*>/g, (tag) => inlineLink(tag))
    .replace("</head>", () => `${sheets}</head>`);
  const bare = changed(changed(links, meta, ""), boot, "");
  const lessons = filesIn(DIST).filter((name) => name.startsWith("lessons/") || name === "commands.txt").map(inlineData).join("");
  const data = `<script type="application/json" id="scenarios">${scenarios}</script>${lessons}`;
  return changed(bare, "</body>", () => `${data}<script type="module">${program}</script></body>`);
}

/** What stands in place of a link in the one file. */
function inlineLink(tag) {
  const name = attribute(tag, "href");
  switch (attribute(tag, "rel")) {
    case "stylesheet": return `<style>${read(name)}</style>`;
    case "icon": return `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(read(name))}">`;
    // What would be fetched ahead is in the file.
    default: return "";
  }
}

function main() {
  rmSync(PACKAGE, { recursive: true, force: true });
  mkdirSync(PACKAGE, { recursive: true });
  cpSync(DIST, join(PACKAGE, "redeliver"), { recursive: true });
  const files = filesIn(DIST).map((name) => ({ name: `redeliver/${name}`, bytes: readFileSync(join(DIST, name)) }));
  const archive = zip(files);
  const html = Buffer.from(oneFile());
  writeFileSync(join(PACKAGE, "redeliver.zip"), archive);
  writeFileSync(join(PACKAGE, "redeliver.html"), html);
  const plain = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  console.log(`package/redeliver/       ${kilobytes(plain).padStart(10)}  for any static host, in any directory`);
  console.log(`package/redeliver.zip    ${kilobytes(archive.length).padStart(10)}  the same, to send`);
  console.log(`package/redeliver.html   ${kilobytes(html.length).padStart(10)}  one file, opens from a disk`);
  if (html.length > BUDGET) {
    console.error(`package: the one file is over its budget of ${kilobytes(BUDGET)}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
