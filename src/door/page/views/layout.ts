import { html } from 'hono/html';
import { shadowText } from '../../../words/people/page-words.ts';
import type { PageField } from '../page-desk.ts';

/** A piece of a page; what is put into it is escaped. */
export type Html = ReturnType<typeof html>;

/** What every page shows beside its own. */
interface Frame {
  readonly title: string;
  /** Null: the visitor has not signed in. */
  readonly visitor: { readonly keyName: string; readonly seal: string; readonly endsAtMs: number } | null;
  /** Where it is. */
  readonly path: string;
  /** When it was made. */
  readonly atMs: number;
  readonly asOf: string;
  readonly timeZone: string;
  /** Of what it shows; null: nothing of it changes by itself. */
  readonly digest: string | null;
  /** What a browser subscribes to notices with; null: no device is notified. */
  readonly pushKey: string | null;
}

/** Returns a whole page. */
export function layout({ title, visitor, path, atMs, asOf, timeZone, digest, pushKey }: Frame, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title} · Peerdesk</title>
        <link rel="stylesheet" href="/page.css" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="icon" href="/icon.png" />
        <link rel="apple-touch-icon" href="/icon.png" />
        <script type="module" src="/page.js"></script>
      </head>
      <body>
        <header>
          ${visitor === null ? html`<a href="/">What waits</a>` : html`${placesView(path)} ${signOut(visitor)}`}
        </header>
        <p id="live" role="status"></p>
        <main data-at="${atMs}" data-until="${visitor?.endsAtMs ?? ''}" data-shown="${digest ?? ''}">
          <h1>${title}</h1>
          ${body}
        </main>
        ${visitor === null || pushKey === null ? '' : pushView(pushKey, visitor.seal)}
        <footer class="faint">as of ${asOf}, time zone ${timeZone}</footer>
      </body>
    </html>`;
}

const places = [
  ['/', 'What waits'],
  ['/ads', 'Ads'],
  ['/report', 'Report'],
  ['/devices', 'Devices'],
] as const;

const placesView = (path: string): Html =>
  html`<nav aria-label="Pages">
    ${places.map(([href, name]) => html`<a href="${href}" ${currentView(href, path)}>${name}</a>`)}
  </nav>`;

/** What lies below a place is part of it, and not it. */
function currentView(href: string, path: string): Html | '' {
  if (href === path) return html`aria-current="page"`;
  return href !== '/' && path.startsWith(`${href}/`) ? html`aria-current="true"` : '';
}

const signOut = ({ keyName, seal }: NonNullable<Frame['visitor']>): Html =>
  html`<form method="post" action="/sign-out">
    <input type="hidden" name="seal" value="${seal}" />
    <button class="quiet">${keyName}: sign out</button>
  </form>`;

/** What the script shows where the browser can be notified. */
const pushView = (key: string, seal: string): Html =>
  html`<details id="push" data-key="${key}" data-seal="${seal}" hidden>
    <summary>Notices on this device</summary>
    <p role="status"></p>
    <button type="button" value="on">Notify this device</button>
    <button type="button" value="test">Send a test to this device</button>
    <button type="button" value="off">Notify this device no more</button>
    <form method="post" action="/sign-out">
      ${hiddenView({ seal, endpoint: '' })}
      <button class="quiet">Sign out, and notify this device no more</button>
    </form>
  </details>`;

/** Returns names with what is said under them. */
export const fieldsView = (fields: readonly PageField[]): Html =>
  html`<dl>
    ${fields.map(
      ([name, text]) =>
        html`<dt>${name}</dt>
          <dd>${text}</dd>`,
    )}
  </dl>`;

/** Returns one sentence that a screen reader says at once. */
export const alertView = (text: string): Html => html`<p class="card alert" role="alert">${text}</p>`;

/** Returns what is seen first of what runs in a shadow. */
export const shadowView = (isShadow: boolean): Html | '' => (isShadow ? alertView(shadowText) : '');

/** Returns what lets go on what the page alone can stop. An ad needs no key. */
export const goesOnView = (what: string, command: string, isSigned = true): Html =>
  html`<p class="faint">
    ${what} goes on by <code>peerdesk ${command}</code> on the machine of the
    desk${isSigned ? html`, with <code>--key NAME</code> where approvals are signed` : ''}.
  </p>`;

/** Returns what a form brings back beside what is typed. */
export const hiddenView = (values: Readonly<Record<string, string | number>>): Html =>
  html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;

/** What a passkey is asked to sign: the hash of a text, for the host of the page. */
export interface Asked {
  /** In base64url. */
  readonly challenge: string;
  readonly host: string;
}

/** Returns the attributes of a form by which the script asks a passkey for what `answerView` holds. */
export const askedView = (act: 'get' | 'create', { challenge, host }: Asked): Html =>
  html`method="post" data-passkey="${act}" data-challenge="${challenge}" data-host="${host}"`;

/** Returns what only the passkey can fill in, and where it is said when it does not. */
export const answerView = (): Html =>
  html`<input type="hidden" name="answer" value="" />
    <p role="alert"></p>
    <noscript><p class="card alert">A passkey needs JavaScript: allow it for this page.</p></noscript>`;
