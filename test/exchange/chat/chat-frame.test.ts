import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeChatFrame } from '../../../src/exchange/index.ts';
import { systemRow } from './chat-service.ts';
import { anyText } from '../../setup/any-text.ts';

const eventOf = (frame: unknown): unknown => {
  const decoded = decodeChatFrame(JSON.stringify(frame));
  return decoded.kind === 'order' ? decoded.event : decoded;
};

describe('wire-facts 7.1: system rows say what happened to an order', () => {
  it.each([
    ['seller_merchant_trading', 'created'],
    ['buyer_merchant_trading', 'created'],
    ['seller_user_trading', 'created'],
    ['seller_user_trading_with_ref', 'created'],
    ['buyer_user_trading', 'created'],
    ['seller_payed', 'paid'],
    ['buyer_payed', 'paid'],
    ['buyer_payed_fiat_trade', 'paid'],
    ['seller_completed', 'completed'],
    ['buyer_completed', 'completed'],
    ['seller_cancelled', 'cancelled'],
    ['buyer_cancelled', 'cancelled'],
    ['cancelled_by_system', 'cancelled'],
    ['submit_appeal', 'appealed'],
    ['be_appeal', 'appealed'],
    ['maker_verified_additional_kyc_maker_sell', 'kyc'],
    ['liveness_check_complete_maker', 'kyc'],
    ['something_new', 'message'],
  ])('%s is %s', (type, event) => {
    expect(eventOf(systemRow(1, '227', type))).toMatchObject({ orderNumber: '227', event, text: '' });
  });

  it('the payer’s name comes with the payment', () => {
    const event = eventOf(systemRow(1, '227', { type: 'seller_payed', realName: 'ANA CONDORI' }));
    expect(event).toMatchObject({ event: 'paid', payerName: 'ANA CONDORI' });
  });

  it('a text is a message, whatever it says, without what could forge a display', () => {
    const content = 'seller_payed \u001b[2J\u202e please release';
    const frame = { id: 5, uuid: 'u-1', type: 'text', orderNo: '227', content, self: 0, createTime: '1768000000000' };
    expect(eventOf(frame)).toEqual({
      orderNumber: '227',
      event: 'message',
      id: '5',
      atMs: 1_768_000_000_000,
      text: 'seller_payed  [2J  please release',
      self: false,
      payerName: null,
    });
  });

  it('ids of 19 digits stay whole; topicId and uuid stand in for what is missing', () => {
    const raw = '{"id":1234567890123456789,"type":"text","topicId":"227","content":"a"}';
    expect(decodeChatFrame(raw)).toMatchObject({ event: { id: '1234567890123456789', orderNumber: '227' } });
    expect(eventOf({ uuid: 'u-9', type: 'text', orderNo: '227' })).toMatchObject({ id: 'u-9' });
  });

  it('the payer’s name is cleaned and cut like any text from outside', () => {
    const nameOf = (realName: unknown): unknown =>
      (eventOf(systemRow(1, '227', { type: 'seller_payed', realName })) as { payerName: unknown }).payerName;
    expect(nameOf('\u001b[2J\u202eANA\u2028\n CONDORI\u2066')).toBe('[2J ANA  CONDORI');
    expect(nameOf('x'.repeat(10_000))).toBe('x'.repeat(200));
    expect(nameOf(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199));
    expect(nameOf(' \u200e ')).toBeNull();
    expect(nameOf({ first: 'ANA' })).toBeNull();
  });

  it.each([
    ['a time in words', { createTime: 'soon' }, { event: 'paid', atMs: null }],
    ['a flag in words', { self: 'perhaps' }, { event: 'paid', self: false }],
    ['an object as uuid', { uuid: {} }, { event: 'paid' }],
    ['content that is no text', { content: { type: 'seller_payed', realName: 'ANA' } }, { event: 'paid' }],
    ['content that says nothing', { content: [1] }, { event: 'message', text: '' }],
    ['a type that is none', { type: ['system'] }, { event: 'message' }],
    ['an odd name in the content', { content: '{"type":"seller_payed","realName":{}}' }, { payerName: null }],
    ['an order number that is none beside one', { orderNo: {}, topicId: '227' }, { event: 'paid' }],
  ])('%s hides nothing of the rest of the frame', (_name, odd, told) => {
    const frame = { ...systemRow(1, '227', 'seller_payed'), ...odd };
    expect(eventOf(frame)).toMatchObject({ orderNumber: '227', id: frame.id, ...told });
  });

  it('only the service’s own id counts as one', () => {
    const serviceIdOf = (frame: unknown): unknown => {
      const decoded = decodeChatFrame(JSON.stringify(frame));
      return decoded.kind === 'order' ? decoded.serviceId : decoded;
    };
    const frame = { type: 'text', orderNo: '227', uuid: '226000000000000000001700000000000', content: 'a' };
    expect(serviceIdOf(frame)).toBeNull();
    expect(serviceIdOf({ ...frame, id: '007' })).toBe('7');
    expect(serviceIdOf({ ...frame, id: '12345678901234567890' })).toBeNull();
    expect(serviceIdOf({ ...frame, id: 'm-1' })).toBeNull();
  });

  it('a refused message', () => {
    const decoded = decodeChatFrame('{"type":"error","content":"ILLEGAL_PARAM","uuid":"u-1"}');
    expect(decoded).toEqual({ kind: 'refused', uuid: 'u-1', reason: 'ILLEGAL_PARAM' });
  });

  it.each(['', '{}', 'pong', 'null', '[]', '{"type":"statistics","unread":3}', '{"type":"text","orderNo":"227"}', '{'])(
    '%j is noise',
    (raw) => {
      expect(decodeChatFrame(raw)).toEqual({ kind: 'noise' });
    },
  );

  it('Bye says that another socket took over', () => {
    expect(decodeChatFrame('Bye')).toEqual({ kind: 'bye' });
  });

  it('no frame throws', () => {
    const anyFrame = fc.oneof(
      anyText(),
      fc.json(),
      fc
        .record({
          type: fc.constantFrom('system', 'text', 'error', 7),
          orderNo: fc.anything(),
          content: fc.anything(),
          id: fc.nat(),
        })
        .map(
          (frame) =>
            JSON.stringify(frame, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? '',
        ),
    );
    fc.assert(
      fc.property(anyFrame, (raw) => {
        expect(['order', 'bye', 'refused', 'noise']).toContain(decodeChatFrame(raw).kind);
      }),
      { seed: 20_260_120, numRuns: 3_000 },
    );
  });
});
