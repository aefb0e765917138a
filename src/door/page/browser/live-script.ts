/** Runs in the browser: takes over what has changed, says when there is no connection, and keeps the list for then. */
import { listCache } from './service-worker.ts';

/** So long without an event there is no connection, whatever the browser believes of it. */
const silentMs = 25_000;

export const liveScript = `
const live = document.getElementById('live');
const main = () => document.querySelector('main');
const isIn = () => main().dataset.until !== '';
let source = null;
let heardAt = 0;
let lostAt = 0;
let isOver = false;

function clock(ms) {
  const at = new Date(ms);
  const time = at.toLocaleTimeString('en-GB');
  return at.toDateString() === new Date().toDateString() ? time : at.toLocaleDateString('en-CA') + ' ' + time;
}
const asOf = () => 'as of ' + clock(Number(main().dataset.at));

/** Only what is new is said again by a reader of screens. */
function say(text) {
  if (live.textContent !== text) live.textContent = text;
}

/** What is signed or typed is never replaced under the eyes of its person. */
function isInUse() {
  if (asking || main().querySelector('[data-still], details[open] form') !== null) return true;
  return [...main().querySelectorAll('input:not([type=hidden]), textarea, select')].some(
    (it) => it === document.activeElement || (it.defaultValue !== undefined && it.value !== it.defaultValue),
  );
}

async function forgetList() {
  if ('caches' in window) await caches.delete('${listCache}');
}

/** Without its forms: nothing is pressed without a connection. */
async function keepList() {
  if (!('caches' in window) || location.pathname !== '/' || !isIn()) return;
  const copy = document.documentElement.cloneNode(true);
  for (const it of copy.querySelectorAll('form, details, noscript')) it.remove();
  copy.querySelector('#live').textContent = '';
  const headers = { 'content-type': 'text/html; charset=utf-8', 'peerdesk-until': main().dataset.until };
  const kept = new Response('<!doctype html>' + copy.outerHTML, { headers });
  await (await caches.open('${listCache}')).put('/', kept);
}

async function over() {
  isOver = true;
  source?.close();
  await forgetList();
  if (isInUse()) say(asOf() + '; this session is over: sign in again');
  else location.reload();
}

function lost() {
  lostAt ||= heardAt || Date.now();
  say(asOf() + '; no connection since ' + clock(lostAt));
}

/** Of the session: another one has signed in beside this page where it differs. */
const sealOf = (page) => page.querySelector('header [name=seal]')?.value;

async function lookAgain() {
  const answer = await fetch(location.href, { headers: { 'peerdesk-look': '1' } });
  if (answer.status === 401) return over();
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  lostAt = 0;
  if (sealOf(page) !== sealOf(document)) return location.reload();
  if (isInUse()) return;
  const focused = document.activeElement?.getAttribute('href') ?? null;
  for (const name of ['main', 'footer']) document.querySelector(name).replaceWith(page.querySelector(name));
  say('');
  if (focused !== null) document.querySelector('main a[href="' + CSS.escape(focused) + '"]')?.focus();
  await keepList();
}

function heard({ data }) {
  heardAt = Date.now();
  lostAt = 0;
  if (data === '-' || data === main().dataset.shown) return say('');
  if (isInUse()) return say(asOf() + '; changed since: look again');
  say('');
  lookAgain().catch(lost);
}

function listen() {
  source?.close();
  source = new EventSource('/live?of=' + encodeURIComponent(location.pathname));
  source.addEventListener('message', heard);
  source.addEventListener('over', over);
  source.addEventListener('error', () => {
    // What the browser tries no more was answered: the page itself says why.
    if (source.readyState === EventSource.CLOSED) lookAgain().catch(lost);
    else lost();
  });
}

function watch() {
  if (document.hidden || isOver) return source?.close();
  heardAt = 0;
  listen();
}

if (isIn()) {
  if (main().dataset.shown !== '') {
    watch();
    document.addEventListener('visibilitychange', watch);
    window.addEventListener('offline', lost);
    window.addEventListener('online', listen);
    setInterval(() => {
      if (document.hidden || isOver) return;
      if (heardAt !== 0 && Date.now() - heardAt > ${silentMs}) {
        lost();
        listen();
      } else if (source.readyState === EventSource.CLOSED) listen();
    }, 5_000);
  }
  navigator.serviceWorker?.register('/sw.js').then(keepList, () => {});
} else forgetList();

document.addEventListener('submit', ({ target }) => {
  if (target.getAttribute('action') === '/sign-out') forgetList();
});
`;
