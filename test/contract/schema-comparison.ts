import { z } from 'zod';
import {
  anyCode,
  anySide,
  decimal,
  exactMillis,
  flag,
  identifier,
  int64,
  integer,
  millis,
  moment,
  nothing,
  quantity,
  rawStatus,
  scale,
  sentDate,
  sentMillis,
  side,
  symbol,
  text,
} from '../../src/exchange/table/wire-value.ts';

type Schema = z.core.$ZodType;
/** Documented names and types of a schema, undefined for a type without a schema. */
export type Tables = (type: string) => ReadonlyMap<string, string> | undefined;

/** Readers for a documented type (wire-facts 2.4): ids are text, flags and codes are integers. */
const readers: Readonly<Record<string, Record<string, Schema>>> = {
  string: { text, identifier, decimal, side, anySide, rawStatus, symbol, sentDate },
  int: { integer, int64, identifier, anyCode, rawStatus, scale, flag, exactMillis, millis, sentMillis, quantity },
  time: { exactMillis, millis, moment, sentMillis },
  number: { decimal, quantity },
  double: { quantity },
  boolean: { flag },
  '': { nothing },
};

/**
 * Compares a schema of the client with a documented type, through lists and objects, and returns one line for each
 * field that only one of the two has or that has another type.
 */
export function differences(schema: Schema, type: string, tables: Tables): string[] {
  const inner = unwrapped(schema);
  if (type.endsWith('[]')) {
    return inner instanceof z.ZodArray ? differences(inner.element, type.slice(0, -2), tables) : ['is no list'];
  }
  const documented = tables(type) ?? (type === 'object' ? new Map<string, string>() : undefined);
  if (documented === undefined) return isReadAs(inner, type) ? [] : [`is not read as ${type}`];
  if (!(inner instanceof z.ZodObject)) return ['is no object'];
  const { shape } = inner;
  const missing = [...documented.keys()].filter((name) => !(name in shape)).map((name) => `${type}.${name} is missing`);
  const present = Object.entries(shape).flatMap(([name, field]) => {
    const fieldType = documented.get(name);
    if (fieldType === undefined) return [`${type}.${name} is undocumented`];
    return differences(field, fieldType.replace('!', ''), tables).map((line) => located(`${type}.${name}`, line));
  });
  return [...missing, ...present];
}

/** A difference inside a field names its own place already. */
const located = (place: string, line: string): string => (line.startsWith('is ') ? `${place} ${line}` : line);

/** The readers are pipes too, and a check on one makes another pipe; what stays the same is its far end. */
function unwrapped(schema: Schema): Schema {
  const inner = schema instanceof z.ZodPipe ? schema.out : innerOf(schema);
  return inner === null ? schema : unwrapped(inner);
}

function innerOf(schema: Schema): Schema | null {
  const isOptional = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isOptional || schema instanceof z.ZodCatch || schema instanceof z.ZodLazy ? schema.unwrap() : null;
}

const isReadAs = (inner: Schema, type: string): boolean =>
  Object.values(readers[type] ?? {}).some((reader) => unwrapped(reader) === inner);
