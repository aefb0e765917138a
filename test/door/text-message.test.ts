import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { messageSourceOf } from '../../src/config/file/payments/message-keys.ts';
import { key, nowMs, openDoorWorld, sourceOf, type Sent } from './door-fixture.ts';

const templates = ['You got BOB {amount} from {payer}. Ref {reference}'];
const text = 'You got BOB 400.00 from Ana Perez. Ref 77';

const phone = (keys: Partial<Parameters<typeof messageSourceOf>[0]> = {}) =>
  sourceOf({ name: 'phone', scheme: 'text', class: 'hint', message: messageSourceOf({ templates, ...keys }) });

const plain = (fields: unknown = { content: text }): Sent => ({
  headers: { 'x-peerdesk-secret': key.toString() },
  body: JSON.stringify(fields),
});

async function world(source = phone()) {
  const { payments, post, lines, clock } = await openDoorWorld([source]);
  return { payments, lines, clock, send: (sent: Sent) => post('/v1/payments/phone', sent) };
}

describe('payments: messages of a phone', () => {
  it('mistake 1: are hints, whatever they say', async () => {
    const { send, payments } = await world();
    expect(await send(plain())).toEqual({ status: 200, data: { payment: 1 } });
    const [payment] = await payments();
    expect(payment?.sightings).toMatchObject([
      { class: 'hint', amount: '400.00', payer: 'Ana Perez', reference: '77', bookedAtMs: null, state: 'booked' },
    ]);
  });

  it('mistake 5: two equal ones at two times are two, and the same one again is one', async () => {
    const { send } = await world(phone({ templates: ['Got {amount}'] }));
    const at = (timestamp: number) => plain({ content: 'Got 5', timestamp });
    expect((await send(at(1))).data).toEqual({ payment: 1 });
    expect((await send(at(2))).data).toEqual({ payment: 2 });
    expect((await send(at(1))).data).toEqual({ payment: 1 });
  });

  it('payments: a text of something else is answered and not kept, and the log does not have it', async () => {
    const { send, payments, lines } = await world();
    expect(await send(plain({ content: 'Your code is 1234' }))).toEqual({ status: 200, data: { payment: null } });
    expect(await payments()).toEqual([]);
    expect(lines).toMatchObject([{ event: 'other', source: 'phone' }]);
    expect(JSON.stringify(lines)).not.toContain('1234');
  });

  it.each([
    [plain({ content: 'You got BOB 1.234 from Ana. Ref 7' }), 422, 'amount'],
    [plain({ body: text }), 422, 'content'],
    [plain({ content: { text } }), 422, 'content'],
    [{ ...plain(), body: 'content' }, 422, 'JSON'],
    [{ ...plain(), headers: { 'x-peerdesk-secret': 'another of 24 bytes, no more' } }, 401, 'signature'],
    [{ ...plain(), headers: {} }, 401, 'signature'],
  ])('payments: %# is refused', async (sent, status, word) => {
    const { send } = await world();
    expect(await send(sent)).toMatchObject({ status, data: { error: expect.stringContaining(word) } });
  });

  it('payments: as a form, with fields of other names', async () => {
    const { send } = await world(phone({ text_field: 'msg', time_field: 'at' }));
    const headers = { ...plain().headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send({ headers, body: new URLSearchParams({ msg: text, at: '1' }).toString() })).status).toBe(200);
  });

  it('payments: a message that can be cut in two ways is refused', async () => {
    const { send } = await world(phone({ templates: ['{amount} from {payer} for {memo}'] }));
    expect(await send(plain({ content: '5 from A for B for C' }))).toMatchObject({ status: 422 });
  });
});

describe('payments: messages signed by an HMAC of the body', () => {
  const signed = (body: string, more: Record<string, string> = {}): Sent => {
    const digest = createHmac('sha256', key)
      .update(body + (more['x-timestamp'] ?? ''))
      .digest('hex');
    return { headers: { 'x-signature': digest, ...more }, body };
  };
  const source = phone({ signature: 'hmac', header: 'x-signature', text_field: 'payload.message' });
  const body = JSON.stringify({ payload: { message: text } });
  const now = { 'x-timestamp': String(nowMs / 1_000) };

  it.each([
    [signed(body), 200],
    [signed(body, now), 200],
    [signed(body, { 'x-timestamp': String(nowMs / 1_000 - 3_600) }), 401],
    [{ ...signed(body, now), body: body.replace('400', '900') }, 401],
    [{ headers: { 'x-signature': key.toString() }, body }, 401],
  ])('%# is answered by %i', async (sent, status) => {
    const { send } = await world(source);
    expect((await send(sent)).status).toBe(status);
  });
});
