import { describe, expect, it } from 'vitest';
import type { WatchMarketInput } from '../../src/activities/activity-contract.ts';
import type { ReportLine } from '../../src/activities/dependencies.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { deskWorkflowId, orderWorkflowId } from '../../src/workflows/contract/workflow-ids.ts';
import { SimAdStatus } from '../../src/simulator/world/simulator-state.ts';
import { asWorkflow, openActivityWorld, type ActivityWorld } from './activity-fixture.ts';
import { readInput } from './money/money-fixture.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
});
const intakeInput = { mode: 'sim', periodMs: 60_000, intake: null } as const;
const warning = { event: 'refused', level: 'warn' } as const;

function watchInput(adNumber: string): WatchMarketInput {
  const nothing = { override: null, lastChangeAtMs: null, learnedRange: null, assumedPrice: null, shown: null };
  return { ...nothing, adNumber, rules, periodMs: 3_600_000 };
}

const refusals = ({ reports }: ActivityWorld): ReportLine[] => reports.filter(({ event }) => event === 'refused');

function refuse({ simulator }: ActivityWorld, operation: string, code: number): void {
  simulator.setFaults([{ operation, fault: { kind: 'error', code, message: 'no' } }]);
}

function setPrice(world: ActivityWorld, adNumber: string): Promise<unknown> {
  const input = { adNumber, price: '10.10', limits: rules.limits, mode: 'sim' } as const;
  return world.asAd(adNumber).run(world.acting.updateAdPrice, input);
}

describe('7.4: what the service refuses is one line of the worker’s log', () => {
  it('NON_RETRIABLE_BUSINESS: a price, with ad, operation, code, category, message and mode', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    refuse(world, 'update', -2019);
    await expect(setPrice(world, adNumber)).rejects.toThrow('-2019');
    const what = { operation: 'update', code: '-2019', category: 'NON_RETRIABLE_BUSINESS', message: 'no' };
    expect(refusals(world)).toEqual([{ ...warning, mode: 'sim', adNumber, ...what }]);
  });

  it('UNKNOWN: a search of a watch, once in a row of looks that fail', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.04' });
    refuse(world, 'search', 99_123);
    const env = world.asAd(adNumber);
    env.on('heartbeat', () => world.clock.advance(20));
    const verdict = await env.run(world.watching.watchMarket, watchInput(adNumber));
    expect(verdict).toMatchObject({ kind: 'problem', category: 'UNKNOWN', code: '99123' });
    expect(world.callsOf('ads/search')).toBe(5);
    const what = { operation: 'search', code: '99123', category: 'UNKNOWN', message: 'no' };
    expect(refusals(world)).toEqual([{ ...warning, mode: null, adNumber, ...what }]);
  });

  it('a refused key: what the intake hands to its workflow', async () => {
    const world = await openActivityWorld();
    refuse(world, 'listOrders', -2015);
    const env = world.scheduled(asWorkflow('accountDesk', deskWorkflowId(world.deps.account)));
    const watch = env.run(world.watching.watchOrders, intakeInput);
    await expect(watch).rejects.toThrow('-2015');
    expect(refusals(world)).toMatchObject([{ operation: 'listOrders', code: '-2015' }]);
  });

  it('EP-21: the identity check of an order', async () => {
    const world = await openActivityWorld();
    refuse(world, 'verifiedAdditionalKyc', -2019);
    const env = world.scheduled(asWorkflow('orderLifecycle', orderWorkflowId(world.deps.account, '7')));
    const told = env.run(world.acting.verifyAdditionalKyc, { orderNumber: '7', mode: 'sim' as const });
    await expect(told).rejects.toThrow('-2019');
    expect(refusals(world)).toMatchObject([{ orderNumber: '7', mode: 'sim', code: '-2019' }]);
  });

  it('what the server of the workflows tries again stands in the log of the SDK, and not twice', async () => {
    const world = await openActivityWorld();
    refuse(world, 'getUserOrderDetail', -1000);
    const read = world.scheduled().run(world.acting.readOrder, readInput('7'));
    await expect(read).rejects.toMatchObject({ nonRetryable: false });
    expect(world.reports).toEqual([]);
  });

  it.each([
    ['baseDetail', 'user/baseDetail'],
    ['listWithPagination', 'ads/listWithPagination'],
  ])('NON_RETRIABLE_BUSINESS: %s of the offline watch, once in a row of looks that fail', async (operation, path) => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ status: SimAdStatus.OFFLINE });
    refuse(world, operation, -2015);
    const env = world.asAd(adNumber);
    env.on('heartbeat', () => world.clock.advance(15_000));
    const known = { status: 'closed', adStatus: 'offline', adNumber, periodMs: 60_000 } as const;
    await env.run(world.watching.watchBusiness, known);
    expect(world.callsOf(path)).toBeGreaterThan(1);
    const what = { code: '-2015', category: 'NON_RETRIABLE_BUSINESS', message: 'no' };
    expect(refusals(world)).toEqual([{ ...warning, mode: null, adNumber, operation, ...what }]);
  });
});

describe('design 6: what the desk does is a line of the worker’s log', () => {
  it('a price that was set, with ad and mode', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    await setPrice(world, adNumber);
    expect(world.reports).toMatchObject([{ event: 'price', level: 'info', mode: 'sim', adNumber, price: '10.10' }]);
  });
});
