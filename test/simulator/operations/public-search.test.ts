import { describe, expect, it } from 'vitest';
import { openWorld, type SimWorld } from '../sim-fixture.ts';

const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 };
const path = '/bapi/c2c/v2/friendly/c2c/adv/search';

async function ask(world: SimWorld, change: Record<string, unknown> = {}) {
  const init = { method: 'POST', body: JSON.stringify({ ...search, ...change }) };
  const answer = await fetch(`${world.baseUrl}${path}`, init);
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> };
}

describe('EP-0, the public search (wire-facts section 11)', () => {
  it('asks for no credentials, keeps every null, and reports no weight', async () => {
    const world = await openWorld();
    world.addAd({ price: '10.01' });
    const { json, headers } = await ask(world);
    expect(json).toMatchObject({ code: '000000', message: null, messageDetail: null, total: 3, success: true });
    expect((json['data'] as unknown[])[0]).toMatchObject({
      adv: {
        price: '10.01',
        advStatus: null,
        priceType: null,
        remarks: null,
        createTime: null,
        fiatVo: null,
        tradeMethods: [{ identifier: 'BANK', payId: null, payAccount: null }],
      },
      advertiser: { nickName: 'acme', realName: null, orderCount: null },
      privilegeDesc: null,
    });
    expect([...headers.keys()].filter((name) => name.includes('weight'))).toEqual([]);
  });

  it('shows the same ads in the same order as EP-6, which drops the nulls', async () => {
    const world = await openWorld();
    world.addAd();
    const numbers = (data: unknown) => (data as { adv: { advNo: string } }[]).map(({ adv }) => adv.advNo);
    const signedIn = await world.desk.data('ads/search', search);
    expect(numbers((await ask(world)).json['data'])).toEqual(numbers(signedIn));
    expect(JSON.stringify(signedIn)).not.toContain('null');
  });

  it('answers 000002 to more than twenty rows and to what is missing, with HTTP 200', async () => {
    const world = await openWorld();
    const refusal = { code: '000002', message: 'illegal parameter', messageDetail: null, data: null, success: false };
    for (const change of [{ rows: 21 }, { fiat: undefined }, { tradeType: 'HOLD' }, { publisherType: 'robot' }]) {
      expect(await ask(world, change)).toMatchObject({ status: 200, json: refusal });
    }
    const wrongMethod = await fetch(`${world.baseUrl}${path}`);
    expect([wrongMethod.status, await wrongMethod.json()]).toMatchObject([400, { code: '000002', success: false }]);
  });

  it('filters by what can still be traded, by publisher, method and identity check', async () => {
    const world = await openWorld();
    const advNo = world.addAd({
      price: '10.01',
      initAmount: '100',
      minFiat: '50',
      maxFiat: '5000',
      additionalKyc: true,
    });
    const found = async (change: Record<string, unknown>) =>
      JSON.stringify((await ask(world, change)).json['data']).includes(advNo);
    expect(await found({ transAmount: '999.99' })).toBe(true);
    expect(await found({ transAmount: 1001 })).toBe(false);
    expect(await found({ transAmount: 49 })).toBe(false);
    expect(await found({ additionalKycVerifyFilter: 1 })).toBe(false);
    expect(await found({ publisherType: 'user' })).toBe(false);
    expect(await found({ payTypes: ['Zelle'] })).toBe(false);
    expect(await found({ payTypes: ['Zelle', 'BANK'], publisherType: 'merchant' })).toBe(true);
  });
});
