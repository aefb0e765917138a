/** Up to three digits, a separator, three digits: thousands in half of the world, decimals in the other. */
const unclear = /^(?!0)(\d{1,3})[.,](\d{3})$/;

/** Returns why an amount or a price that a person typed could be two, with both; null: it is one, or none at all. */
export function unclearAmount(text: string): string | null {
  const [, whole = '', rest = ''] = unclear.exec(text.trim()) ?? [];
  if (whole === '') return null;
  const thousands = `${whole}${rest}`;
  return `${text.trim()} could be ${thousands} or ${decimalReading(whole, rest)}: write one of these`;
}

/** In a form that is clear: without the zeros at its end, or with one more. */
function decimalReading(whole: string, rest: string): string {
  if (rest === '000') return whole;
  return rest.endsWith('0') ? `${whole}.${rest.replace(/0+$/, '')}` : `${whole}.${rest}0`;
}

/** Returns a decimal of a program in a form that is taken where a person types: with one zero more where it could be two. */
export function clearDecimal(text: string): string {
  return unclearAmount(text) === null ? text : `${text}0`;
}

/** The same for "5000 BOB, 300 USD": of the first amount in it that could be two. */
export function unclearSums(text: string): string | null {
  const amounts = text.match(/\d[\d.,]*(?=\s)/g) ?? [];
  return amounts.map((amount) => unclearAmount(amount)).find((why) => why !== null) ?? null;
}

/** What people type as an amount or a price in the rules and terms of an ad; shares and percents are none. */
const amountKeys = new Set(
  'floor ceiling quantity minOrder maxOrder minRemaining daily target refillBelow total offlineBelow price restingPrice rate'.split(
    ' ',
  ),
);

interface UnclearAmount {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Returns the amounts of rules and terms, as a person wrote them, that could be two. */
export function unclearAmountsIn(value: unknown, path: readonly (string | number)[] = []): UnclearAmount[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([name, part]) => {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    const message = typeof part === 'string' && amountKeys.has(name) ? unclearAmount(part) : null;
    return message === null ? unclearAmountsIn(part, here) : [{ path: here, message }];
  });
}
