import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { gzipSync } from 'node:zlib';
import { offer } from '../../domain/pricing/pricing-fixture.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 1, 1);

/** A folder of its own for one test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backtest-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file into the folder and returns its path. */
export function written(folder: string, name: string, content: string | object): string {
  const path = join(folder, name);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

/** Writes text under a name that promises an archive. */
export function plain(folder: string, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, 'no archive');
  return path;
}

/** A recording of prices: an hour a row; the best ask wanders between 9.10 and 9.19. */
export function csvOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, hour) => {
    const at = new Date(startMs + hour * hourMs).toISOString().slice(0, 16);
    const best = (9.1 + ((hour * 7) % 10) / 100).toFixed(2);
    return `${at}Z,${best},9.30,9.25,9.00,8.90,8.95`;
  });
  return ['timestamp,ask_best,ask_median,ask_mode,bid_best,bid_median,bid_mode', ...lines].join('\n');
}

/** A recording of looks as JSON lines. */
export function linesOf(prices: readonly string[], changes: object = {}): string {
  const lines = prices.map((price, hour) => ({
    v: 1,
    atMs: startMs + hour * hourMs,
    asset: 'USDT',
    fiat: 'BOB',
    side: 'SELL',
    priceScale: 2,
    referencePrice: '9.10',
    ownAdNumbers: [],
    offers: [offer(price), offer('9.60', { orderCount: 3 })],
    ...changes,
  }));
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

export const undercut = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '8.50', ceiling: '12.00' } };
