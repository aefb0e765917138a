import { expect, expectTypeOf, it } from 'vitest';
import {
  operations,
  type AnswerOf,
  type ExchangeClient,
  type InputOf,
  type OperationName,
  type Page,
  type WireOrderDetail,
  type WireOrderRow,
} from '../../src/exchange/index.ts';
import { clientFor } from './fixtures.ts';

it('the input and the answer of a method have types with names of their own', () => {
  expectTypeOf<InputOf<'placeOrder'>>().toExtend<{ readonly advOrderNumber: string }>();
  expectTypeOf<Parameters<ExchangeClient['orders']['placeOrder']>[0]>().toEqualTypeOf<InputOf<'placeOrder'>>();
  expectTypeOf<InputOf<'getDetailByNo'>>().toEqualTypeOf<{ readonly adsNo: string }>();
  expectTypeOf<InputOf<'getAvailableAdsCategory'>>().toEqualTypeOf<never>();
  expectTypeOf<AnswerOf<'getUserOrderDetail'>>().toEqualTypeOf<WireOrderDetail>();
  expectTypeOf<AnswerOf<'listOrders'>>().toEqualTypeOf<Page<WireOrderRow>>();
});

it('every operation of the table has such a name', async () => {
  const client = clientFor('http://127.0.0.1:1');
  const { ads, orders, chat, merchant, user, paymentMethods, commission, currencies, public: open } = client;
  const methods = { ...ads, ...orders, ...chat, ...merchant, ...user, ...paymentMethods, ...commission };
  const named: Record<OperationName, unknown> = { ...methods, ...currencies, ...open };
  const inTable = Object.values(operations).filter(({ group }) => group !== 'system');
  expect(Object.keys(named).toSorted()).toEqual(inTable.map(({ name }) => name).toSorted());
  await client.close();
});
