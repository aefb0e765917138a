/**
 * Opens the Web UI of a running demo in headless Chromium, checks what a merchant sees there, and keeps the pictures of
 * the README. Needs Chromium (`CHROMIUM_PATH`, else /usr/bin/chromium), so it is apart from `npm test`: `npm run web-ui`.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { inProject } from '../../src/server/project-root.ts';
import { startDemoProcess, type DemoProcess } from './demo-process.ts';

const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];
/** The columns that a merchant would choose; the Web UI stores them in the browser, by namespace. */
const columns = ['Status', 'Workflow ID', 'PeerdeskState', 'PeerdeskSide', 'PeerdeskPair', 'PeerdeskNeedsHuman'];
const pictureBytes = 300_000;
const pageLimitMs = 60_000;

async function run(): Promise<void> {
  assert.ok(existsSync(browserPath), `no browser at ${browserPath}: install Chromium or set CHROMIUM_PATH`);
  const demo = await startDemoProcess();
  try {
    const held = await demo.holdAnOrder();
    const browser = await chromium.launch({ executablePath: browserPath, headless: true, args: browserArguments });
    try {
      const context = await browser.newContext({ viewport: { width: 1520, height: 900 }, deviceScaleFactor: 1.2 });
      await checkPages(context, demo, held);
    } finally {
      await browser.close();
    }
  } finally {
    await demo.stop();
  }
}

async function checkPages(context: BrowserContext, demo: DemoProcess, held: string): Promise<void> {
  const chosen = JSON.stringify({ default: columns.map((label) => ({ label })) });
  // Runs in the page, before its own scripts.
  await context.addInitScript(`localStorage.setItem('namespace-workflow-table-columns', ${JSON.stringify(chosen)})`);
  const page = await context.newPage();
  page.setDefaultTimeout(pageLimitMs);
  const { adNumber } = await demo.repricedAd();
  await checkList(page, demo, held);
  await checkAd(page, demo, adNumber);
  await checkOrder(page, demo, held);
  await checkDesk(page, demo);
}

async function checkList(page: Page, demo: DemoProcess, held: string): Promise<void> {
  await page.goto(`${demo.uiUrl}/namespaces/default/workflows`);
  const row = (text: string) => page.locator('tbody tr', { hasText: text });
  await row('desk:demo').first().waitFor();
  await row(`order:demo:${held}`).filter({ hasText: 'held' }).waitFor();
  await row('ad:demo:').filter({ hasText: 'running' }).first().waitFor();
  for (const column of columns) await page.locator('th', { hasText: column }).first().waitFor();
  await takePicture(page, 'desk.png');
  told('list', 'desk, ads and orders with their states');
}

async function checkAd(page: Page, demo: DemoProcess, adNumber: string): Promise<void> {
  const workflowId = `ad:demo:${adNumber}`;
  const text = await detailsOf(page, demo, workflowId);
  expectAll(text, [/(SELL|BUY) USDT\/\w{3} at [\d.]+/, /Now: .*\d.* \(running · mode sim\)/, /Rank \d+/]);
  expectAll(text, [/Limits floor [\d.]+, ceiling [\d.]+/, /Price changes [1-9]/, /Strategy undercut/]);
  expectAll(text, [`peerdesk ad explain ${adNumber} --account demo`, 'peerdesk ad pause --help']);
  // What the list cannot show: the workflow's own summary.
  expectAll(text, [/(SELL|BUY) USDT\/\w{3} · started in sim/]);
  await expectNothingCutOff(page);
  // High enough for the whole page of details.
  await page.setViewportSize({ width: 1520, height: 1000 });
  await takePicture(page, 'ad.png');
  const attributes = await attributesOf(page, demo, workflowId);
  expectAll(attributes, [`"PeerdeskAdNumber": "${adNumber}"`, '"PeerdeskState": "running"', '"PeerdeskMode": "sim"']);
  expectAll(attributes, [/"PeerdeskPair": "USDT\/\w{3}"/, /"PeerdeskSide": "(SELL|BUY)"/]);
  told('ad', 'state, price, why, limits, commands and search attributes');
}

async function checkOrder(page: Page, demo: DemoProcess, held: string): Promise<void> {
  const workflowId = `order:demo:${held}`;
  const text = await detailsOf(page, demo, workflowId);
  expectAll(text, [
    /BUY [\d.]+ USDT @ [\d.]+ \w{3}/,
    /Needs you: held by ana.* \(held since .* · mode sim\)/,
    /Waits for YOU: take the hold away/,
    /Status at the service \w+/,
  ]);
  expectAll(text, [/Total [\d.]+ \w{3}/, `peerdesk order show ${held}`, 'peerdesk order unhold --help']);
  expectAll(text, [/BUY [\d.]+ USDT @ [\d.]+ \w{3} · started in sim/]);
  await expectNothingCutOff(page);
  const attributes = await attributesOf(page, demo, workflowId);
  expectAll(attributes, [`"PeerdeskOrderNumber": "${held}"`, '"PeerdeskState": "held"', '"PeerdeskNeedsHuman": true']);
  told('order', 'status, what it waits for, why, commands and search attributes');
}

async function checkDesk(page: Page, demo: DemoProcess): Promise<void> {
  const text = await detailsOf(page, demo, 'desk:demo');
  expectAll(text, [
    /Now: it takes orders in, and keeps its ads \(running · mode sim\)/,
    /Releases policy paid/,
    /Orders \d+ under way/,
  ]);
  await expectNothingCutOff(page);
  told('desk', 'state, release policy, orders and kill switches');
}

/** The text of a workflow's metadata page, once its current details are there. */
async function detailsOf(page: Page, demo: DemoProcess, workflowId: string): Promise<string> {
  await page.goto(await demo.pageUrl(workflowId, 'user-metadata'));
  // The details are a page in a frame: a workflow's text cannot act in the Web UI.
  const frames = page.locator('iframe');
  await frames.last().contentFrame().locator('h2').waitFor();
  const texts = [await page.locator('main').innerText()];
  for (const frame of await frames.all()) texts.push(await frame.contentFrame().locator('body').innerText());
  return texts.join('\n');
}

async function attributesOf(page: Page, demo: DemoProcess, workflowId: string): Promise<string> {
  await page.goto(await demo.pageUrl(workflowId, 'search-attributes'));
  const shown = page.locator('.cm-content', { hasText: 'PeerdeskState' }).first();
  await shown.waitFor();
  return shown.innerText();
}

/** A code block does not wrap in the Web UI: a longer line would be lost at the edge. */
async function expectNothingCutOff(page: Page): Promise<void> {
  const blocks = page.locator('iframe').last().contentFrame().locator('pre');
  for (const block of await blocks.all()) {
    const width = await block.evaluate((pre) => ({ needed: pre.scrollWidth, shown: pre.clientWidth }));
    assert.ok(width.needed <= width.shown, `a command is cut off: ${JSON.stringify(width)}`);
  }
}

function expectAll(text: string, wanted: readonly (string | RegExp)[]): void {
  for (const part of wanted) {
    const found = typeof part === 'string' ? text.includes(part) : part.test(text);
    assert.ok(found, `the page lacks ${String(part)}:\n${text}`);
  }
}

async function takePicture(page: Page, name: string): Promise<void> {
  const path = inProject('docs', 'images', name);
  await page.screenshot({ path });
  const { size } = await stat(path);
  assert.ok(size < pictureBytes, `${name} has ${size} bytes`);
}

function told(page: string, what: string): void {
  console.log(`ok: ${page} shows ${what}`);
}

await run();
