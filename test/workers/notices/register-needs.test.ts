/** What the register of an account asks a person for. */
import { describe, expect, it } from 'vitest';
import { registerNeeds } from '../../../src/workers/notices/register-needs.ts';
import { ownNeeds } from '../../../src/workers/notices/own-needs.ts';
import { needOf } from '../../../src/workers/notices/need-facts.ts';
import { openActivityWorld, type ActivityWorld } from '../../activities/activity-fixture.ts';
import {
  markPaid,
  duePurchase,
  markPaidInput,
  paidSale,
  placeInput,
  release,
  releaseInput,
  untilShownMs,
} from '../../activities/money/money-fixture.ts';
import { publishInput } from '../../activities/publication/publication-fixture.ts';
import { settleSteps } from '../../../src/activities/money/settle-steps.ts';

const minuteMs = 60_000;

const needsOf = ({ deps: { register }, clock }: ActivityWorld, sinceMs: number | null = null) =>
  registerNeeds({ register, uncomparedSinceMs: () => sinceMs }, clock.now());

describe('U16: a comparison that is not complete is a need', () => {
  it('once it has lasted for a minute, at once urgent, and until it is complete', async () => {
    const world = await openActivityWorld();
    const sinceMs = world.clock.now();
    expect(await needsOf(world, sinceMs)).toEqual([]);
    world.clock.advance(minuteMs - 1);
    expect(await needsOf(world, sinceMs)).toEqual([]);
    world.clock.advance(1);
    const need = { fact: { code: 'desk-trouble', source: 'uncompared' }, sinceMs, isUrgentAtOnce: true };
    expect(await needsOf(world, sinceMs)).toEqual([need]);
    world.memory.silent = true;
    expect(await needsOf(world, sinceMs)).toEqual([need]);
    expect(await needsOf(world, null)).toEqual([]);
  });
});

describe('design 6, U16: a step that no read ends is a need of its order, placement or ad', () => {
  it('finding: until it has an end', async () => {
    const world = await openActivityWorld();
    const sinceMs = world.clock.now();
    const { account } = world.deps;
    const [sale, purchase] = [paidSale(world), duePurchase(world)];
    await release(world, releaseInput(sale));
    await markPaid(world, markPaidInput(purchase));
    await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
    await world.asPublication('usdt-bob').run(world.money.publishAd, publishInput(world));
    const fault = { kind: 'error', code: -2019, message: 'no' } as const;
    world.simulator.setFaults([{ operation: 'getUserOrderDetail', fault }]);
    world.clock.advance(untilShownMs + minuteMs - 1);
    await settleSteps(world.deps);
    expect(await needsOf(world)).toEqual([]);
    world.clock.advance(1);
    const need = { fact: { code: 'step-open' }, sinceMs, isUrgentAtOnce: true };
    const needs = await needsOf(world);
    expect(needs).toEqual(
      [
        { workflowId: `order:${account}:${sale}`, type: 'order' },
        { workflowId: `order:${account}:${purchase}`, type: 'order' },
        { workflowId: `place:${account}:r1`, type: 'placement' },
        { workflowId: `publish:${account}:usdt-bob`, type: 'ad' },
      ].map((of) => ({ ...need, of })),
    );
    // Each may be reported: it is of this account, and of the kind that its id names.
    const items = needs.map(({ of = { workflowId: '', type: 'desk' as const }, ...one }) => ({
      need: needOf(one, { ...of, nowMs: world.clock.now(), urgentAfterMs: minuteMs }),
      stage: 'first' as const,
    }));
    expect(ownNeeds(items, { account, egress: 'main' })).toEqual(items);
    world.simulator.setFaults([]);
    await settleSteps(world.deps);
    expect((await needsOf(world)).map(({ of }) => of?.type)).toEqual(['ad']);
  });

  it('a register that is silent is not asked: without it no money moves, and that is another need', async () => {
    const world = await openActivityWorld();
    await release(world, releaseInput(paidSale(world)));
    world.clock.advance(untilShownMs + minuteMs);
    world.memory.silent = true;
    expect(await needsOf(world)).toEqual([]);
  });
});
