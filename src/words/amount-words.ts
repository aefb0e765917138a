/** How amounts, totals and prices are shown, in pages, tables, answers and sentences alike. */

/** Formats a decimal for people: at least two places if it has any, no further trailing zeros. */
export function amountText(decimal: string): string {
  const point = decimal.indexOf('.');
  let end = decimal.length;
  // A loop: a pattern for trailing zeros takes quadratic time (S14).
  while (point !== -1 && end > point + 3 && decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, end);
}
