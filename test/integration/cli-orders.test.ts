import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { orderControl, startOrder } from '../../src/client/index.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { account, askAdNumber, noRules, openDeskWorld, quickSettings, until } from './desk-harness.ts';
import { approvalAsked, environmentOf, json, operatorOf, paidOrderOf } from './operator.ts';

describe('orders from the command line', () => {
  it('a sold order waits at the gate, is held, unheld and approved, and is released once', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    const { simulator } = world;
    world.startWorker();
    const desk = await until(
      'the desk starts',
      () => peerdesk('desk', 'start', '--release', 'approve', '--amount-cap', '5000 BOB', '--json'),
      (run) => run.exitCode === 0,
    );
    expect(json(desk)).toMatchObject({
      started: true,
      mode: 'sim',
      release: { policy: 'approve', amountCap: { BOB: '5000' } },
    });
    const ad = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const order = simulator.counterparties.take({ adNumber: ad, totalPrice: '500.00' });
    simulator.counterparties.pay(order);
    await until(
      'the order needs a human',
      async () => json(await peerdesk('order', 'list', '--needs-human', '--json')),
      (orders) => expect.arrayContaining([expect.objectContaining({ orderNumber: order })]).asymmetricMatch(orders),
    );
    const odd = await peerdesk('desk', 'set', '--amount-cap', '5000 BOBB');
    expect(odd).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/BOBB is no known currency: add --yes/) });
    const meant = await peerdesk('desk', 'set', '--amount-cap', '5000 BOB', '--yes');
    expect(meant).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('never above 5000 BOB') });
    const shown = await peerdesk('order', 'show', order);
    expect(shown.stdout).toMatch(/no human has approved the release +approval/);

    const held = await peerdesk('order', 'hold', order, '--note', 'third party');
    expect(held).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/hold by tester noted; PAID, needs you: held by tester: third party.* \(held/),
    });
    expect(await peerdesk('order', 'record-outcome', order, '--outcome', 'done', '--note', 'seen')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/^peerdesk: refused: nothing to resolve/),
    });
    expect(await peerdesk('order', 'approve-release', order, '--amount', '500.00')).toMatchObject({
      exitCode: 6,
      stderr: 'peerdesk: refused: not approved: the order is on hold\n',
    });
    expect(simulator.ledger().releases).toBe(0);
    const lifted = await peerdesk('order', 'unhold', order);
    expect(lifted).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/no human has approved the release/) });
    const wrong = await peerdesk('order', 'approve-release', order, '--amount', '50.00');
    expect(wrong).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/50\.00 BOB is not the total/) });
    const said = ['--amount', `${order}=500`, '--amount', '404=500.00'];
    const approved = await peerdesk('order', 'approve-release', order, '404', '--each', ...said);
    // The order of that number is not carried: it fails alone.
    expect(approved).toMatchObject({ exitCode: 2, stderr: `1 of 2: order ${order}\n2 of 2: order 404\n` });
    expect(approved.stdout).toMatch(new RegExp(`^order ${order}: approval by tester noted[:;]`));
    expect(approved.stdout).not.toContain('no human has approved');
    expect(approved.stdout).toMatch(/\norder 404 is not carried/);
    await until(
      'the order completes',
      () => simulator.ledger().orders.completed,
      (count) => count === 1,
    );
    expect(simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
    const commands = logEntries(await world.log()).filter(({ event }) => event === 'command');
    const workflowId = `order:${account}:${order}`;
    const sent = { level: 'info', by: 'tester', via: 'update', workflowId, account };
    for (const command of ['hold', 'unhold', 'approveRelease']) {
      expect(commands).toContainEqual(expect.objectContaining({ ...sent, command }));
    }
    const reason = 'not approved: the order is on hold';
    const refused = { ...sent, level: 'warn', command: 'approveRelease', reason };
    expect(commands).toContainEqual(expect.objectContaining(refused));
    const late = await until(
      'the workflow of the order ends',
      () => peerdesk('order', 'hold', order),
      (run) => run.stderr.includes('its workflow ended at'),
    );
    expect(late).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/refused: order \d+ is COMPLETED, /) });
    const ended = await until(
      'the ended order is in the history',
      async () => json(await peerdesk('order', 'history', '--since', '1d', '--json')) as unknown[],
      (orders) => orders.length > 0,
    );
    const trade = {
      adNumber: ad,
      side: 'SELL',
      fiat: 'BOB',
      totalPrice: expect.stringMatching(/^500/),
      fee: expect.stringMatching(/^\d+\.\d+$/),
    };
    expect(ended).toMatchObject([{ orderNumber: order, status: 'COMPLETED', how: 'completed', trade }]);
    const audit = json(await peerdesk('audit', order, '--json')) as { kind: string; what: string }[];
    const inRegister = audit.filter(({ kind }) => kind === 'register');
    expect(inRegister.map(({ what }) => what).toSorted()).toEqual(['taken-back', 'unheld']);
    expect(audit.filter((one) => !inRegister.includes(one))).toMatchObject([
      { what: 'started', by: null },
      ...['hold', 'unhold', 'approveRelease'].map((what) => ({
        what,
        by: 'tester',
        identity: expect.stringMatching(/@/),
      })),
    ]);
    const ofAll = json(await peerdesk('audit', '--all-accounts', '--json')) as { kind: string }[];
    expect(ofAll).toEqual(expect.arrayContaining(audit));
    expect(new Set(ofAll.map(({ kind }) => kind))).toContain('guard');
    expect((await peerdesk('order', 'show', order)).stdout).toMatch(/its workflow +completed at /);
    const all = json(await peerdesk('order', 'list', '--all', '--json'));
    expect(all).toMatchObject([{ orderNumber: order, orderStatus: 'COMPLETED', trade: expect.stringMatching(/500/) }]);
  });

  it('with signed approvals a typed one releases nothing, and one of an approver releases once', async () => {
    const world = await openDeskWorld();
    const folder = await temporaryDirectory();
    world.env['PEERDESK_APPROVER_DIR'] = join(folder, 'keys');
    const peerdesk = operatorOf(world);
    const { simulator } = world;
    const made = json(await peerdesk('approver', 'init', 'ana', '--json')) as { publicKey: string };
    world.env['PEERDESK_APPROVALS'] = 'signed';
    world.env['PEERDESK_APPROVERS'] = `ana=${made.publicKey}`;
    await world.runWorker();
    const order = await paidOrderOf(world, { total: '500.00' });
    await approvalAsked(peerdesk, order);
    const typed = await peerdesk('order', 'approve-release', order, '--by', 'tester', '--amount', '500.00');
    expect(typed).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/a typed approval counts for nothing/) });
    expect(simulator.ledger().releases).toBe(0);
    const signed = await peerdesk('order', 'approve-release', order, '--key', 'ana', '--amount', '500.00');
    expect(signed).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/ana signs the release of SELL/) });
    await until(
      'the order completes',
      () => simulator.ledger().orders.completed,
      (count) => count === 1,
    );
    expect(simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
  });

  it('where no worker runs a hold is kept, and nothing else is left behind', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    const { simulator } = world;
    const ad = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const order = simulator.counterparties.take({ adNumber: ad, totalPrice: '500.00' });
    simulator.counterparties.pay(order);
    const release = { policy: 'paid', amountCap: null, counterparty: noRules } as const;
    await startOrder(world.client, { account, orderNumber: order, mode: 'sim', release, settings: quickSettings });
    expect(await peerdesk('order', 'approve-release', order, '--amount', '500')).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringMatching(/: not sent: no worker serves account/),
    });
    expect(await peerdesk('order', 'hold', order)).toMatchObject({
      // No worker has run here yet, so there is no register.
      exitCode: 7,
      stdout: expect.stringMatching(
        /hold by tester is kept: it will be carried out as soon as a worker runs; not yet kept outside Temporal: there is no register on this machine\n$/,
      ),
    });
    expect(await peerdesk('order', 'hold', '404')).toMatchObject({ exitCode: 2, stdout: '' });
    const worker = world.startWorker();
    const held = await until(
      'the hold is carried out before anything is released',
      () => orderControl(world.client, account, order).state(),
      (view) => view.held !== null,
    );
    expect(held).toMatchObject({ held: { by: 'tester' }, approvals: [] });
    expect(simulator.ledger().releases).toBe(0);
    await worker.kill();
    // The server remembers a worker for a while, so this one is sent and waits.
    const silent = await peerdesk('order', 'hold', order, '--by', 'ben', '--timeout', '2s');
    expect(silent).toMatchObject({
      exitCode: 5,
      stdout: expect.stringMatching(/no answer in time; hold by ben is kept/),
    });
    const approval = await peerdesk('order', 'approve-release', order, '--amount', '500', '--timeout', '2s');
    // It holds for what the order shows, so nothing is sent while that is not known.
    const notSent = new RegExp(`^peerdesk: order ${order}: not sent: it did not answer in time: check that`);
    expect(approval).toMatchObject({ exitCode: 5, stderr: expect.stringMatching(notSent) });
  });

  it('policy match: a payment that the bank shows releases the order once, another one does not', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    const { simulator } = world;
    await world.runWorker();
    await until(
      'the desk starts',
      () => peerdesk('desk', 'start', '--release', 'match', '--yes'),
      (run) => run.exitCode === 0,
    );
    const ad = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const order = simulator.counterparties.take({ adNumber: ad, totalPrice: '500.00', realName: 'ANA PEREZ' });
    simulator.counterparties.pay(order);
    const shown = await until(
      'the order lacks a payment',
      () => peerdesk('order', 'show', order),
      (run) => run.stdout.includes('payment-match'),
    );
    expect(shown.stdout).toContain('release-gate');
    const match = (payer: string) =>
      peerdesk('order', 'received', order, '--amount', '500.00', '--payer', payer, '--proof', 'TRX-1');
    await until(
      'it does not fit',
      () => match('SOMEBODY ELSE'),
      ({ exitCode }) => exitCode === 6,
    );
    await until(
      'the order names what does not fit',
      () => peerdesk('order', 'show', order),
      (run) => run.stdout.includes('payer-name'),
    );
    expect(simulator.ledger().releases).toBe(0);
    expect((await match('ANA PEREZ')).exitCode).toBe(0);
    await until(
      'the order completes',
      () => simulator.ledger().orders.completed,
      (count) => count === 1,
    );
    expect(simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
  });

  it('an order is placed with --wait once, however often it is asked for, and marked paid with its proof', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    await world.runWorker();
    const offer = ['--ad', askAdNumber, '--side', 'buy', '--amount', '500', '--price', '10.05', '--asset', 'usdt'];
    const place = [
      'order',
      'place',
      ...offer,
      '--fiat',
      'bob',
      '--request-id',
      'r-1',
      '--wait',
      '--yes',
      '--json',
      '--by',
      'eva',
    ];
    const asked: string[] = [];
    const person = {
      // To the money yes, to the looser rules no.
      askPerson: async (question: string) => (asked.push(question) === 1 ? 'y' : 'n'),
      env: environmentOf(world),
      stdout: { write: () => undefined },
      stderr: { write: () => undefined },
    };
    const looser = place.filter((word) => word !== '--yes');
    await until(
      'a worker answers for the rules',
      async () => {
        asked.length = 0;
        return runCli([...looser, '--release', 'match'], person);
      },
      () => asked.length === 2,
    );
    expect(asked[1]).toMatch(/^this loosens: policy approve becomes match/);
    expect(world.simulator.ledger().orders.arrived).toBe(0);
    const placed = await until(
      'the order is placed',
      () => peerdesk(...place),
      (run) => run.exitCode === 0,
    );
    expect(placed.stderr).toMatch(/^request id r-1: /);
    const { orderNumber } = json(placed) as { orderNumber: string };
    expect(json(await peerdesk(...place.with(-1, 'ben')))).toMatchObject({ state: 'placed', orderNumber });
    const placing = { what: 'started', kind: 'place', by: 'eva', detail: 'BUY 500 BOB at 10.05, mode sim' };
    expect(json(await peerdesk('audit', 'r-1', '--json'))).toMatchObject([placing]);
    expect(json(await peerdesk('order', 'show', 'r-1', '--placement', '--json'))).toMatchObject({ orderNumber });
    const paid = await until(
      'the payment is taken',
      () => peerdesk('order', 'transferred', orderNumber, '--proof', 'TRX-77'),
      (run) => run.exitCode === 0,
    );
    expect(paid.stdout).toContain('payment confirmed by tester, do not pay again');
    expect(paid.stdout).not.toMatch(/pay 500/);
    await until(
      'the order is marked paid',
      () => world.simulator.ledger().payments,
      (count) => count === 1,
    );
    expect(world.simulator.ledger()).toMatchObject({ placements: 1, doublePlacements: 0, doublePayments: 0 });
  });
});

/** The lines of a worker's log. */
function logEntries(log: string): Record<string, unknown>[] {
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
