// A film of one whole lesson played with the keyboard alone: the walk of tests/e2e/lesson-by-keyboard.mjs, a picture after
// every key, with the key's name below it.
//
//     node scripts/recording.mjs [FILE]      writes FILE, or test-results/lesson-by-keyboard.webm
//
// Playwright's own recording needs a program that it downloads together with its browsers. This one needs none: the
// browser itself draws the pictures on a canvas and records that. Needs dist/ (./dev build) and a browser (CHROMIUM, which
// ./dev sets).

import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { LAUNCH } from "../tests/e2e/browser.mjs";
import { playFirstLesson } from "../tests/e2e/lesson-by-keyboard.mjs";
import { serve } from "../tests/e2e/server.mjs";
import { kilobytes } from "./size.mjs";

const FILE = fileURLToPath(new URL("../test-results/lesson-by-keyboard.webm", import.meta.url));
const SIZE = { width: 1200, height: 750 };
const STRIP = 40;
const BITS_A_SECOND = 1_000_000;

/** How long a picture stays, in milliseconds: a letter, a step on the way, and what one looks at. */
const stay = (key) => (key.length === 1 && key !== "f" ? 80 : key.endsWith("Tab") ? 300 : 1_200);

/** In the page: starts to record a canvas. */
function startFilm({ width, height, strip, bits }) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height: height + strip });
  const paper = canvas.getContext("2d");
  const stream = canvas.captureStream();
  // Sharp letters before smooth movement.
  stream.getVideoTracks()[0].contentHint = "text";
  const recorder = new MediaRecorder(stream, { mimeType: "video/webm;codecs=vp9", videoBitsPerSecond: bits });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const bytes = (text) => Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
  window.show = async (picture, said, time) => {
    paper.drawImage(await createImageBitmap(new Blob([bytes(picture)])), 0, 0);
    paper.fillStyle = "#1b2126";
    paper.fillRect(0, height, width, strip);
    paper.fillStyle = "#ffffff";
    paper.font = "600 20px sans-serif";
    paper.fillText(said, 16, height + 27);
    if (recorder.state === "inactive") recorder.start();
    await new Promise((resolve) => setTimeout(resolve, time));
  };
  window.finish = async () => {
    await new Promise((resolve) => ((recorder.onstop = resolve), recorder.stop()));
    const data = new Uint8Array(await new Blob(parts).arrayBuffer());
    let text = "";
    for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
    return btoa(text);
  };
}

/** The walk, as pictures with what is said below each and how long it stays. */
async function play(browser, address) {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: "reduce", colorScheme: "light", baseURL: address });
  const page = await context.newPage();
  await page.goto("./");
  await page.getByRole("button", { name: "Lessons" }).waitFor();
  const pictures = [];
  const add = async (said, time) => pictures.push([(await page.screenshot()).toString("base64"), said, time]);
  await add("A lesson with the keyboard alone", 2_000);
  const hands = await playFirstLesson(page, (key) => add(key === " " ? "Space" : key, stay(key)));
  await add(`${hands.keys} keys, ${hands.tabs} of them Tab`, 3_000);
  await context.close();
  return pictures;
}

async function main(file) {
  const server = await serve();
  const browser = await chromium.launch(LAUNCH);
  try {
    const pictures = await play(browser, server.address);
    const film = await browser.newPage();
    await film.evaluate(startFilm, { ...SIZE, strip: STRIP, bits: BITS_A_SECOND });
    for (const picture of pictures) await film.evaluate((it) => window.show(...it), picture);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(await film.evaluate(() => window.finish()), "base64"));
    console.log(`${file}: ${pictures.length} pictures, ${kilobytes(statSync(file).size)}`);
  } finally {
    await browser.close();
    await server.close();
  }
}

await main(process.argv[2] ?? FILE);
