import { describe, expect, it } from 'vitest';
import { seenIn } from '../../../src/domain/orders/seen.ts';
import { requireTyped } from '../../../src/cli/session/consent.ts';
import { approvalSheet, totalMistake } from '../../../src/cli/order/approval-sheet.ts';
import { saidTotals } from '../../../src/cli/order/said-totals.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { atMs, paidView } from '../order-view.ts';

const payments = [{ reference: 'REF-1', amount: '457.50', by: 'ana', atMs, backs: null }];
const view = { ...paidView, payId: '1234567', payments };
const seen = seenIn(view);
if (seen === null) throw new Error('the order has been read');

const sight = { nowMs: atMs, answer: { missing: 'no worker of this machine leads the account main' } };

describe('what a person sees before approving', () => {
  it('is the order, what leaves, to whom, for what, how it was paid, and since when', () => {
    const sheet = approvalSheet(view, seen, sight);
    expect(sheet).toMatch(/order +88 of main, mode sim/);
    expect(sheet).toMatch(/you release +50\.00 USDT/);
    expect(sheet).toMatch(/to user +s1a2b3c4/);
    expect(sheet).toMatch(/total +457\.50 BOB, at 9\.15/);
    expect(sheet).toMatch(/method +payment method 1234567/);
    expect(sheet).toMatch(/seen as paid +2026-11-21T07:59:00Z, 60 s ago, by the desk/);
    expect(sheet).toMatch(/payment +REF-1 of 457\.50 BOB/);
    expect(sheet).not.toContain('lacks');
  });

  it('says that no payment is attached, and what the release lacks beside the approval', () => {
    const held = { name: 'block-list', reason: { kind: 'blocked', by: 'eva', note: null }, bringer: 'human' } as const;
    const sheet = approvalSheet(
      { ...view, checks: [...view.checks, held], payments: [] },
      { ...seen, payId: null, counterpartyNumber: null },
      sight,
    );
    expect(sheet).toMatch(/payment +none is attached: look at the bank/);
    expect(sheet).toMatch(/lacks +the counterparty is on the block list, by eva \(block-list\)/);
    expect(sheet.match(/not named by the service/g)).toHaveLength(2);
  });
});

describe('the total that is typed', () => {
  it.each(['457.50', '457.5', ' 457.50000000 '])('%j is that of the order: compared as a number', (typed) => {
    expect(totalMistake(typed, seen)).toBeNull();
  });

  it.each([
    ['457.51', /457\.51 BOB is not the total of the order/],
    ['50.00', /50\.00 BOB is not the total/],
    ['y', /"y" is no amount/],
    ['', /"" is no amount/],
    ['457,50', /is no amount: write it in full, such as 400\.00/],
    ['1.250', /1\.250 could be 1250 or 1\.25: write one of these/],
  ])('%j is refused', (typed, reason) => {
    expect(totalMistake(typed, seen)).toMatch(reason);
  });

  it('an ambiguous one is refused also where one of its readings is the total', () => {
    expect(totalMistake('1.250', { totalPrice: '1250.00', fiat: 'COP' })).toMatch(/1250 or 1\.25/);
    expect(totalMistake('1250', { totalPrice: '1250.00', fiat: 'COP' })).toBeNull();
  });
});

const intention = {
  what: 'order 88 is not approved',
  option: '--amount with its total',
  shown: 'total 457.50 BOB',
  question: 'Type the total: ',
  mistake: (typed: string) => totalMistake(typed, seen),
};

describe('a question that is answered with what it is about', () => {
  /** A person at a terminal, and everything that was shown in its order. */
  function person(answer: string) {
    const screen: string[] = [];
    const ask = (question: string): Promise<string> => {
      screen.push(question);
      return Promise.resolve(answer);
    };
    return { screen, context: { askPerson: ask, stderr: { write: (text: string) => screen.push(text) } } };
  }

  it('shows first, then asks', async () => {
    const { screen, context } = person('457.5');
    await requireTyped(context, { ...intention, given: undefined });
    expect(screen).toEqual(['total 457.50 BOB\n', 'Type the total: ']);
  });

  it.each(['y', 'yes', '', '457'])('%j does not confirm it', async (answer) => {
    const refused = requireTyped(person(answer).context, { ...intention, given: undefined });
    await expect(refused).rejects.toThrow(/^order 88 is not approved: /);
  });

  it('what a script has said is compared in the same way, and no one is asked', async () => {
    const { screen, context } = person('457.5');
    await requireTyped(context, { ...intention, given: '457.50' });
    await expect(requireTyped(context, { ...intention, given: '45.75' })).rejects.toThrow('is not the total');
    expect(screen).toEqual([]);
  });

  it('without a terminal the refusal names the option', async () => {
    const refused = requireTyped({ stderr: { write: () => true } }, { ...intention, given: undefined });
    await expect(refused).rejects.toThrow('order 88 is not approved: add --amount with its total to mean it');
  });
});

describe('the totals that a script says', () => {
  const said = (orderNumbers: string[], ...amounts: string[]) => [...saidTotals({ orderNumbers, amounts })];

  it('of one order it may stand alone; of several each is named', () => {
    expect(said(['7'], '400.00')).toEqual([['7', '400.00']]);
    expect(said(['7'], '7=400.00')).toEqual([['7', '400.00']]);
    expect(said(['7', '8'], '8=2.00', '7=1.00')).toEqual([
      ['8', '2.00'],
      ['7', '1.00'],
    ]);
    expect(said(['7', '8'])).toEqual([]);
  });

  it.each([
    ['one for two orders', '7 8', ['400.00'], /does not say of which order: write 7=400\.00/],
    ['a second one for an order', '7', ['7=1', '7=2'], /said twice of order 7/],
    ['none for one of them', '7 8', ['7=1'], /order 8 has no --amount/],
    ['one of another order', '7', ['9=1'], /names order 9, which is not approved here/],
    ['an ambiguous one', '7', ['1.250'], /--amount 1\.250 could be 1250 or 1\.25/],
    ['one that is none', '7', ['x'], /--amount "x" is no amount/],
  ])('%s is refused', (_, ...[orders, amounts, reason]) => {
    expect(() => said(orders.split(' '), ...amounts)).toThrow(reason);
  });
});

describe('the command, before it connects to anything', () => {
  /** Nothing listens there: a command that continues ends with code 3. */
  const env = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const approve = (...args: string[]) => runInProcess(['order', 'approve-release', ...args], env);

  it('a script has to say the total', async () => {
    const run = await approve('7');
    expect(run).toMatchObject({
      exitCode: 6,
      stdout: '',
      stderr: expect.stringMatching(/add --amount with its total/),
    });
    expect(await approve('7', '--amount', '400.00')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/^peerdesk: not sent: no Temporal server answers at /),
    });
  });

  it('--yes does not stand for it', async () => {
    const run = await approve('7', '--yes');
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/unknown option '--yes'/) });
  });

  it('several orders take --each, and each its own total', async () => {
    const amounts = ['--amount', '7=1', '--amount', '8=2'];
    expect(await approve('7', '8', ...amounts)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/several orders take --each/),
    });
    expect(await approve('7', '8', '--each')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/add --amount for each order, as NUMBER=TOTAL, to mean it/),
    });
    expect(await approve('7', '8', '--each', ...amounts)).toMatchObject({ exitCode: 3 });
  });

  it('its former name says the new one', async () => {
    const run = await runInProcess(['order', 'approve', '7', '--amount', '400.00'], env);
    expect(run.stderr).toMatch(/^`peerdesk order approve` is now `peerdesk order approve-release`\n/);
    expect(run.exitCode).toBe(3);
  });
});
