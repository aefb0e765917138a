/**
 * Takes the pictures of docs/phone.md: the page of a real desk in headless Chromium (`CHROMIUM_PATH`, else
 * /usr/bin/chromium), narrow and wide, several views in one picture. `npm run web-ui:phone`.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { inProject } from '../../src/server/project-root.ts';
import { openBrowserWorld, type BrowserWorld } from '../integration/phone/browser-world.ts';
import { hasBrowser, phoneSize } from '../setup/passkeys/browser-phone.ts';

const folder = inProject('docs', 'images');
const person = 'ana+phone';
const wideSize = { width: 900, height: 740 };
const pictureBytes = 200_000;

interface Picture {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly paths: readonly string[];
}

/** Keeps views side by side in one picture. */
async function takePicture({ phone }: Pick<BrowserWorld, 'phone'>, { name, size, paths }: Picture): Promise<void> {
  const { page } = phone(person);
  await page.setViewportSize(size);
  const views: string[] = [];
  for (const path of paths) {
    await phone(person).goTo(path);
    views.push((await page.screenshot()).toString('base64'));
  }
  const beside = await page.context().newPage();
  await beside.setContent(
    `<body style="margin:0;display:flex;gap:16px;background:#8a8a84">${views
      .map((view) => `<img alt="" src="data:image/png;base64,${view}">`)
      .join('')}</body>`,
  );
  await beside.setViewportSize({ width: size.width * paths.length + 16 * (paths.length - 1), height: size.height });
  const picture = await beside.screenshot({ path: join(folder, name) });
  await beside.close();
  assert.ok(picture.length < pictureBytes, `${name} has ${picture.length} bytes: show less`);
}

assert.ok(hasBrowser, 'there is no browser: install Chromium or set CHROMIUM_PATH');
const ends: (() => void | Promise<void>)[] = [];
try {
  const { path: temporalCli } = await findTemporalCli({ env: process.env, log: console.log });
  const opened = await openBrowserWorld([person], { temporalCli }, (end) => ends.push(end));
  const orders = [await opened.world.paidOrder('400.00'), await opened.world.paidOrder('1250.00')];
  const order = `/orders/main/${orders[0]}`;
  const payment = ['--amount', '400.00', '--payer', 'Ana Perez', '--proof', 'TRX-9'];
  assert.equal((await opened.world.ask('order', 'received', orders[0] ?? '', ...payment)).exitCode, 0);
  const phone = (key: string) => opened.phone(key);
  await takePicture(
    { phone },
    { name: 'phone-narrow.png', size: phoneSize, paths: ['/sign-in', '/', order, `${order}/approve`] },
  );
  await takePicture({ phone }, { name: 'phone-wide.png', size: wideSize, paths: ['/', `${order}/approve`] });
  for (const name of ['phone-narrow.png', 'phone-wide.png']) console.log(name, readFileSync(join(folder, name)).length);
} finally {
  for (const end of ends.toReversed()) await end();
}
