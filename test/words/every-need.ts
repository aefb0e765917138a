import { bareCodes, deskTroubles, type NeedFact } from '../../src/domain/notices/need-fact.ts';
import { switchNames } from '../../src/domain/guard/guard-memory.ts';
import { checkNames } from '../../src/domain/orders/release-check.ts';

/** Every need with every parameter that changes its words. */
export const everyNeed: readonly NeedFact[] = [
  ...bareCodes.map((code) => ({ code })),
  ...[[], ...checkNames.map((name) => [name]), [...checkNames]].map((lacks) => ({
    code: 'release-gate' as const,
    lacks,
  })),
  { code: 'release-gate', lacks: ['approval'], factsCode: 'K7Q2' },
  ...(['limit', 'business', 'command'] as const).map((cause) => ({ code: 'ad-offline' as const, cause })),
  ...['SPECIAL_HANDLER', null].map((category) => ({ code: 'ad-trouble' as const, category })),
  ...[...deskTroubles, null].map((source) => ({ code: 'desk-trouble' as const, source })),
  ...[1_768_000_000_000, null].map((untilMs) => ({ code: 'press-paid' as const, untilMs })),
  ...[1_768_000_000_000, null].map((untilMs) => ({ code: 'appeal' as const, untilMs })),
  ...[1, 7].map((count) => ({ code: 'lost-orders' as const, count })),
  ...[1, 7].map((count) => ({ code: 'unread-ads' as const, count })),
  ...switchNames.map((name) => ({
    code: 'switch' as const,
    name,
    by: 'ana',
    reason: 'bank is down',
    atMs: 1_768_000_000_000,
  })),
  ...(['offline', 'left', 'prevented'] as const).flatMap((outcome) =>
    [1, 3].map((ads) => ({
      code: 'watchdog' as const,
      outcome,
      ads,
      lookedAtMs: ads === 1 ? null : 1_768_000_000_000,
    })),
  ),
  { code: 'blind', minutes: 12 },
  ...[1, 30].map((count) => ({ code: 'tasks-fail' as const, count })),
  ...(['temporal-silent', 'not-stored', 'no-lead'] as const).map((problem) => ({ code: 'unserved' as const, problem })),
  ...[0, 1, 7].map((count) => ({
    code: 'daily' as const,
    date: '2026-11-29',
    completed: count,
    cancelled: count,
    orders: count,
    ads: 0,
    others: count === 1 ? 0 : count,
    pricedAds: count,
    otherAds: 0,
  })),
];
