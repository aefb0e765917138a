/**
 * The page in a browser whose authenticator is Chromium's own: a passkey is made, signs in, and approves a release. It needs
 * Chromium (`CHROMIUM_PATH`, else /usr/bin/chromium); without it these tests are skipped by name.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../desk-harness.ts';
import { openPhoneWorld, type PhoneWorld } from './phone-world.ts';

const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browserArguments = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
/** The folder for the pictures of docs/phone.md; undefined: none are taken. */
const pictures = process.env['PHONE_PICTURES'];
const phoneSize = { width: 360, height: 740 };

async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: browserPath, headless: true, args: browserArguments });
  onTestFinished(() => browser.close());
  return browser;
}

/** A phone of its own, with an authenticator that knows its person. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: phoneSize });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

/** Makes a passkey on the page; returns the line that lets it count. */
async function enrol(world: PhoneWorld, page: Page, name: string): Promise<string> {
  const { stdout } = await world.ask('door', 'enrol', name);
  await page.goto(`${world.origin}/enrol`);
  await page.getByLabel('Word').fill(stdout.split('\n')[0] ?? '');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  return await page.getByLabel('Line').inputValue();
}

async function signIn(world: PhoneWorld, page: Page): Promise<void> {
  await page.goto(`${world.origin}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with your passkey' }).click();
  await page.getByRole('heading', { name: 'What waits' }).waitFor();
}

/** Opens what approving an order signs, as a person comes there; returns the code of its facts. */
async function lookAt(world: PhoneWorld, page: Page, order: string): Promise<string> {
  await page.goto(`${world.origin}/`);
  await page.getByRole('link', { name: `Order ${order}` }).click();
  const code = await page.locator('.code').textContent();
  await expectNarrow(page);
  await page.getByRole('link', { name: 'Look at what approving signs' }).click();
  await page.getByRole('button', { name: 'Approve the release' }).waitFor();
  expect(await page.locator('.code').textContent()).toBe(code);
  await expectNarrow(page);
  return code ?? '';
}

/** Nothing is beside the screen, and each field has a name that a reader of screens says. */
async function expectNarrow(page: Page): Promise<void> {
  // Its style is there.
  await page.waitForLoadState('load');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phoneSize.width);
  const unnamed = `[...document.querySelectorAll('input:not([type=hidden]),textarea')].filter((it) => it.labels.length === 0).length`;
  expect(await page.evaluate(unnamed)).toBe(0);
}

/** Keeps a page as docs/phone.md shows it. */
async function takePicture(page: Page, path: string, name: string): Promise<void> {
  if (pictures === undefined) return;
  await page.goto(path);
  await page.waitForLoadState('load');
  await page.screenshot({ path: join(pictures, name) });
}

const releasesOf = ({ simulator }: PhoneWorld): number => simulator.ledger().releases;

describe.skipIf(!existsSync(browserPath))('phone: in Chromium with an authenticator', () => {
  it('enrol, sign in, look, approve: one release; changed facts and another person’s role are refused with the reason', async () => {
    const world = await openPhoneWorld();
    const browser = await openBrowser();
    const [ana, eva] = [await openPhone(browser), await openPhone(browser)];
    const alone = await world.start('door');
    const lines = [await enrol(world, ana, 'ana'), await enrol(world, eva, 'eva')];
    expect(lines[0]).toMatch(/^ana\+phone=passkey:http:\/\/localhost:\d+:[\w+/=]+$/);
    await alone.stop();
    world.enrol(lines);
    await world.start('start', '--ui-port', '0');
    expect(await world.ask('config', 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    await signIn(world, ana);
    await signIn(world, eva);

    const order = await world.paidOrder('400.00');
    await lookAt(world, ana, order);
    await ana.getByRole('button', { name: 'Approve the release' }).click();
    await ana.getByText(`order ${order}: approval by ana noted`).waitFor();
    await until(
      'it is released',
      () => releasesOf(world),
      (releases) => releases === 1,
    );

    const changing = await world.paidOrder('410.00');
    await takePicture(ana, `${world.origin}/orders/main/${changing}/approve`, 'phone-narrow.png');
    await ana.setViewportSize({ width: 900, height: 640 });
    await takePicture(ana, world.origin, 'phone-wide.png');
    await ana.setViewportSize(phoneSize);
    const code = await lookAt(world, ana, changing);
    const payment = ['--amount', '410.00', '--payer', 'Ana Perez', '--proof', 'TRX-9'];
    expect(await world.ask('order', 'received', changing, ...payment)).toMatchObject({ exitCode: 0 });
    await ana.getByRole('button', { name: 'Approve the release' }).click();
    await ana.getByRole('heading', { name: 'Refused' }).waitFor();
    expect(await ana.getByRole('alert').textContent()).toContain('refused');
    expect(await lookAt(world, ana, changing)).not.toBe(code);

    await eva.goto(`${world.origin}/orders/main/${changing}`);
    await eva.getByText('The release still lacks').waitFor();
    expect(await eva.getByRole('button', { name: /Hold|Approve/ }).count()).toBe(0);
    await eva.goto(`${world.origin}/orders/main/${changing}/approve`);
    await eva.getByText('this needs the role approve').waitFor();
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, doubleReleases: 0 });
  }, 600_000);
});
