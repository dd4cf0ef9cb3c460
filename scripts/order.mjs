// Trunk runs this at the end of a release build: puts functions of the page's module that resemble each other side by
// side, which makes the download 12 kB smaller, since gzip sees repetitions within 32 kB only. Without wasm-opt they stay
// as they are.
//
// The order is chosen greedily: next comes the function that shares most with what came just before, by sequences of
// six bytes and for its length. wasm-opt does the moving, as it sorts functions by the names that they get here.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const GRAM = 6;
/** A sequence in more functions than this says nothing about any of them. */
const COMMON = 1_500;
/** How far back, in bytes: a little less than gzip looks. */
const WINDOW = 24_000;
/** Of two functions that share as much, the shorter comes first, but not by all of the difference. */
const LENGTH_POWER = 0.6;

const CUSTOM = 0;
const IMPORT = 2;
const CODE = 10;
const FUNCTION_IMPORT = 0;

class Reader {
  constructor(bytes, at = 0) {
    Object.assign(this, { bytes, at });
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let [value, shift, byte] = [0, 1, 0];
    do {
      byte = this.byte();
      value += (byte & 127) * shift;
      shift *= 128;
    } while (byte & 128);
    return value;
  }

  skip(count) {
    this.at += count;
  }

  limits() {
    const flags = this.number();
    this.number();
    if (flags & 1) this.number();
  }
}

/** Where each section's content begins, by its kind. */
function sections(module) {
  const found = new Map();
  const reader = new Reader(module, 8);
  while (reader.at < module.length) {
    const kind = reader.byte();
    const length = reader.number();
    found.set(kind, reader.at);
    reader.skip(length);
  }
  return found;
}

/** How many functions come from outside: they have the first numbers. */
function importedFunctions(module, at) {
  const reader = new Reader(module, at);
  let functions = 0;
  for (let left = reader.number(); left > 0; left -= 1) {
    reader.skip(reader.number());
    reader.skip(reader.number());
    const kind = reader.byte();
    if (kind === FUNCTION_IMPORT) {
      functions += 1;
      reader.number();
    } else if (kind === 1) {
      reader.byte();
      reader.limits();
    } else if (kind === 2) reader.limits();
    else if (kind === 3) reader.skip(2);
    else throw new Error(`an import of kind ${kind}`);
  }
  return functions;
}

function bodies(module, at) {
  const reader = new Reader(module, at);
  return Array.from({ length: reader.number() }, () => {
    const length = reader.number();
    reader.skip(length);
    return module.subarray(reader.at - length, reader.at);
  });
}

/** For each body the sequences that others have as well, as numbers from 0, and for each sequence who has it. */
function sequences(all) {
  const having = new Map();
  all.forEach((body, which) => {
    for (let at = 0; at + GRAM <= body.length; at += 1) {
      let sequence = 0;
      for (let place = 0; place < GRAM; place += 1) sequence = sequence * 256 + body[at + place];
      const holders = having.get(sequence);
      if (!holders) having.set(sequence, [which]);
      else if (holders.at(-1) !== which) holders.push(which);
    }
  });
  const holders = [...having.values()].filter(({ length }) => length > 1 && length <= COMMON);
  const held = all.map(() => []);
  holders.forEach((list, sequence) => list.forEach((which) => held[which].push(sequence)));
  return { holders, held };
}

/** The functions in the order in which they are to come, the longest first. */
function order(all) {
  const { holders, held } = sequences(all);
  const weight = all.map(({ length }) => 1 / length ** LENGTH_POWER);
  const shared = new Float64Array(all.length);
  const near = new Int32Array(holders.length);
  const left = new Set(all.keys());
  const window = [];
  let within = 0;
  const note = (which, by) => {
    within += by * all[which].length;
    for (const sequence of held[which]) {
      near[sequence] += by;
      const turned = by > 0 ? near[sequence] === 1 : near[sequence] === 0;
      if (turned) for (const other of holders[sequence]) shared[other] += by;
    }
  };
  const best = (rate) => [...left].reduce((one, other) => (rate(other) > rate(one) ? other : one));
  const result = [];
  let next = best((which) => all[which].length);
  for (;;) {
    result.push(next);
    left.delete(next);
    if (left.size === 0) return result;
    window.push(next);
    note(next, 1);
    while (within > WINDOW && window.length > 1) note(window.shift(), -1);
    next = best((which) => shared[which] * weight[which]);
  }
}

function leb(value) {
  const bytes = [];
  do {
    bytes.push((value % 128) | (value > 127 ? 128 : 0));
    value = Math.floor(value / 128);
  } while (value > 0);
  return bytes;
}

/** A section with names by which the functions sort into `places`. */
function names(places, first) {
  const sized = (bytes) => [...leb(bytes.length), ...bytes];
  const text = (value) => sized([...new TextEncoder().encode(value)]);
  const entries = places.flatMap((place, which) => [...leb(first + which), ...text(String(place).padStart(6, "0"))]);
  return Uint8Array.from([CUSTOM, ...sized([...text("name"), 1, ...sized([...leb(places.length), ...entries])])]);
}

/** The same module with its functions in the better order. */
function ordered(module) {
  const found = sections(module);
  const places = [];
  order(bodies(module, found.get(CODE))).forEach((which, place) => (places[which] = place));
  const named = Buffer.concat([module, names(places, importedFunctions(module, found.get(IMPORT)))]);
  const folder = mkdtempSync(join(tmpdir(), "order-"));
  try {
    const file = join(folder, "page.wasm");
    writeFileSync(file, named);
    const passes = ["--reorder-functions-by-name", "--strip-debug", "--strip-producers"];
    execFileSync("wasm-opt", [file, "-o", file, ...passes]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const folder = process.argv[2];
const name = readdirSync(folder).find((it) => /^playground-[0-9a-f]+_bg\.wasm$/.test(it));
try {
  writeFileSync(join(folder, name), ordered(readFileSync(join(folder, name))));
} catch (error) {
  if (error.code !== "ENOENT") throw error;
  console.log("without wasm-opt the page's functions stay where they are");
}
