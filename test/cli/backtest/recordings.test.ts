import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../setup/run-in-process.ts';
import { scratch, undercut, written } from './backtest-world.ts';

interface Figures {
  rows: number;
  updates: number;
  meanMargin: number;
  unusable: number;
}

type Change = [from: string | RegExp, to: string];

const at = (minute: number): string => `2026-02-01T00:${String(minute).padStart(2, '0')}Z`;
const head = 'timestamp,ask_best,ask_median,bid_best,bid_median';

/** Replays the text as a recording of USDT/BOB. */
async function replayed(text: string, args: string[] = [], name = 'usdt-bob.csv') {
  const folder = scratch();
  const market = written(folder, name, text);
  const limits = { floor: '0.10', ceiling: '100000000' };
  const rules = written(folder, 'rules.json', { ...undercut, limits });
  const run = (...more: string[]) =>
    runInProcess(['replay', '--market', market, '--rules', rules, ...args, ...more], {});
  const { exitCode, stdout: shown, stderr } = await run();
  if (exitCode !== 0) return { exitCode, stderr, figures: null };
  const unusable = /, (\d+) unusable/.exec(shown)?.[1] ?? '0';
  const { stdout } = await run('--json');
  const [figures] = (JSON.parse(stdout) as { replayed: Omit<Figures, 'unusable'>[] }).replayed;
  if (figures === undefined) throw new Error('nothing was replayed');
  return { exitCode, stderr, figures: { ...figures, name: '', unusable: Number(unusable) } };
}

describe('RFC 4180: a recorded market as a spreadsheet or a program writes it', () => {
  const plain = `${head}\n${at(0)},9.14,9.20,9.00,8.95\n${at(1)},9.15,9.20,9.00,8.95\n${at(2)},9.14,9.20,9.00,8.95\n`;

  it.each([
    [
      'quoted cells that hold the separator, doubled quotes and line ends',
      `timestamp,pay_types,min_order,note,ask_best,ask_median,bid_best,bid_median\n` +
        `${at(0)},"Banco Uno,Banco Dos","1,000.00","say ""yes"", now",9.14,9.20,9.00,8.95\n` +
        `"${at(1)}","Banco\nUno\r\n, Dos",100,"",9.15,"9.20",9.00,8.95\n` +
        `${at(2)}, "Uno,Dos" ,100,x,9.14,9.20,9.00,8.95\n`,
    ],
    [
      'a byte order mark, a quoted head and CRLF',
      `\uFEFF${plain.replace('timestamp', '"timestamp"').replaceAll('\n', '\r\n')}`,
    ],
    ['line ends of three kinds, and none at the end', plain.replace('\n', '\r').replace('\n', '\r\n').trimEnd()],
    ['semicolons', plain.replaceAll(',', ';')],
    [
      'semicolons around cells with commas',
      plain.replaceAll(',', ';').replaceAll('8.95', '8.95;"a;b,c"').replace('bid_median', 'bid_median;x,y'),
    ],
    ['tabs', plain.replaceAll(',', '\t')],
    ['blank lines and an ending in capitals', `\n${plain.replaceAll('\n', '\n  \n')}`],
  ])('%s', async (what, text) => {
    const expected = (await replayed(plain)).figures;
    expect(expected).toMatchObject({ rows: 3, unusable: 0 });
    const name = what.includes('capitals') ? 'usdt-bob.CSV' : 'usdt-bob.csv';
    // Compressed it is the same.
    expect((await replayed(text, [], 'usdt-bob.csv.gz')).figures).toEqual(expected);
    expect((await replayed(text, [], name)).figures).toEqual(expected);
  });

  it.each([
    ['more cells than the head', `${at(3)},Banco Uno,9.99,9.20,9.00,8.95\n`],
    ['fewer cells than the head', `${at(3)},9.99\n`],
    ['a quote within a bare cell', `${at(3)},9"99,9.20,9.00,8.95\n`],
    ['a thousand separator', `${at(3)},"9,140.50",9.20,9.00,8.95\n`],
    ['a price that is too long to be one', `${at(3)},${'9'.repeat(25)},9.20,9.00,8.95\n`],
    ['a quote that was cut off', `${at(3)},"9.1`],
  ])('a row with %s is not used, and is counted', async (_, row) => {
    const { figures } = await replayed(`${plain}${row}`);
    expect(figures).toMatchObject({ rows: 3, unusable: 1 });
  });
});

describe('the decimals of a recorded market', () => {
  const rowsOf = (...rows: string[]): string => [head, ...rows].join('\n');
  const clean = [`${at(0)},9.14,9.20,9.00,8.95`, `${at(1)},9.15,9.20,9.00,8.95`, `${at(3)},9.14,9.20,9.00,8.95`];

  it.each([
    ['noise in medians', [['9.20', '9.2000000000000011']]],
    ['medians of halves', [['8.95', '8.9495']]],
    ['zeros kept at the end', [[/(9\.1\d|9\.00)/g, '$1000000']]],
    [
      'zeros cut off',
      [
        ['9.20', '9.2'],
        [/9\.00/g, '9'],
      ],
    ],
    ['zeros at the end of one row', [['9.15', '9.1500']]],
    ['a best price as a program without decimals prints it', [['9.14', '9.139999999999999']]],
  ] as [string, Change[]][])('%s: a tick stays a hundredth', async (_, changes) => {
    const text = changes.reduce((rows, [from, to]) => rows.replace(from, to), rowsOf(...clean));
    expect(text).not.toBe(rowsOf(...clean));
    const expected = (await replayed(rowsOf(...clean))).figures;
    expect(expected).toMatchObject({ rows: 3, unusable: 0 });
    expect((await replayed(text)).figures).toEqual(expected);
  });

  it('one odd row: a tick stays a hundredth, and the row is counted', async () => {
    const [first = '', ...others] = clean;
    const { figures } = await replayed(rowsOf(first, `${at(2)},9.14567,9.20,9.00,8.95`, ...others));
    expect(figures).toEqual({ ...(await replayed(rowsOf(...clean))).figures, unusable: 1 });
  });

  it('--scale names them, and rows that do not fit are counted; other files than CSV have their own', async () => {
    const text = `${head}\n${at(0)},9.1,9.2,9,8.9\n${at(1)},9.2,9.2,9,8.9\n${at(2)},9.123,9.2,9,8.9\n`;
    expect((await replayed(text, ['--scale', '2'])).figures).toMatchObject({ rows: 2, unusable: 1 });
    expect((await replayed(text, ['--scale', '3'])).figures).toMatchObject({ rows: 3, unusable: 0 });
    const odd = await replayed(text, ['--scale', '9']);
    expect(odd).toMatchObject({ exitCode: 4 });
    expect(odd.stderr).toContain('--scale must be a number of decimals, 0 to 8');
    const lines = await replayed('{}', ['--scale', '2'], 'a.jsonl');
    expect(lines).toMatchObject({ exitCode: 4 });
    expect(lines.stderr).toContain('--scale is for CSV');
  });
});

it('rows that are left out are counted, and the first is named by file, row and column', async () => {
  const folder = scratch();
  const rows = `${head}\n${at(0)},9.14,9.20,9.00,8.95\n2026-02-31T00:00Z,9.1,9,9,9\n${at(1)},9.15,9.20,9.00,8.95\n`;
  const market = written(folder, 'usdt-bob.csv', rows);
  const rules = written(folder, 'rules.json', undercut);
  const { stdout } = await runInProcess(['replay', '--market', market, '--rules', rules], {});
  expect(stdout).toContain(`, 1 unusable (${market}, row 3, column timestamp: "2026-02-31T00:00Z" is no moment`);
});

describe('a recording that cannot be used: file, row and column, exit code 4', () => {
  const row = (best: string): string => `${at(0)},${best},9.20,9.00,8.95`;
  it.each([
    [
      'another separator of decimals',
      `${head}\n${row('9,14')}\n`.replaceAll(',', ';').replace('9;14', '9,14'),
      [],
      'row 2, column ask_best: "9,14" is no price above zero: decimals have a point and thousands no mark, as in 9.15',
    ],
    ['no moment', `${head}\n1769904000,9.1,9,9,9\n`, [], 'row 2, column timestamp: "1769904000" is no moment'],
    [
      'a day that no calendar has',
      `${head}\n2026-02-31T00:00Z,9.1,9,9,9\n`,
      [],
      'row 2, column timestamp: "2026-02-31T',
    ],
    ['another length', `${head}\n\n${at(0)},9.1\n`, [], 'row 3: 2 cells, where the head has 5'],
    ['a head without prices', 'timestamp,price\n', [], 'row 1 names "timestamp", "price"'],
    [
      'a quote in the head',
      `time"stamp,ask_best\n${row('9')}\n`,
      [],
      'row 1: a quote within a cell that is not quoted',
    ],
    ['nothing in it', '', [], 'row 1 names nothing'],
    [
      'nothing below its head',
      `${head}\n`,
      [],
      'no usable row, with a timestamp and a price: there is none below the head',
    ],
    ['a column named twice', `${head},ask_best\n`, [], 'row 1, column ask_best: named twice'],
    [
      'a quote without end',
      `${head}\n${row('9.14')}\n${at(1)},"9.14,1\n,2,3\n${row('9.14')}\n`,
      [],
      'row 3, column ask_best: a quoted cell that never ends',
    ],
    [
      'a quote amid a quoted cell',
      `${head}\n${at(1)},"9"14",1,2,3\n${row('9.14')}\n`,
      [],
      'row 2, column ask_best: a quote within a quoted cell must be doubled',
    ],
    [
      'decimals that no market has',
      `${head}\n${row('9.1234567891')}\n`,
      [],
      'row 2, column ask_best: 9.1234567891 has more decimals than 2',
    ],
    [
      'decimals that no market has, and no other price',
      `timestamp,ask_best\n${at(0)},9.1234567891\n`,
      [],
      'row 2, column ask_best: 9.1234567891 has more than 8 decimals',
    ],
    ['no price in its rows', `${head}\n${at(0)},,,,\n`, [], 'row 2: it holds no price'],
    [
      'decimals beyond --scale',
      `${head}\n${row('9.14')}\n`,
      ['--scale', '1'],
      'row 2, column ask_best: 9.14 has more decimals than 1',
    ],
    [
      'a price below a tick',
      `${head}\n${at(0)},,0.001,,\n`,
      ['--scale', '2'],
      'row 2, column ask_median: 0.001 is less than a tick at 2 decimals',
    ],
    ['a price too long', `${head}\n${row('9'.repeat(25))}\n`, ['--scale', '2'], 'is too long for a price'],
  ])('%s', async (...[, text, args, line]) => {
    const { exitCode, stderr } = await replayed(text, args);
    expect(stderr).toContain(line);
    expect(stderr).toContain('usdt-bob.csv');
    expect(exitCode).toBe(4);
  });
});

it('a bait that stays for months is left out of the reference of best prices', async () => {
  const day = (n: number): string => new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 16);
  const rows = Array.from(
    { length: 60 },
    (_, n) => `${day(n)}Z,${n % 2 === 0 ? '9.14' : '9.15'},${n < 10 ? '9.10' : '9.99'}`,
  );
  const { figures } = await replayed(`timestamp,ask_best,bid_best\n${rows.join('\n')}\n`);
  expect(Math.abs(figures?.meanMargin ?? 1)).toBeLessThan(0.005);
});
