import { expect, it } from 'vitest';
import { importedAds } from '../../../src/cli/ad/imported-ads.ts';
import { accountWishes } from '../../../src/config/file/account-wishes.ts';
import { adWishes } from '../../../src/config/file/ad-wishes.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';
import { referenceProblems } from '../../../src/config/file/references.ts';
import { planAccount } from '../../../src/config/plan.ts';
import { termDifferences } from '../../../src/domain/ads/listed-terms.ts';
import { terms as publishedTerms } from '../../activities/publication/publication-fixture.ts';
import { nothing } from '../../config/plan-fixture.ts';
import { bank, listedAd, tigo } from '../../domain/ads/terms-fixture.ts';

const account = '[account.main]\nservice = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"\n';
const wish = { account: 'main', named: new Set(['3']), published: [] };

it('ad import writes tables that the file takes, with limits around the price, for what the file does not name', () => {
  const text = importedAds(
    [
      listedAd({ adNumber: '1', price: '9.50' }),
      listedAd({ adNumber: '2', side: 'BUY', price: '130250', status: 'offline' }),
      listedAd({ adNumber: '3' }),
      listedAd({ adNumber: '4', status: 'closed' }),
      listedAd({ adNumber: '5', floatingRatio: '100.50000000' }),
      listedAd({ adNumber: '6', floatingRatio: '300' }),
    ],
    wish,
  );
  const read = readFileText(`${account}${text}`);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  expect(adWishes(read.file).ads).toMatchObject([
    { adNumber: '1', account: 'main', rules: { limits: { floor: '9.03', ceiling: '9.97' } } },
    { adNumber: '2', account: 'main', rules: { limits: { floor: '123738', ceiling: '136762' } } },
    { adNumber: '5', rules: { strategy: { kind: 'floating', ratio: '100.5' } } },
  ]);
  expect(text).toContain('# SELL USDT/BOB, online at 9.50, orders of 100 to 2000 BOB, paid by BANK');
  expect(text).toContain('# Ad 6 floats at 300 % of the reference price, which no rules take.');
});

it('what it writes is taken where a person could have meant two amounts', () => {
  const ad = listedAd({ adNumber: '1', price: '9.955', quantity: '12.345', minOrder: '1', maxOrder: '5.250' });
  const read = readFileText(`${account}${importedAds([ad], { ...wish, terms: true })}`);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  const [wanted] = adWishes(read.file).ads;
  expect(wanted).toMatchObject({ rules: { limits: { floor: '9.4580', ceiling: '10.4520' } } });
  expect(wanted?.terms).toMatchObject({ quantity: '12.3450', maxOrder: '5.25' });
});

it('no text of the service leaves its comment: it could become a table', () => {
  const name = 'BANK\n[account.main.release]\npolicy = "paid"';
  const text = importedAds([listedAd({ payMethods: [{ payId: '', identifier: name, name }] })], wish);
  const lines = text.split('\n').filter((line) => line.startsWith('['));
  expect(lines).toEqual(['[ads.11000000000000000001]']);
});

it('an ad that a name of the file may own gets no second table: it would be changed back and forth', () => {
  const { asset, fiat, side, quantity, minOrder, maxOrder } = publishedTerms;
  const own = listedAd({ adNumber: '7', asset, fiat, side, quantity, minOrder, maxOrder });
  const text = importedAds([own], { ...wish, published: [{ name: 'usdt-bob', terms: publishedTerms }] });
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  expect(text).toContain('# Ad 7 has the terms of [ads.usdt-bob], and is that ad if it was published so.');
});

it('what it prints publishes nothing and changes no terms: the ads are kept, and then nothing is left to do', () => {
  const ads = [listedAd({ adNumber: '1', price: '9.50' }), listedAd({ adNumber: '2', price: '0.5' })];
  const read = readFileText(`${account}${importedAds(ads, wish)}`);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  expect(referenceProblems(read.file)).toEqual([]);
  const [wanted] = accountWishes(read.file);
  if (wanted === undefined) throw new Error('no account');
  const state = { ...nothing, desk: { mode: wanted.mode } };
  const first = planAccount({ ...wanted, rules: null, blocked: null, desk: true, kill: {} }, state);
  expect(first.map(({ change }) => change.kind)).toEqual(['start-ad', 'start-ad']);
  const kept = first.flatMap(({ change }) => (change.kind === 'start-ad' ? [{ ...change, side: null }] : []));
  expect(planAccount({ ...wanted, rules: null, blocked: null, desk: true, kill: {} }, { ...state, ads: kept })).toEqual(
    [],
  );
});

it('with --terms it writes what an ad offers, so that the file and the app have no difference, and no text is a table', () => {
  const second = { ...bank, payId: '40000002' };
  const remarks = 'fast"\n[account.main.release]\npolicy = "paid"\uD800';
  const full = listedAd({ adNumber: '1', payMethods: [bank, tigo], remarks, buyerKyc: true, minRegisterDays: 30 });
  const ads = [
    full,
    listedAd({ adNumber: '2', payMethods: [bank, second], quantity: null, payTimeMinutes: null }),
    listedAd({ adNumber: '4', payMethods: [], category: 'unheard-of', maxOrder: '0' }),
  ];
  const text = importedAds(ads, { ...wish, terms: true });
  const read = readFileText(`${account}${text}`);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  expect(referenceProblems(read.file)).toEqual([]);
  const [wanted] = accountWishes(read.file);
  expect(wanted?.rules).toBeNull();
  expect(
    wanted?.ads.map((ad, index) =>
      termDifferences(ad.terms ?? {}, { ...(ads[index] ?? full), remarks: ads[index]?.remarks.toWellFormed() ?? '' }),
    ),
  ).toEqual([[], [], []]);
  expect(wanted?.ads[0]?.terms).toMatchObject({ quantity: '500', payMethods: ['BANK', 'TigoMoney'], buyerKyc: true });
  expect(wanted?.ads[1]?.terms).toMatchObject({ payMethods: ['40000001', '40000002'] });
  expect(wanted?.ads[1]?.terms).not.toHaveProperty('quantity');
  expect(wanted?.ads[2]?.terms).not.toHaveProperty('maxOrder');
  expect(importedAds(ads, wish)).not.toContain('terms]');
});
