import type { Operation } from '../../src/exchange/index.ts';
import { holds, type RequiredField } from './required-fields.ts';
import { requiredFields } from './scenarios.ts';

/** Describes what is wrong with a success of the client; null when a caller can rely on it. */
export function complaintAbout(operation: Operation, result: unknown): string | null {
  const rows = ['page', 'list'].includes(operation.envelope) ? itemsOf(result) : [result];
  if (rows === null) return 'a list without items';
  const fields = requiredFields[operation.name] ?? [];
  for (const row of rows) {
    const broken = fields.find((field) => !holds[field.kind](valueAt(row, field)));
    if (broken !== undefined && !isEmptyList(row)) return `${broken.at.join('.')} is no ${broken.kind}`;
  }
  return null;
}

/** Whether exactly one row was left out and named, and none is lost. */
export function leavesOneOut(result: unknown, rows: number): boolean {
  const odd = typeof result === 'object' && result !== null && 'odd' in result ? result.odd : null;
  return Array.isArray(odd) && odd.length === 1 && itemsOf(result)?.length === rows - 1;
}

/** How many rows an answer of a list has. */
export const rowsIn = (text: string): number => (JSON.parse(text) as { data: unknown[] }).data.length;

const isEmptyList = (row: unknown): boolean => Array.isArray(row) && row.length === 0;

function itemsOf(result: unknown): unknown[] | null {
  const items = typeof result === 'object' && result !== null && 'items' in result ? result.items : null;
  return Array.isArray(items) ? items : null;
}

function valueAt(row: unknown, { at }: RequiredField): unknown {
  return at.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined,
    row,
  );
}
