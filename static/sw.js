// The service worker: keeps the page's own files, so that after the first visit it opens without a network.
//
// VERSION and FILES are filled in by scripts/offline.mjs from what was built; without them this file does nothing.
// One version is one cache, filled completely or not at all. A new version takes over at once, which harms nobody:
// the cache of the version before stays for a page that is just loading or still waits for its scenarios.

const VERSION = "";
const FILES = [];

const PREFIX = `redeliver ${registration.scope} `;
const CACHE = PREFIX + VERSION;

addEventListener("install", (event) => event.waitUntil(VERSION ? keep() : undefined));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const inScope = request.method === "GET" && request.url.startsWith(registration.scope);
  if (VERSION && inScope) event.respondWith(answer(request));
});

async function keep() {
  const cache = await caches.open(CACHE);
  // Past the browser's own cache, which may hold files of an older version under the names that never change.
  await cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })));
  await skipWaiting();
}

async function takeOver() {
  const mine = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(mine.slice(0, -1).map((name) => caches.delete(name)));
  await clients.claim();
}

/** From this version's cache, else from the one before, else from the network. */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const cache = await caches.open(CACHE);
  const name = origin + pathname.replace(/index\.html$/, "");
  const known = (await cache.match(name)) ?? (await caches.match(name));
  return known ?? fetch(request);
}
