import { describe, expect, it } from 'vitest';
import { frugalGo } from '../../setup/frugal-go.ts';
import { compileExamples, examplesOf, writeExamples, type Entry, type Given } from './doc-examples.ts';

/** What the examples find, as the comment of the entry says. */
const given: Readonly<Record<Entry, Given>> = {
  client: {
    account: 'main',
    adNumber: '42',
    orderNumber: '43',
    requestId: 'purchase',
    name: 'usdt-to-bob',
  },
  exchange: { baseUrl: '', apiKey: '', apiSecret: '', adNumber: '42', orderNumber: '43' },
};
const placed = {
  account: 'main',
  requestId: 'purchase',
  mode: 'sim',
  adNumber: '42',
  asset: 'USDT',
  fiat: 'BOB',
  side: 'BUY',
  totalAmount: '500.00',
  matchPrice: '10.05',
  release: {
    policy: 'approve',
    amountCap: null,
    counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
  },
};

describe.each(['client', 'exchange'] as const)('peerdesk/%s', (entry) => {
  it('has an example of each function and class, and of the commands that a reader may send', () => {
    const examples = examplesOf(entry);
    expect(examples.length).toBeGreaterThan(30);
    expect(examples.filter(({ code }) => code === '').map(({ name }) => name)).toEqual([]);
    expect(examples.filter(({ name, code }) => !new RegExp(String.raw`\b${name}\b`).test(code))).toEqual([]);
  });

  it('has examples that compile against the entry under the strict options of this project', async () => {
    const folder = await writeExamples(entry, examplesOf(entry), () => ({ ...given[entry], placed }));
    expect(await compileExamples(folder, { ...frugalGo, ...process.env })).toBe('');
  });
});
