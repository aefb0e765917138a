import type { z } from 'zod';
import { issueText } from '../../domain/issue-text.ts';
import type { CallInput } from '../call-options.ts';
import { compiledSchema } from './compiled-schema.ts';
import { ExchangeError } from '../exchange-error.ts';
import type { Operation } from '../table/operation.ts';

export type WireFields = Readonly<Record<string, unknown>>;

/** The checked fields of one call, in the caller's order. */
interface CheckedInput {
  readonly fields: WireFields;
  readonly adKey: string | null;
}

/** Accepts the argument of a typed method: an object, or the operation's main field as text. */
export function methodInput(operation: Operation, argument: unknown): CallInput {
  const fields = isFields(argument) ? argument : operation.sole === undefined ? {} : { [operation.sole]: argument };
  return operation.parameters === 'query' ? { query: fields } : { body: fields };
}

function isFields(argument: unknown): argument is WireFields {
  return typeof argument === 'object' && argument !== null && !Array.isArray(argument);
}

/**
 * Checks a call's fields against the table before anything is sent. Unknown fields pass, since newer versions of the
 * service may know them. Throws an ExchangeError with the service's own code for a missing parameter, `sent: no`.
 */
export function checkInput(operation: Operation, input: CallInput): CheckedInput {
  const given = { ...input.query, ...input.body };
  if (operation.parameters === 'none' && Object.keys(given).length > 0) throw needlessParameter(operation);
  const strange = Object.entries(given).find(([name, value]) => isOurs(name) || isUnwritable(value))?.[0];
  if (strange !== undefined) throw strangeParameter(operation, strange);
  const parsed = compiledSchema(operation.accepts).safeParse(given);
  if (!parsed.success) throw missingParameter(operation, parsed.error);
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(given))
    if (name !== '__proto__') fields[name] = asGiven(given[name], parsed.data[name]);
  return { fields, adKey: operation.adField === undefined ? null : soleText(fields[operation.adField]) };
}

/** Restores the caller's order of the checked fields. */
function asGiven(given: unknown, checked: unknown): unknown {
  // Fields unknown to the schema stay unchanged.
  if (given === checked) return checked;
  if (Array.isArray(given) && Array.isArray(checked)) return checked.map((one, index) => asGiven(given[index], one));
  if (!isFields(given) || !isFields(checked)) return checked;
  const names = Object.keys(given).filter((name) => name !== '__proto__');
  return Object.fromEntries(names.map((name) => [name, asGiven(given[name], checked[name])]));
}

/** A call about several ads counts against the account alone. */
function soleText(value: unknown): string | null {
  const [only, ...others]: unknown[] = Array.isArray(value) ? value : [value];
  return typeof only === 'string' && others.length === 0 ? only : null;
}

/** The client adds these to every signed call; of two, the service might use either. */
const isOurs = (name: string): boolean => name === 'timestamp' || name === 'signature';

/** Values without a JSON form would be sent as the word "undefined", or not at all. */
function isUnwritable(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isUnwritable) : typeof value === 'function' || typeof value === 'symbol';
}

function strangeParameter({ name }: Operation, field: string): ExchangeError {
  const why = isOurs(field) ? 'is set by the client' : 'cannot be written';
  const message = `not sent, because the parameter ${field.slice(0, 80)} ${why}`;
  return new ExchangeError({ message, endpoint: name, sent: 'no', code: '-1102' });
}

/** Nothing that a caller meant is dropped in silence. */
function needlessParameter({ name }: Operation): ExchangeError {
  const message = `not sent, because ${name} takes no parameters`;
  return new ExchangeError({ message, endpoint: name, sent: 'no', code: '-1104' });
}

function missingParameter(operation: Operation, error: z.ZodError): ExchangeError {
  const names = error.issues.map((issue) => `${issue.path.join('.')} (${issueText(issue)})`);
  return new ExchangeError({
    message: `not sent, because a parameter is missing or malformed: ${names.join(', ').slice(0, 300)}`,
    endpoint: operation.name,
    sent: 'no',
    code: '-1102',
  });
}
