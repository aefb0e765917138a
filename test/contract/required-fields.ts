/** The kinds of values that an answer needs to count as a success, each with invalid ones. */
export const wrongValues = {
  identifier: [null, {}, [], true, '', 'two words', '../x', 1.5, '2.2698351074563942e19'],
  decimal: [null, {}, [], true, '', 'abc', '1,5', 'NaN', '0x10', '1.'],
  side: [null, {}, [], true, '', 'two words', 1.5],
  text: [null, {}, []],
  symbol: [null, {}, [], true, '', ' \n', 'US\ufffd'],
  time: [null, {}, [], true, '', 'yesterday', 1.5, '2026-02-31'],
  moment: [null, {}, [], true, '', 'yesterday', 1.5, 0, '0', -1, '1970-01-01'],
  status: [null, {}, [], true, ''],
  flag: [null, {}, [], '', 'yes', 2],
  list: [null, {}, 'mass', 7, true],
} as const satisfies Record<string, readonly unknown[]>;
export type Kind = keyof typeof wrongValues;

/** Whether a decoded value is of its kind: what a caller may rely on. */
export const holds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  identifier: (value) => typeof value === 'string' && /^[\w.:-]{1,80}$/.test(value),
  decimal: (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  // BUY, SELL, or what the service adds to them, as it writes it: one such row must not hide the others of its page.
  side: (value) => typeof value === 'string' && /^(?:-?\d+|[A-Za-z][\w.:-]*)$/.test(value),
  text: (value) => typeof value === 'string',
  symbol: (value) => typeof value === 'string' && value.trim() !== '' && !value.includes('\ufffd'),
  time: (value) => Number.isSafeInteger(value),
  moment: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  status: (value) =>
    (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value !== ''),
  flag: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
};

/** A required field, by its place in the data or in one row of it; the empty place is the data itself. */
export interface RequiredField {
  at: readonly string[];
  kind: Kind;
}

/** Reads `place:kind` pairs, as `scenarios.ts` writes them. */
export const fields = (line: string): RequiredField[] =>
  line.split(' ').map((part) => {
    const [path = '', kind = ''] = part.split(':');
    if (!isKind(kind)) throw new TypeError(`${part} has no known kind.`);
    return { at: path === '' ? [] : path.split('.'), kind };
  });

const isKind = (name: string): name is Kind => Object.hasOwn(wrongValues, name);
