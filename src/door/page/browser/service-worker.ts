/** Runs in the browser beside the page: shows the list that was kept where there is no connection. No order is kept. */
import { policy } from '../page-headers.ts';

/** Where the page keeps its list. */
export const listCache = 'peerdesk-list';

export const serviceWorker = `const lists = '${listCache}';
const parts = 'peerdesk-parts';
const partPaths = ['/page.css', '/page.js'];

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(parts).then((cache) => cache.addAll(partPaths)));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The list that was kept, until the session ends in which it was. */
async function keptList() {
  const kept = await (await caches.open(lists)).match('/');
  if (kept !== undefined && Date.now() < Number(kept.headers.get('peerdesk-until'))) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': ${JSON.stringify(policy)},
      'x-content-type-options': 'nosniff',
    };
    return new Response(await kept.text(), { headers });
  }
  await caches.delete(lists);
  return Response.error();
}

async function look(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.status === 401 || path === '/sign-in') await caches.delete(lists);
    return answer;
  } catch {
    return path === '/' ? keptList() : Response.error();
  }
}

async function partOf(request) {
  const cache = await caches.open(parts);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}

/** A push without a sign to the person ends the permission: what cannot be read is shown as well. */
function noticeOf(data) {
  try {
    const { title, text, path, quiet } = data.json();
    const shown = /^\\/(?:orders\\/[\\w.-]+\\/[\\w.-]+)?$/.test(path) ? path : '/';
    return { title: String(title), text: String(text), path: shown, silent: quiet === true };
  } catch {
    return { title: 'Peerdesk', text: 'Something waits for you: open the page.', path: '/', silent: false };
  }
}

self.addEventListener('push', (event) => {
  const { title, text, path, silent } = noticeOf(event.data);
  const shown = { body: text, tag: path, renotify: true, silent, icon: '/icon.png', data: path };
  event.waitUntil(self.registration.showNotification(title, shown));
});

async function openPage(path) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const open = pages.find(({ url }) => new URL(url).pathname === path);
  return open === undefined ? self.clients.openWindow(path) : open.focus();
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(look(request, path));
  else if (partPaths.includes(path)) event.respondWith(partOf(request));
});
`;
