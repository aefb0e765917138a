import type { ListedAd } from '../../domain/ads/listed-terms.ts';
import { Decimal, roundToScale } from '../../domain/decimal.ts';

/** Half of the width of the limits that an imported ad gets around its price: a start, to be looked at. */
const limitRatio = '0.05';

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

function limitsAround(price: string): { floor: string; ceiling: string } {
  const scale = decimalsOf(price);
  const half = new Decimal(price).times(limitRatio);
  return {
    floor: roundToScale(new Decimal(price).minus(half).toFixed(), scale, 'up'),
    ceiling: roundToScale(new Decimal(price).plus(half).toFixed(), scale, 'down'),
  };
}

/** Text as TOML writes it; JSON's escapes are those of TOML, but for the delete character. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\u007F', String.raw`\u007F`);

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
    `${ad.side} ${ad.asset}/${ad.fiat}, ${ad.status} at ${ad.price}${limits}${methods === '' ? '' : `, paid by ${methods}`}`,
  );
}

function sectionOf(account: string, ad: ListedAd): string[] {
  const { floor, ceiling } = limitsAround(ad.price);
  return [
    `# ${headline(ad)}`,
    `[ads.${ad.adNumber}]`,
    `account = ${quoted(account)}`,
    '# 5 % around the price of today: write your own.',
    `floor = ${quoted(floor)}`,
    `ceiling = ${quoted(ceiling)}`,
    '',
  ];
}

interface ImportWish {
  account: string;
  /** The ads that the file names already. */
  named: ReadonlySet<string>;
}

/**
 * Returns the tables of peerdesk.toml for the ads of an account that the file does not name. An ad that cannot be kept is a
 * comment that says why.
 */
export function importedAds(ads: readonly ListedAd[], { account, named }: ImportWish): string {
  const fresh = ads.filter(({ adNumber, status }) => status !== 'closed' && !named.has(adNumber));
  return fresh
    .flatMap((ad) =>
      ad.isFixedPrice
        ? sectionOf(account, ad)
        : [`# ${headline(ad)}`, `# Ad ${ad.adNumber} has a floating price, and only fixed ones are kept.`, ''],
    )
    .join('\n');
}
