import { z } from 'zod';
import { Decimal } from '../../domain/decimal.ts';
import { epochMs, knownTime } from '../../domain/epoch.ts';
import { instantOf } from '../../domain/moment-text.ts';
import type { TradeSide } from '../../domain/orders/order-facts.ts';

/**
 * Readers of single wire values. The service sends decimals as string or number, times as milliseconds or text, flags
 * as booleans or 0 and 1 (wire-facts 2.4, 16 row 19), so each reader accepts every form and returns one.
 */

const decimalForm = /^-?\d{1,64}(?:\.\d{1,64})?$/;
const exponentForm = /^-?\d{1,64}(?:\.\d{1,64})?[eE][+-]?\d{1,2}$/;
const identifierForm = /^[\w.:-]{1,80}$/;
const memberForm = /^(?:-?\d+|[A-Za-z][\w.:-]*)$/;
/** A number with a point keeps its text on the way here, so 15.0 arrives as such. */
const integerForm = /^-?\d{1,15}(?:\.0+)?$/;
/** An integer that was written as a rounded number: as an identifier it would be that of another order. */
const roundedForm = /^-?\d+(?:\.\d+)?[eE][+-]?\d+$|^-?\d+\.\d+$/;
/** What nearly all identifiers and symbols are: nothing else need be asked of them, in a search some hundred times. */
const plainNumberForm = /^\d{1,80}$/;
const plainSymbolForm = /^[A-Z]{2,20}$/;
/** A time of these days in any unit, with a part of it behind the point: seconds are written so. */
const timeForm = /^\d{10,19}(?:\.\d{1,18})?$/;

/** A reader returns undefined for an unreadable value; the schema turns that into one issue that names the kind. */
function reader<T>(kind: string, read: (value: unknown) => T | undefined) {
  return z.unknown().transform((value, context): T => {
    const result = read(value);
    if (result !== undefined) return result;
    context.issues.push({ code: 'custom', input: value, message: value === undefined ? 'missing' : `not ${kind}` });
    return z.NEVER;
  });
}

function readDecimal(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (decimalForm.test(text)) return text;
  return exponentForm.test(text) ? new Decimal(text).toFixed() : undefined;
}

function readInteger(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (integerForm.test(text)) return Number(text);
  if (!exponentForm.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Nothing has more decimals, and computing a tick of a hundred million of them would exhaust the process. */
const maxDecimals = 18;

function readScale(value: unknown): number | undefined {
  const scale = readInteger(value);
  return scale !== undefined && isScale(scale) ? scale : undefined;
}

/** Reports whether an integer can be a number of decimals. */
export function isScale(integer: number): boolean {
  return integer >= 0 && integer <= maxDecimals;
}

/**
 * Ids of payment methods travel as JSON numbers; one that a double cannot hold stays text, which the service accepts
 * too.
 */
function readInt64(value: unknown): number | string | undefined {
  const integer = readInteger(value);
  if (integer !== undefined || typeof value !== 'string') return integer;
  return /^\d{16,19}$/.test(value) ? value : undefined;
}

function readMillis(value: unknown): number | undefined {
  const integer = readInteger(value);
  if (integer !== undefined || typeof value !== 'string') return integer;
  const instant = instantOf(value);
  return Number.isNaN(instant) ? undefined : instant;
}

/** A unit that its size shows to be another one is a mistake: the service would take it for a moment of 1970, or of none. */
function readSentMillis(value: unknown): number | undefined {
  const time = readMillis(value);
  return time === undefined || epochMs(time) !== time ? undefined : time;
}

/** The filter of EP-4 takes date and time in text, and ms (wire-facts 2.4). */
function readSentDate(value: unknown): string | undefined {
  const text = readText(value);
  const isNumber = text !== undefined && /^[\d.]+$/.test(text.trim());
  return isNumber && readSentMillis(text) === undefined ? undefined : text;
}

/** Microseconds have more digits than the plain integers that JSON is read into, and a part of a second has a point. */
function readTime(value: unknown): number | undefined {
  const time = typeof value === 'string' && timeForm.test(value.trim()) ? Number(value) : readMillis(value);
  return time === undefined ? undefined : Math.floor(epochMs(time));
}

function readMoment(value: unknown): number | undefined {
  return knownTime(readTime(value)) ?? undefined;
}

/** The name of an asset or a currency: one that lost a byte on its way, or is missing, would be counted nowhere. */
function readSymbol(value: unknown): string | undefined {
  if (typeof value === 'string' && plainSymbolForm.test(value)) return value;
  const name = typeof value === 'boolean' ? '' : (readText(value) ?? '').replaceAll(/^ +| +$/g, '');
  return name.trim() === '' || name.includes('\ufffd') ? undefined : name;
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const text = readDecimal(value);
  return text === undefined ? undefined : Number(text);
}

function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Reads a number or its text, written as 15.0, too. `true` is neither, although it can be written. */
function readIdentifier(value: unknown): string | undefined {
  // A double has rounded it already: as text it would be the number of another order.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
  if (typeof value === 'string' && plainNumberForm.test(value)) return value;
  const text = typeof value === 'boolean' ? undefined : readText(value)?.replace(/^(\d+)\.0+$/, '$1');
  return text !== undefined && identifierForm.test(text) && !roundedForm.test(text) ? text : undefined;
}

/** A name or whole number of an enumeration. */
function readMember(value: unknown): string | undefined {
  const member = readIdentifier(value);
  return member !== undefined && memberForm.test(member) ? member : undefined;
}

const flags = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['true', true],
  ['1', true],
  [false, false],
  [0, false],
  ['false', false],
  ['0', false],
]);

/** The service's own numbers of the sides (c2c-sapi 7.4, enums) beside their names. */
const sides = new Map<unknown, TradeSide>([
  ['BUY', 'BUY'],
  ['buy', 'BUY'],
  [0, 'BUY'],
  ['0', 'BUY'],
  ['SELL', 'SELL'],
  ['sell', 'SELL'],
  [1, 'SELL'],
  ['1', 'SELL'],
]);

/** A decimal as plain text: digits as sent, an exponent written out, never through a float. */
export const decimal = reader('a decimal', readDecimal);
/** An integer that a double holds exactly. */
export const integer = reader('an integer', readInteger);
/** A number of decimals, such as a price has: 0 to 18. */
export const scale = reader(`a scale from 0 to ${maxDecimals}`, readScale);
/** An integer of up to 64 bits in a request, written by the caller as number or text. */
export const int64 = reader('an integer', readInt64);
/** A share, rate or number of seconds: not money, so a float is fine. */
export const quantity = reader('a number', readNumber);
/** Milliseconds since the epoch: the clock that calls are signed by. */
export const exactMillis = reader('a time', readMillis);
/** A moment of a request, in ms since the epoch or as text of it. */
export const sentMillis = reader('a time in ms since the epoch, of 13 digits', readSentMillis);
/** The same, as text. */
export const sentDate = reader('a date and time, nor ms since the epoch, of 13 digits', readSentDate);
/** A time of an answer in any unit, as ms. */
export const millis = reader('a time', readTime);
/** A time that something has happened at: zero, and one before all desks, is none. */
export const moment = reader('a time', readMoment);
/** The name of an asset or a currency. */
export const symbol = reader('an asset or currency', readSymbol);
/** Text; a number or flag in its place becomes text. */
export const text = reader('text', readText);
/** An identifier: always text, limited to characters that are harmless in workflow ids, paths and logs. */
export const identifier = reader('an identifier', readIdentifier);
/** true, false, and the numbers and texts that the service writes for them. */
export const flag = reader('true or false', (value) => flags.get(value));
/** The data of an answer without data. Anything else in its place means that something went wrong. */
export const nothing = reader('empty', (value) => (isNothing(value) ? null : undefined));
export const side = reader('BUY or SELL', (value) => sides.get(value));
/** The status of an order as the service wrote it, a number or a name; `orderStatusFromWire` interprets it. */
export const rawStatus = reader('a status', (value) => {
  if (typeof value !== 'string') return readInteger(value);
  return /^-?\d+[.eE]/.test(value) ? (readInteger(value) ?? value) : value || undefined;
});

/** An unknown member of an enumeration: later additions of the service are kept as they are. */
export type UnknownMember = string & Record<never, never>;
/** Text in a request with some known values: editors suggest them, and any other passes. */
export function oneOf<T extends string>(): z.ZodPipe<z.ZodUnknown, z.ZodTransform<T | UnknownMember, unknown>> {
  // The same reader under a narrower name, so that nothing is read in two ways.
  return text as unknown as z.ZodPipe<z.ZodUnknown, z.ZodTransform<T | UnknownMember, unknown>>;
}
/** BUY or SELL in an answer; anything else as the service wrote it. `knownSide` narrows it. */
export const anySide = reader('a side', (value): TradeSide | UnknownMember | undefined => {
  return sides.get(value) ?? readMember(value);
});
/** A number of one of the service's tables in an answer; a name in its place stays a name. */
export const anyCode = reader('a code', (value): number | UnknownMember | undefined => {
  return readInteger(value) ?? readMember(value);
});

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value === 'object') return Object.keys(value).length === 0;
  return flags.get(value) === true;
}

type Optional<S extends z.ZodType> = z.ZodOptional<z.ZodNullable<S>>;
type Optionals<S extends Record<string, z.ZodType>> = { [K in keyof S]: Optional<S[K]> };
type Lenient<S extends z.ZodType> = Optional<z.ZodCatch<z.ZodNullable<S>>>;
type Lenients<S extends Record<string, z.ZodType>> = { [K in keyof S]: Lenient<S[K]> };

/** Makes a value optional: missing, null and (except for text) the empty text all mean "absent". */
export function optional<S extends z.ZodType>(schema: S): Optional<S> {
  if (Object.is(schema, text)) return schema.nullish();
  const emptyIsNull = z.preprocess((value) => (value === '' ? null : value), schema.nullable());
  // The wrapper reads the same values and one more, so the type that callers see stays the plain optional one.
  return emptyIsNull.nullish() as unknown as Optional<S>;
}

/** Makes every field of a shape optional. A null stays null, because only some hosts drop them (wire-facts 2.1). */
export function optionals<S extends Record<string, z.ZodType>>(shape: S): Optionals<S> {
  const entries = Object.entries(shape).map(([name, schema]) => [name, optional(schema)]);
  return Object.fromEntries(entries) as Optionals<S>;
}

/**
 * Makes every field of a request optional. Refuses the empty text except for text fields: an amount that got lost on
 * the way must not silently become absent.
 */
export function inputs<S extends Record<string, z.ZodType>>(shape: S): Optionals<S> {
  const entries = Object.entries(shape).map(([name, schema]) => [name, schema.nullish()]);
  return Object.fromEntries(entries) as Optionals<S>;
}

/**
 * Makes a value optional, and null where it is unreadable: for display fields, so that one odd field does not hide the
 * rest of the answer.
 */
export function lenient<S extends z.ZodType>(schema: S): Lenient<S> {
  // A missing value is checked first, so that it costs next to nothing; the empty text becomes null by itself.
  return schema.nullable().catch(null).nullish();
}

/** Makes every field of a shape lenient. */
export function lenients<S extends Record<string, z.ZodType>>(shape: S): Lenients<S> {
  const entries = Object.entries(shape).map(([name, schema]) => [name, lenient(schema)]);
  return Object.fromEntries(entries) as Lenients<S>;
}
