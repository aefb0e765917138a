import { describe, expect, it } from 'vitest';
import { adWishes } from '../../../src/config/file/ad-wishes.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';

const account = '[account.main]\nservice = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "S"\n';
const caps = ({ timezone = 'UTC', method = 'BANK', daily = '500', fiat = 'BOB' } = {}): string =>
  `payment_caps = { timezone = "${timezone}", caps = [{ method = "${method}", daily = "${daily}", fiat = "${fiat}" }] }\n`;
const ad = (part: string, number = '11'): string =>
  `[ads.${number}]\nfloor = "9"\nceiling = "10"\nstrategy = { kind = "match" }\n${part}`;

function read(text: string) {
  const found = readFileText(text);
  return Array.isArray(found) ? found.map((mistake) => JSON.stringify(mistake)) : adWishes(found.file).ads;
}
const dailyOf = (text: string) =>
  read(text).map((one) => (typeof one === 'string' ? one : (one.rules.paymentCaps?.caps[0]?.daily ?? null)));

describe('ads#payment-caps: payment caps in the file', () => {
  it('those of an ad hold before those of its rules, and these before those of the account', () => {
    const rules = `[rules.day]\n${caps({ daily: '600' })}`;
    const own = ad(`rules = "day"\n${caps({ daily: '700' })}`, '13');
    const ads = [ad(''), ad('rules = "day"\n', '12'), own, ad('payment_caps = "off"\n', '14')];
    expect(dailyOf(`${account}${caps()}${rules}${ads.join('')}`)).toEqual(['500', '600', '700', null]);
  });

  it.each([
    ['a sum of nothing', { daily: '0' }, 'must be an amount above zero'],
    ['a currency in small letters', { fiat: 'bob' }, 'must be a currency in capitals'],
    ['no method', { method: '' }, 'must name a payment method'],
    ['a zone that is none', { timezone: 'America/La_Pas' }, 'did you mean America/La_Paz?'],
  ])('refuses %s, with its place', (...row) => {
    const [, part, text] = row;
    for (const file of [`${account}${caps(part)}${ad('')}`, `${account}${ad(caps(part))}`]) {
      const [problem, ...others] = read(file);
      expect(problem).toContain(text);
      expect(problem).toContain('payment_caps');
      expect(others).toEqual([]);
    }
  });
});
