import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RecordingFiles } from '../../../src/cli/record/recording-files.ts';
import { readRecording } from '../../../src/cli/backtest/recording-file.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { scratch, undercut, written } from '../backtest/backtest-world.ts';
import { openCallWorld, type CallWorld } from '../call-world.ts';

let world: CallWorld;
beforeAll(async () => {
  world = await openCallWorld();
});
afterAll(() => world.simulator.close());

describe('peerdesk record', () => {
  it('writes what the market shows, own ads marked, and replay reads it', async () => {
    const folder = scratch();
    const market = ['--pair', 'usdt/bob', '--side', 'sell', '--dir', folder];
    const { exitCode, stdout, stderr } = await runInProcess(
      ['record', ...market, '--interval', '1s', '--for', '1s', '--json'],
      world.env,
    );
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain('records SELL USDT/BOB every 1 s');
    const { looks } = JSON.parse(stdout) as { looks: number };
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^usdt-bob-\d{4}-\d{2}-\d{2}\.jsonl\.gz$/);
    const recording = readRecording([join(folder, name)], { side: 'SELL', pair: null, ad: null });
    const rows = recording.rows.kind === 'offers' ? recording.rows.looks : [];
    expect(rows).toHaveLength(looks);
    expect(rows[0]?.ownAdNumbers).toContain(world.adNumber);
    expect(rows[0]?.offers.length).toBeGreaterThan(5);
    expect(rows[0]?.referencePrice?.text).toMatch(/^\d/);
    const rules = written(folder, 'rules.json', { ...undercut, limits: { floor: '1', ceiling: '99999' } });
    const replayed = await runInProcess(['replay', '--market', join(folder, name), '--rules', rules], {});
    expect(replayed.stdout).toContain(`SELL USDT/BOB: ${looks} looks at all offers`);
  });

  it('marks own ads beyond the first page of twenty', async () => {
    const folder = scratch();
    const { simulator } = world.simulator;
    const added = Array.from({ length: 41 }, () =>
      simulator.ads.add({ account: 'main', side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '9.99' }),
    );
    const args = ['--pair', 'USDT/BOB', '--side', 'sell', '--dir', folder, '--interval', '1s', '--for', '1s'];
    await runInProcess(['record', ...args], world.env);
    const recording = readRecording([join(folder, readdirSync(folder)[0] ?? '')], {
      side: 'SELL',
      pair: null,
      ad: null,
    });
    const looks = recording.rows.kind === 'offers' ? recording.rows.looks : [];
    expect(looks[0]?.ownAdNumbers).toEqual(expect.arrayContaining([...added, world.adNumber]));
  });

  it('a look that the service refuses is said, and the recording goes on', async () => {
    const folder = scratch();
    const env = { ...world.env, PEERDESK_API_KEY: 'another' };
    const args = ['record', '--pair', 'USDT/BOB', '--dir', folder, '--interval', '1s', '--for', '1s', '--json'];
    const { exitCode, stderr } = await runInProcess(args, env);
    expect(stderr).toContain('not recorded, as own ads are unknown: ');
    expect(exitCode).toBe(0);
  });

  it('without a whole list of own ads nothing is recorded: one would stand there as a competitor', async () => {
    const folder = scratch();
    const own = await openCallWorld();
    onTestFinished(() => own.simulator.close());
    const nameless = { kind: 'answer' as const, where: { advNo: own.adNumber }, fields: { advNo: null } };
    own.simulator.simulator.setFaults([{ operation: 'listWithPagination', fault: nameless }]);
    const args = ['record', '--pair', 'USDT/BOB', '--dir', folder, '--interval', '1s', '--for', '1s', '--json'];
    const { stdout, stderr } = await runInProcess(args, own.env);
    expect(JSON.parse(stdout)).toMatchObject({ looks: 0 });
    expect(stderr).toContain('not recorded, as own ads are unknown: the answer cannot be read: row 4 of the list');
  });

  it('a disk that is full ends it in words, and what came before stays', async () => {
    const folder = scratch();
    const days = [0, 86_400_000].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
    for (const day of days) symlinkSync('/dev/full', join(folder, `usdt-bob-${day}.jsonl.gz`));
    const args = ['record', '--pair', 'USDT/BOB', '--dir', folder, '--interval', '1s', '--for', '1s'];
    const { exitCode, stderr } = await runInProcess(args, world.env);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`cannot write to ${folder} (ENOSPC`);
    expect(stderr).toContain('the last looks are not in it, what came before is: make room, then record again');
  });

  it.each([
    [[], '--pair is needed'],
    [['--pair', 'USDT/BOB', '--interval', '100ms'], '--interval must be 1s or more'],
    [['--pair', 'USDT/BOB', '--side', 'up'], 'must be buy or sell'],
    [['--pair', 'USDT/BOB', '--dir', '/dev/null/x'], 'cannot write to /dev/null/x'],
  ])('%j is refused', async (args, line) => {
    const { exitCode, stderr } = await runInProcess(['record', ...args], world.env);
    expect(exitCode).toBe(4);
    expect(stderr).toContain(line);
  });
});

describe('the files of a recording', () => {
  const line = (atMs: number, asset = 'USDT') => ({ asset, fiat: 'BOB', atMs });
  const dayMs = 86_400_000;

  it('are one a market and day, and no name leaves the folder', () => {
    const folder = scratch();
    const files = new RecordingFiles({ folder, maxBytes: 1e9 });
    files.add(line(0));
    files.add(line(dayMs));
    files.add(line(0, '../BTC'));
    files.flush();
    expect(readdirSync(folder).toSorted()).toEqual([
      'btc-bob-1970-01-01.jsonl.gz',
      'usdt-bob-1970-01-01.jsonl.gz',
      'usdt-bob-1970-01-02.jsonl.gz',
    ]);
  });

  it('are written every twenty lines', () => {
    const folder = scratch();
    const files = new RecordingFiles({ folder, maxBytes: 1e9 });
    for (let count = 1; count < 20; count += 1) files.add(line(0));
    expect(readdirSync(folder)).toEqual([]);
    files.add(line(0));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('beyond the bound the oldest days go; the last day and other files stay', () => {
    const folder = scratch();
    writeFileSync(join(folder, 'mine.txt'), 'x'.repeat(1_000));
    const files = new RecordingFiles({ folder, maxBytes: 10 });
    for (const day of [0, 1, 2]) {
      files.add(line(day * dayMs));
      files.flush();
    }
    expect(readdirSync(folder).toSorted()).toEqual(['mine.txt', 'usdt-bob-1970-01-03.jsonl.gz']);
  });
});
