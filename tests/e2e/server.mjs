// Serves a built page the way a strict static host does: from a subdirectory, with a content security policy that
// forbids inline scripts and styles and everything from other hosts.

import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

export const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** The file that `path` names below `root`, never outside it, with its size; null if there is none. */
async function find(root, path) {
  const inside = normalize(join("/", path));
  const file = join(root, inside.endsWith("/") ? `${inside}index.html` : inside);
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? { file, size: found.size } : null;
}

/**
 * Serves the files of `root` below `prefix` on a free port of this machine; `packed` gzips them and lets browsers keep
 * them, as hosts do.
 *
 * Returns the page's address, a `headers` object that tests may change, and `close`.
 */
export async function serve(root = DIST, prefix = "/docs/playground/", packed = false) {
  const headers = { "Content-Security-Policy": POLICY, "Cache-Control": packed ? "max-age=600" : "no-store" };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const found = path.startsWith(prefix) && (await find(root, path.slice(prefix.length)));
    if (!found) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found");
      return;
    }
    const type = TYPES[extname(found.file)] ?? "application/octet-stream";
    if (packed) {
      const body = gzipSync(await readFile(found.file), { level: 9 });
      const about = { "Content-Type": type, "Content-Encoding": "gzip", "Content-Length": body.length };
      response.writeHead(200, { ...headers, ...about }).end(body);
      return;
    }
    response.writeHead(200, { ...headers, "Content-Type": type, "Content-Length": found.size });
    createReadStream(found.file).pipe(response);
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}${prefix}`,
    headers,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}
