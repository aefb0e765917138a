import { describe, expect, it } from 'vitest';
import { runInProcess } from '../setup/run-in-process.ts';
import { runPeerdesk } from '../setup/run-peerdesk.ts';

/** One line, which begins with the program's name. */
const oneLine = /^peerdesk: [^\n]+\n$/;

describe('the program', () => {
  it('prints its version as text and as JSON', async () => {
    const text = await runPeerdesk(['version']);
    expect(text).toMatchObject({ exitCode: 0, stderr: '' });
    expect(text.stdout).toMatch(/^peerdesk \d+\.\d+\.\d+ \(Node \d+\.\d+\.\d+\)\n$/);
    const json = await runInProcess(['version', '--json']);
    expect(JSON.parse(json.stdout)).toEqual({ peerdesk: expect.any(String), node: expect.any(String) });
  });

  it('without a command shows its help, with the meaning of the exit codes', async () => {
    const run = await runInProcess([]);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain(
      '0 ok, 1 error, 2 not found, 3 not running, 4 configuration, 5 no answer in time (look,',
    );
    expect(run.stdout).toMatch(
      /\b6 refused by policy, 7 not kept .*, 8 kept .*, 10 config diff .*,\s130 interrupted\./,
    );
  });
});

describe('design 7: a variable stands for an option that is not given', () => {
  const env = { PEERDESK_TIMEOUT: '5', TEMPORAL_ADDRESS: '127.0.0.1:1' };

  it('is checked as the option is', async () => {
    const { exitCode, stderr } = await runInProcess(['ad', 'show', '1'], env);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 4,
      stderr: expect.stringMatching(/--timeout must be a duration with its unit/),
    });
  });

  it('counts for nothing beside the option', async () => {
    const { exitCode, stderr } = await runInProcess(['ad', 'show', '1', '--timeout', '5s'], env);
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.not.stringContaining('--timeout') });
  });
});

describe('bad usage ends with exit code 4 and one line', () => {
  it.each([
    ['an unknown command', ['orders'], /unknown command 'orders' \(Did you mean order\?\)/],
    [
      'a command without its group',
      ['kill'],
      /unknown command 'kill' \(Did you mean `peerdesk desk kill`\?\); see `peerdesk --help`/,
    ],
    [
      'one that several groups have',
      ['show', '1'],
      /`peerdesk ad show` or `peerdesk order show` or `peerdesk desk show`/,
    ],
    ['a group without a command', ['desk'], /say what to do: start, show, payments, set, clear-ban, stop, kill, open/],
    ['an unknown option', ['ad', 'list', '--runing'], /Did you mean --running\?.*`peerdesk ad list --help`/],
    ['a missing argument', ['order', 'show'], /missing required argument 'order-number'/],
    ['a missing order', ['order', 'approve-release'], /missing required argument 'order-number'/],
    ['an order that is named twice', ['order', 'approve-release', '1', '2', '1'], /an order is named twice/],
    ['two approvers', ['order', 'approve-release', '1', '--key', 'ana', '--by', 'ben'], /--key ana signs for ana/],
    [
      'a key that is not there',
      ['order', 'approve-release', '1', '--key', 'eva'],
      /`peerdesk approver init eva` makes one/,
    ],
    ['a missing option', ['order', 'transferred', '1'], /--proof is missing/],
    ['a change of nothing', ['desk', 'set'], /nothing to change: give at least one option/],
    [
      'a moment that is none',
      ['order', 'received', '1', '--amount', '1', '--payer', 'A', '--proof', 'x', '--at', 'noon'],
      /--at must be a moment/,
    ],
    [
      'a payment that could be two',
      ['order', 'received', '1', '--amount', '1.250', '--payer', 'A', '--proof', 'x'],
      /--amount 1\.250 could be 1250 or 1\.25: write one of these/,
    ],
    [
      'a payment with a comma',
      ['order', 'received', '1', '--amount', '1,250', '--payer', 'A', '--proof', 'x'],
      /--amount 1,250 could be 1250 or 1\.25: /,
    ],
    [
      'a quantity that could be two',
      ['ad', 'edit', '1', '--quantity', '5.000'],
      /--quantity 5\.000 could be 5000 or 5: /,
    ],
    [
      'a cap that could be two',
      ['desk', 'set', '--amount-cap', '5.000 COP'],
      /--amount-cap 5\.000 could be 5000 or 5: /,
    ],
    ['a cap with a comma', ['desk', 'set', '--amount-cap', '5,000 COP'], /--amount-cap 5,000 could be 5000 or 5: /],
    [
      'a stock that could be two',
      ['ad', 'set', '1', 'inventory.target=500', 'inventory.refill_below=300', 'inventory.total=5.000'],
      /inventory\.total: 5\.000 could be 5000 or 5: /,
    ],
    [
      'a limit that could be two',
      ['ad', 'start', '1', 'limits.floor=4.120', 'limits.ceiling=5000'],
      /limits\.floor is "4\.120": 4\.120 could be 4120 or 4\.12: write one of these/,
    ],
    [
      'a fixed price that could be two',
      ['ad', 'start', '1', 'limits.floor=1', 'limits.ceiling=9', 'strategy={ kind = "fixed", price = "4.120" }'],
      /strategy\.price is "4\.120": 4\.120 could be 4120 or 4\.12: /,
    ],
    [
      'a resting price that could be two',
      ['ad', 'set', '1', 'hours.resting_price=4.120'],
      /4\.120 could be 4120 or 4\.12: /,
    ],
    [
      'a price for want of competitors that could be two',
      ['ad', 'set', '1', 'fallback.kind=price', 'fallback.price=4.120'],
      /4\.120 could be 4120 or 4\.12: /,
    ],
    [
      'a rate that could be two',
      ['ad', 'set', '1', 'strategy.kind=rate', 'strategy.rate=4.120'],
      /rate: 4\.120 could be/,
    ],
    [
      'a wrong price',
      ['ad', 'start', '1', 'limits.floor=x', 'limits.ceiling=2'],
      /limits\.floor is "x": must be a decimal above/,
    ],
    [
      'limits in the wrong order',
      ['ad', 'start', '1', 'limits.floor=3', 'limits.ceiling=2'],
      /floor must not be above/,
    ],
    ['no limits', ['ad', 'start', '1'], /limits\.floor and limits\.ceiling are needed/],
    [
      'a strategy without its value',
      ['ad', 'start', '1', 'limits.floor=1', 'limits.ceiling=2', 'strategy.kind=rank'],
      /strategy\.rank is missing/,
    ],
    ['a duration without unit', ['ad', 'show', '1', '--timeout', '5'], /--timeout must be a duration with its unit/],
    ['an alias with a quote', ['ad', 'list', '--account', "x' OR 1"], /--account must be letters, digits/],
    ['a block of no one', ['person', 'block'], /person/],
    ['an unknown switch', ['desk', 'kill', 'moon', '--reason', 'r'], /must be one of all, releases, repricing/],
    ['a ruling without note', ['order', 'record-outcome', '1', '--outcome', 'done'], /--note is missing/],
    ['options for ads that are not adopted', ['desk', 'start', 'strategy.ticks=2'], /add --adopt-ads/],
    [
      'a fixed price for all ads',
      ['desk', 'start', '--adopt-ads', 'strategy.kind=fixed', 'strategy.price=9'],
      /one fixed price cannot fit all/,
    ],
    ['a port out of range', ['simulator', '--port', '70000'], /--port must be a port/],
    ['an unknown fault script', ['up', '--faults', 'rain'], /--faults must be none, mild or storm/],
  ])('%s', async (_, args, message) => {
    const run = await runInProcess(args);
    expect(run).toMatchObject({ exitCode: 4, stdout: '' });
    expect(run.stderr).toMatch(oneLine);
    expect(run.stderr).toMatch(message);
  });
});

describe('a server, an address or a file that is missing or unsafe', () => {
  const noServer = { TEMPORAL_ADDRESS: '127.0.0.1:1' };

  it.each([[['ad', 'list']], [['order', 'approve-release', '1', '--amount', '1']], [['desk', 'start']]])(
    '%j without a Temporal server ends with exit code 3 and says how to start one',
    async (args) => {
      const run = await runInProcess(args, noServer);
      expect(run).toMatchObject({ exitCode: 3, stdout: '' });
      expect(run.stderr).toMatch(
        /^peerdesk: (?:not sent: )?no Temporal server answers at 127\.0\.0\.1:1: [^\n]*`peerdesk up`[^\n]*\n$/,
      );
    },
  );

  it('a worker without an address ends with exit code 4', async () => {
    const run = await runInProcess(['worker'], noServer);
    expect(run).toMatchObject({ exitCode: 4, stdout: '' });
    expect(run.stderr).toMatch(/^peerdesk: PEERDESK_BASE_URL is not set[^\n]*\n$/);
  });

  it('a worker that would send keys in clear text ends with exit code 4 and shows none of them', async () => {
    const keys = { PEERDESK_API_KEY: 'key-0123456789', PEERDESK_API_SECRET: 'secret-0123456789' };
    const run = await runInProcess(['worker'], { ...noServer, ...keys, PEERDESK_BASE_URL: 'http://example.com' });
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toMatch(/^peerdesk: [^\n]*https[^\n]*\n$/);
    expect(run.stderr).not.toMatch(/0123456789/);
  });

  it('a file that is not there ends with exit code 4 and its name', async () => {
    const run = await runInProcess(['simulator', '--port', '0', '--market', 'no-such-market-usdt-bob.csv']);
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toMatch(/^peerdesk: [^\n]*no-such-market-usdt-bob\.csv[^\n]*\n$/);
  });

  it('PEERDESK_DEBUG=1 adds the stack', async () => {
    const run = await runInProcess(['ad', 'list'], { ...noServer, PEERDESK_DEBUG: '1' });
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toMatch(/\n\s+at /);
  });
});

describe('what a rule does not allow ends with exit code 6', () => {
  it('placing an order without --yes', async () => {
    const offer = [
      '--ad',
      '1',
      '--side',
      'buy',
      '--amount',
      '500',
      '--price',
      '9.31',
      '--asset',
      'USDT',
      '--fiat',
      'BOB',
    ];
    const run = await runInProcess(['order', 'place', ...offer], { TEMPORAL_ADDRESS: '127.0.0.1:1' });
    expect(run).toMatchObject({ exitCode: 6, stdout: '' });
    expect(run.stderr).toMatch(/^peerdesk: placing an order commits money: add --yes[^\n]*\n$/);
  });
});
