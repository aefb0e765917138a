import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { offer } from '../../domain/pricing/pricing-fixture.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { csvOf, linesOf, plain, scratch, undercut, written } from './backtest-world.ts';

const peerdesk = (...args: string[]) => runInProcess(args, {});

describe('peerdesk replay --market', () => {
  it('replays rules over a recording of prices and prints what they did', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(50));
    const rules = written(folder, 'rules.json', undercut);
    const { exitCode, stdout } = await peerdesk('replay', '--market', market, '--rules', rules, '--json');
    expect(exitCode).toBe(0);
    const [replayed] = (JSON.parse(stdout) as { replayed: Record<string, unknown>[] }).replayed;
    const hourMs = 3_600_000;
    expect(replayed).toMatchObject({ rows: 50, coveredMs: 49 * hourMs, updates: 49, rivalMoves: 49 });
    expect(replayed?.['msByPlace']).toMatchObject({ '1': 49 * hourMs });
  });

  it('says in words what it replayed, and what its estimates rest on', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(50));
    const rules = written(folder, 'rules.json', undercut);
    const { stdout } = await peerdesk('replay', '--market', market, '--rules', rules);
    expect(stdout).toContain('SELL USDT/BOB: 50 rows of prices over 2.0 days (2026-02-01 to 2026-02-03)');
    expect(stdout).toMatch(/rank 1 +100\.0 %/);
    expect(stdout).toContain('6 people an hour take 100 USDT each, half of them from the best ad');
  });

  it('replays compressed looks, with conditions on the competitors', async () => {
    const folder = scratch();
    const market = written(folder, 'looks.jsonl.gz', `${linesOf(['9.20', '9.30', '9.20'])}\n{"v":1,"atMs":17`);
    const all = written(folder, 'all.json', undercut);
    const known = written(folder, 'known.json', { ...undercut, filter: { minOrderCount: 501 } });
    const run = await peerdesk('replay', '--market', market, '--rules', all, '--against', known, '--json');
    const { replayed } = JSON.parse(run.stdout) as { replayed: Record<string, unknown>[] };
    expect(replayed[0]).toMatchObject({ rows: 3, updates: 2, msByPlace: { '1': 7_200_000 } });
    expect(replayed[1]).toMatchObject({ updates: 0, msByPlace: { alone: 7_200_000 } });
  });

  it('interface 7.4: with --ad the zones of the other recorded own ads hold, on both sides', async () => {
    const folder = scratch();
    const own = (adNumber: string, price: string) => offer(price, { adNumber });
    const ownAdNumbers = ['1', '2', '3'];
    const selling = { ownAdNumbers, offers: [offer('9.20'), own('1', '9.50'), own('2', '9.18')] };
    const buying = { side: 'BUY', ownAdNumbers, offers: [own('3', '9.24')] };
    const lines = `${linesOf(['9.20'], buying)}\n${linesOf(['9.20', '9.20'], selling)}`;
    const market = written(folder, 'looks.jsonl', lines);
    const rules = written(folder, 'rules.json', undercut);
    const html = join(folder, 'report.html');
    const run = (...args: string[]) =>
      peerdesk('replay', '--market', market, '--rules', rules, '--html', html, ...args);
    const priced = () => /"price":\[([\d.,]+)\]/.exec(readFileSync(html, 'utf8'))?.[1];
    const without = await run();
    expect(without.stderr).toContain('own ads 1, 2, 3 are left out: --ad NUMBER replays one beside the others');
    expect(priced()).toBe('9.19,9.19');
    await run('--ad', '1');
    // Five ticks above the own buying ad at 9.24, and clear of 9.18.
    expect(priced()).toBe('9.29,9.29');
    const single = `${linesOf(['9.20'], buying)}\n${linesOf(['9.20'], { ...selling, offers: [own('1', '9.50')] })}`;
    const across = await peerdesk('replay', '--rules', rules, '--market', written(folder, 'across.jsonl', single));
    expect(across.stderr).toContain('own ad 3 is left out: --ad NUMBER replays one beside the others');
    const elsewhere = `${linesOf(['9.20'], { ...buying, fiat: 'VES' })}\n${linesOf(['9.20'], { ...selling, offers: [own('1', '9.50')] })}`;
    const other = await peerdesk('replay', '--rules', rules, '--market', written(folder, 'other.jsonl', elsewhere));
    expect(other.stderr).not.toContain('left out');
    const unknown = await run('--ad', '7');
    expect(unknown).toMatchObject({ exitCode: 4 });
    expect(unknown.stderr).toContain('the recording shows no own ad 7 on the SELL side, but 1, 2');
  });

  it('I15: a price is kept within the service’s range of the recording', async () => {
    const folder = scratch();
    const market = written(folder, 'looks.jsonl', linesOf(['9.60', '9.60'], { referencePrice: '8.60' }));
    const rules = { ...undercut, filter: { maxDeviationRatio: null } };
    const html = join(folder, 'report.html');
    await peerdesk('replay', '--market', market, '--rules', written(folder, 'rules.json', rules), '--html', html);
    expect(readFileSync(html, 'utf8')).toContain('"price":[9.46,9.46]');
  });

  it('compares two rules and says whether chance explains the difference', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(240));
    const rules = written(folder, 'rules.json', undercut);
    const fixed = written(folder, 'fixed.json', { ...undercut, strategy: { kind: 'fixed', price: '11.00' } });
    const run = await peerdesk('replay', '--market', market, '--rules', rules, '--against', fixed);
    expect(run.stdout).toMatch(/The second earns less: -[\d.]+ BOB, noise ±[\d.]+\./);
    const same = await peerdesk('replay', '--market', market, '--rules', rules, '--against', rules);
    expect(same.stdout).toContain('The second differs by no more than chance: 0.00 BOB');
  });

  it('the side of an ad that buys is the side of the bids', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(3));
    const rules = written(folder, 'rules.json', undercut);
    const run = await peerdesk('replay', '--market', market, '--rules', rules, '--side', 'buy', '--json');
    const { replayed } = JSON.parse(run.stdout) as { replayed: { meanMargin: number }[] };
    // At 9.01 against a reference between 8.90 and 9.30: bought below it.
    expect(replayed[0]?.meanMargin).toBeCloseTo((9.1 - 9.01) / 9.1, 4);
  });

  it('limits on the command line replace those of the rules', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(3));
    const rules = written(folder, 'rules.json', { strategy: undercut.strategy });
    const limits = ['--floor', '9.40', '--ceiling', '9.50'];
    const run = await peerdesk('replay', '--market', market, '--rules', rules, ...limits, '--json');
    const { replayed } = JSON.parse(run.stdout) as { replayed: { rules: object }[] };
    expect(replayed[0]?.rules).toMatchObject({ limits: { floor: '9.40', ceiling: '9.50' } });
    const without = await peerdesk('replay', '--market', market, '--rules', rules);
    expect(without).toMatchObject({ exitCode: 4 });
    expect(without.stderr).toContain('give --floor and --ceiling');
  });

  it('rules by name are those of the configuration file', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(3));
    const file = written(
      folder,
      'peerdesk.toml',
      '[account.main]\nservice = "https://api.example.com"\n[rules.calm]\nstrategy = { kind = "rank", rank = 2 }\nminimum_hold_ms = 60000\n',
    );
    const limits = ['--floor', '8.50', '--ceiling', '12'];
    const ask = (name: string) =>
      runInProcess(['replay', '--market', market, '--rules', name, ...limits, '--json'], { PEERDESK_CONFIG: file });
    const { replayed } = JSON.parse((await ask('calm')).stdout) as { replayed: { rules: object }[] };
    expect(replayed[0]?.rules).toMatchObject({ strategy: { kind: 'rank', rank: 2 }, minimumHoldMs: 60_000 });
    expect((await ask('wild')).stderr).toContain('has no [rules.wild], only calm, and no [ads.wild]');
  });

  it('proving#replay: hours of the rules hold: the time off the market is shown, and the shares are of the time on it', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(49));
    const hours = { open: 'Mon-Sun 08:00-20:00', timezone: 'UTC' };
    const byDay = written(folder, 'day.json', { ...undercut, hours });
    const resting = written(folder, 'resting.json', { ...undercut, hours: { ...hours, restingPrice: '11.00' } });
    const html = join(folder, 'report.html');
    const run = (...args: string[]) => peerdesk('replay', '--market', market, '--rules', byDay, ...args);
    const { stdout } = await run('--against', resting, '--html', html);
    expect(stdout).toMatch(/off the market by its hours +50\.0 % +0\.0 %/);
    expect(stdout).toMatch(/rank 1 +100\.0 % +50\.0 %/);
    expect(readFileSync(html, 'utf8')).toMatch(/"price":\[null,null,null,null,null,null,null,null,9\./);
    const zone = written(folder, 'zone.json', { ...undercut, hours: { ...hours, timezone: 'Atlantis/Capital' } });
    const unknown = await peerdesk('replay', '--market', market, '--rules', zone);
    expect(unknown).toMatchObject({ exitCode: 4 });
    expect(unknown.stderr).toContain('there is no time zone Atlantis/Capital on this machine');
  });

  it('conditions that prices cannot show are left out and named', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(3));
    const rules = written(folder, 'rules.json', { ...undercut, filter: { minFinishRate: 0.95 } });
    const { stderr } = await peerdesk('replay', '--market', market, '--rules', rules);
    expect(stderr).toContain('a recording of prices does not show minFinishRate; left out');
  });
});

describe('the report of a replay', () => {
  it('is one page that loads nothing, with the figures and the points of its plots', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(50));
    const rules = written(folder, 'rules.json', undercut);
    const html = join(folder, 'report.html');
    await peerdesk('replay', '--market', market, '--rules', rules, '--html', html);
    const page = readFileSync(html, 'utf8');
    expect(page).toContain('<title>SELL USDT/BOB: undercut the best by 1 tick</title>');
    expect(page).toContain('<th>rank 1</th><td>100.0 %</td>');
    expect(page).not.toMatch(/<(link|img|script src|iframe)/);
    const data = /const report = (\{.*?\});\n/s.exec(page)?.[1] ?? '';
    const report = JSON.parse(data) as { times: number[]; rules: { price: number[] }[] };
    expect(report.times).toHaveLength(50);
    expect(report.rules[0]?.price[0]).toBe(9.09);
  });

  it('cannot be left by a name from a file', async () => {
    const folder = scratch();
    const line = linesOf(['9.20', '9.30'], { asset: '</script><b>' });
    const market = written(folder, 'looks.jsonl', line);
    const rules = written(folder, 'rules.json', undercut);
    const html = join(folder, 'report.html');
    await peerdesk('replay', '--market', market, '--rules', rules, '--html', html);
    expect(readFileSync(html, 'utf8')).not.toContain('</script><b>');
  });
});

describe('a replay that cannot be', () => {
  const cases: [string, (folder: string) => string[], string][] = [
    ['no recording', () => ['--market', '/nowhere.csv'], 'cannot read the recording /nowhere.csv (ENOENT)'],
    ['another CSV', (folder) => ['--market', written(folder, 'a.csv', 'a,b\n1,2')], 'is not a recorded market'],
    [
      'no looks',
      (folder) => ['--market', written(folder, 'a.jsonl', 'x\n')],
      'holds no look at the SELL side; row 1: is no JSON',
    ],
    ['a broken archive', (folder) => ['--market', plain(folder, 'a.jsonl.gz')], 'cannot read the recording'],
    [
      'two markets in one file',
      (folder) => ['--market', written(folder, 'a.jsonl', `${linesOf(['9'])}\n${linesOf(['9'], { fiat: 'ARS' })}`)],
      'holds several markets, such as USDT/BOB and USDT/ARS: name one with --pair',
    ],
    [
      'two markets in two files',
      (folder) => [
        '--market',
        written(folder, 'usdt-bob.csv', csvOf(2)),
        '--market',
        written(folder, 'usdt-ars.csv', csvOf(2)),
      ],
      'the recordings are of two markets, USDT/BOB and USDT/ARS',
    ],
    [
      'recordings of two kinds',
      (folder) => [
        '--market',
        written(folder, 'usdt-bob.csv', csvOf(2)),
        '--market',
        written(folder, 'a.jsonl', linesOf(['9.20'])),
      ],
      'differ in kind or in the decimals of their prices',
    ],
  ];

  it.each(cases)('%s: one line with the remedy, exit code 4', async (_, market, line) => {
    const folder = scratch();
    const rules = written(folder, 'rules.json', undercut);
    const { exitCode, stderr } = await peerdesk('replay', ...market(folder), '--rules', rules);
    expect(exitCode).toBe(4);
    expect(stderr).toContain(line);
  });

  it.each([
    ['no rules', [], '--rules is needed'],
    ['both kinds of replay', ['--from-server', '--rules', 'x'], 'choose one'],
    ['an unknown side', ['--side', 'up'], 'must be buy or sell'],
  ])('%s', async (_, args, line) => {
    const market = written(scratch(), 'usdt-bob.csv', csvOf(2));
    const { exitCode, stderr } = await peerdesk('replay', '--market', market, ...args);
    expect(exitCode).toBe(4);
    expect(stderr).toContain(line);
  });

  it.each([
    ['not there', null, 'cannot read the rules'],
    ['no JSON', 'strategy', 'is no JSON'],
    ['no rules', '[]', 'holds no rules'],
    ['a wrong field', { ...undercut, strategy: { kind: 'undercut', ticks: 0 } }, 'strategy.ticks'],
  ])('rules that are %s', async (_, content, line) => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(2));
    const rules = content === null ? join(folder, 'none.json') : written(folder, 'rules.json', content);
    const { exitCode, stderr } = await peerdesk('replay', '--market', market, '--rules', rules);
    expect(exitCode).toBe(4);
    expect(stderr).toContain(line);
  });
});

describe('peerdesk tune', () => {
  it('recommends what earns more beyond noise in the part that was not searched', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(480));
    const rules = written(folder, 'rules.json', { ...undercut, strategy: { kind: 'rank', rank: 3 } });
    const run = await peerdesk('tune', '--market', market, '--rules', rules);
    expect(run.stdout).toContain('90 rules searched in 336 rows, the best 5 proven in 144 later ones.');
    expect(run.stdout).toContain('Better beyond noise in the part that was not searched: ');
    const { comparison, best } = JSON.parse(
      (await peerdesk('tune', '--market', market, '--rules', rules, '--json')).stdout,
    ) as { comparison: { verdict: string; difference: number; noise: number }; best: { train: { gain: number } }[] };
    expect(comparison.verdict).toBe('better');
    expect(comparison.difference).toBeGreaterThan(comparison.noise);
    expect(best).toHaveLength(5);
    // Rules that differ in what never mattered are one row.
    expect(new Set(best.map(({ train }) => train.gain)).size).toBe(5);
  });

  it('keeps the present rules when nothing is better than chance', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(480));
    const found = await peerdesk('tune', '--market', market, '--rules', written(folder, 'r.json', undercut), '--json');
    const { best } = JSON.parse(found.stdout) as { best: { rules: object }[] };
    const again = written(folder, 'best.json', best[0]?.rules ?? {});
    const { stdout } = await peerdesk('tune', '--market', market, '--rules', again);
    expect(stdout).toContain('Keep the present rules');
  });

  it('needs enough rows to search and to prove', async () => {
    const folder = scratch();
    const market = written(folder, 'usdt-bob.csv', csvOf(100));
    const rules = written(folder, 'rules.json', undercut);
    const { exitCode, stderr } = await peerdesk('tune', '--market', market, '--rules', rules);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('and each part needs 48');
    expect((await peerdesk('tune', '--market', market)).stderr).toContain('--rules is needed');
  });
});
