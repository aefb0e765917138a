import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/exchange/table/operations.ts';
import { demoFaults } from '../../src/simulator/world/demo-faults.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import { runPeerdesk, type PeerdeskRun } from '../setup/run-peerdesk.ts';
import { openCallWorld, type CallWorld } from './call-world.ts';

let simulator: CallWorld['simulator'];
let env: CallWorld['env'];
let adNumber: string;

beforeAll(async () => {
  ({ simulator, env, adNumber } = await openCallWorld());
});
afterAll(() => simulator.close());

const call = (args: readonly string[], more: Record<string, string> = {}): Promise<PeerdeskRun> =>
  runInProcess(['call', ...args], { ...env, ...more });

const oneLine = /^peerdesk: [^\n]+\n$/;

describe('a call that succeeds: the answer as JSON on stdout, nothing on stderr, exit code 0', () => {
  it('by the path of the operation, long ids as text', async () => {
    const run = await runPeerdesk(['call', 'ads/getDetailByNo', '--param', `adsNo=${adNumber}`], env);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ advNo: adNumber, asset: 'USDT' });
  });

  it('by the name of its method, with a body', async () => {
    const body = JSON.stringify({ asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 3 });
    const run = await call(['search', '--body', body]);
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ items: [{}, {}, {}] });
  });

  it('with a list of one', async () => {
    const run = await call(['updateStatus', '--param', `advNos=${adNumber}`, '--param', 'advStatus=1']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('without keys when the operation sends none', async () => {
    const run = await call(['time'], { PEERDESK_API_KEY: '', PEERDESK_API_SECRET: '' });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('a call that fails: one line with code and category on stderr', () => {
  it.each([
    { why: 'the number is unknown', args: ['getDetailByNo', '--param', 'adsNo=999'], exitCode: 2, line: /NOT_FOUND/ },
    {
      why: "the order is not the desk's, which is a rule of the service",
      args: ['orders.getUserOrderDetail', '--param', 'adOrderNo=999'],
      exitCode: 6,
      line: /code 83998.*check its number/,
    },
    { why: 'no such operation', args: ['nothing'], exitCode: 2, line: /`peerdesk call --list`/ },
    { why: 'parameters are missing', args: ['listOrders'], exitCode: 4, line: /page \(missing\).*code -1102/ },
    { why: 'a body that is not JSON', args: ['listOrders', '--body', '{page:1}'], exitCode: 4, line: /not JSON/ },
    { why: 'a body that is no object', args: ['listOrders', '--body', '[1]'], exitCode: 4, line: /a JSON object/ },
    { why: 'a parameter without value', args: ['listOrders', '--param', 'page'], exitCode: 4, line: /name=value/ },
    { why: 'nothing to call', args: [], exitCode: 4, line: /say which operation/ },
    { why: 'it took too long', args: ['time', '--timeout', '1ms'], exitCode: 5, line: /code ABORTED.*--timeout/ },
    {
      why: 'a money step without --yes',
      args: ['releaseCoin', '--param', 'orderNumber=1'],
      exitCode: 6,
      line: /--yes/,
    },
  ])('exit code $exitCode: $why', async ({ args, exitCode, line }) => {
    const run = await call(args);
    expect(run).toMatchObject({ exitCode, stdout: '' });
    expect(run.stderr).toMatch(oneLine);
    expect(run.stderr).toMatch(line);
  });

  it('exit code 6: a rule of the service', async () => {
    const run = await call(['update', '--param', `advNo=${adNumber}`, '--param', 'price=99']);
    expect(run.exitCode).toBe(6);
    expect(run.stderr).toMatch(/category PRICE_RANGE_LIMIT/);
  });

  it('exit code 4: the secret is wrong, and it is not shown', async () => {
    const run = await call(['baseDetail'], { PEERDESK_API_SECRET: 'another-secret' });
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toMatch(oneLine);
    expect(run.stderr).toMatch(/code -1022/);
    expect(run.stderr).not.toMatch(/another-secret|key-of-the-simulator/);
  });

  it('exit code 4: the key is not set, and none of a demo is put in its place', async () => {
    const run = await call(['baseDetail'], { PEERDESK_API_KEY: '' });
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/PEERDESK_API_KEY is not set/) });
  });

  it('exit code 3: nothing listens at the address', async () => {
    const run = await call(['time'], { PEERDESK_BASE_URL: 'http://127.0.0.1:1' });
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toMatch(/ECONNREFUSED.*PEERDESK_BASE_URL/);
  });
});

describe('a money step', () => {
  it('with --yes is sent once and not repeated when the service does not know what happened', async () => {
    const orderNumber = simulator.simulator.counterparties.take({ adNumber, totalPrice: '500' });
    simulator.simulator.counterparties.pay(orderNumber);
    simulator.simulator.setFaults([
      { operation: 'releaseCoin', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } },
    ]);
    const run = await call(['releaseCoin', '--param', `orderNumber=${orderNumber}`, '--yes']);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toMatch(/outcome unknown/);
    expect(simulator.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0, doubleReleases: 0 });
    simulator.simulator.setFaults(demoFaults('none'));
  });
});

describe('the list of operations', () => {
  it('shows each one with path, authentication and kind', async () => {
    const run = await call(['--list', '--json'], {});
    const listed = JSON.parse(run.stdout) as { name: string; summary: string }[];
    expect(listed.map(({ name, summary }) => [name, summary])).toEqual(
      Object.values(operations).map(({ name, summary }) => [name, summary]),
    );
    const text = await call(['--list']);
    expect(text.stdout.trim().split('\n')).toHaveLength(Object.keys(operations).length + 1);
  });

  it('--help of one shows its parameters and which are needed', async () => {
    const run = await call(['placeOrder', '--help']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(/advOrderNumber +yes +identifier/);
    expect(run.stdout).toMatch(/totalAmount +no +decimal/);
    expect(run.stdout).toMatch(/tradeType +no +BUY or SELL/);
    expect(run.stdout).toMatch(/matchPrice +no +decimal +price that you saw, in fiat/);
    expect(run.stdout).toContain('money step: sent once, asks for --yes');
  });

  it('--help of one as JSON has the same for a program', async () => {
    const run = await call(['orderMatch/releaseCoin', '--help', '--json'], {});
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({
      name: 'releaseCoin',
      source: 'docs/reference/interface.md 4.1, 7.3; docs/reference/wire-facts.md 2.3, 3, 5',
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'orderNumber', required: true })]),
      refusals: expect.arrayContaining([{ code: '-3026', meaning: 'the order is completed already' }]),
    });
  });
});
