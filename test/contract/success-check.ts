import type { Operation } from '../../src/exchange/index.ts';
import { holds, type RequiredField } from './required-fields.ts';
import { requiredFields } from './scenarios.ts';

/** Describes what is wrong with a success of the client; null when a caller can rely on it. */
export function complaintAbout(operation: Operation, result: unknown): string | null {
  const rows = operation.envelope === 'page' ? itemsOf(result) : [result];
  if (rows === null) return 'a page without items';
  const fields = requiredFields[operation.name] ?? [];
  for (const row of rows) {
    const broken = fields.find((field) => !holds[field.kind](valueAt(row, field)));
    if (broken !== undefined && !isEmptyList(row)) return `${broken.at.join('.')} is no ${broken.kind}`;
  }
  return null;
}

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
