import { describe, expect, it } from 'vitest';
import { findOperation, operations } from '../../../src/exchange/index.ts';
import { endpointCount, endpoints } from '../../contract/field-tables.ts';

const rows = Object.values(operations);
const key = (method: string, path: string): string => `${method} ${path}`;

describe('interface 4 and release 7.4: the table of operations', () => {
  it('holds every endpoint of the release, the public search, the time and the spot price, and nothing else', () => {
    const expected = endpoints.map(({ method, path }) => key(method, path));
    const extra = [
      key('POST', '/bapi/c2c/v2/friendly/c2c/adv/search'),
      key('GET', '/api/v3/time'),
      key('GET', '/api/v3/ticker/price'),
    ];
    expect(rows.map(({ method, path }) => key(method, path)).sort()).toEqual([...expected, ...extra].sort());
    expect(endpoints).toHaveLength(endpointCount);
  });

  it('each endpoint has the number of the release', () => {
    for (const { ep, method, path } of endpoints) {
      const row = rows.find((one) => key(one.method, one.path) === key(method, path));
      expect([path, row?.ep]).toEqual([path, ep]);
    }
  });

  it('names each row after its key', () => {
    for (const [name, row] of Object.entries(operations)) expect(row.name).toBe(name);
  });

  it('says what each does in one sentence, and no two the same', () => {
    const summaries = rows.map(({ summary }) => summary);
    expect(summaries.filter((summary) => !/^[A-Z][^.]{10,90}\.$/.test(summary))).toEqual([]);
    expect(new Set(summaries).size).toBe(rows.length);
  });

  it('interface 5: the modes of authentication', () => {
    const byMode = (mode: string) =>
      rows
        .filter(({ auth }) => auth === mode)
        .map(({ name }) => name)
        .sort();
    expect(byMode('adaptive')).toEqual(['getAdDetails', 'getUserOrderDetail']);
    expect(byMode('chain')).toEqual(['listUserOrderHistory']);
    expect(byMode('key')).toEqual(['search']);
    expect(byMode('key-web')).toEqual(['markOrderMessagesAsRead', 'markUserMessagesAsRead']);
    expect(byMode('none')).toEqual(['getReferencePrice', 'searchPublicAds', 'spotPrice', 'time']);
  });

  it('reliability 2.1: what moves money or cannot be undone is never repeated', () => {
    const money = rows.filter(({ kind }) => kind === 'money').map(({ name }) => name);
    expect(money.sort()).toEqual(['cancelOrder', 'markOrderAsPaid', 'placeOrder', 'post', 'releaseCoin']);
  });

  it.each(['releaseCoin', 'orderMatch/releaseCoin', '/sapi/v1/c2c/orderMatch/releaseCoin'])(
    '%s finds EP-20',
    (name) => {
      expect(findOperation(name)?.ep).toBe('EP-20');
    },
  );

  it('finds the two forms of EP-37 by their paths', () => {
    expect(findOperation('user/getPayMethodByUserId')?.method).toBe('POST');
    expect(findOperation('paymentMethod/getPayMethodByUserId')?.method).toBe('GET');
  });

  it.each(['constructor', '__proto__', '', 'ads/getAds'])('%s is no operation', (name) => {
    expect(findOperation(name)).toBeNull();
  });
});
