import { describe, expect, it } from 'vitest';
import { diffCsv, diffLine, diffsText, type AdDiff } from '../../../src/cli/ad/ad-diff-text.ts';
import type { DiffLook } from '../../../src/domain/diff/diff-hour.ts';
import { diffReport } from '../../../src/domain/diff/diff-report.ts';
import { beginDiff, noteDiff, type PriceDiff } from '../../../src/domain/diff/price-diff.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';

const t0 = Date.UTC(2026, 10, 22, 8, 0, 0);
const minuteMs = 60_000;
const facts = { side: 'SELL', priceScale: 2, best: '9.45', why: 'at-target', foreseen: [] } as const;

/** An ad that is wanted at 9.44 and stands as told, a look a minute. */
function seen(minutes: number, actualAt: (minute: number) => string, part: Partial<DiffLook> = {}): PriceDiff {
  let diff = beginDiff({ stampMs: 0, last: null });
  for (let minute = 0; minute <= minutes; minute += 1) {
    const look = { atMs: t0 + minute * minuteMs, intended: '9.44', actual: actualAt(minute), ...facts, ...part };
    diff = noteDiff(diff, look, { maxGapMs: minuteMs });
  }
  return diff;
}

function adDiff(diff: PriceDiff, part: Partial<AdDiff> = {}): AdDiff {
  const nowMs = diff.last?.atMs ?? t0;
  return {
    account: 'main',
    adNumber: '11485604983042220032',
    mode: 'shadow',
    side: 'SELL',
    pair: 'USDT/BOB',
    state: 'running',
    rules: pricingRulesSchema.parse({
      strategy: { kind: 'undercut', ticks: 1 },
      limits: { floor: '9', ceiling: '10' },
    }),
    ...diffReport(diff, { sinceMs: t0, nowMs }),
    ...part,
  };
}

describe('ads#shadow-beside-what-stands: `ad diff` in words', () => {
  it('figures, what is missing for a promotion, and each change, in eighty columns', () => {
    const diff = seen(120, (minute) => (minute < 30 ? '9.50' : '9.44'), { foreseen: ['limits'] });
    const text = diffsText([adDiff(diff)], 80);
    expect(text.split('\n')).toEqual([
      'ad 11485604983042220032, SELL USDT/BOB, mode shadow',
      'watched         2 h since 2026-11-22T08:00:00Z',
      'as intended     75 % of the time, 75 % within one tick',
      'apart           0.0150 on average (1.5 ticks), 0.06 at most (0.63 %)',
      'the ad stood    0 % of the time better for takers, 25 % worse',
      'as intended it  earns 0.0150 BOB less a USDT on average, before fees',
      'it differed     once, 30 min on average, 30 min at most',
      'foreseen        the limits moved the price 100 % of the time',
      'not ready: watched 2 h (at least 12 h); within one tick 75 % of the time (at',
      'least 90 %) (running)',
      '',
      'AT                    INTENDED  ACTUAL  BEST  WHY',
      '2026-11-22T08:00:00Z      9.44    9.50  9.45  at-target',
      '2026-11-22T08:30:00Z      9.44    9.44  9.45  at-target',
    ]);
  });

  it('a ready ad names each threshold that it passes', () => {
    const text = diffsText([adDiff(seen(720, () => '9.44'))], Number.POSITIVE_INFINITY);
    expect(text).toContain(
      'ready to promote: watched 12 h (at least 12 h); looked at 0 ms ago (at most 5 min); within one tick 100 % of the time (at least 90 %); 0 % apart at most (at most 2 %); without a price 0 % of the time (at most 1 %)',
    );
    expect(text).toContain('it differed     never');
    expect(text).toContain('earns the same a USDT');
  });

  it('what writes is not judged for a promotion: it shows how it kept up', () => {
    const live = adDiff(
      seen(60, () => '9.43'),
      { mode: 'live' },
    );
    expect(diffLine(live)).toBe(
      'ad 11485604983042220032, SELL USDT/BOB, mode live: written in mode live: as intended 0 % of the time (running)',
    );
    expect(diffsText([live], 80)).toContain('as intended it  earns 0.0100 BOB more a USDT');
  });

  it('nothing watched, several ads in a table, long series', () => {
    const none = adDiff(beginDiff({ stampMs: 0, last: null }), { side: null, pair: null });
    expect(diffsText([none], 80)).toContain('not read yet, mode shadow: not watched in this time');
    expect(diffsText([none], 200)).toContain(
      'not ready: watched 0 ms (at least 12 h); not priced now (a look of the last 5 min)',
    );
    const table = diffsText([none, adDiff(seen(60, () => '9.44'))], 80);
    expect(table.split('\n').every((line) => line.length <= 80)).toBe(true);
    expect(table).toContain('shadow   60 min  100 %  0.0000     0');
    const long = adDiff(seen(30, (minute) => (minute % 2 ? '9.44' : '9.45')));
    expect(diffsText([long], 80)).toContain('11 earlier changes: --csv shows all');
  });

  it('CSV has a line for each change, with the moment in UTC', () => {
    expect(diffCsv([adDiff(seen(1, () => '9.50'))])).toBe(
      [
        'ad,account,mode,at,intended,actual,best,why',
        '"=""11485604983042220032""",main,shadow,2026-11-22T08:00:00.000Z,9.44,9.50,9.45,at-target',
        '',
      ].join('\r\n'),
    );
  });
});
