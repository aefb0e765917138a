import type { ExampleFields, Operation } from '../../exchange/table/operation.ts';
import { confirmationCase } from './confirmation.ts';

/** Returns command lines to copy; words in capitals are placeholders. */
export function exampleCalls(operation: Operation): string[] {
  return (operation.examples ?? [{}]).map((fields) => exampleCall(operation, fields));
}

/** One --param for each plain value; with inner fields everything goes into --body. */
function exampleCall(operation: Operation, fields: ExampleFields): string {
  const { name } = operation;
  const given = Object.values(fields).every(isFlat) ? params(fields) : [`--body '${JSON.stringify(fields)}'`];
  return ['peerdesk call', name, ...given, ...(confirmationCase(operation) === '' ? ['--yes'] : [])].join(' ');
}

function params(fields: ExampleFields): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `--param ${name}=${String(one)}`),
  );
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isFlat = (value: unknown): boolean => isPlain(value) || (Array.isArray(value) && value.every(isPlain));

/**
 * Placeholders for values that only the reader knows. Every call that moves money has one, so that a copied line does
 * nothing.
 */
const placeholders: readonly string[] = ['AD_NUMBER', 'ORDER_NUMBER', 'PAY_ID', 'PRICE', 'TOTAL', 'CODE', 'MERCHANT'];

/** Returns the placeholders in command lines of `exampleCalls`. */
export function placeholdersIn(calls: readonly string[]): string[] {
  return placeholders.filter((word) => calls.some((call) => new RegExp(`\\b${word}\\b`).test(call)));
}
