import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { nowMs, openDoorWorld, said, sepay, sourceOf, standard, transfer, type Sent } from './door-fixture.ts';

const path = '/v1/payments/bank';

describe('a post of a sender of one’s own', () => {
  it('payments: is kept, then answered, with the source’s class, account, method and currency', async () => {
    const { post, payments } = await openDoorWorld([sourceOf({ method: 'BANK', class: 'hint', isReversible: true })]);
    const data = { ...said, memo: 'rent', bookedAt: '2026-11-28 11:58', class: 'evidence', account: 'other' };
    expect(await post(path, standard(data))).toEqual({ status: 200, data: { payment: 1 } });
    expect(await payments()).toMatchObject([
      {
        id: 1,
        owner: null,
        sightings: [
          {
            source: 'bank',
            delivery: 'msg_1',
            class: 'hint',
            account: 'main',
            currency: 'BOB',
            amount: '400.00',
            method: 'BANK',
            isReversible: true,
            payer: 'Ana Perez',
            reference: 'TRX-77',
            memo: 'rent',
            bookedAtMs: nowMs - 120_000,
            state: 'booked',
            seenAtMs: nowMs,
          },
        ],
      },
    ]);
  });

  it('payments: again with the same id changes nothing, and is answered as before', async () => {
    const { post, payments, lines, clock } = await openDoorWorld();
    await post(path, standard());
    clock.nowMs += 60_000;
    const again = standard(said, { atMs: clock.nowMs });
    expect(await post(path, again)).toEqual({ status: 200, data: { payment: 1 } });
    expect(await post(path, standard({ ...said, amount: '4000.00' }))).toEqual({ status: 200, data: { payment: 1 } });
    expect(await payments()).toMatchObject([{ amount: '400.00', sightings: [{ seenAtMs: nowMs }] }]);
    expect(lines.map(({ text }) => text)).toEqual([
      'a payment was reported',
      'a delivery came again',
      'a delivery came again and says something else: the first one stays',
    ]);
  });

  it('payments: is taken with one of several signatures, while a sender changes its key', async () => {
    const { post } = await openDoorWorld();
    const { headers, body } = standard();
    const several = { ...headers, 'webhook-signature': `v1,AAAA v1a,x ${headers['webhook-signature'] ?? ''}` };
    expect(await post(path, { headers: several, body })).toMatchObject({ status: 200 });
  });

  it('payments: needs no currency beside the source’s', async () => {
    const { post, payments } = await openDoorWorld();
    const { currency: _currency, ...rest } = said;
    expect(await post(path, standard({ ...rest, bookedAt: new Date(nowMs - 7_000).toISOString() }))).toMatchObject({
      status: 200,
    });
    expect(await payments()).toMatchObject([{ currency: 'BOB', sightings: [{ bookedAtMs: nowMs - 7_000 }] }]);
  });

  const { headers, body } = standard();
  it.each<[string, number, Sent]>([
    ['unsigned', 401, { headers: {}, body }],
    ['unsigned', 401, { headers, body: body.replace('400', '900') }],
    ['unsigned', 401, standard(said, { key: Buffer.from('another key of 24 bytes.') })],
    ['unsigned', 401, standard(said, { id: '' })],
    ['untimely', 401, standard(said, { atMs: nowMs - 301_000 })],
    ['untimely', 401, standard(said, { atMs: nowMs + 301_000 })],
    ['not-json', 422, standard('{"amount": ')],
    ['unreadable', 422, standard({ ...said, amount: 400 })],
    ['unreadable', 422, standard({ ...said, amount: '1,400.00' })],
    ['unreadable', 422, standard({ ...said, state: undefined })],
    ['unreadable', 422, standard({ ...said, bookedAt: 'yesterday' })],
    ['unreadable', 422, standard(said, { id: 'a b' })],
    ['unreadable', 422, standard([])],
    ['other-currency', 422, standard({ ...said, currency: 'USD' })],
    ['too-long', 413, standard({ ...said, memo: 'x'.repeat(66_000) })],
  ])('payments: is refused as %s (%i), kept nowhere, and logged without a name', async (code, status, sent) => {
    const { post, payments, lines } = await openDoorWorld();
    expect(await post(path, sent)).toMatchObject({ status, data: { code, error: expect.any(String) } });
    expect(await payments()).toEqual([]);
    expect(lines).toMatchObject([{ event: 'refused', source: 'bank', status, code }]);
    expect(JSON.stringify(lines)).not.toMatch(/Ana|TRX|key of/);
  });

  it('payments: at another address, or read instead of posted, is refused', async () => {
    const { post } = await openDoorWorld();
    for (const other of ['/', '/v1/payments/', '/v1/payments/other', `${path}/x`, `${path}?a`, '/v1/payments/BANK'])
      expect(await post(other, standard())).toMatchObject({ status: 404, data: { code: 'no-source' } });
    expect(await post(path, standard(), 'GET')).toMatchObject({ status: 405 });
  });

  it('payments: while the register is silent is not answered as taken, and comes again', async () => {
    const { post, payments, memory } = await openDoorWorld();
    memory.silent = true;
    expect(await post(path, standard())).toMatchObject({ status: 503, data: { code: 'silent' } });
    memory.silent = false;
    expect(await post(path, standard())).toMatchObject({ status: 200 });
    expect(await payments()).toHaveLength(1);
  });

  it('payments: that is under way as the door closes is kept and answered first: not every sender comes again', async () => {
    const { post, payments, memory, close } = await openDoorWorld();
    const keep = memory.register.seePayment.bind(memory.register);
    const closing = Promise.withResolvers<void>();
    vi.spyOn(memory.register, 'seePayment').mockImplementation(async (wish) => {
      closing.resolve(close());
      await delay(30);
      return keep(wish);
    });
    expect(await post(path, standard())).toMatchObject({ status: 200 });
    // No connection is kept for another post.
    const late = delay(2_000, 'late', { ref: false });
    expect(await Promise.race([closing.promise, late])).toBeUndefined();
    expect(await payments()).toHaveLength(1);
  });

  it('payments: too many of one source at once come again later; what is not signed takes no turn of theirs', async () => {
    const { post, clock, lines } = await openDoorWorld([sourceOf(), sourceOf({ name: 'other' })]);
    for (let count = 0; count < 110; count += 1) await post(path, { headers: {}, body: '{}' });
    expect(lines.length).toBeLessThan(40);
    const answers = [];
    for (let count = 0; count < 101; count += 1)
      answers.push((await post(path, standard(said, { id: `m${count}` }))).status);
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([100, 429]);
    expect(await post('/v1/payments/other', standard())).toMatchObject({ status: 200 });
    clock.nowMs += 1_000;
    expect(await post(path, standard(said, { id: 'later' }))).toMatchObject({ status: 200 });
  });
});

describe('a post of SePay', () => {
  const sepaySource = sourceOf({ name: 'sepay', scheme: 'sepay', currency: 'VND' });
  const to = '/v1/payments/sepay';

  it('payments, mistake 9: is kept with its reference and the time of its zone, and has no payer', async () => {
    const { post, payments } = await openDoorWorld([sepaySource]);
    expect(await post(to, sepay())).toEqual({ status: 200, data: { success: true } });
    expect(await post(to, sepay())).toEqual({ status: 200, data: { success: true } });
    expect(await payments()).toMatchObject([
      {
        amount: '2277000',
        proof: 'MBVCB.3278907687',
        sightings: [
          {
            delivery: '92704',
            payer: null,
            memo: 'NGUYEN VAN AN chuyen tien',
            bookedAtMs: nowMs - 60_000,
            state: 'booked',
          },
        ],
      },
    ]);
  });

  it('payments: of money that went out is answered and not kept', async () => {
    const { post, payments } = await openDoorWorld([sepaySource]);
    expect(await post(to, sepay({ ...transfer, transferType: 'out' }))).toMatchObject({ data: { success: true } });
    expect(await payments()).toEqual([]);
  });

  it.each([
    [401, 'unsigned', { ...sepay(), body: JSON.stringify({ ...transfer, transferAmount: 1 }) }],
    [401, 'unsigned', { headers: { authorization: 'Apikey x' }, body: JSON.stringify(transfer) }],
    [401, 'untimely', sepay(transfer, nowMs - 400_000)],
    [422, 'unreadable', sepay({ ...transfer, transferAmount: 0 })],
    [422, 'unreadable', sepay({ ...transfer, transferAmount: 1e21 })],
    [422, 'unreadable', sepay({ ...transfer, transferAmount: 0.1 + 0.2 })],
    [422, 'unreadable', sepay({ ...transfer, transactionDate: '28/11/2026' })],
    [422, 'unreadable', sepay({ ...transfer, id: null })],
  ])('payments: %i %s', async (status, code, sent) => {
    const { post, payments } = await openDoorWorld([sepaySource]);
    expect(await post(to, sent)).toMatchObject({ status, data: { code } });
    expect(await payments()).toEqual([]);
  });
});
