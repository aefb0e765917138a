import { couldBePublished, type ListedAd } from '../../domain/ads/listed-terms.ts';
import { termsPartSchema, type PublishedTerms } from '../../domain/ads/published-terms.ts';
import { priceStrategySchema } from '../../domain/pricing/price-strategy.ts';
import { Decimal, roundToScale } from '../../domain/decimal.ts';
import { clearDecimal } from '../../domain/typed-amount.ts';
import { snakeName } from '../../config/file/key-names.ts';
import { amountText } from '../../words/amount-words.ts';

/** Half of the width of the limits that an imported ad gets around its price: a start, to be looked at. */
const limitRatio = '0.05';

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

function limitsAround(price: string): { floor: string; ceiling: string } {
  const scale = decimalsOf(price);
  const half = new Decimal(price).times(limitRatio);
  return {
    floor: clearDecimal(roundToScale(new Decimal(price).minus(half).toFixed(), scale, 'up')),
    ceiling: clearDecimal(roundToScale(new Decimal(price).plus(half).toFixed(), scale, 'down')),
  };
}

/** Text as TOML writes it; JSON's escapes are those of TOML, but for the delete character. */
const quoted = (text: string): string => JSON.stringify(text.toWellFormed()).replaceAll('\u007F', String.raw`\u007F`);

const plain = (decimal: string): string => new Decimal(decimal).toFixed();

/** What stands in a comment is one line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

function headline(ad: ListedAd): string {
  const limits =
    ad.minOrder === null || ad.maxOrder === null
      ? ''
      : `, orders of ${plain(ad.minOrder)} to ${plain(ad.maxOrder)} ${ad.fiat}`;
  const methods = (ad.payMethods ?? []).map(({ identifier, name }) => identifier || name).join(', ');
  return oneLine(
    `${ad.side} ${ad.asset}/${ad.fiat}, ${ad.status} at ${amountText(ad.price)}${limits}${methods === '' ? '' : `, paid by ${methods}`}`,
  );
}

/** Names that distinguish the payment methods of an ad: two accounts at one bank have one identifier. */
function methodNames(methods: ListedAd['payMethods']): string[] | null {
  if (methods === null) return null;
  const names = methods.map(({ identifier, name, payId }) => identifier || name || payId);
  return new Set(names).size === names.length
    ? names
    : methods.map(({ payId }, index) => payId || (names[index] ?? ''));
}

/** The terms of an ad as the file writes them: what is not known, empty, or not of the file's form is left open. */
function termLines(ad: ListedAd): string[] {
  const { asset, fiat, side, quantity, minOrder, maxOrder, category, payTimeMinutes, remarks, autoReply } = ad;
  const { buyerKyc, extraKyc, minRegisterDays } = ad;
  const sums = { quantity, minOrder, maxOrder };
  const decimals = Object.entries(sums).map(
    ([name, sum]) => [name, sum === null ? null : clearDecimal(plain(sum))] as const,
  );
  const terms = [
    ...Object.entries({ asset, fiat, side }),
    ...decimals,
    ...Object.entries({ payMethods: methodNames(ad.payMethods), category, payTimeMinutes, remarks, autoReply }),
    ...Object.entries({ buyerKyc, extraKyc, minRegisterDays }),
  ];
  const known = terms.filter(([name, value]) => value !== '' && termsPartSchema.safeParse({ [name]: value }).success);
  return known.map(([name, value]) => `${snakeName(name)} = ${tomlValue(value)}`);
}

function tomlValue(value: string | number | boolean | readonly string[] | null): string {
  if (typeof value === 'string') return quoted(value);
  return Array.isArray(value) ? `[${value.map(quoted).join(', ')}]` : String(value);
}

function sectionOf({ account, terms }: ImportWish, ad: ListedAd): string[] {
  const { floor, ceiling } = limitsAround(ad.price);
  return [
    `# ${headline(ad)}`,
    `[ads.${ad.adNumber}]`,
    `account = ${quoted(account)}`,
    '# 5 % around the price of today: write your own.',
    `floor = ${quoted(floor)}`,
    `ceiling = ${quoted(ceiling)}`,
    ...strategyLines(ad),
    ...(terms === true ? [`[ads.${ad.adNumber}.terms]`, ...termLines(ad)] : []),
    '',
  ];
}

/** Whether a price floats is the service's fact: under any other strategy such an ad would not be priced. */
function strategyLines({ floatingRatio }: ListedAd): string[] {
  return floatingRatio === null ? [] : [`strategy = { kind = "floating", ratio = ${quoted(plain(floatingRatio))} }`];
}

export interface ImportWish {
  account: string;
  /** Also what each ad offers: from then on the file changes it. */
  terms?: boolean;
  /** The ads that the file names already. */
  named: ReadonlySet<string>;
  /** The tables of the file that are published under their name: which number they own only the guard knows. */
  published: readonly { readonly name: string; readonly terms: PublishedTerms }[];
}

/**
 * Returns the tables of peerdesk.toml for the ads of an account that the file does not name. An ad that cannot be kept is a
 * comment that says why.
 */
export function importedAds(ads: readonly ListedAd[], wish: ImportWish): string {
  const { named, published } = wish;
  const fresh = ads.filter(({ adNumber, status }) => status !== 'closed' && !named.has(adNumber));
  return fresh
    .flatMap((ad) => {
      const why = keptOut(ad, published);
      return why === null ? sectionOf(wish, ad) : [`# ${headline(ad)}`, `# Ad ${ad.adNumber} ${why}.`, ''];
    })
    .join('\n');
}

/** Returns why an ad gets no table, or null. Two tables of one ad would change it back and forth. */
function keptOut(ad: ListedAd, published: ImportWish['published']): string | null {
  const { floatingRatio: ratio } = ad;
  if (ratio !== null && !priceStrategySchema.safeParse({ kind: 'floating', ratio }).success)
    return `floats at ${plain(ratio)} % of the reference price, which no rules take`;
  const like = published.find(({ terms }) => couldBePublished(terms, ad));
  return like === undefined ? null : `has the terms of [ads.${like.name}], and is that ad if it was published so`;
}
