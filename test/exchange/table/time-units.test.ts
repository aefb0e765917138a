import { describe, expect, it } from 'vitest';
import { checkInput } from '../../../src/exchange/call/call-input.ts';
import { decodeChatFrame, ExchangeError, operations } from '../../../src/exchange/index.ts';
import { millis } from '../../../src/exchange/table/wire-value.ts';
import { serverTimeSchema } from '../../../src/exchange/table/schemas/account-schema.ts';

const atMs = 1_795_645_800_525;

describe('wire-facts 2.4: a time of an answer is read in the unit that its size shows', () => {
  it.each([
    [atMs, atMs],
    [1_795_645_800, 1_795_645_800_000],
    ['1795645800', 1_795_645_800_000],
    ['1795645800525000', atMs],
    [1_795_645_800_525_999, atMs],
    ['1795645800.525', atMs],
    ['1795645800525.9', atMs],
    ['1795645800525000000', atMs],
    ['2026-11-25 18:30:00.525-04', atMs],
    [0, 0],
    ['0', 0],
    ['2026-11-26 04:30:00', Date.parse('2026-11-26T04:30:00Z')],
  ])('%s', (time, expected) => {
    expect(millis.parse(time)).toBe(expected);
  });

  it.each(['2026-02-31', '2026-02-31 10:00:00', '2026-11-26T25:00:00Z', '1795645800.5.2', '-1795645800.5'])(
    '%s is no time',
    (time) => {
      expect(millis.safeParse(time).success).toBe(false);
    },
  );

  it('also in a frame of the chat', () => {
    const frame = (createTime: string): string => `{"id":1,"orderNo":"2","type":"text","createTime":${createTime}}`;
    for (const time of ['1795645800525', '1795645800525000', '"1795645800525000"', '1795645800.525']) {
      expect(decodeChatFrame(frame(time))).toMatchObject({ event: { atMs } });
    }
    expect(decodeChatFrame(frame('1795645800'))).toMatchObject({ event: { atMs: 1_795_645_800_000 } });
  });

  it('but not the clock that calls are signed by: there a unit is a mistake', () => {
    expect(serverTimeSchema.safeParse({ serverTime: 1_795_645_800 }).success).toBe(false);
  });
});

describe('wire-facts 2.4: a time that is sent is in ms: another unit is refused in words, and nothing is sent', () => {
  const refusal = (name: string, query: Record<string, unknown>): string | null => {
    const operation = operations[name];
    if (operation === undefined) throw new TypeError(name);
    try {
      checkInput(operation, { query });
      return null;
    } catch (error) {
      return error instanceof ExchangeError && error.sent === 'no' ? error.message : String(error);
    }
  };
  const page = { page: 1, rows: 20 };
  const moments = [
    ['listOrders', 'startDate'],
    ['listOrders', 'endDate'],
    ['listUserOrderHistory', 'startTimestamp'],
    ['listUserOrderHistory', 'endTimestamp'],
    ['listUserOrderHistory', 'startTime'],
    ['listUserOrderHistory', 'endTime'],
    ['listWithPagination', 'startDate'],
    ['listWithPagination', 'endDate'],
  ] as const;

  it.each(moments)('%s %s', (name, field) => {
    for (const time of [1_795_645_800, '1795645800', '1795645800.525', 1_795_645_800_525_000, '1795645800525000'])
      expect(refusal(name, { ...page, [field]: time })).toMatch(`${field} (not a `);
    expect(refusal(name, { ...page, [field]: 1_795_645_800 })).toContain('ms since the epoch, of 13 digits');
    for (const time of [atMs, String(atMs), 0, '2026-11-26 04:30:00'])
      expect(refusal(name, { ...page, [field]: time })).toBeNull();
  });
});
