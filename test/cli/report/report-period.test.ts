import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended, machineWith, readTo } from './report-world.ts';

const hourMs = 3_600_000;
const sale = ended('2', {
  side: 'SELL',
  amount: '50',
  total: '550',
  fee: '0.5',
  createdAtMs: ended('').createdAtMs + hourMs,
});

describe('peerdesk report', () => {
  it('ADR 0054: sums up a month, with what was earned and what is left', async () => {
    const machine = await machineWith([ended('1'), sale, ended('3', { end: 'cancelled' })]);
    const run = await machine.peerdesk('report', 'month', '2026-11');
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('main, month 2026-11-01 to 2026-11-30 (UTC), cost by weighted average');
    expect(run.stdout).toMatch(/USDT\/BOB +2 +1 +100 +1000 +50 +550 +0\.5 +505 +45\n/);
    expect(run.stdout).toContain('left at the end: 49.5 USDT that cost 495 BOB');
  });

  it('ADR 0054: its days are those of the merchant’s clock', async () => {
    const machine = await machineWith([ended('1')]);
    machine.env['PEERDESK_TIME_ZONE'] = 'America/La_Paz';
    const day = async (date: string) => (await machine.peerdesk('report', 'day', date)).stdout;
    expect(await day('2026-11-02')).toMatch(/day 2026-11-02 \(America\/La_Paz\).*\n\n.*\nUSDT\/BOB +1 /);
    expect(await day('2026-11-03')).toContain('no order was made that has ended');
  });

  it('ADR 0054: prints data for a program, by the group that is asked for and by FIFO', async () => {
    const other = ended('3', { method: null, fiat: 'PEN' });
    const machine = await machineWith([ended('1'), sale, other]);
    const run = await machine.peerdesk('report', 'year', '2026', '--by', 'method', '--cost', 'fifo', '--json');
    expect(JSON.parse(run.stdout)).toMatchObject({
      account: 'main',
      kind: 'year',
      by: 'method',
      method: 'fifo',
      first: '2026-01-01',
      rows: [
        { key: 'BANK', fiat: 'BOB', trades: 2, earned: '45' },
        { key: null, fiat: 'PEN', trades: 1 },
      ],
    });
  });

  it('ADR 0054: has the newest entry of an order alone', async () => {
    const machine = await machineWith([ended('1', { end: 'cancelled' })]);
    const late = { account: 'main', orders: [ended('1')], mark: null, nowMs: Date.now() };
    await machine.within((register) => register.keepTrades(late));
    expect((await machine.peerdesk('report', 'month', '2026-11')).stdout).toMatch(/USDT\/BOB +1 +0 +100/);
  });

  it('ADR 0054: --csv has all places, and no formula of a stranger', async () => {
    const machine = await machineWith([ended('1', { method: '=HYPERLINK("x")', total: '1000.123456789' })]);
    const { stdout } = await machine.peerdesk('report', 'month', '2026-11', '--by', 'method', '--csv');
    const [head, row] = stdout.split('\r\n');
    expect(head).toBe('method,asset,fiat,trades,cancelled,bought,paid,sold,received,fees,cost,earned,uncovered');
    expect(row).toBe('"\'=HYPERLINK(""x"")",USDT,BOB,1,0,100,1000.123456789,0,0,0,0,0,0');
  });

  it('ADR 0054: says what is sold without a known purchase, and takes an opening balance', async () => {
    const machine = await machineWith([sale]);
    const month = (...args: string[]) => machine.peerdesk('report', 'month', '2026-11', ...args);
    expect((await month()).stderr).toMatch(
      /USDT\/BOB: 50\.5 USDT was sold for BOB without a known purchase.*--entries/,
    );
    const file = join(machine.folder, 'opening.csv');
    writeFileSync(
      file,
      'at;kind;asset;fiat;amount;cost\n2026-10-01;opening;usdt;bob;60;540\n2026-11-03T09:00Z;out;USDT;BOB;1;\n',
    );
    const known = await month('--entries', file);
    expect(known.stderr).toBe('');
    expect(known.stdout).toMatch(/ 454\.5 +95\.5\n/);
    expect(known.stdout).toContain('left at the end: 8.5 USDT that cost 76.5 BOB');
  });

  it.each([
    ['at', 'soon,in,USDT,BOB,1,1'],
    ['kind', '2026-10-01,gift,USDT,BOB,1,1'],
    ['asset', '2026-10-01,in,,BOB,1,1'],
    ['fiat', '2026-10-01,in,USDT,,1,1'],
    ['amount', '2026-10-01,in,USDT,BOB,-1,1'],
    ['cost', '2026-10-01,in,USDT,BOB,1,'],
  ])('ADR 0054: refuses an entry with a wrong %s, by its row', async (column, line) => {
    const machine = await machineWith([]);
    const file = join(machine.folder, 'entries.csv');
    writeFileSync(file, `at,kind,asset,fiat,amount,cost\n${line}\n`);
    const run = await machine.peerdesk('report', 'day', '--entries', file);
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(`row 2, column ${column}: `) });
  });

  it.each([
    [['day', '2026-02-30'], /2026-02-30 is no date/],
    [['month', '--csv', '--json'], /exclude each other/],
    [['week', '--entries', 'nowhere.csv'], /nowhere\.csv cannot be read/],
    [['week', '--by', 'mood'], /--by must be one of pair, side/],
  ])('ADR 0054: refuses %j', async (args, message) => {
    const run = await (await machineWith([])).peerdesk('report', ...args);
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(message) });
  });

  it('ADR 0054: a file without the columns is refused, with the head that it needs', async () => {
    const machine = await machineWith([]);
    const file = join(machine.folder, 'entries.csv');
    writeFileSync(file, 'when,what\n1,2\n');
    const run = await machine.peerdesk('report', 'day', '--entries', file);
    expect(run.stderr).toContain('its head is at,kind,asset,fiat,amount,cost');
  });

  it('ADR 0054: says how far the history was read', async () => {
    const month = async (mark: Parameters<typeof machineWith>[1]) =>
      (await (await machineWith([ended('1')], mark)).peerdesk('report', 'month', '2026-11')).stderr;
    expect(await month(null)).toContain('not read to its end yet');
    expect(await month(readTo(Date.parse('2026-11-10T00:00:00Z')))).toMatch(
      /read until 2026-11-10T00:00:00Z: later ends are not in it; .*does a worker run/,
    );
    expect(await month(readTo(Date.parse('2026-11-27T23:00:00Z')))).toContain('read until 2026-11-27T23:00:00Z');
  });
});
