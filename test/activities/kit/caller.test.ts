import { describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import type { MoneyStepName } from '../../../src/domain/once-steps.ts';
import { orderWorkflowId, placementWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { asWorkflow, openActivityWorld, realService, type ActivityWorld, type MockInfo } from '../activity-fixture.ts';
import { duePurchase, markPaidInput, moneyCalls, paidSale, placeInput, releaseInput } from '../money/money-fixture.ts';

/** A money step that only its caller or its input can stop. */
interface Ready {
  /** The workflow that may ask. */
  caller: { type: string; id: string };
  input: Record<string, unknown>;
  /** As the activity receives it from the wire: untyped. */
  ask: (input: unknown, info: MockInfo) => Promise<MoneyAttempt>;
}

type Step = 'releaseCoin' | 'markOrderAsPaid' | 'placeOrder';
const steps: Step[] = ['releaseCoin', 'markOrderAsPaid', 'placeOrder'];
const reported: Record<Step, MoneyStepName> = {
  releaseCoin: 'release',
  markOrderAsPaid: 'mark-paid',
  placeOrder: 'place',
};

function ready(world: ActivityWorld, step: Step): Ready {
  const { account } = world.deps;
  const ask: Ready['ask'] = async (input, info) => {
    const activity = world.money[step] as (raw: unknown) => Promise<MoneyAttempt>;
    return (await world.scheduled(info).run(activity, input)) as MoneyAttempt;
  };
  if (step === 'placeOrder') {
    const id = placementWorkflowId(account, 'r1');
    return { caller: { type: 'orderPlacement', id }, input: { ...placeInput() }, ask };
  }
  const orderNumber = step === 'releaseCoin' ? paidSale(world) : duePurchase(world);
  const caller = { type: 'orderLifecycle', id: orderWorkflowId(account, orderNumber) };
  const input = step === 'releaseCoin' ? releaseInput(orderNumber) : markPaidInput(orderNumber);
  return { caller, input: { ...input }, ask };
}

/** The info of `temporal activity execute`: an activity on its own. */
const noWorkflow = { inWorkflow: false, workflowType: undefined, workflowExecution: undefined } as unknown as MockInfo;

const own = ({ caller }: Ready): MockInfo => asWorkflow(caller.type, caller.id);
const otherType: Record<Step, string> = {
  releaseCoin: 'orderPlacement',
  markOrderAsPaid: 'orderPlacement',
  placeOrder: 'orderLifecycle',
};

describe.each(steps)('design 6, who may ask for a money step: %s', (step) => {
  it('its own workflow may', async () => {
    const world = await openActivityWorld();
    const call = ready(world, step);
    expect(await call.ask(call.input, own(call))).toMatchObject({ kind: 'executed' });
    expect(world.reports).toMatchObject([{ event: 'executed', level: 'info', operation: reported[step], mode: 'sim' }]);
  });

  const strangers: [string, (call: Ready) => MockInfo][] = [
    ['no workflow', () => noWorkflow],
    ['a workflow of another type', ({ caller }) => asWorkflow('evil', caller.id)],
    ['a workflow of Peerdesk of another type', ({ caller }) => asWorkflow(otherType[step], caller.id)],
    ['the workflow of another order', ({ caller }) => asWorkflow(caller.type, `${caller.id}0`)],
    ['the workflow of another account', ({ caller }) => asWorkflow(caller.type, caller.id.replace('acme', 'rival'))],
    ['the desk', () => asWorkflow('accountDesk', 'desk:acme')],
  ];

  it.each(strangers)('%s may not: CALLER_NOT_ALLOWED, nothing is read or sent', async (_name, infoOf) => {
    const world = await openActivityWorld();
    const call = ready(world, step);
    const end = await call.ask(call.input, infoOf(call));
    expect(end).toMatchObject({ kind: 'rejected', category: 'CALLER_NOT_ALLOWED', retryAfterMs: null });
    expect(world.calls).toEqual([]);
    expect(await world.rows(reported[step])).toEqual([]);
    expect(world.reports).toHaveLength(1);
  });

  const again: [string, (nowMs: number) => MockInfo][] = [
    ['a second attempt', () => ({ attempt: 2 })],
    ['a reset: attempt 1, scheduled again', (nowMs) => ({ currentAttemptScheduledTimestampMs: nowMs + 1 })],
    ['a clock that went back', (nowMs) => ({ currentAttemptScheduledTimestampMs: nowMs - 1 })],
  ];

  it.each(again)('%s: unknown, because the first dispatch may have sent; nothing is sent', async (_name, infoOf) => {
    const world = await openActivityWorld();
    const call = ready(world, step);
    const end = await call.ask(call.input, { ...own(call), ...infoOf(world.clock.now()) });
    expect(end).toMatchObject({ kind: 'unknown' });
    expect(world.calls).toEqual([]);
    expect(await world.rows(reported[step])).toEqual([]);
    expect(world.reports).toMatchObject([{ event: 'unknown', level: 'warn', operation: reported[step] }]);
  });

  const oddModes = [
    'Shadow',
    'SHADOW',
    'Live',
    'Sim',
    ' sim',
    '',
    'x',
    null,
    undefined,
    0,
    true,
    ['shadow'],
    ['sim'],
    {},
  ];

  it.each(oddModes.map((mode) => [mode]))('design 2: mode %o is refused and writes nothing', async (mode) => {
    const world = await openActivityWorld();
    const call = ready(world, step);
    const end = await call.ask({ ...call.input, mode }, own(call));
    expect(end).toMatchObject({ kind: 'rejected', category: 'MODE_NOT_ALLOWED' });
    expect(world.calls).toEqual([]);
    expect(world.intents).toEqual([]);
    expect(world.reports).toMatchObject([{ category: 'MODE_NOT_ALLOWED', mode: null }]);
  });

  it.each(['sim', 'live'])('design 2: mode %s in front of a real service that allows no live writes', async (mode) => {
    const world = await openActivityWorld({ parts: realService });
    const call = ready(world, step);
    const end = await call.ask({ ...call.input, mode }, own(call));
    expect(end).toMatchObject({ kind: 'rejected', category: 'MODE_NOT_ALLOWED' });
    expect(moneyCalls(world)).toBe(0);
  });

  it.each([undefined, null, {}, [], '', 'text', 7, [{}]])('input %o: INVARIANT, nothing is sent', async (input) => {
    const world = await openActivityWorld();
    const call = ready(world, step);
    expect(await call.ask(input, own(call))).toMatchObject({ kind: 'rejected', category: 'INVARIANT' });
    expect(world.calls).toEqual([]);
    const line = { event: 'rejected', operation: reported[step], category: 'INVARIANT', mode: null };
    expect(world.reports).toMatchObject([line]);
  });

  it('each field is needed, of its own form, and no other is taken: INVARIANT, nothing is sent', async () => {
    const world = await openActivityWorld();
    const call = ready(world, step);
    const isMode = (field: string): boolean => field === 'mode';
    const fields = Object.keys(call.input).filter((field) => !isMode(field));
    const wrong = [7, true, [], {}, '', 'x'.repeat(200), ['sim']];
    const inputs = [
      ...fields.map((field) => Object.fromEntries(Object.entries(call.input).filter(([name]) => name !== field))),
      ...fields.flatMap((field) => wrong.map((value) => ({ ...call.input, [field]: value }))),
      { ...call.input, more: 1 },
    ];
    for (const input of inputs) {
      const end = await call.ask(input, own(call));
      expect(end, JSON.stringify(input)).toMatchObject({ kind: 'rejected', category: 'INVARIANT' });
    }
    expect(world.calls).toEqual([]);
    expect(world.reports).toHaveLength(inputs.length);
  });

  it.each([
    ['no bound', { recvWindowMs: 3_000 }],
    ['a bound of zero', { boundMs: 0, recvWindowMs: 3_000 }],
    ['a negative bound', { boundMs: -1, recvWindowMs: 3_000 }],
    ['a bound of a day', { boundMs: 86_400_000, recvWindowMs: 3_000 }],
    ['a bound that is no number', { boundMs: '10000', recvWindowMs: 3_000 }],
    ['a bound with a fraction', { boundMs: 0.5, recvWindowMs: 3_000 }],
    ['a window above the service’s', { boundMs: 10_000, recvWindowMs: 60_001 }],
    ['a window of zero', { boundMs: 10_000, recvWindowMs: 0 }],
    ['a third field', { boundMs: 10_000, recvWindowMs: 3_000, sendBeforeMs: 1 }],
  ])('fence with %s: INVARIANT, nothing is sent', async (_name, odd) => {
    const world = await openActivityWorld();
    const call = ready(world, step);
    const end = await call.ask({ ...call.input, fence: odd }, own(call));
    expect(end).toMatchObject({ kind: 'rejected', category: 'INVARIANT' });
    expect(world.calls).toEqual([]);
  });
});

describe('the input of a placement', () => {
  it.each([
    ['side', 'buy'],
    ['totalAmount', '-5'],
    ['totalAmount', '0'],
    ['totalAmount', 'NaN'],
    ['totalAmount', '1e3'],
    ['matchPrice', 'Infinity'],
    ['matchPrice', '10,05'],
    ['fiat', 'bob'],
    ['asset', 'US DT'],
    ['requestId', 'a/b'],
    ['adNumber', '1:2'],
    ['payId', ''],
  ])('%s %o: INVARIANT, nothing is sent', async (field, value) => {
    const world = await openActivityWorld();
    const call = ready(world, 'placeOrder');
    const end = await call.ask({ ...call.input, [field]: value }, own(call));
    expect(end).toMatchObject({ kind: 'rejected', category: 'INVARIANT' });
    expect(world.calls).toEqual([]);
  });
});
