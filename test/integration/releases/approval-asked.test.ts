import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.ts';
import { orderControl } from '../../../src/client/index.ts';
import { account, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { environmentOf, operatorOf } from '../operator.ts';

/** Runs a command for a person at a terminal who answers each question after having looked at everything before it. */
async function atTerminal(world: DeskWorld, args: string[], answer: (screen: string) => Promise<string>) {
  const said = { stdout: '', screen: '' };
  const exitCode = await runCli(args, {
    env: { USER: 'ana', XDG_CONFIG_HOME: '/nonexistent', ...environmentOf(world) },
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.screen += text) },
    askPerson: async (question) => {
      const seen = said.screen + question;
      said.screen = '';
      return answer(seen);
    },
  });
  return { exitCode, ...said };
}

/** Two orders of the same ad have been paid, and wait for an approval. */
async function waitingOrders(world: DeskWorld, totals: readonly string[]): Promise<string[]> {
  const peerdesk = operatorOf(world);
  const { ads, counterparties } = world.simulator;
  await until(
    'the desk starts',
    () => peerdesk('desk', 'start', '--release', 'approve'),
    (run) => run.exitCode === 0,
  );
  const adNumber = ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.00' });
  const orders = totals.map((totalPrice) => counterparties.take({ adNumber, totalPrice, realName: 'ANA PEREZ' }));
  for (const order of orders) counterparties.pay(order);
  await until(
    'the orders wait for an approval',
    () => Promise.all(orders.map((order) => peerdesk('order', 'show', order))),
    (shown) => shown.every(({ stdout }) => stdout.includes('no human has approved')),
  );
  return orders;
}

describe('an approval at a terminal', () => {
  it('takes the total of each order; a wrong one approves nothing and stops no other; no time limit counts while a person looks', async () => {
    const world = await openDeskWorld();
    await world.runWorker();
    const [first = '', second = ''] = await waitingOrders(world, ['400.00', '250.00']);
    const seen: string[] = [];
    const args = ['order', 'approve-release', first, second, '--each', '--timeout', '20s'];
    const run = await atTerminal(world, args, async (screen) => {
      seen.push(screen);
      if (seen.length === 2) await delay(21_000);
      return '250';
    });
    expect(seen[0]).toMatch(new RegExp(`1 of 2: order ${first}\\norder +${first} of `));
    expect(seen[0]).toMatch(/total +400\.00 BOB, at 10\.00\n(.*\n)*Is the money in the bank\? Type the total in BOB/);
    expect(seen[1]).toMatch(/you release +25\.00 USDT\n/);
    expect(run.stdout).toMatch(
      new RegExp(
        `^order ${first} is not approved: 250 BOB is not the total.*\\norder ${second}: approval by ana noted`,
      ),
    );
    expect(run.exitCode).toBe(6);
    await until(
      'the order whose total was typed completes',
      () => world.simulator.ledger().orders.completed,
      (count) => count === 1,
    );
    const left = await orderControl(world.client, account, first).state();
    expect(left).toMatchObject({ status: 'PAID', approvals: [] });
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
  });

  it('holds for what was shown: what changes while the person looks is not approved', async () => {
    const world = await openDeskWorld();
    await world.runWorker();
    const [order = ''] = await waitingOrders(world, ['400.00']);
    const peerdesk = operatorOf(world);
    const run = await atTerminal(world, ['order', 'approve-release', order, '--timeout', '60s'], async () => {
      const payment = ['--amount', '100.00', '--payer', 'ANA PEREZ', '--proof', 'TRX-1', '--despite', 'amount'];
      expect(await peerdesk('order', 'received', order, ...payment)).toMatchObject({ exitCode: 0 });
      return '400.00';
    });
    expect(run.exitCode).toBe(6);
    expect(run.screen).toMatch(/refused: not approved: the order is not what was approved/);
    expect(world.simulator.ledger().releases).toBe(0);
  });

  it('of a payment of another person is refused until that is said, of the payment and of the approval', async () => {
    const world = await openDeskWorld();
    await world.runWorker();
    const [order = ''] = await waitingOrders(world, ['400.00']);
    const peerdesk = operatorOf(world);
    const approve = ['order', 'approve-release', order, '--amount', '400.00', '--by', 'ana'];
    const payment = ['--amount', '400.00', '--payer', 'ROSA PEREZ', '--proof', 'TRX-1'];
    const attached = await peerdesk('order', 'received', order, ...payment);
    expect(attached.stdout).toMatch(/payment attached, and it does NOT fit: the payer/);
    expect(await peerdesk(...approve)).toMatchObject({
      exitCode: 6,
      stdout: expect.stringMatching(/approval by ana does not count: the payer of an attached payment is not known/),
    });
    const said = await peerdesk('order', 'received', order, ...payment, '--despite', 'third-party');
    expect(said.stdout).not.toContain('NOT fit');
    expect(await peerdesk(...approve)).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/payment TRX-1 was paid by a third party: add --despite third-party/),
    });
    expect(world.simulator.ledger().releases).toBe(0);
    expect(await peerdesk(...approve, '--despite', 'third-party')).toMatchObject({ exitCode: 0 });
    await until(
      'the order completes',
      () => world.simulator.ledger().releases,
      (count) => count === 1,
    );
  });
});
