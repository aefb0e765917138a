/** How amounts, totals and prices are shown, in pages, tables, answers and sentences alike. */

/** Formats a decimal for people: at least two places if it has any, no further trailing zeros. */
export function amountText(decimal: string): string {
  const point = decimal.indexOf('.');
  let end = decimal.length;
  // A loop: a pattern for trailing zeros takes quadratic time (S14).
  while (point !== -1 && end > point + 3 && decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, end);
}

interface Trade {
  readonly side: string;
  readonly amount: string;
  readonly asset: string;
  readonly price: string;
  readonly fiat: string;
}

/** Returns "SELL 250.00 USDT @ 11.62 BOB": what is traded, in lists and as a title. */
export function tradeTitle({ side, amount, asset, price, fiat }: Trade): string {
  return `${side} ${amountText(amount)} ${asset} @ ${amountText(price)} ${fiat}`;
}
