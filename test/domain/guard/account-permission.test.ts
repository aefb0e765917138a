import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundPermission,
  unknownAccount,
  type AccountPermission,
} from '../../../src/domain/guard/account-permission.ts';
import { anyPermission } from './any-permission.ts';
import { check } from '../seeded.ts';

type Part = Partial<AccountPermission>;

const base: AccountPermission = {
  service: 'https://api.example.com',
  plainService: false,
  apiKey: 'first',
  allowLive: true,
  shadowAds: ['111'],
  policies: ['approve', 'match'],
  maxRelease: { BOB: '5000' },
  maxReleasePerDay: {},
  approvers: { ana: 'A', bob: 'B' },
  evidenceKeys: { bank: 'K' },
  publicService: null,
  chatHosts: ['im.example.com'],
  noticeAddress: 'hook.example.com (1)',
  noticeCommand: null,
  noticeBot: null,
  noticePush: null,
  settings: { approvalLifeMs: 900_000, moneySettleMs: 15_000, clockSkewLimitMs: 5_000 },
};
const settings = (part: Record<string, number>): Part => ({ settings: { ...base.settings, ...part } });

const bot = (...people: string[]): Part => ({ noticeBot: { at: 't (1)', people } });

describe('a permission that a file wants', () => {
  it.each<[string, Part, Part, Part, string[]]>([
    [
      'payments of another source, or signed by another door',
      { evidenceKeys: { bank: 'K', wise: 'K' } },
      { evidenceKeys: { bank: 'L', wise: 'K', sms: 'K' } },
      { evidenceKeys: { wise: 'K' } },
      ['payments of bank as evidence', 'payments of sms as evidence'],
    ],
    [
      'live writes without consent',
      { allowLive: false },
      {},
      { allowLive: false },
      ['mode live: writes to a real service'],
    ],
    [
      'another service, with another key and without TLS',
      {},
      { service: 'https://other.example.com', plainService: true, apiKey: 'second', allowLive: false },
      { service: 'https://api.example.com', plainService: false, apiKey: 'first' },
      ['calls and keys go to https://other.example.com instead of https://api.example.com'],
    ],
    [
      'another service than one without TLS, which stays reachable',
      { plainService: true },
      { service: 'https://other.example.com' },
      { service: 'https://api.example.com', plainService: true },
      ['calls and keys go to https://other.example.com instead of https://api.example.com'],
    ],
    [
      'the same service without TLS',
      {},
      { plainService: true },
      { plainService: false },
      ['the service may be reached without TLS'],
    ],
    [
      'live writes with another key',
      {},
      { apiKey: 'second' },
      { apiKey: 'first' },
      ['live writes with API key second instead of first'],
    ],
    [
      'messages to another place',
      {},
      { noticeAddress: 'hook.example.net (2)' },
      { noticeAddress: 'hook.example.com (1)' },
      ['messages go to hook.example.net (2) instead of hook.example.com (1)'],
    ],
    [
      'a program that gets messages',
      {},
      { noticeCommand: '/bin/tell' },
      { noticeCommand: null },
      ['messages start /bin/tell'],
    ],
    [
      'another bot',
      {},
      bot('ana=1', 'bo=2'),
      { noticeBot: null },
      ['messages go by the bot at t (1) to ana=1 and bo=2'],
    ],
    ['devices that get messages', {}, { noticePush: 'BK' }, { noticePush: null }, ['messages go to devices by BK']],
    [
      'one more person of the bot, while one fewer takes effect',
      bot('ana=1', 'bo=2'),
      bot('ana=3', 'bo=2'),
      bot('bo=2'),
      ['messages go by Telegram to ana=3'],
    ],
    [
      'an ad that leaves shadow',
      {},
      { shadowAds: ['222'] },
      { shadowAds: ['111', '222'] },
      ['ad 111 leaves mode shadow'],
    ],
    ['one more policy', { policies: ['approve'] }, {}, { policies: ['approve'] }, ['release policy match']],
    [
      'a larger release',
      {},
      { maxRelease: { BOB: '9000' } },
      { maxRelease: { BOB: '5000' } },
      ['largest release: 9000 BOB instead of 5000 BOB'],
    ],
    [
      'one more currency',
      {},
      { maxRelease: { BOB: '4000', USD: '1' } },
      { maxRelease: { BOB: '4000' } },
      ['largest release: 1 USD, which has none'],
    ],
    [
      'another currency alone, which would leave no limit',
      {},
      { maxRelease: { USD: '1' } },
      { maxRelease: { BOB: '5000' } },
      ['largest release: 1 USD, which has none'],
    ],
    [
      'no limit a day',
      { maxReleasePerDay: { BOB: '50000' } },
      {},
      { maxReleasePerDay: { BOB: '50000' } },
      ['releases a day: no limit instead of 50000 BOB'],
    ],
    ['typed approvals', {}, { approvers: null }, { approvers: base.approvers }, ['typed approvals count again']],
    [
      'another key of an approver, and one more approver',
      {},
      { approvers: { ana: 'X', bob: 'B', eve: 'E' } },
      { approvers: { bob: 'B' } },
      ['the key of approver ana, which ends with X', 'the key of approver eve, which ends with E'],
    ],
    [
      'other approvers alone: those who were taken out count no more',
      {},
      { approvers: { eve: 'passkey:https://desk.example.net:0123456789' } },
      { approvers: {} },
      ['the key of approver eve, which ends with 23456789'],
    ],
    [
      'approvals that live longer',
      {},
      settings({ approvalLifeMs: 1_000_000 }),
      settings({ approvalLifeMs: 900_000 }),
      ['life of an approval: 1000000 ms instead of 900000 ms'],
    ],
    [
      'an earlier "not done"',
      {},
      settings({ moneySettleMs: 1_000 }),
      settings({ moneySettleMs: 15_000 }),
      ['settle time of a money step: 1000 ms instead of 15000 ms'],
    ],
    [
      'markets from elsewhere',
      {},
      { publicService: 'https://c2c.example.net' },
      { publicService: null },
      ['markets are read from https://c2c.example.net instead of the service'],
    ],
    [
      'markets from a third place',
      { publicService: 'https://c2c.example.com' },
      { publicService: 'https://c2c.example.net' },
      { publicService: 'https://c2c.example.com' },
      ['markets are read from https://c2c.example.net instead of https://c2c.example.com'],
    ],
    [
      'one more host of the chat',
      {},
      { chatHosts: ['im.example.net', 'im.example.com'] },
      { chatHosts: ['im.example.com'] },
      ['the chat at im.example.net'],
    ],
    [
      'money steps signed by a clock that is further off',
      {},
      settings({ clockSkewLimitMs: 60_000 }),
      settings({ clockSkewLimitMs: 5_000 }),
      ['difference of the clocks in a money step: 60000 ms instead of 5000 ms'],
    ],
  ])('is held: %s', (...row) => {
    const [, accepted, wanted, part, held] = row;
    const bound = boundPermission({ ...base, ...accepted }, { ...base, ...wanted });
    expect(bound).toEqual({ permission: { ...base, ...wanted, ...part }, held });
  });

  it.each<[string, Part]>([
    ['the same', {}],
    ['no live writes', { allowLive: false }],
    ['another key that writes nothing live', { allowLive: false, apiKey: 'second' }],
    ['no messages', { noticeAddress: null }],
    ['fewer policies', { policies: ['approve'] }],
    ['a smaller release, and the same in other digits', { maxRelease: { BOB: '4999.50' } }],
    ['a limit a day', { maxReleasePerDay: { BOB: '1' } }],
    ['fewer approvers', { approvers: { ana: 'A' } }],
    ['shorter lives', settings({ approvalLifeMs: 1, moneySettleMs: 60_000, clockSkewLimitMs: 1 })],
    ['markets of the service alone, and fewer chat hosts', { publicService: null, chatHosts: [] }],
  ])('takes effect: %s', (_, part) => {
    const wanted = { ...base, ...part };
    expect(boundPermission(base, wanted)).toEqual({ permission: wanted, held: [] });
  });

  it('takes effect: signed approvals where typed ones counted', () => {
    const wanted = { ...base, approvers: { ana: 'A' } };
    expect(boundPermission({ ...base, approvers: null }, wanted)).toEqual({ permission: wanted, held: [] });
  });

  it('of an account that no one has accepted allows everything but live writes', () => {
    expect(boundPermission(unknownAccount(base, []), base)).toEqual({
      permission: { ...base, allowLive: false, noticeAddress: null },
      held: ['mode live: writes to a real service', 'messages go to hook.example.com (1)'],
    });
    const others = [{ ...base, apiKey: 'another' }];
    expect(unknownAccount(base, others)).toEqual({ ...base, allowLive: false });
    expect(unknownAccount({ ...base, noticeCommand: '/bin/tell' }, others)).toEqual({ ...base, allowLive: false });
  });

  it('a key that was accepted goes nowhere else under a new name', () => {
    const elsewhere = { service: 'https://other.example.com', plainService: true, chatHosts: ['im.example.net'] };
    expect(unknownAccount({ ...base, ...elsewhere }, [base])).toEqual({ ...base, allowLive: false });
    expect(unknownAccount({ ...base, ...elsewhere, apiKey: 'second' }, [base])).toMatchObject(elsewhere);
    expect(unknownAccount({ ...base, ...elsewhere }, [base, { ...base, ...elsewhere }])).toMatchObject(elsewhere);
  });

  it('the permission in effect is within what was accepted, and none of it is held back the next time', () => {
    const allows = (limits: AccountPermission['maxRelease'], fiat: string, sum: number): boolean => {
      const limit = new Map(Object.entries(limits)).get(fiat);
      return Object.keys(limits).length === 0 || (limit !== undefined && sum <= Number(limit));
    };
    check(
      fc.property(anyPermission, anyPermission, (accepted, wanted) => {
        const { permission: bound } = boundPermission(accepted, wanted);
        expect(boundPermission(accepted, bound).held).toEqual([]);
        expect(accepted.shadowAds.filter((ad) => !bound.shadowAds.includes(ad))).toEqual([]);
        expect(accepted.chatHosts).toEqual(expect.arrayContaining([...bound.chatHosts]));
        expect([accepted.publicService, null]).toContain(bound.publicService);
        expect(bound.settings['approvalLifeMs']).toBeLessThanOrEqual(Number(accepted.settings['approvalLifeMs']));
        expect(bound.settings['moneySettleMs']).toBeGreaterThanOrEqual(Number(accepted.settings['moneySettleMs']));
        expect(bound.service).toBe(accepted.service);
        expect(bound.allowLive && !(accepted.allowLive && accepted.apiKey === bound.apiKey)).toBe(false);
        expect(bound.plainService && !accepted.plainService).toBe(false);
        expect([accepted.noticeAddress, null]).toContain(bound.noticeAddress);
        expect([accepted.noticeCommand, null]).toContain(bound.noticeCommand);
        expect(bound.noticeBot?.people.filter((one) => !accepted.noticeBot?.people.includes(one)) ?? []).toEqual([]);
        for (const fiat of ['BOB', 'USD', 'ARS', 'EUR']) {
          for (const sum of [1, 5, 9, 10]) {
            if (allows(bound.maxRelease, fiat, sum)) expect(allows(accepted.maxRelease, fiat, sum)).toBe(true);
          }
        }
        const keys = (of: AccountPermission): string[] => Object.entries(of.approvers ?? {}).map(String);
        if (accepted.approvers !== null) {
          expect(bound.approvers).not.toBeNull();
          expect(keys(accepted)).toEqual(expect.arrayContaining(keys(bound)));
        }
      }),
    );
  });
});
