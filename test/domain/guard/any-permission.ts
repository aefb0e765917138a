import fc from 'fast-check';
import type { AccountPermission } from '../../../src/domain/guard/account-permission.ts';
import { releasePolicyNames } from '../../../src/domain/orders/release-permission.ts';

const sums = fc.dictionary(fc.constantFrom('BOB', 'USD', 'ARS'), fc.integer({ min: 1, max: 9 }).map(String), {
  noNullPrototype: true,
});
const approvers = fc.option(
  fc.dictionary(fc.constantFrom('ana', 'bob', 'eve'), fc.constantFrom('K', 'L'), {
    minKeys: 1,
    noNullPrototype: true,
  }),
);
/** A permission of one of a few values for each part, so that two of them often meet. */
export const anyPermission: fc.Arbitrary<AccountPermission> = fc.record({
  service: fc.constantFrom('https://a', 'https://b'),
  plainService: fc.boolean(),
  apiKey: fc.constantFrom('first', 'second'),
  allowLive: fc.boolean(),
  shadowAds: fc.subarray(['1', '2', '3']),
  policies: fc.subarray([...releasePolicyNames]),
  maxRelease: sums,
  maxReleasePerDay: sums,
  approvers,
  evidenceKeys: fc.dictionary(fc.constantFrom('bank', 'wise'), fc.constantFrom('K', 'L'), {
    noNullPrototype: true,
  }),
  publicService: fc.constantFrom(null, 'https://c', 'https://d'),
  chatHosts: fc.subarray(['x', 'y', 'z']),
  noticeAddress: fc.constantFrom(null, 'one', 'two'),
  noticeCommand: fc.constantFrom(null, '/one', '/two'),
  noticeBot: fc.constantFrom(null, { at: 'one', people: ['ana=1'] }, { at: 'two', people: ['ana=1', 'bo=2'] }),
  noticePush: fc.constantFrom(null, 'one', 'two'),
  settings: fc.record({
    approvalLifeMs: fc.integer({ min: 1, max: 5 }),
    moneySettleMs: fc.integer({ min: 1, max: 5 }),
  }),
});
