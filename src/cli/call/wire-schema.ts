import type { z } from 'zod';
import * as wire from '../../exchange/table/wire-value.ts';

type Schema = z.core.$ZodType;

const kinds = new Map<Schema, string>([
  [wire.decimal, 'decimal'],
  [wire.integer, 'integer'],
  [wire.scale, 'integer'],
  [wire.int64, 'id (integer)'],
  [wire.quantity, 'number'],
  [wire.millis, 'time (ms)'],
  [wire.exactMillis, 'time (ms)'],
  [wire.sentMillis, 'time (ms)'],
  [wire.sentDate, 'date and time'],
  [wire.moment, 'time (ms)'],
  [wire.symbol, 'text'],
  [wire.text, 'text'],
  [wire.identifier, 'identifier'],
  [wire.flag, 'true or false'],
  [wire.side, 'BUY or SELL'],
  [wire.rawStatus, 'status'],
  [wire.nothing, 'nothing'],
]);

/** Names the kind of value of an unwrapped schema in a word or two. */
export const kindOf = (schema: Schema): string => kinds.get(schema) ?? (fieldsOf(schema) === null ? 'value' : 'object');

/** Returns the schema of a present value. The readers are themselves pipes, so one ends the search. */
export function withoutWrappers(schema: Schema): Schema {
  if (kinds.has(schema)) return schema;
  const inner = innerOf(schema);
  return inner === null ? schema : withoutWrappers(inner);
}

function innerOf(schema: Schema): Schema | null {
  if (isType(schema, 'optional') || isType(schema, 'nullable'))
    return (schema as z.ZodOptional | z.ZodNullable)._zod.def.innerType;
  return isType(schema, 'pipe') ? (schema as z.ZodPipe)._zod.def.out : null;
}

/** Returns the unwrapped schema of a list's elements; null unless it is a list. */
export function elementOf(schema: Schema): Schema | null {
  return isType(schema, 'array') ? withoutWrappers((schema as z.ZodArray)._zod.def.element) : null;
}

/** Returns the fields of an unwrapped schema; null unless it is an object. */
export function fieldsOf(schema: Schema): Readonly<Record<string, Schema>> | null {
  return isType(schema, 'object') ? (schema as z.ZodObject)._zod.def.shape : null;
}

/** Reports whether a schema accepts an absent value. */
export function acceptsNothing(schema: Schema): boolean {
  return 'safeParse' in schema && (schema as z.ZodType).safeParse(undefined).success;
}

const isType = (schema: Schema, type: string): boolean => schema._zod.def.type === type;
