/** Every view of the page in Chromium, on a phone and on a wide screen, light and dark, with long names and amounts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserPhone, hasBrowser, openBrowser, phoneSize } from '../../../setup/passkeys/browser-phone.ts';
import { openLongPage } from './long-desk.ts';

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wideSize = { width: 1280, height: 800 };
const maxBytes = 60_000;

/** What a person must be able to read, press and hear. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeScript);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** How far the page reaches beyond the screen, and the bytes of all that it is made of. */
async function measures(page: Page): Promise<{ beside: number; bytes: number }> {
  const entries = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]`;
  return {
    beside: await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    bytes: await page.evaluate(`${entries}.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`),
  };
}

/** Looks at every page of this one's origin that can be reached by links, each once. */
async function followLinks(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  const paths = new Set(['/']);
  // What is added meanwhile is looked at as well.
  for (const path of paths) {
    await look(path);
    const links = await page.locator('a[href^="/"]').all();
    for (const link of links) paths.add((await link.getAttribute('href')) ?? path);
  }
}

describe.skipIf(!hasBrowser)('the views of the page in Chromium', () => {
  const ends: (() => Promise<void>)[] = [];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    for (const end of ends) await end();
    await browser.close();
  });

  const looks = [phoneSize, wideSize].flatMap((viewport) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ ...viewport, colorScheme })),
  );

  it.each(looks)(
    'at $width × $height, $colorScheme: axe finds nothing serious, nothing is beside the screen, 60 kB are enough, and nothing is asked of others',
    async ({ colorScheme, ...viewport }) => {
      const { world, origin, enrol } = await openLongPage((end) => ends.push(end));
      const phone = await BrowserPhone.open(browser, origin, { viewport, colorScheme });
      const { page } = phone;
      const [elsewhere, seen]: [string[], string[]] = [[], []];
      page.on('request', (request) => {
        if (!request.url().startsWith(`${origin}/`)) elsewhere.push(request.url());
      });
      const judge = async (view: string): Promise<void> => {
        await page.waitForLoadState('load');
        const { beside, bytes } = await measures(page);
        expect({ view, beside, findings: await seriousFindings(page) }).toEqual({ view, beside: 0, findings: [] });
        expect(bytes).toBeGreaterThan(1_000);
        expect(bytes).toBeLessThan(maxBytes);
        seen.push(view);
      };

      await phone.goTo('/sign-in');
      await judge('sign-in');
      await phone.goTo('/enrol');
      await judge('enrol');
      await page.getByLabel('Word').fill('ABCD-EFGH-JKMN');
      await phone.press('Go on');
      await page.getByRole('heading', { name: 'Refused' }).waitFor();
      await judge('refused');
      world.enrolment = { person: 'ana', by: 'ida' };
      await phone.goTo('/enrol');
      await page.getByLabel('Word').fill('ABCD-EFGH-JKMN');
      await phone.press('Go on');
      await page.getByRole('button', { name: 'Make the passkey' }).waitFor();
      await judge('make the passkey');
      await phone.press('Make the passkey');
      enrol(await page.getByLabel('Line').inputValue());
      await judge('the line');
      await phone.signIn();
      await judge('list');
      await followLinks(page, async (path) => {
        await phone.goTo(path);
        for (const summary of await page.locator('summary').all()) await summary.click();
        await judge(path);
      });
      expect(seen).toEqual(expect.arrayContaining(['/', '/orders/main/88', '/orders/main/88/approve']));
      await phone.goTo('/orders/main/88/approve');
      await phone.press('Approve the release');
      await page.getByRole('heading', { name: 'Done' }).waitFor();
      await judge('done');
      world.roles.set('ana', 'admin');
      await phone.goTo('/devices');
      await judge('devices, of an admin');
      await page.getByLabel('Person').selectOption('ben');
      await phone.press('Draw a word');
      await page.getByRole('heading', { name: 'Confirm with your passkey' }).waitFor();
      await judge('what an admin signs');
      await phone.press('Confirm');
      await page.getByText('ABCD-EFGH-JKMN').waitFor();
      await judge('a word');
      world.end = 'refused';
      await phone.goTo('/orders/main/88');
      await phone.press('Hold this order');
      await page.getByRole('heading', { name: 'Refused' }).waitFor();
      await judge('what the desk refuses');
      world.isAway = true;
      await phone.goTo('/');
      await judge('a desk that is away');
      expect(elsewhere).toEqual([]);
      expect(seen.length).toBeGreaterThan(11);
      await page.context().close();
    },
    120_000,
  );

  it('a finding, and what is beside the screen, is found', async () => {
    const page = await browser.newPage({ viewport: phoneSize });
    await page.setContent(`<html><body><input><p style="color:#ddd;width:900px">pale</p></body></html>`);
    const findings = (await seriousFindings(page)).map((text) => text.split(':')[0]);
    expect(findings).toEqual(expect.arrayContaining(['color-contrast', 'label', 'html-has-lang']));
    expect((await measures(page)).beside).toBeGreaterThan(500);
    await page.close();
  });
});
