import type { Hono } from 'hono';
import { pageIcon } from '../browser/page-icon.ts';
import { pageScript } from '../browser/page-script.ts';
import { serviceWorker } from '../browser/service-worker.ts';
import { pageStyle } from '../page-style.ts';

/** By it a phone puts the page on its first screen; iOS notifies by such a page alone. */
const manifest = JSON.stringify({
  name: 'Peerdesk',
  short_name: 'Peerdesk',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f6f6f4',
  theme_color: '#0b57a4',
  icons: [{ src: '/icon.png', sizes: '192x192', type: 'image/png' }],
});

const assets = [
  ['/page.css', 'text/css; charset=utf-8', pageStyle],
  ['/page.js', 'text/javascript; charset=utf-8', pageScript],
  ['/sw.js', 'text/javascript; charset=utf-8', serviceWorker],
  ['/manifest.webmanifest', 'application/manifest+json', manifest],
  ['/icon.png', 'image/png', pageIcon],
] as const;

/** What is the same for everyone, and is asked for by strangers as well. */
export function assetRoutes(app: Hono): void {
  for (const [path, type, body] of assets)
    app.get(path, (context) => context.body(body, 200, { 'content-type': type }));
}
