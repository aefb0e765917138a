import { expect, it } from 'vitest';
import { readReleasePermission } from '../../../src/config/environment/release-permission.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';
import { goodFile } from './file-fixture.ts';

const inventory = 'inventory = { target = "500", refill_below = "300", total = "5.000" }';
const caps = 'payment_caps = { timezone = "UTC", caps = [{ method = "BANK", daily = "50.000", fiat = "BOB" }] }';

it.each([
  ['a cap', 'amount_cap = "5000 BOB"', 'amount_cap = "5.000 COP"', 'account.main.release.amount_cap', '5000 or 5'],
  [
    'one of two caps',
    'amount_cap = "5000 BOB"',
    'amount_cap = "9 USD, 1.250 COP"',
    'account.main.release.amount_cap',
    '1250 or 1.25',
  ],
  [
    'terms',
    'rules = "tight"\nf',
    'rules = "tight"\nterms = { quantity = "1.250" }\nf',
    'ads.11234567890.terms.quantity',
    '1250 or 1.25',
  ],
  ['a stock', 'rules = "tight"\nf', `rules = "tight"\n${inventory}\nf`, 'ads.11234567890.inventory.total', '5000 or 5'],
  [
    'a daily sum',
    'rules = "tight"\nf',
    `rules = "tight"\n${caps}\nf`,
    'ads.11234567890.payment_caps.caps.0.daily',
    '50000 or 50',
  ],
  ['a limit', 'floor = "9.50"', 'floor = "4.120"', 'ads.11234567890.floor', '4120 or 4.12'],
  [
    'a fixed price',
    'rules = "tight"\nf',
    'rules = "tight"\nstrategy = { kind = "fixed", price = "9.505" }\nf',
    'ads.11234567890.strategy.price',
    '9505 or 9.5050',
  ],
])('an amount of the file that could be two is asked about: %s', (...[, from, to, key, readings]) => {
  const mistakes = readFileText(goodFile.replace(from, to));
  expect(mistakes).toContainEqual(expect.objectContaining({ key, text: expect.stringContaining(readings) }));
});

it('a price of three decimals has a clear form: some markets have them', () => {
  const text = goodFile.replace('floor = "9.50"', 'floor = "9.5050"');
  expect(Array.isArray(readFileText(text))).toBe(false);
});

it('an amount of a variable that could be two is asked about', () => {
  expect(() => readReleasePermission({ PEERDESK_MAX_RELEASE: '5.000 COP' })).toThrow(
    'PEERDESK_MAX_RELEASE: 5.000 could be 5000 or 5: write one of these',
  );
});
