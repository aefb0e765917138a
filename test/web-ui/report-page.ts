/**
 * Opens the page of `peerdesk replay --html` in headless Chromium, as wide as a phone and as a desk, light and dark. Needs
 * Chromium (`CHROMIUM_PATH`, else /usr/bin/chromium), so it is apart from `npm test`: `npm run web-ui:report`. With
 * `-- --pictures FOLDER` it keeps a picture of each whole page, and with `--market FILE` of a recording: docs/images/report.png.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { inProject } from '../../src/server/project-root.ts';

const hourMs = 3_600_000;
const plots = 3;
const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const { market: recording, pictures } = parseArgs({
  options: { market: { type: 'string' }, pictures: { type: 'string' } },
}).values;

/** Writes a recording of prices that rise and fall. */
function writtenMarket(folder: string): string {
  const rows = Array.from({ length: 400 }, (_, hour) => {
    const best = 9.2 + Math.sin(hour / 20) / 5 + (hour % 7) / 100;
    const at = new Date(Date.UTC(2026, 1, 1) + hour * hourMs).toISOString().slice(0, 16);
    return [
      `${at}Z`,
      ...[best, best + 0.15, best + 0.1, best - 0.3, best - 0.4].map((price) => price.toFixed(2)),
    ].join();
  });
  const market = join(folder, 'market.csv');
  writeFileSync(market, ['timestamp,ask_best,ask_median,ask_mode,bid_best,bid_median', ...rows].join('\n'));
  return market;
}

/** Writes the page of two rules on a recording. */
function writtenPage(folder: string): string {
  const market = recording ?? writtenMarket(folder);
  const strategies = [
    { kind: 'undercut', ticks: 1 },
    { kind: 'rank', rank: 2 },
  ];
  const rules = strategies.map((strategy) => {
    const file = join(folder, `${strategy.kind}.json`);
    writeFileSync(file, JSON.stringify({ strategy, limits: { floor: '8.00', ceiling: '15.00' } }));
    return file;
  });
  const html = join(folder, 'report.html');
  const [first = '', second = ''] = rules;
  const options = ['--market', market, '--rules', first, '--against', second, '--html', html];
  execFileSync(process.execPath, [inProject('bin', 'peerdesk.mjs'), 'replay', ...options], { stdio: 'pipe' });
  return html;
}

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}

/** Runs in the page: what a reader would miss. */
const seen = `(() => {
  const inked = (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 0) colours.add(data[at] + ',' + data[at + 1] + ',' + data[at + 2]);
    return colours.size;
  };
  const { scrollWidth, clientWidth } = document.documentElement;
  const canvases = [...document.querySelectorAll('canvas')];
  return {
    isCut: scrollWidth > clientWidth,
    widths: canvases.map((canvas) => canvas.getBoundingClientRect().width),
    colours: canvases.map(inked),
    background: getComputedStyle(document.body).backgroundColor,
    text: document.body.innerText,
  };
})()`;

interface Seen {
  isCut: boolean;
  widths: number[];
  colours: number[];
  background: string;
  text: string;
}

/** Returns the colour behind the page. */
async function checkPage(browser: Browser, html: string, { width, colorScheme }: Look): Promise<string> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) troubles.push(`it loads ${request.url()}`);
  });
  await page.goto(pathToFileURL(html).href);
  await page.waitForFunction(`document.querySelectorAll('canvas').length === ${plots}`);
  const { isCut, widths, colours, background, text } = (await page.evaluate(seen)) as Seen;
  const where = `${width} pixels, ${colorScheme}`;
  assert.deepEqual(troubles, [], where);
  assert.equal(isCut, false, `${where}: the page is wider than the screen`);
  for (const plot of widths) assert.ok(plot > width * 0.6 && plot <= width, `${where}: a plot is ${plot} wide`);
  for (const count of colours) assert.ok(count > 2, `${where}: a plot is empty`);
  for (const part of ['undercut the best by 1 tick', 'rank 1', 'margin over the reference', 'Estimates: ']) {
    assert.ok(text.includes(part), `${where}: the page lacks ${part}`);
  }
  if (pictures !== undefined)
    await page.screenshot({ path: join(pictures, `report-${width}-${colorScheme}.png`), fullPage: true });
  await page.close();
  process.stdout.write(`${where}: figures and ${widths.length} plots\n`);
  return background;
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const browser = await chromium.launch({ executablePath: browserPath, headless: true, args: ['--no-sandbox'] });
  try {
    const html = writtenPage(folder);
    for (const width of [390, 1280]) {
      const light = await checkPage(browser, html, { width, colorScheme: 'light' });
      const dark = await checkPage(browser, html, { width, colorScheme: 'dark' });
      assert.notEqual(light, dark, `${width} pixels: the same page in light and dark`);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();
