import { describe, expect, it } from 'vitest';
import { stageAt, urgentFrom, type Need } from '../../../src/domain/notices/need.ts';
import {
  nextNotice,
  nextSlotMs,
  recentOnly,
  retryPauseMs,
  untold,
  waiting,
  withLook,
  withReported,
  type ReportedNeed,
} from '../../../src/domain/notices/reported-needs.ts';

const minuteMs = 60_000;

function need(name: string, part: Partial<Need> = {}): Need {
  const workflowId = `order:acme:${name}`;
  return {
    key: `${workflowId}/appeal`,
    workflowId,
    type: 'order',
    fact: { code: 'appeal', untilMs: null },
    sinceMs: 1_000,
    urgentAtMs: 601_000,
    ...part,
  };
}

function told(known: readonly ReportedNeed[], channel: 'url' | 'command' = 'url'): ReportedNeed[] {
  return withReported(
    known,
    untold(known, channel).map(({ need: one, stage }) => ({ need: one, stage })),
    channel,
  );
}

describe('when a need is urgent', () => {
  it.each([
    ['at once, when it is born so', { isUrgentAtOnce: true, untilMs: null }, 1_000],
    ['after a while', { isUrgentAtOnce: false, untilMs: null }, 601_000],
    ['when half of the while is left of its deadline', { isUrgentAtOnce: false, untilMs: 501_000 }, 201_000],
    ['never before it began', { isUrgentAtOnce: false, untilMs: 2_000 }, 1_000],
    ['not later for a far deadline', { isUrgentAtOnce: false, untilMs: 9_000_000 }, 601_000],
  ])('%s', (_name, facts, expected) => {
    expect(urgentFrom({ sinceMs: 1_000, ...facts }, 600_000)).toBe(expected);
  });

  it('is judged by a moment', () => {
    expect([stageAt(need('1'), 600_999), stageAt(need('1'), 601_000)]).toEqual(['first', 'urgent']);
  });
});

describe('U16: each need is reported once, and once more when it is urgent', () => {
  it('a need that was reported is not reported again until it is urgent, and then never again', () => {
    const first = withLook([], { needs: [need('1')], atMs: 2_000 });
    expect(untold(first, 'url')).toHaveLength(1);
    const known = told(first);
    expect(untold(known, 'url')).toEqual([]);
    expect(untold(withLook(known, { needs: [need('1')], atMs: 600_000 }), 'url')).toEqual([]);
    const late = withLook(known, { needs: [need('1')], atMs: 700_000 });
    expect(untold(late, 'url')).toMatchObject([{ stage: 'urgent' }]);
    expect(untold(told(late), 'url')).toEqual([]);
  });

  it('a need that is urgent from its beginning is reported once', () => {
    const known = told(withLook([], { needs: [need('1', { urgentAtMs: 1_000 })], atMs: 2_000 }));
    expect(known).toMatchObject([{ stage: 'urgent', told: { url: 'urgent' } }]);
    expect(untold(withLook(known, { needs: [need('1')], atMs: 3_000 }), 'url')).toEqual([]);
  });

  it('each way keeps its own account of what it reported', () => {
    const known = told(withLook([], { needs: [need('1')], atMs: 2_000 }), 'url');
    expect(untold(known, 'command')).toHaveLength(1);
    expect(untold(told(known, 'command'), 'command')).toEqual([]);
  });

  it('a need that ends before it was reported is not reported', () => {
    const known = withLook(withLook([], { needs: [need('1')], atMs: 2_000 }), { needs: [], atMs: 3_000 });
    expect(known).toMatchObject([{ goneSinceMs: 3_000 }]);
    expect(untold(known, 'url')).toEqual([]);
  });

  it('what comes back within two minutes is the same, with its first beginning; after that it is another', () => {
    const gone = withLook(told(withLook([], { needs: [need('1')], atMs: 2_000 })), { needs: [], atMs: 3_000 });
    const again = need('1', { sinceMs: 9_000, urgentAtMs: 609_000 });
    const soon = withLook(gone, { needs: [again], atMs: 10_000 });
    expect(soon).toMatchObject([{ goneSinceMs: null, need: { sinceMs: 1_000, urgentAtMs: 601_000 } }]);
    expect(untold(soon, 'url')).toEqual([]);
    const still = withLook(gone, { needs: [], atMs: 2_999 + 2 * minuteMs });
    expect(still).toMatchObject([{ goneSinceMs: 3_000 }]);
    const forgotten = withLook(still, { needs: [], atMs: 3_000 + 2 * minuteMs });
    expect(forgotten).toEqual([]);
    expect(untold(withLook(forgotten, { needs: [again], atMs: 200_000 }), 'url')).toHaveLength(1);
  });

  const gate = (factsCode?: string): Need =>
    need('1', {
      key: 'order:acme:1/release-gate',
      fact: { code: 'release-gate', lacks: ['approval'], ...(factsCode === undefined ? {} : { factsCode }) },
    });

  it.each([
    { what: 'the same facts', before: 'AB2C', after: 'AB2C', times: 0 },
    { what: 'other facts', before: 'AB2C', after: 'AB2D', times: 1 },
    { what: 'facts where none were asked for', before: undefined, after: 'AB2C', times: 1 },
    { what: 'none any more', before: 'AB2C', after: undefined, times: 0 },
  ])('an approval that is asked for is reported by its facts: $what', ({ before, after, times }) => {
    const known = told(withLook([], { needs: [gate(before)], atMs: 2_000 }));
    expect(untold(withLook(known, { needs: [gate(after)], atMs: 3_000 }), 'url')).toHaveLength(times);
  });

  it('a notice about other facts than those that are asked for by now marks nothing', () => {
    const known = withLook([], { needs: [gate('AB2D')], atMs: 2_000 });
    const items = [{ need: gate('AB2C'), stage: 'first' as const }];
    expect(untold(withReported(known, items, 'url'), 'url')).toHaveLength(1);
  });

  it('a notice marks the needs that it reported, and no others', () => {
    const known = withLook([], { needs: [need('1'), need('2')], atMs: 2_000 });
    const marked = withReported(known, [{ need: need('1'), stage: 'first' }], 'url');
    expect(marked.map(({ told: ways }) => ways)).toEqual([{ url: 'first' }, {}]);
  });
});

describe('ADR 0020: the summary of a day', () => {
  const fact = {
    code: 'daily',
    date: '2026-11-29',
    completed: 1,
    cancelled: 0,
    orders: 0,
    ads: 0,
    others: 0,
    pricedAds: 1,
    otherAds: 0,
  } as const;
  const summary = need('1', {
    key: 'desk:acme/daily/2026-11-29',
    workflowId: 'desk:acme',
    type: 'desk',
    fact,
    urgentAtMs: Number.MAX_SAFE_INTEGER,
  });
  const keys = (known: readonly ReportedNeed[]) => untold(known, 'url').map(({ need: { key } }) => key);

  it('comes when nothing else is left to report, and is none of the many of a message', () => {
    const many = Array.from({ length: 9 }, (_, index) => need(String(index), { sinceMs: 5_000 }));
    const known = withLook([], { needs: [summary, ...many], atMs: 6_000 });
    expect(keys(known)).toHaveLength(9);
    expect(nextNotice(untold(known, 'url'), 1)).toHaveLength(9);
    expect(keys(told(known))).toEqual([summary.key]);
    expect(keys(told(told(known)))).toEqual([]);
  });

  it('is sent once: not again after its hours, nor by a process whose clock is behind, nor when its hour is changed', () => {
    const known = told(withLook([], { needs: [summary], atMs: 6_000 }));
    const over = withLook(known, { needs: [], atMs: 7_000 });
    const later = withLook(over, { needs: [], atMs: 7_000 + 60 * minuteMs });
    const back = withLook(later, { needs: [{ ...summary, sinceMs: 9_000 }], atMs: 8_000 + 60 * minuteMs });
    expect(keys(back)).toEqual([]);
    expect(withLook(later, { needs: [], atMs: 7_000 + 1_440 * minuteMs })).toEqual([]);
  });

  it('of a day that is over and was not sent is not sent, and that of the next day is', () => {
    const known = withLook(withLook([], { needs: [summary], atMs: 6_000 }), { needs: [], atMs: 7_000 });
    expect(keys(known)).toEqual([]);
    const next = { ...summary, key: 'desk:acme/daily/2026-11-30' };
    expect(keys(withLook(known, { needs: [next], atMs: 8_000 }))).toEqual([next.key]);
  });

  it('a forged one under the key of another need keeps that from being reported no longer than its own like would', () => {
    const forged = { ...summary, key: need('1').key };
    const gone = withLook(told(withLook([], { needs: [forged], atMs: 6_000 })), { needs: [], atMs: 7_000 });
    const later = withLook(gone, { needs: [], atMs: 128_000 });
    expect(keys(withLook(later, { needs: [need('1')], atMs: 129_000 }))).toEqual([need('1').key]);
  });
});

it('U16: after each message that did not arrive the pause is longer, to ten minutes', () => {
  expect([0, 1, 2, 3, 6, 400].map(retryPauseMs)).toEqual([0, 5_000, 15_000, 45_000, 600_000, 600_000]);
});

describe('U16: a flood is reported in few messages', () => {
  const many = withLook([], {
    needs: [
      need('old'),
      need('new', { sinceMs: 5_000 }),
      need('urgent', { sinceMs: 9_000, urgentAtMs: 9_000 }),
      ...Array.from({ length: 120 }, (_, index) => need(`more-${index}`, { sinceMs: 10_000 })),
    ],
    atMs: 20_000,
  });

  it('the urgent goes first, then the oldest', () => {
    const names = untold(many, 'url').map(({ need: { workflowId } }) => workflowId.split(':')[2]);
    expect(names.slice(0, 3)).toEqual(['urgent', 'old', 'new']);
  });

  it('one need a message while messages are left, the last message of a minute reports all that wait', () => {
    const waiting = untold(many, 'url');
    expect(nextNotice(waiting, 2)).toHaveLength(1);
    expect(nextNotice(waiting, 1)).toHaveLength(100);
    expect(nextNotice(waiting.slice(0, 1), 1)).toHaveLength(1);
    expect(nextNotice(waiting.slice(0, 5), 5)).toHaveLength(1);
  });

  it('never more than so many a minute', () => {
    expect(nextSlotMs([], 2)).toBe(0);
    expect(nextSlotMs([1_000], 2)).toBe(0);
    expect(nextSlotMs([1_000, 2_000], 2)).toBe(1_000 + minuteMs);
    expect(nextSlotMs([1_000, 2_000, 3_000], 2)).toBe(2_000 + minuteMs);
    expect(recentOnly([1_000, 2_000], 1_000 + minuteMs)).toEqual([2_000]);
  });
});

it('phone: what waits is what the last look has seen, the urgent first, then the oldest', () => {
  const needs = [need('1'), need('2', { sinceMs: 500 }), need('3', { urgentAtMs: 1_500 })];
  const known = withLook(withLook([], { needs: [...needs, need('4')], atMs: 2_000 }), { needs, atMs: 3_000 });
  expect(known).toHaveLength(4);
  expect(waiting(told(known)).map((one) => one.need.workflowId)).toEqual([
    'order:acme:3',
    'order:acme:2',
    'order:acme:1',
  ]);
});
