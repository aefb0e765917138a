import { z } from 'zod';

/** A part of a JSON schema, as far as sizes are concerned; `jsonBytes` is what a text, or a whole list, says of itself. */
interface Part {
  type?: string;
  anyOf?: Part[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Part>;
  additionalProperties?: Part | boolean;
  propertyNames?: Part;
  maxProperties?: number;
  items?: Part;
  maxItems?: number;
  maxLength?: number;
  jsonBytes?: number;
}

/** A code unit that JSON escapes. */
const bytesOfUnit = 6;
/** "-1.2345678901234567e-300" */
const bytesOfNumber = 24;

/** Returns the bytes of the largest JSON that the schema admits. Throws RangeError with the place that has no limit. */
export function largestJson(schema: z.ZodType): number {
  const part = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output', reused: 'inline' });
  return largest(part as Part, 'the memory');
}

function largest(part: Part, place: string): number {
  const { anyOf, type } = part;
  if (anyOf !== undefined) return Math.max(...anyOf.map((one) => largest(one, place)));
  if (part.const !== undefined) return JSON.stringify(part.const).length;
  if (part.enum !== undefined) return Math.max(...part.enum.map((one) => JSON.stringify(one).length));
  const size = sizes[type ?? ''];
  if (size === undefined) throw new RangeError(`${place} has no type that can be measured`);
  return size(part, place);
}

const sizes: Record<string, (part: Part, place: string) => number> = {
  null: () => 4,
  boolean: () => 5,
  number: () => bytesOfNumber,
  integer: () => String(Number.MIN_SAFE_INTEGER).length,
  string: ({ jsonBytes, maxLength }, place) => 2 + (jsonBytes ?? limit(maxLength, place) * bytesOfUnit),
  array: ({ items = {}, maxItems, jsonBytes }, place) =>
    jsonBytes ?? 2 + limit(maxItems, place) * (1 + largest(items, `${place}, an item`)),
  object: (part, place) => 2 + ownSize(part, place) + recordSize(part, place),
};

function ownSize({ properties = {} }: Part, place: string): number {
  const parts = Object.entries(properties);
  return parts.reduce((sum, [name, part]) => sum + name.length + 4 + largest(part, `${place}.${name}`), 0);
}

function recordSize({ additionalProperties = true, propertyNames = {}, maxProperties }: Part, place: string): number {
  if (additionalProperties === false) return 0;
  if (additionalProperties === true) throw new RangeError(`${place} admits unknown parts`);
  const one =
    largest({ type: 'string', ...propertyNames }, `${place}, a name`) + 2 + largest(additionalProperties, place);
  return limit(maxProperties, place) * one;
}

function limit(value: number | undefined, place: string): number {
  if (value === undefined) throw new RangeError(`${place} has no limit`);
  return value;
}
