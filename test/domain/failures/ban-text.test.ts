import { describe, expect, it } from 'vitest';
import { banEndIn, limitRestIn } from '../../../src/domain/failures/ban-text.ts';
import { categorize } from '../../../src/exchange/table/classify.ts';
import { isLimit } from '../../../src/domain/failures/error-category.ts';

const untilMs = 1_795_645_800_525;

describe('interface 7.1: the end of a ban in the text of an answer', () => {
  it.each([
    `Way too many requests; IP banned until ${untilMs}.`,
    `Way too much request weight used; IP(203.0.113.7) banned until ${untilMs}. Please use the websocket to avoid bans.`,
    `IP BANNED\nfor 3 days, until: ${untilMs}`,
    `this address has a ban till ${untilMs}`,
  ])('is found in "%s"', (text) => {
    expect(banEndIn(text)).toBe(untilMs);
  });

  it.each([
    'banned until 1795645800',
    'banned until 1795645800000000',
    'banned until 2026-11-25T22:30:00Z',
    'banned until 2026-11-25 22:30 UTC',
    'banned until 2026-11-25T18:30:00-04',
    'banned until Wed, 25 Nov 2026 22:30:00 GMT',
    'banned till 2026-11-25',
    '{"bannedUntil":1795645800}',
    'banned_until=1795645800',
    'The ban expires at 1795645800',
    'IP blocked until 1795645800',
    'IP prohibida hasta 1795645800',
    'IP bloqueado até 1795645800',
  ])('is found in every unit and form, and in other words: "%s"', (text) => {
    const endMs = text.endsWith('11-25') ? Date.parse('2026-11-26') : 1_795_645_800_000;
    expect(banEndIn(text)).toBe(endMs);
  });

  it('is the latest of several', () => {
    expect(banEndIn(`banned until ${untilMs}, IP banned until ${untilMs + 5} and banned until 1795645800`)).toBe(
      untilMs + 5,
    );
  });

  it.each([
    '',
    'banned',
    'banned until tomorrow',
    `order ${untilMs} is not yours`,
    `valid until ${untilMs}`,
    'banned until 17956458005251',
    'banned until 179564580052',
    `the urban until ${untilMs}`,
    `the bank closed until ${untilMs}`,
    `use the websocket to avoid bans until ${untilMs}`,
    'banned until 2026-02-31T00:00Z',
  ])('is not found in "%s"', (text) => {
    expect(banEndIn(text)).toBeNull();
  });
});

describe('interface 7.1: -1003 at any HTTP status', () => {
  it.each([200, 400, 403, 404, 418, 429, 500, 502, null])(
    'bans the address at %s when its text says until when',
    (httpStatus) => {
      expect(categorize({ code: '-1003', message: `IP banned until ${untilMs}`, httpStatus })).toBe('IP_BAN');
    },
  );

  it('bans it, too, when its text says for how long', () => {
    expect(categorize({ code: '-1003', message: 'IP banned for 3600 seconds', httpStatus: 400 })).toBe('IP_BAN');
  });

  it.each([200, 400, 404, 429, 502])('is a limit of the account at %i otherwise', (httpStatus) => {
    expect(categorize({ code: '-1003', message: 'Too many requests', httpStatus })).toBe('RATE_LIMITED');
  });

  it('a ban and a limit of the account want fewer calls, nothing else does', () => {
    const categories = ['IP_BAN', 'RATE_LIMITED', 'NOT_FOUND', 'UNKNOWN', 'RETRIABLE_WITH_BACKOFF'] as const;
    expect(categories.map(isLimit)).toEqual([true, true, false, false, false]);
  });

  it('HTTP 451 is a refusal that no retry changes, unless a code of the tables says more', () => {
    const message = 'restricted location';
    expect(categorize({ code: '0', message, httpStatus: 451 })).toBe('NON_RETRIABLE_BUSINESS');
    expect(categorize({ code: null, message, httpStatus: 451 })).toBe('NON_RETRIABLE_BUSINESS');
    expect(categorize({ code: '-1021', message, httpStatus: 451 })).toBe('RETRY_WITH_SYNC');
  });

  it('the same text with another code, or none, bans no address', () => {
    const message = `IP banned until ${untilMs}`;
    expect(categorize({ code: '-1000', message, httpStatus: 200 })).toBe('RETRIABLE_WITH_BACKOFF');
    expect(categorize({ code: null, message, httpStatus: 403 })).toBe('UNKNOWN');
  });
});

describe('interface 7.1: how long a refusal for too many calls asks to wait', () => {
  const bounds = { nowMs: untilMs - 60_000, maxMs: 3_600_000 };

  it.each<[string, number]>([
    [`Too many requests; call again at ${untilMs}`, 60_000],
    ['Too many requests, retry after 30 seconds', 30_000],
    ['espere 2 minutos', 120_000],
    [`wait 5 s, or until ${untilMs}`, 60_000],
  ])('is found in "%s"', (message, ms) => {
    expect(limitRestIn(message, bounds)).toBe(ms);
  });

  it.each([
    'Too many requests: at most 1200 per 1 minute',
    `Too many requests since ${untilMs - 90_000}`,
    'retry in 2 hours',
    'Too many requests',
  ])('"%s" names none that is to come, within the bound', (message) => {
    expect(limitRestIn(message, bounds)).toBeNull();
  });
});
