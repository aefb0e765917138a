import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../setup/run-in-process.ts';
import { linesOf, scratch, undercut, written } from './backtest-world.ts';

describe('a compressed recording that was cut off', () => {
  const hours = ['9.20', '9.30', '9.20', '9.30', '9.20', '9.30'];
  const lines = linesOf(hours).split('\n');
  const batch = (from: number, to: number): Buffer => gzipSync(`${lines.slice(from, to).join('\n')}\n`);
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, -12);
  const replayed = async (bytes: Buffer): Promise<string> => {
    const folder = scratch();
    const market = join(folder, 'a.jsonl.gz');
    writeFileSync(market, bytes);
    const rules = written(folder, 'rules.json', undercut);
    const { stdout } = await runInProcess(['replay', '--market', market, '--rules', rules], {});
    return stdout;
  };

  it('is read as far as it goes, and what is lost is counted', async () => {
    const bytes = Buffer.concat([batch(0, 4), cut(batch(4, 6))]);
    expect(await replayed(bytes)).toContain('SELL USDT/BOB: 5 looks at all offers over 4 h (');
    expect(await replayed(bytes)).toContain(', 1 unusable');
  });

  it('by a process that died, and went on by the next one, keeps what both wrote', async () => {
    const bytes = Buffer.concat([batch(0, 2), cut(batch(2, 4)), batch(4, 6)]);
    expect(await replayed(bytes)).toMatch(/5 looks at all offers .*, 1 unusable/);
  });

  it('loses a batch that is damaged, and no other', async () => {
    const damaged = batch(2, 4);
    damaged.fill(0xff, 12, 40);
    expect(await replayed(Buffer.concat([batch(0, 2), damaged, batch(4, 6)]))).toMatch(/4 looks .*, 1 unusable/);
  });
});

describe('lines of a recording that are no looks', () => {
  const run = async (text: string) => {
    const folder = scratch();
    const rules = written(folder, 'rules.json', undercut);
    return await runInProcess(['replay', '--market', written(folder, 'a.jsonl', text), '--rules', rules], {});
  };

  it('with other decimals than the first are counted as unusable', async () => {
    const other = linesOf(['9.201', '9.302'], { priceScale: 3, atMs: 1_800_000_000_000 });
    const { stdout } = await run(`${linesOf(['9.20', '9.30', '9.20'])}\n${other}`);
    expect(stdout).toMatch(/3 looks at all offers .*, 2 unusable/);
  });

  it('are named with row, column and reason where there is no other', async () => {
    const { exitCode, stderr } = await run(`\n${linesOf(['9'])}`.replaceAll('"price":"9"', '"price":9'));
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringContaining('holds no look at the SELL side; row 2, column offers.0.price: '),
    ]);
  });
});
