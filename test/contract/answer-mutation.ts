import fc from 'fast-check';
import type { Operation } from '../../src/exchange/index.ts';
import { wrongValues, type RequiredField } from './required-fields.ts';
import { requiredFields } from './scenarios.ts';
import { anyText } from '../setup/any-text.ts';

/** What happens to a valid answer on its way. */
export type Mutation =
  | { kind: 'cut'; share: number }
  | { kind: 'code'; code: unknown }
  | { kind: 'no-success' }
  | { kind: 'drop-envelope'; name: 'code' | 'data' }
  | { kind: 'no-data'; data: unknown }
  | { kind: 'undone' }
  | { kind: 'other-number'; number: string }
  | { kind: 'wrong-field'; field: number; value: number }
  | { kind: 'drop-field'; field: number }
  | { kind: 'http'; status: number }
  | { kind: 'not-json'; body: string }
  | { kind: 'not-utf8'; share: number }
  | { kind: 'extra'; name: string; value: unknown }
  | { kind: 'leaf'; place: number; value: unknown }
  | { kind: 'flip'; share: number; byte: number };

/** Evenly spread, which a double is not. */
const share = fc.noBias(fc.nat(999_999)).map((part) => part / 1_000_000);
const strangeCode = fc.oneof(
  fc.integer().filter((code) => code !== 0),
  fc.constantFrom('000001', '-1000', '000002', '1', '', null, true, {}, [], '0000000', 'OK'),
);
const page = fc.constantFrom('<html>502</html>', 'Service Unavailable', 'null', '[]', '""', '0', 'true', '', ' ', '{');

/** Every way to spoil an answer, or to make it merely newer than the client. */
export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), share }),
  fc.record({ kind: fc.constant('code' as const), code: strangeCode }),
  fc.record({ kind: fc.constant('no-success' as const) }),
  fc.record({ kind: fc.constant('drop-envelope' as const), name: fc.constantFrom('code' as const, 'data' as const) }),
  fc.record({ kind: fc.constant('no-data' as const), data: fc.constantFrom<unknown>(null, 'x', 7, {}) }),
  fc.record({ kind: fc.constant('undone' as const) }),
  fc.record({ kind: fc.constant('other-number' as const), number: fc.stringMatching(/^[0-9]{19}$/) }),
  fc.record({ kind: fc.constant('wrong-field' as const), field: fc.nat(20), value: fc.nat(20) }),
  fc.record({ kind: fc.constant('drop-field' as const), field: fc.nat(20) }),
  fc.record({
    kind: fc.constant('http' as const),
    status: fc.constantFrom(301, 400, 401, 403, 404, 500, 502, 503),
  }),
  fc.record({ kind: fc.constant('not-json' as const), body: fc.oneof(page, anyText()) }),
  fc.record({ kind: fc.constant('not-utf8' as const), share }),
  fc.record({ kind: fc.constant('extra' as const), name: fc.string(), value: fc.jsonValue() }),
  fc.record({ kind: fc.constant('leaf' as const), place: fc.nat(500), value: fc.jsonValue() }),
  fc.record({ kind: fc.constant('flip' as const), share, byte: fc.nat(255) }),
);

/** A changed answer, and whether a client may accept it as a success. */
export interface Mutated {
  status: number;
  body: Buffer;
  verdict: 'must-reject' | 'must-leave-out' | 'must-accept' | 'either';
}

type Json = Record<string, unknown>;
const rejected = (body: Buffer, status = 200): Mutated => ({ status, body, verdict: 'must-reject' });
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Spoils an answer of an operation. */
export function mutate(text: string, operation: Operation, mutation: Mutation): Mutated {
  const whole = Buffer.from(text);
  const at = 'share' in mutation ? Math.floor(mutation.share * whole.length) : 0;
  switch (mutation.kind) {
    case 'cut':
      return rejected(whole.subarray(0, at));
    case 'http':
      return rejected(whole, mutation.status);
    case 'not-json':
      return rejected(Buffer.from(mutation.body));
    case 'not-utf8':
      return withStrayByte(whole, at);
    case 'flip': {
      const flipped = Buffer.from(whole);
      flipped[at] = mutation.byte;
      return { status: 200, body: flipped, verdict: 'either' };
    }
    default:
      return mutateJson(JSON.parse(text) as Json, operation, mutation);
  }
}

/** A byte that is no UTF-8 costs the text or number that it stands in or beside; anywhere else, the answer. */
function withStrayByte(whole: Buffer, at: number): Mutated {
  const body = Buffer.concat([whole.subarray(0, at), Buffer.of(0xff), whole.subarray(at)]);
  const text = whole.toString('latin1').replaceAll(String.raw`\"`, '..');
  const isInText = (text.slice(0, at).match(/"/g) ?? []).length % 2 === 1;
  const isInValue = isInText && !/^[^"]*":/.test(text.slice(at));
  const isAtNumber = !isInText && /[\w.+-]/.test(text.slice(Math.max(0, at - 1), at + 1));
  return isInValue || isAtNumber ? { status: 200, body, verdict: 'either' } : rejected(body);
}

type JsonMutation = Exclude<Mutation, { kind: 'cut' | 'http' | 'not-json' | 'not-utf8' | 'flip' }>;

function mutateJson(answer: Json, operation: Operation, mutation: JsonMutation): Mutated {
  const isBare = operation.envelope === 'bare';
  switch (mutation.kind) {
    case 'code':
      return rejected(bytes({ ...answer, code: mutation.code }));
    case 'no-success':
      return isBare ? accepted(answer) : rejected(bytes({ ...answer, success: false }));
    case 'drop-envelope':
      return dropEnvelope(answer, operation, mutation.name);
    case 'no-data':
      return replaceData(answer, operation, mutation.data);
    case 'undone':
      return isDeed(operation) ? rejected(bytes({ ...answer, data: false })) : accepted(answer);
    case 'other-number':
      return renumber(answer, operation, mutation.number);
    case 'wrong-field':
    case 'drop-field':
      return spoilField(answer, operation, mutation);
    case 'extra':
      return Object.hasOwn(answer, mutation.name)
        ? accepted(answer)
        : { status: 200, body: bytes({ ...answer, [mutation.name]: mutation.value }), verdict: 'either' };
    case 'leaf':
      return { status: 200, body: bytes(replaceLeaf(answer, mutation.place, mutation.value)), verdict: 'either' };
  }
}

const accepted = (answer: Json): Mutated => ({ status: 200, body: bytes(answer), verdict: 'must-accept' });

/** Read row by row: one that is spoilt is left out, and named. */
export const isList = ({ envelope }: Operation): boolean => envelope === 'page' || envelope === 'list';

/** Operations that answer success alone, or whose data must be empty. */
const isEmptyFine = (operation: Operation): boolean =>
  !isList(operation) && requiredFields[operation.name] === undefined;

function replaceData(answer: Json, operation: Operation, data: unknown): Mutated {
  if (isEmptyFine(operation)) return accepted(answer);
  const body = bytes(operation.envelope === 'bare' ? data : { ...answer, data });
  // Where the data is only a number, any other text or number is valid too.
  const isNumberToo = operation.name === 'post' && data !== null && typeof data !== 'object';
  return { status: 200, body, verdict: isNumberToo ? 'either' : 'must-reject' };
}

/** Operations that answer a mere "true". */
const isDeed = ({ name }: Operation): boolean => ['update', 'startBusiness', 'closeBusiness', 'endRest'].includes(name);

/**
 * Answers about one ad or order that the call named; replies about another one have been seen (wire-facts 5, EP-13).
 */
const numberFields: Readonly<Record<string, string>> = {
  getDetailByNo: 'advNo',
  getUserOrderDetail: 'orderNumber',
  markOrderAsPaid: 'orderNumber',
};

function renumber(answer: Json, { name }: Operation, number: string): Mutated {
  const field = numberFields[name];
  return field === undefined ? accepted(answer) : rejected(bytes(replaceAt(answer, ['data', field], number)));
}

function dropEnvelope(answer: Json, operation: Operation, name: 'code' | 'data'): Mutated {
  if (operation.envelope === 'bare' || (name === 'data' && isEmptyFine(operation))) return accepted(answer);
  const { [name]: _dropped, ...rest } = answer;
  return rejected(bytes(rest));
}

type FieldMutation = Extract<JsonMutation, { kind: 'wrong-field' | 'drop-field' }>;

function spoilField(answer: Json, operation: Operation, mutation: FieldMutation): Mutated {
  const required = requiredFields[operation.name] ?? [];
  const field: RequiredField | undefined = required[mutation.field % Math.max(1, required.length)];
  if (field === undefined) return accepted(answer);
  const wrong = wrongValues[field.kind];
  const value: unknown = mutation.kind === 'drop-field' ? undefined : wrong[mutation.value % wrong.length];
  const root = operation.envelope === 'bare' ? [] : isList(operation) ? ['data', '0'] : ['data'];
  const body = bytes(replaceAt(answer, [...root, ...field.at], value));
  return isList(operation) ? { status: 200, body, verdict: 'must-leave-out' } : rejected(body);
}

/** Returns a copy with another value at a place; undefined removes the place. */
function replaceAt(value: unknown, [name, ...rest]: readonly string[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (String(index) === name ? replaceAt(item, rest, replacement) : item));
  }
  const object = typeof value === 'object' && value !== null ? value : {};
  const entries = Object.entries(object).map(([key, held]): [string, unknown] =>
    key === name ? [key, replaceAt(held, rest, replacement)] : [key, held],
  );
  return Object.fromEntries(entries);
}

function replaceLeaf(answer: Json, place: number, replacement: unknown): unknown {
  const leaves = leavesOf(answer, []);
  const leaf = leaves[place % Math.max(1, leaves.length)];
  return leaf === undefined ? answer : replaceAt(answer, leaf, replacement);
}

function leavesOf(value: unknown, at: readonly string[]): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, held]) => leavesOf(held, [...at, key]));
}
