import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt, ReleaseCoinInput } from '../../../src/activities/activity-contract.ts';
import type { ActivityDependencies } from '../../../src/activities/dependencies.ts';
import type { Seen } from '../../../src/domain/orders/seen.ts';
import type { TakenBack } from '../../../src/domain/register/taken-back.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import {
  approvalOf,
  buyerName,
  duePurchase,
  markPaid,
  markPaidInput,
  moneyCalls,
  paidSale,
  payment,
  release,
  releaseInput,
  rulesOf,
} from './money-fixture.ts';

type Gate = Partial<ReleaseCoinInput['gate']>;

/** Requests a release and expects that nothing has left; returns the answer. */
async function refused(world: ActivityWorld, input: ReleaseCoinInput): Promise<MoneyAttempt> {
  const end = await release(world, input);
  expect(end.kind).toBe('rejected');
  expect(moneyCalls(world)).toBe(0);
  expect(world.fakeGuard.asked).toEqual([]);
  expect(world.simulator.ledger().releases).toBe(0);
  return end;
}

const permitting = (part: Partial<ActivityDependencies['releasePermission']>): Partial<ActivityDependencies> => ({
  releasePermission: { policies: ['approve', 'match', 'paid'], maxRelease: {}, maxReleasePerDay: {}, ...part },
});

describe('design 6: a release reads its order itself', () => {
  it('an order that the desk buys', async () => {
    const world = await openActivityWorld();
    const orderNumber = duePurchase(world);
    expect(await refused(world, releaseInput(orderNumber))).toMatchObject({ category: 'ORDER_MISMATCH' });
  });

  it('an order that is not paid', async () => {
    const world = await openActivityWorld();
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd() });
    expect(await refused(world, releaseInput(orderNumber))).toMatchObject({ category: 'ORDER_MISMATCH' });
  });

  it('an order in appeal', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    world.simulator.counterparties.dispute(orderNumber);
    expect(await refused(world, releaseInput(orderNumber))).toMatchObject({ category: 'ORDER_MISMATCH' });
  });

  it('an answer about another order: WRONG_ORDER', async () => {
    const world = await openActivityWorld();
    const [asked, other] = [paidSale(world), paidSale(world)];
    const { orders } = world.exchange;
    const swapped = await orders.getUserOrderDetail(other);
    vi.spyOn(orders, 'getUserOrderDetail').mockResolvedValue(swapped);
    expect(await refused(world, releaseInput(asked))).toMatchObject({ category: 'WRONG_ORDER' });
  });

  it('an order that the service does not know: not sent, and no answer of the step itself', async () => {
    const world = await openActivityWorld();
    expect(await refused(world, releaseInput('20999999999999999999'))).toMatchObject({ category: 'NOT_SENT' });
  });

  it('a gate of another order than the one to release: INVARIANT, nothing is read', async () => {
    const world = await openActivityWorld();
    const [first, second] = [paidSale(world), paidSale(world)];
    const input = { ...releaseInput(first), gate: releaseInput(second).gate };
    expect(await refused(world, input)).toMatchObject({ category: 'INVARIANT' });
    expect(world.calls).toEqual([]);
  });

  it('mark paid: an order that the desk sells, or that is paid already', async () => {
    const world = await openActivityWorld();
    const purchase = duePurchase(world);
    const mark = (orderNumber: string): Promise<unknown> => markPaid(world, markPaidInput(orderNumber));
    const sale = world.simulator.counterparties.take({ adNumber: world.addAd() });
    expect(await mark(sale)).toMatchObject({ kind: 'rejected', category: 'ORDER_MISMATCH' });
    expect(await mark(purchase)).toMatchObject({ kind: 'executed' });
    expect(await mark(purchase)).toMatchObject({ kind: 'rejected', category: 'ORDER_MISMATCH' });
    expect(world.simulator.ledger()).toMatchObject({ payments: 1, repeatedAttempts: 0 });
  });
});

describe('design 6: what this worker itself allows, to every caller', () => {
  it.each([
    ['above its largest release', { BOB: '509.99' }],
    ['in a currency that no cap names', { USD: '100000' }],
    ['in a currency that only an object’s own names know', { toString: '1' }],
  ])('PEERDESK_MAX_RELEASE, an order %s: OVER_CAP', async (_name, maxRelease) => {
    const world = await openActivityWorld({ parts: permitting({ maxRelease }) });
    const orderNumber = paidSale(world, '510.00');
    expect(await refused(world, releaseInput(orderNumber))).toMatchObject({ category: 'OVER_CAP' });
  });

  it('PEERDESK_MAX_RELEASE: the very amount is allowed', async () => {
    const world = await openActivityWorld({ parts: permitting({ maxRelease: { BOB: '510' } }) });
    expect(await release(world, releaseInput(paidSale(world, '510.00')))).toMatchObject({ kind: 'executed' });
  });

  it('PEERDESK_MAX_RELEASE_PER_DAY: the guard sums, by the worker’s own limit', async () => {
    const world = await openActivityWorld({ parts: permitting({ maxReleasePerDay: { BOB: '1100' } }) });
    const orders = [paidSale(world), paidSale(world), paidSale(world)].map((number) => releaseInput(number));
    const ends: MoneyAttempt[] = [];
    for (const input of orders) ends.push(await release(world, input));
    const over = { kind: 'rejected', category: 'OVER_DAY_CAP' };
    expect(ends).toMatchObject([{ kind: 'executed' }, { kind: 'executed' }, over]);
    expect(world.simulator.ledger().releases).toBe(2);
  });

  it('PEERDESK_MAX_RELEASE_PER_DAY that does not name the currency: OVER_CAP, and the guard is not asked', async () => {
    const world = await openActivityWorld({ parts: permitting({ maxReleasePerDay: { USD: '1' } }) });
    expect(await refused(world, releaseInput(paidSale(world)))).toMatchObject({ category: 'OVER_CAP' });
  });

  it('PEERDESK_RELEASE_POLICIES: a policy that this worker does not release by', async () => {
    const world = await openActivityWorld({ parts: { allowsPolicy: (policy) => policy !== 'paid' } });
    expect(await refused(world, releaseInput(paidSale(world)))).toMatchObject({ category: 'POLICY_NOT_ALLOWED' });
  });

  it.each([[['paid']], ['Paid'], ['none'], ['toString'], [''], [null], [undefined], [{ paid: true }]])(
    'policy %o is no policy: INVARIANT, nothing is read',
    async (policy) => {
      const world = await openActivityWorld();
      const rules = { ...rulesOf('paid'), policy } as unknown as ReleaseCoinInput['gate']['rules'];
      expect(await refused(world, releaseInput(paidSale(world), { rules }))).toMatchObject({ category: 'INVARIANT' });
      expect(world.calls).toEqual([]);
    },
  );
});

/** The gate of an order whose approver has seen this in place of what it is. */
const approvedSeeing =
  (part: Partial<Seen>) =>
  async (world: ActivityWorld, orderNumber: string): Promise<Gate> => {
    const approval = await approvalOf(world, orderNumber);
    return { rules: rulesOf('approve'), approvals: [{ ...approval, seen: { ...approval.seen, ...part } }] };
  };

async function takenBack({ deps }: ActivityWorld, orderNumber: string, what: TakenBack): Promise<Gate> {
  await deps.register.takeBack({ orderNumber, what, by: 'ana', note: '' });
  return {};
}

/** The gate of an order that was approved as it was, with this changed since. */
const approvedWith =
  (part: Gate) =>
  async (world: ActivityWorld, orderNumber: string): Promise<Gate> => ({
    rules: rulesOf('approve'),
    approvals: [await approvalOf(world, orderNumber)],
    ...part,
  });

describe('I6: the gate is judged once more inside the release', () => {
  const lacking: [string, (world: ActivityWorld, orderNumber: string) => Gate | Promise<Gate>, string][] = [
    ['no approval', () => ({ rules: rulesOf('approve') }), 'APPROVAL_MISSING'],
    [
      'an approval that has expired meanwhile',
      async (world, orderNumber) => {
        const approval = await approvalOf(world, orderNumber);
        return { rules: rulesOf('approve'), approvals: [{ ...approval, expiresAtMs: world.clock.now() }] };
      },
      'APPROVAL_MISSING',
    ],
    ['an approval of another amount', approvedSeeing({ totalPrice: '51.00' }), 'APPROVAL_MISSING'],
    ['an approval of an earlier payment', approvedWith({ paidSinceMs: 1 }), 'APPROVAL_MISSING'],
    [
      'an approval from before a payment was attached',
      async (world, orderNumber) => ({
        rules: rulesOf('approve'),
        approvals: [await approvalOf(world, orderNumber)],
        match: payment(world),
      }),
      'APPROVAL_MISSING',
    ],
    ['an approval with another counterparty in view', approvedSeeing({ counterpartyNumber: null }), 'APPROVAL_MISSING'],
    ['an approval of another generation', approvedSeeing({ generation: 'another' }), 'APPROVAL_MISSING'],
    ['an approval of another epoch', approvedSeeing({ epoch: 1 }), 'APPROVAL_MISSING'],
    [
      'an approval from before something was taken back',
      async (world, orderNumber) => {
        const gate = await approvedWith({})(world, orderNumber);
        await takenBack(world, orderNumber, 'revoke');
        return gate;
      },
      'APPROVAL_MISSING',
    ],
    ['a hold', () => ({ held: true }), 'HELD'],
    ['a hold that the register alone knows', (world, orderNumber) => takenBack(world, orderNumber, 'hold'), 'HELD'],
    [
      'a total above the cap of its rules',
      () => ({ rules: rulesOf('paid', { amountCap: { BOB: '509' } }) }),
      'OVER_CAP',
    ],
    [
      'a payment that was attached before something was taken back',
      async (world, orderNumber) => {
        await takenBack(world, orderNumber, 'unmatch');
        return { rules: rulesOf('match'), match: payment(world) };
      },
      'TAKEN_BACK',
    ],
    [
      'a payment that was attached to an order of another register',
      (world) => ({ rules: rulesOf('match'), match: payment(world, { generation: 'another' }) }),
      'TAKEN_BACK',
    ],
    ['no payment', () => ({ rules: rulesOf('match') }), 'ORDER_MISMATCH'],
    [
      'a payment of another amount',
      (world) => ({ rules: rulesOf('match'), match: payment(world, { amount: '51.00' }) }),
      'ORDER_MISMATCH',
    ],
    [
      'a payment of another person',
      (world) => ({ rules: rulesOf('match'), match: payment(world, { payerName: 'EVO ROJAS' }) }),
      'ORDER_MISMATCH',
    ],
    [
      'a payment from before the order',
      (world) => ({ rules: rulesOf('match'), match: payment(world, { atMs: world.clock.now() - 300_001 }) }),
      'ORDER_MISMATCH',
    ],
    [
      'a payment from the future',
      (world) => ({ rules: rulesOf('match'), match: payment(world, { atMs: world.clock.now() + 1 }) }),
      'ORDER_MISMATCH',
    ],
  ];

  it.each(lacking)('%s: not sent', async (_name, gateOf, category) => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const gate = await gateOf(world, orderNumber);
    expect(await refused(world, releaseInput(orderNumber, gate))).toMatchObject({ category });
    expect(world.reports).toMatchObject([{ orderNumber, operation: 'release', category, mode: 'sim', code: null }]);
  });

  it('an approval that holds, and a payment that matches: sent', async () => {
    const world = await openActivityWorld();
    const [approved, matched] = [paidSale(world), paidSale(world)];
    const approvals = [await approvalOf(world, approved)];
    const byApproval = await release(world, releaseInput(approved, { rules: rulesOf('approve'), approvals }));
    const match = payment(world);
    const byMatch = await release(world, releaseInput(matched, { rules: rulesOf('match'), match }));
    expect([byApproval, byMatch]).toMatchObject([{ kind: 'executed' }, { kind: 'executed' }]);
  });

  it('one person who approves twice is one person', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const approvals = [await approvalOf(world, orderNumber), await approvalOf(world, orderNumber, { by: ' Ana ' })];
    const rules = rulesOf('approve', { approvers: { count: 2, countAbove: null } });
    const end = await refused(world, releaseInput(orderNumber, { rules, approvals }));
    expect(end).toMatchObject({ category: 'APPROVAL_MISSING' });
  });

  it('S1: no name and no proof stands in an answer or in the log', async () => {
    const world = await openActivityWorld();
    const [orderNumber, other] = [paidSale(world), paidSale(world)];
    const part = { rules: rulesOf('match'), match: payment(world, { payerName: 'EVO ROJAS', proofId: 'SECRET-REF' }) };
    const { gate } = releaseInput(orderNumber, part);
    const look = await world.scheduled().run(world.money.checkRelease, gate);
    const ends = [await release(world, releaseInput(orderNumber, part))];
    const match = payment(world, { proofId: 'SECRET-REF' });
    for (const number of [orderNumber, other]) {
      ends.push(await release(world, releaseInput(number, { rules: rulesOf('match'), match })));
    }
    expect(ends).toMatchObject([{ kind: 'rejected' }, { kind: 'executed' }, { category: 'PROOF_USED' }]);
    const written = JSON.stringify([look, ends, world.reports]);
    expect(written).toContain('"payer":"other"');
    expect(written).not.toMatch(/evo|rojas|secret-ref|condori|"ana"|owner/i);
    expect(written).not.toContain(buyerName);
  });
});
