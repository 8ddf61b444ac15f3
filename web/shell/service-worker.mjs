/*
 * Shows the offline page when a page cannot be reached. Nothing else is kept: money is never shown from a
 * store. The server fills in the list of files, so that a new style makes a new worker.
 */
const files = FILES;
const pages = PAGES;
const name = `offline ${files.join(' ')}`;

/** Without cookies: the page that is kept is nobody's own. */
async function keep() {
  const store = await caches.open(name);
  await store.addAll([...pages, ...files].map((url) => new Request(url, { credentials: 'omit' })));
}

async function forgetOthers() {
  for (const other of await caches.keys()) if (other !== name) await caches.delete(other);
  await self.registration.navigationPreload?.enable();
}

async function answerPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const [icelandic, english] = pages;
    const isEnglish = /^\/en(\/|$)/.test(new URL(event.request.url).pathname);
    return (await caches.match(isEnglish ? english : icelandic)) ?? Response.error();
  }
}

async function answerFile(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(answerPage(event));
  else if (files.includes(pathname)) event.respondWith(answerFile(request));
});
