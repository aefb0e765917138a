import { describe, expect, it } from 'vitest';
import type {
  BusinessLook,
  WatchBusinessInput,
  WatchMarketInput,
  WatchMarketVerdict,
} from '../../../src/activities/activity-contract.ts';
import { hoursRuleSchema } from '../../../src/domain/hours/hours-rule.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

const clockText = (atMs: number): string => new Date(atMs).toISOString().slice(11, 16);

/** Hours in UTC that are open, or over, now, and change in so many minutes. */
function hoursAround(world: ActivityWorld, { isOpen, minutes }: { isOpen: boolean; minutes: number }) {
  const nowMs = world.clock.now();
  const changeMs = nowMs + minutes * 60_000 - (nowMs % 60_000);
  const [from, to] = isOpen ? [changeMs - 7_200_000, changeMs] : [changeMs, changeMs + 7_200_000];
  return { open: `${clockText(from)}-${clockText(to)}`, timezone: 'UTC', changeMs };
}

function inputOf(adNumber: string, part: object, more: Partial<WatchMarketInput> = {}): WatchMarketInput {
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '9.50', ceiling: '10.50' },
    ...part,
  });
  const fresh = { override: null, lastChangeAtMs: null, learnedRange: null, assumedPrice: null, shown: null };
  return { adNumber, rules, ...fresh, periodMs: 3_600_000, ...more };
}

const look = (world: ActivityWorld, input: WatchMarketInput): Promise<WatchMarketVerdict> =>
  world.scheduled().run(world.watching.watchMarket, input) as Promise<WatchMarketVerdict>;

const bare = ({ open, timezone }: { open: string; timezone: string }) => ({ open, timezone });

describe('ARCHITECTURE#an-ad-beyond-its-place: the worker reads the hours', () => {
  it('within them an ad is priced, and the look says until when', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const { changeMs, ...hours } = hoursAround(world, { isOpen: true, minutes: 30 });
    expect(await look(world, inputOf(adNumber, { hours }))).toMatchObject({
      kind: 'set',
      opening: { isOpen: true, untilMs: changeMs },
    });
    const plain = await look(world, inputOf(adNumber, {}));
    expect(plain).not.toHaveProperty('opening');
  });

  it('outside them the watch asks for the ad to leave the market, also while repricing is off', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const { changeMs, ...hours } = hoursAround(world, { isOpen: false, minutes: 30 });
    expect(await look(world, inputOf(adNumber, { hours }))).toMatchObject({
      kind: 'outside-hours',
      ad: { adNumber },
      opening: { isOpen: false, untilMs: changeMs },
    });
    expect(world.callsOf('ads/search')).toBe(0);
  });

  it('what the merchant took offline in the app is his, whatever the hours say', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20', status: SimAdStatus.OFFLINE });
    const hours = bare(hoursAround(world, { isOpen: false, minutes: 30 }));
    expect(await look(world, inputOf(adNumber, { hours }))).toMatchObject({ kind: 'ad-not-online' });
  });

  it('with a resting price the ad is priced at it, within its limits, and without waiting for a hold', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const hours = { ...bare(hoursAround(world, { isOpen: false, minutes: 30 })), restingPrice: '10.40' };
    const verdict = await look(
      world,
      inputOf(adNumber, { hours, minimumHoldMs: 60_000 }, { lastChangeAtMs: world.clock.now() }),
    );
    expect(verdict).toMatchObject({
      kind: 'set',
      opening: { isOpen: false },
      decision: { target: '10.40', price: '10.40' },
    });
  });

  it('a look that differs from what is shown comes back at once', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.40' });
    const hours = { ...bare(hoursAround(world, { isOpen: false, minutes: 30 })), restingPrice: '10.40' };
    const shown = {
      rank: 1,
      reason: 'at-target',
      boundSinceMs: null,
      isAlarmed: false,
      atMs: world.clock.now(),
    } as const;
    const verdict = await look(world, inputOf(adNumber, { hours }, { shown: { ...shown, isOpen: true } }));
    expect(verdict).toMatchObject({ kind: 'quiet', opening: { isOpen: false } });
  });

  it('a zone that the machine does not know prices nothing and says so', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const hours = { open: 'always', timezone: 'America/Atlantis' };
    const verdict = await look(world, inputOf(adNumber, { hours }));
    expect(verdict).toMatchObject({ kind: 'problem', message: expect.stringContaining('America/Atlantis') });
    expect(world.simulator.ledger().entries).toEqual([]);
  });
});

const rules = inputOf('x', {}).rules;
const whole = (hours: object) => hoursRuleSchema.parse(hours);

describe('ads#active-hours: back on the market in the morning', () => {
  const comeBack = (world: ActivityWorld, adNumber: string, hours: { open: string; timezone: string }) =>
    world.asAd(adNumber).run(world.acting.putAdOnline, {
      mode: 'sim' as const,
      adNumber,
      limits: rules.limits,
      hours: whole(hours),
      pricing: { rules, override: null, learnedRange: null },
    });
  const stands = (world: ActivityWorld, adNumber: string) => {
    const { status, price } = world.simulator.snapshot().ads.find(({ advNo }) => advNo === adNumber) ?? {};
    return { status, price };
  };

  it('an ad is priced before it is online, not at the price of yesterday', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '9.60', status: SimAdStatus.OFFLINE });
    await comeBack(world, adNumber, bare(hoursAround(world, { isOpen: true, minutes: 30 })));
    const { entries } = world.simulator.ledger();
    expect(entries.map(({ kind }) => kind)).toEqual(['reprice', 'ad-status']);
    expect(stands(world, adNumber)).toEqual({ status: SimAdStatus.ONLINE, price: '10.04' });
  });

  it('an ad that got a resting price in the night comes back at that price, not at the one of the day', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '9.60', status: SimAdStatus.OFFLINE });
    const around = bare(hoursAround(world, { isOpen: false, minutes: 30 }));
    const back = (hours: object) =>
      world.asAd(adNumber).run(world.acting.putAdOnline, {
        mode: 'sim' as const,
        adNumber,
        limits: rules.limits,
        pricing: { rules: { ...rules, hours: whole(hours) }, override: null, learnedRange: null },
      });
    const unknown = back({ ...around, timezone: 'America/Atlantis', restingPrice: '10.40' });
    await expect(unknown).rejects.toMatchObject({ type: 'STALE_DECISION' });
    await back({ ...around, restingPrice: '10.40' });
    expect(world.simulator.ledger().entries.map(({ kind }) => kind)).toEqual(['reprice', 'ad-status']);
    expect(stands(world, adNumber)).toEqual({ status: SimAdStatus.ONLINE, price: '10.40' });
  });

  it('an attempt that comes too late, when the hours are over again, puts nothing online', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '9.60', status: SimAdStatus.OFFLINE });
    const late = comeBack(world, adNumber, bare(hoursAround(world, { isOpen: false, minutes: 30 })));
    await expect(late).rejects.toMatchObject({ type: 'OUTSIDE_HOURS' });
    const lost = comeBack(world, adNumber, { open: 'always', timezone: 'America/Atlantis' });
    await expect(lost).rejects.toMatchObject({ type: 'STALE_DECISION' });
    expect(world.simulator.ledger().entries).toEqual([]);
  });

  it('the watch of a sleeping ad ends when its hours open, and says when they do', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '9.60', status: SimAdStatus.OFFLINE });
    const known = { status: null, adStatus: 'offline', adNumber, adOnly: true, periodMs: 3_600_000 } as const;
    const watch = (more: Partial<WatchBusinessInput>) =>
      world.scheduled().run(world.watching.watchBusiness, { ...known, ...more }) as Promise<BusinessLook>;
    const first = await watch({ hours: whole(bare(hoursAround(world, { isOpen: false, minutes: 30 }))) });
    expect(first).toMatchObject({ adStatus: 'offline', opening: { isOpen: false } });
    const open = whole(bare(hoursAround(world, { isOpen: true, minutes: 30 })));
    const second = await watch({ hours: open, ...(first.opening === undefined ? {} : { opening: first.opening }) });
    expect(second).toMatchObject({ opening: { isOpen: true } });
  });
});
