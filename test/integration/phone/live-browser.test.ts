/**
 * The page in Chromium while it is open: what changes, and what is seen without a connection. It needs Chromium
 * (`CHROMIUM_PATH`, else /usr/bin/chromium); without it these tests are skipped by name.
 */
import { createECDH } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PageWorld } from '../../door/page/page-fixture.ts';
import { until } from '../desk-harness.ts';

const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browserArguments = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const order = '/orders/main/88';

/** A page that is served, and a phone whose person has signed in. */
async function openWorld(name: string) {
  const server: Server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const world = new PageWorld(`http://localhost:${(server.address() as AddressInfo).port}`);
  world.nowMs = Date.now();
  const answer = getRequestListener(world.app.fetch, { overrideGlobalObjects: false });
  server.on('request', (request, response) => void answer(request, response));
  const browser = await chromium.launch({ executablePath: browserPath, headless: true, args: browserArguments });
  onTestFinished(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const { cookie, seal } = await world.signIn(name);
  const [cookieName = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name: cookieName, value, url: world.origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return { world, context, page, cookie, seal };
}

const status = (page: Page) => page.locator('#live');

/** Waits for what an expression says in the browser; the page itself lets no text be run again and again. */
const untilTrue = async (page: Page, expression: string): Promise<unknown> =>
  await until(
    expression,
    () => page.evaluate(expression),
    (value) => value === true,
  );

/** Waits until the page has kept its list for a time without a connection. */
async function untilKept(page: Page): Promise<void> {
  await untilTrue(page, `caches.open('peerdesk-list').then((it) => it.match('/')).then((it) => it !== undefined)`);
  await untilTrue(page, 'navigator.serviceWorker.controller !== null');
}

const keeps = async (page: Page): Promise<unknown> => await page.evaluate(`caches.has('peerdesk-list')`);

/** No connection, as a phone in a tunnel has none: the stream that is open breaks as well. */
async function cut(context: BrowserContext, world: PageWorld): Promise<void> {
  await context.setOffline(true);
  world.nowMs += 1_000;
}

describe.skipIf(!existsSync(browserPath))('phone: a page that is open, in Chromium', () => {
  it('shows what has changed; not under a form that is filled in, and never under what is signed', async () => {
    const { world, page } = await openWorld('ana+phone');
    await page.goto(world.origin + order);
    world.stand = 'COMPLETED now';
    await page.getByRole('heading', { name: 'COMPLETED now' }).waitFor();
    expect(await status(page).textContent()).toBe('');

    await page.getByLabel('Why (may be empty)').fill('call first');
    world.stand = 'APPEAL';
    await status(page).filter({ hasText: 'changed since: look again' }).waitFor();
    expect(await page.getByLabel('Why (may be empty)').inputValue()).toBe('call first');
    expect(await page.getByRole('heading', { name: 'COMPLETED now' }).count()).toBe(1);
    await page.getByLabel('Why (may be empty)').fill('');
    await page.getByLabel('Why (may be empty)').blur();
    await page.getByRole('heading', { name: 'APPEAL' }).waitFor();

    world.code = '';
    await page.goto(`${world.origin}${order}/approve`);
    await status(page).filter({ hasText: 'changed since: look again' }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve the release' }).count()).toBe(1);
  }, 120_000);

  it('without a connection it says what it last knew and since when, and the list opens; an order does not', async () => {
    const { world, context, page } = await openWorld('ana+phone');
    await page.goto(world.origin);
    await untilKept(page);
    await cut(context, world);
    const sentence = /^as of (\S+ )?\d\d:\d\d:\d\d; no connection since \d\d:\d\d:\d\d$/;
    await status(page).filter({ hasText: sentence }).waitFor();
    await page.reload();
    await status(page).filter({ hasText: sentence }).waitFor();
    expect(await page.getByRole('link', { name: 'Order 88' }).count()).toBe(1);
    expect(await page.locator('form, input').count()).toBe(0);
    const style = await page.evaluate(`getComputedStyle(document.querySelector('#live')).borderLeftStyle`);
    expect(style).toBe('solid');
    await expect(page.goto(world.origin + order)).rejects.toThrow(/ERR_/);
    await context.setOffline(false);
    await page.goto(world.origin);
    await page.getByText('Stop account main').waitFor();
    expect(await status(page).textContent()).toBe('');
  }, 120_000);

  it('signing out, the end of the session and the page where one signs in take the list away', async () => {
    const { world, context, page, cookie } = await openWorld('ana+phone');
    await page.goto(world.origin);
    await untilKept(page);
    world.roles.delete('ana');
    world.passkeys.delete('ana+phone');
    world.nowMs += 5_000;
    await page.getByRole('button', { name: 'Sign in with your passkey' }).waitFor();
    await untilTrue(page, `caches.has('peerdesk-list').then((it) => !it)`);
    expect((await world.get('/', cookie)).status).toBe(401);

    const ben = await world.signIn('ben');
    const [name = '', value = ''] = ben.cookie.split('=');
    await context.addCookies([{ name, value, url: world.origin }]);
    await page.goto(world.origin);
    await untilKept(page);
    await page.getByRole('button', { name: 'sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with your passkey' }).waitFor();
    await untilTrue(page, `caches.has('peerdesk-list').then((it) => !it)`);
    expect(await keeps(page)).toBe(false);
    await context.setOffline(true);
    await expect(page.goto(world.origin)).rejects.toThrow(/ERR_/);
  }, 120_000);

  it('a push is shown, read or not, and the page breaks none of its own rules', async () => {
    const { world, context, page } = await openWorld('ana+phone');
    await context.grantPermissions(['notifications'], { origin: world.origin });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first !== undefined) resolve(first.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await page.goto(world.origin);
    await untilKept(page);
    await page.getByText('Notices on this device').click();
    await page.getByRole('button', { name: 'Notify this device', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
    const push = { origin: world.origin, registrationId: await registered };
    for (const data of [JSON.stringify({ title: 'Peerdesk', text: 'order 88', path: '/orders/main/88' }), '{'])
      await devtools.send('ServiceWorker.deliverPushMessage', { ...push, data });
    await untilTrue(
      page,
      `navigator.serviceWorker.ready.then((it) => it.getNotifications()).then((it) => it.length === 2)`,
    );
    const bodies = `navigator.serviceWorker.ready.then((it) => it.getNotifications()).then((it) => it.map(({ body }) => body))`;
    expect(await page.evaluate(bodies)).toEqual(
      expect.arrayContaining(['order 88', 'Something waits for you: open the page.']),
    );
    expect(errors).toEqual([]);
  }, 60_000);

  it('a device that was stopped elsewhere is not put back by its page, which says so; its button puts it back', async () => {
    const { world, context, page } = await openWorld('eva');
    await context.grantPermissions(['notifications'], { origin: world.origin });
    const endpoint = 'https://web.push.apple.com/Q';
    const keys = { p256dh: createECDH('prime256v1').generateKeys().toString('base64url'), auth: 'A'.repeat(22) };
    // No push service answers a browser of the tests: it has a subscription of theirs.
    await page.addInitScript(`{
      const of = () => ({
        endpoint: '${endpoint}',
        options: { applicationServerKey: bytesOf(document.getElementById('push').dataset.key) },
        toJSON: () => ({ endpoint: '${endpoint}', keys: ${JSON.stringify(keys)} }),
        unsubscribe: async () => localStorage.removeItem('subscribed'),
      });
      const letters = (text) => atob(text.replaceAll('-', '+').replaceAll('_', '/'));
      const bytesOf = (text) => Uint8Array.from(letters(text), (it) => it.charCodeAt(0));
      PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? of() : null);
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem('subscribed', 'yes');
        return of();
      };
    }`);
    const says = (text: string) => page.locator('#push [role=status]').getByText(text).waitFor();
    await page.goto(world.origin);
    await page.getByText('Notices on this device').click();
    await page.getByRole('button', { name: 'Notify this device', exact: true }).click();
    await says('this device is notified');
    await page.reload();
    await page.getByText('Notices on this device').click();
    await says('this device is notified');
    expect(world.devices).toHaveLength(2);
    world.devices.length = 0;
    await page.reload();
    await page.getByText('Notices on this device').click();
    await says('Not done: this device was taken off the list since');
    expect(await page.evaluate(`localStorage.getItem('subscribed') ?? localStorage.getItem('push')`)).toBeNull();
    await page.reload();
    await page.getByText('Notices on this device').click();
    await page.getByRole('button', { name: 'Notify this device', exact: true }).click();
    await says('this device is notified');
    expect(world.devices).toEqual([['keep', endpoint, 'eva']]);
  }, 60_000);
});
