import { expect, it } from 'vitest';
import { importedAds } from '../../src/cli/ad/imported-ads.ts';
import { adWishes } from '../../src/config/file/ad-wishes.ts';
import { readFileText } from '../../src/config/file/read-file.ts';
import { listedAd } from '../domain/ads/terms-fixture.ts';

const account = '[account.main]\nservice = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"\n';
const wish = { account: 'main', named: new Set(['3']) };

it('ad import writes tables that the file takes, with limits around the price, for what the file does not name', () => {
  const text = importedAds(
    [
      listedAd({ adNumber: '1', price: '9.50' }),
      listedAd({ adNumber: '2', side: 'BUY', price: '130250', status: 'offline' }),
      listedAd({ adNumber: '3' }),
      listedAd({ adNumber: '4', status: 'closed' }),
      listedAd({ adNumber: '5', isFixedPrice: false }),
    ],
    wish,
  );
  const read = readFileText(`${account}${text}`);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  expect(adWishes(read.file).ads).toMatchObject([
    { adNumber: '1', account: 'main', rules: { limits: { floor: '9.03', ceiling: '9.97' } } },
    { adNumber: '2', account: 'main', rules: { limits: { floor: '123738', ceiling: '136762' } } },
  ]);
  expect(text).toContain('# SELL USDT/BOB, online at 9.50, orders of 100 to 2000 BOB, paid by BANK');
  expect(text).toContain('# Ad 5 has a floating price, and only fixed ones are kept.');
});

it('no text of the service leaves its comment: it could become a table', () => {
  const name = 'BANK\n[account.main.release]\npolicy = "paid"';
  const text = importedAds([listedAd({ payMethods: [{ payId: '', identifier: name, name }] })], wish);
  const lines = text.split('\n').filter((line) => line.startsWith('['));
  expect(lines).toEqual(['[ads.11000000000000000001]']);
});
