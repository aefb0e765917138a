import { describe, expect, it } from 'vitest';
import { dayOf, weekdayOf } from '../../../src/domain/hours/calendar.ts';
import { hoursRuleSchema, unknownZone } from '../../../src/domain/hours/hours-rule.ts';
import { HoursNow } from '../../../src/domain/hours/hours-now.ts';
import { isOffNow, rulesDuring } from '../../../src/domain/pricing/rules-by-hours.ts';
import { rangesFromText, weekFromText } from '../../../src/domain/hours/hours-text.ts';
import { zoneClock } from '../../../src/domain/hours/time-zone.ts';
import { pricingRulesSchema, doubtFixedPrice } from '../../../src/domain/pricing/pricing-rules.ts';

const day = (from: number, to: number) => ({ fromMinute: from * 60, toMinute: to * 60 });
const hours = { open: 'Mon-Sat 08:00-22:00', timezone: 'America/La_Paz' };

describe('ads#active-hours: hours as a merchant writes them', () => {
  it('names days and times in any of the usual ways', () => {
    const workdays = [day(8, 12), day(14, 18)];
    const expected = [workdays, workdays, workdays, workdays, workdays, [day(20, 26)], []];
    for (const text of [
      'Mon-Fri 08:00-12:00 14:00-18:00, Sat 20:00-02:00',
      'mon - fri 8:00 – 12:00, 14:00-18:00; SAT 20:00-2:00',
      'Mon, Tue, Wed-Fri 08:00-12:00, 14:00-18:00, Sat 20:00-02:00',
    ]) {
      expect(weekFromText(text)).toEqual(expected);
    }
    expect(weekFromText('08:00-24:00')).toEqual(Array(7).fill([day(8, 24)]));
    expect(rangesFromText('08:59-23:59')).toEqual([{ fromMinute: 539, toMinute: 1_439 }]);
    expect(weekFromText('Always')).toEqual(Array(7).fill([day(0, 24)]));
    expect(weekFromText('Sat-Mon 22:00-00:00')?.map((ranges) => ranges.length)).toEqual([1, 0, 0, 0, 0, 1, 1]);
    expect(rangesFromText('08:00-12:00, 14:00-16:00')).toEqual([day(8, 12), day(14, 16)]);
  });

  it('takes nothing that could mean something else', () => {
    const wrong = ['', 'Mon', 'Mon-Sat', '08:00', '8-22', '08:00-25:00', '08:60-09:00', '24:00-08:00', '08:00-08:00'];
    const words = [
      'Monday 08:00-22:00',
      'Mon-Satur 08:00-22:00',
      'Mo-Sat 08:00-22:00',
      '08:00-09:60',
      '08:00-24:01',
      'Mon-Fri-Sat 08:00-22:00',
      '08:00-12:00-14:00',
      'Mon 08:00-22:00 Tue',
      'never',
    ];
    for (const text of [...wrong, ...words]) {
      expect([text, weekFromText(text)]).toEqual([text, null]);
      expect(hoursRuleSchema.safeParse({ ...hours, open: text }).success).toBe(false);
    }
    for (const text of ['', 'Mon 08:00-12:00', 'closed']) expect(rangesFromText(text)).toBeNull();
  });

  it('knows the days of the calendar', () => {
    expect([dayOf('1970-01-01'), dayOf('2026-11-22'), dayOf('2000-02-29')]).toEqual([0, 20_779, 11_016]);
    expect(weekdayOf(dayOf('2026-11-22') ?? 0)).toBe(6);
    expect(weekdayOf(-4)).toBe(6);
    const months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (const [year, february] of [
      [2026, 28],
      [2028, 29],
    ] as const) {
      for (const [index, days] of months.with(1, february).entries()) {
        const month = `${year}-${String(index + 1).padStart(2, '0')}`;
        expect([`${month}-${days}`, `${month}-${days + 1}`].map((text) => dayOf(text) === null)).toEqual([false, true]);
      }
    }
    for (const text of ['2026-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-04-00', '26-1-1']) {
      expect([text, dayOf(text)]).toEqual([text, null]);
    }
    for (let index = -1_000; index < 40_000; index += 1) {
      expect(dayOf(new Date(index * 86_400_000).toISOString().slice(0, 10))).toBe(index);
    }
  });

  it('refuses dates, times and zones that are none, each with its form', () => {
    const wrong = (part: object) => hoursRuleSchema.safeParse({ ...hours, ...part }).error?.issues[0]?.message;
    expect(wrong({ closed: ['2026-02-30'] })).toMatch(/date such as/);
    expect(wrong({ exceptions: ['2026-12-24'] })).toMatch(/belongs in closed/);
    for (const text of ['2026-12-24x08:00-12:00', '2026-12-2408:00-12:00', '2026-12-24 closed']) {
      expect(wrong({ exceptions: [text] })).toMatch(/belongs in closed/);
    }
    expect(wrong({ exceptions: [' 2026-12-24  08:00-12:00 '] })).toBeUndefined();
    expect(wrong({ exceptions: ['2026-13-24 08:00-12:00'] })).toMatch(/own times/);
    expect(wrong({ timezone: '+04:00' })).toMatch(/America\/La_Paz/);
    expect(wrong({ restingPrice: '0' })).toMatch(/above zero/);
  });

  it('takes no more than a merchant writes', () => {
    const accepts = (part: object): boolean => hoursRuleSchema.safeParse({ ...hours, ...part }).success;
    const times = (length: number): object => ({ open: hours.open.padEnd(length) });
    const zone = (length: number): object => ({ timezone: 'A'.repeat(length) });
    const closed = (length: number): object => ({ closed: Array(length).fill('2026-12-25') });
    const exceptions = (length: number): object => ({ exceptions: Array(length).fill('2026-12-24 08:00-12:00') });
    expect([times(400), zone(60), closed(400), exceptions(400)].map(accepts)).toEqual(Array(4).fill(true));
    expect([times(401), zone(61), closed(401), exceptions(401)].map(accepts)).toEqual(Array(4).fill(false));
  });

  it('says which zone a machine does not know, and what one looks like', () => {
    expect(unknownZone({ timezone: 'America/Atlantis' })).toMatch(/no time zone America\/Atlantis .*America\/La_Paz/);
  });
});

const rules = (part: object) =>
  pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '9.00', ceiling: '10.00' },
    ...part,
  });
const closedNow = { isOpen: false, untilMs: 2, until: 'later' };

describe('ads#active-hours: what the hours make of the rules', () => {
  it('an ad without a resting price is off outside them, one with it rests at it, within the same limits', () => {
    const off = rules({ hours });
    expect(isOffNow(off, closedNow)).toBe(true);
    expect([isOffNow(off, { ...closedNow, isOpen: true }), isOffNow(rules({}), closedNow)]).toEqual([false, false]);
    expect(rulesDuring(off, closedNow)).toBe(off);
    const resting = rules({ hours: { ...hours, restingPrice: '9.90' }, minimumHoldMs: 60_000 });
    expect(isOffNow(resting, closedNow)).toBe(false);
    expect(rulesDuring(resting, { ...closedNow, isOpen: true })).toBe(resting);
    expect(rulesDuring(resting, null)).toBe(resting);
    expect(rulesDuring(resting, closedNow)).toMatchObject({
      strategy: { kind: 'fixed', price: '9.90' },
      limits: resting.limits,
      fallback: { kind: 'hold' },
      whenRivalBeyond: 'limit',
      minimumHoldMs: 0,
      answerHoldMs: 0,
    });
    const always = rules({});
    expect(rulesDuring(always, closedNow)).toBe(always);
  });

  it('a resting price outside the limits is questioned like a fixed one', () => {
    expect(doubtFixedPrice(rules({ hours: { ...hours, restingPrice: '9.90' } }))).toBeNull();
    expect(doubtFixedPrice(rules({ hours: { ...hours, restingPrice: '10.01' } }))).toMatchObject({
      what: 'resting',
      price: '10.01',
    });
    expect(doubtFixedPrice(rules({ hours, strategy: { kind: 'fixed', price: '8.99' } }))).toMatchObject({
      what: 'fixed',
      price: '8.99',
    });
  });

  it('name the zone that a machine does not know, and how zones are written', () => {
    expect(zoneClock('America/Nowhere')).toBeNull();
    expect(unknownZone({ timezone: 'America/Nowhere' })).toBe(
      'there is no time zone America/Nowhere on this machine: write a name of the IANA list, such as America/La_Paz',
    );
  });

  it('are asked again only once they have changed, or a clock went back', () => {
    const now = new HoursNow(hoursRuleSchema.parse(hours));
    const morning = Date.parse('2026-11-23T12:00:00Z');
    const first = now.at(morning);
    expect(first).toMatchObject({ isOpen: true });
    for (const atMs of [morning, morning + 60_000]) expect(now.at(atMs)).toBe(first);
    expect(now.at(first?.untilMs ?? 0)).toMatchObject({ isOpen: false });
    expect(now.at(morning)).toEqual(first);
    const always = new HoursNow(hoursRuleSchema.parse({ ...hours, open: 'always' }));
    const lasting = always.at(morning);
    expect(always.at(morning + 86_399_999)).toBe(lasting);
    expect(always.at(morning + 86_400_000)).not.toBe(lasting);
  });
});
