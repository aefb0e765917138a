import { describe, expect, it } from 'vitest';
import { adWishes } from '../../../src/config/file/ad-wishes.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';
import { newRules } from '../../../src/config/file/typed-rules.ts';
import type { MarketOffer } from '../../../src/domain/ads/ad-facts.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import type { PricingRules } from '../../../src/domain/pricing/pricing-rules.ts';
import { readProjectFile } from '../project-files.ts';

const page = readProjectFile('docs/ads.md');

interface Example {
  goal: string;
  toml: string;
  command: string;
  price: string;
}

const examples = page
  .split(/^### /m)
  .slice(1)
  .map((section): Example => {
    const found = (pattern: RegExp): string => pattern.exec(section)?.[1] ?? '';
    return {
      goal: found(/^(.+)\n/),
      toml: found(/```toml\n([^`]+)```/),
      command: found(/```sh\n(.+)\n```/),
      price: found(/The price is \*\*([\d.]+)\*\*/),
    };
  });

/** The table of the page. */
const book = page.split('\n').flatMap((line): MarketOffer[] => {
  const cells = /^\| (\w+) +\| (s-\w+) +\| ([\d.]+) +\| (\d+) to (\d+) +\| (\w+) +\| (merchant|user) +\|$/.exec(line);
  if (cells === null) return [];
  const [, nickname = '', userNo = '', price = '', minFiat = '', maxFiat = '', method = '', kind] = cells;
  const userType = kind === 'merchant' ? 'merchant' : 'user';
  const merchant = { nickname, userNo, userType, orderCount: 100, finishRate: 0.98 } as const;
  const terms = { minFiat, maxFiat, payMethods: [method], additionalKyc: false, remaining: '1000', tradable: true };
  return [{ adNumber: `ad-${userNo}`, price, ...merchant, ...terms }];
});

/** The words of a command; a quoted one is one word. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

function rulesOfCommand(command: string): PricingRules {
  const [, , , , ...words] = wordsOf(command);
  const read = newRules(words);
  if ('mistake' in read) throw new Error(read.mistake);
  return read.rules;
}

function rulesOfFile(toml: string, { floor, ceiling }: PricingRules['limits']): PricingRules | undefined {
  const account = 'service = "https://api.example.com"\nmode = "shadow"\napi_key_env = "K"\napi_secret_env = "S"';
  const ad = `account = "main"\nrules = "example"\nfloor = "${floor}"\nceiling = "${ceiling}"`;
  const egress = '[egress.home]\nprocesses = 1';
  const text = `${egress}\n[account.main]\negress = "home"\n${account}\n[rules.example]\n${toml}\n[ads.111]\n${ad}\n`;
  const read = readFileText(text);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  const { ads, problems } = adWishes(read.file);
  expect(problems).toEqual([]);
  return ads[0]?.rules;
}

describe('docs/ads.md', () => {
  it('has its market and its examples', () => {
    expect(book).toHaveLength(5);
    expect(examples.length).toBeGreaterThan(10);
    expect(examples.filter(({ toml, command, price }) => toml === '' || command === '' || price === '')).toEqual([]);
  });

  it.each(examples)('$goal: file and command say the same, and the price is $price', ({ toml, command, price }) => {
    const rules = rulesOfCommand(command);
    expect(rulesOfFile(toml, rules.limits)).toEqual(rules);
    const decision = decidePrice({
      adNumber: '111',
      side: 'SELL',
      currentPrice: '9.60',
      priceScale: 2,
      terms: { minFiat: '100', maxFiat: '5000', payMethods: ['BANK'] },
      rules,
      serviceRange: null,
      ownPrices: [],
      offers: book,
      ownAdNumbers: ['111'],
      referencePrice: '9.30',
      makerFee: '0.001',
      anchors: [{ adNumber: '222', price: '9.20', isDerived: false }],
      spots: [{ symbol: 'USDTBRL', price: '9.25' }],
      readAt: null,
      lastChangeAtMs: null,
      answers: 0,
      nowMs: 0,
      override: null,
      zoneTicks: 4,
    });
    expect(decision).toMatchObject({ action: 'set', price });
  });
});
