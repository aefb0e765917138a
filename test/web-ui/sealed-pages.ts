/**
 * Opens the Web UI of a demo whose payloads are sealed, in headless Chromium: what it shows without the codec server,
 * and with it. Apart from `npm test`, as `web-ui.ts` is: `npm run web-ui:sealed`.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { newKeyLine, readKeyRing } from '../../src/codec/key-ring.ts';
import { startCodecService } from '../../src/codec/server/codec-service.ts';
import { startDemoProcess, type DemoProcess } from './demo-process.ts';

const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browserArguments = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const pageLimitMs = 60_000;
/** The note of the order on hold, and the summary of its workflow. */
const details = [/a third party wants to be paid/, /BUY [\d.]+ USDT @ [\d.]+ \w{3} · started in sim/];

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-sealed-'));
  const keysFile = join(folder, 'keys');
  await writeFile(keysFile, newKeyLine(Date.now()), { mode: 0o600 });
  // The demo, its worker and the client of this process all seal.
  process.env['PEERDESK_CODEC_KEYS_FILE'] = keysFile;
  const demo = await startDemoProcess();
  try {
    await check(demo, keysFile);
  } finally {
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function check(demo: DemoProcess, keysFile: string): Promise<void> {
  const held = await demo.holdAnOrder();
  const { origin } = new URL(demo.uiUrl);
  const token = newKeyLine(0);
  const codec = await startCodecService({
    keys: readKeyRing(keysFile),
    host: '127.0.0.1',
    port: 0,
    token,
    origins: [origin],
    names: [],
    namespace: 'default',
    workflowId: null,
    now: () => Date.now(),
  });
  const endpoint = `http://127.0.0.1:${codec.port}`;
  const browser = await chromium.launch({ executablePath: browserPath, headless: true, args: browserArguments });
  try {
    const context = await browser.newContext({ viewport: { width: 1520, height: 900 } });
    const sealed = await textsOf(await context.newPage(), demo, held);
    for (const detail of details) assert.doesNotMatch(sealed, detail);
    console.log('ok: without the codec server the page shows neither the note nor the summary');
    await signIn(context, `${endpoint}/login`, token);
    await connect(context, endpoint);
    const opened = await textsOf(await context.newPage(), demo, held);
    for (const detail of details) assert.match(opened, detail);
    console.log('ok: with it the page shows both');
  } finally {
    await browser.close();
    await codec.close();
  }
}

async function signIn(context: BrowserContext, login: string, token: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(login);
  await page.locator('input[name=token]').fill(token);
  await page.locator('button').click();
  await page.getByText('You are signed in').waitFor();
}

/** What its dialog "Codec Server" stores in the browser. */
async function connect(context: BrowserContext, endpoint: string): Promise<void> {
  const stored = {
    endpoint: JSON.stringify(endpoint),
    includeCredentials: 'true',
    overrideRemoteCodecConfiguration: 'true',
  };
  await context.addInitScript(
    `for (const [name, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(name, value)`,
  );
}

/** The text of the pages of a workflow, with the frames that show its details. */
async function textsOf(page: Page, demo: DemoProcess, held: string): Promise<string> {
  page.setDefaultTimeout(pageLimitMs);
  const texts: string[] = [];
  for (const tab of ['user-metadata', 'history']) {
    await page.goto(await demo.pageUrl(`order:demo:${held}`, tab));
    await page.locator('main').waitFor();
    await page.waitForTimeout(4_000);
    texts.push(await page.locator('main').innerText());
    for (const frame of await page.locator('iframe').all()) {
      texts.push(await frame.contentFrame().locator('body').innerText());
    }
  }
  return texts.join('\n');
}

await run();
