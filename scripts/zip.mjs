// A zip archive of a few files, the same for the same files: no times, no owners. A zip program is not on every
// machine, and writes the time of day into the archive.
//
// Format: PKWARE's APPNOTE 6.3.10, sections 4.3.7 (local headers), 4.3.12 (directory), 4.3.16 (its end).

import { deflateRawSync } from "node:zlib";

const DEFLATED = 8;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** The first of January 1980, the earliest that the format knows. */
const DATE = 0x0021;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum that the format asks for. */
export function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Numbers of two or four bytes, little end first: `[[2, 20], [4, crc]]`. */
function pack(fields) {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

/** The archive of `files`, each a `name` with `/` between its parts and its `bytes`. */
export function zip(files) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const title = Buffer.from(name);
    const about = [[2, VERSION], [2, FLAGS], [2, DEFLATED], [2, 0], [2, DATE], [4, crc32(bytes)], [4, packed.length],
      [4, bytes.length], [2, title.length], [2, 0]];
    const local = [pack([[4, 0x04034b50], ...about]), title, packed];
    directory.push(pack([[4, 0x02014b50], [2, VERSION], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), title);
    parts.push(...local);
    at += local.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = pack([[4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0]]);
  return Buffer.concat([...parts, ...directory, end]);
}
