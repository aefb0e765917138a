import { z } from 'zod';
import { fiatAmountsFromText } from '../../domain/orders/fiat-amounts.ts';
import { releasePolicyNames } from '../../domain/orders/release-permission.ts';
import { ruleKeys, type WrittenRules } from '../../domain/orders/release-rules.ts';
import type { KeyKind, RuleKey } from '../../domain/orders/rules/release-rule.ts';
import { snakeName, type TomlTable } from './key-names.ts';
import { count, key, people, sums } from './leaf-schemas.ts';

/** How a key of each kind is written. */
const values = {
  policy: z.enum(releasePolicyNames),
  amounts: sums,
  count,
  rate: z.number().min(0, 'must be 0 to 1').max(1, 'must be 0 to 1'),
  people,
} satisfies Record<KeyKind, z.ZodType>;

type Keys = typeof ruleKeys;
type Snake<Name> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : '';
type TableKeys<Table> = {
  [Name in keyof Keys as Keys[Name]['table'] extends Table ? Snake<Name> : never]: z.ZodOptional<
    (typeof values)[Keys[Name]['kind']]
  >;
};

/** Returns the keys that the release rules have in a table of an account. */
export function ruleKeysOf<Table extends RuleKey['table']>(table: Table): TableKeys<Table> {
  const own = Object.entries<RuleKey>(ruleKeys).filter(([, one]) => one.table === table);
  return Object.fromEntries(
    own.map(([name, { kind, text, ...how }]) => [snakeName(name), key<z.ZodType>(values[kind], text, how).optional()]),
  ) as TableKeys<Table>;
}

/** Returns what the tables of an account write of its release rules; null: nothing. The tables have been checked. */
export function rulesWrittenIn(tables: Readonly<Partial<Record<RuleKey['table'], TomlTable>>>): WrittenRules | null {
  const written = Object.entries<RuleKey>(ruleKeys).flatMap(([name, { kind, table }]) => {
    const value = tables[table]?.[snakeName(name)];
    return value === undefined ? [] : [[name, kind === 'amounts' ? amountsOf(value) : value]];
  });
  return written.length === 0 ? null : (Object.fromEntries(written) as WrittenRules);
}

/** An amount that is unreadable must not become null, which is no limit. */
function amountsOf(value: unknown): unknown {
  const amounts = fiatAmountsFromText(String(value));
  if (amounts === null) throw new RangeError(`${String(value)} is no amount with a currency: write "5000 BOB"`);
  return amounts;
}
