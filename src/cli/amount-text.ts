/** A decimal as people write it: at least two decimals when it has any, no further zeros behind. */
export function amountText(decimal: string): string {
  return decimal.replace(/(\.\d{2}\d*?)0+$/, '$1');
}
