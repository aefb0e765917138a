import type { z } from 'zod';
import { issueText } from '../../domain/issue-text.ts';
import { compiledSchema } from './compiled-schema.ts';
import { identifier } from '../table/wire-value.ts';
import type { OddRow } from '../../domain/odd-row.ts';

/** What a schema makes of a value: its data, or the field that is odd (empty: the whole) and why. Never a value. */
type ReadShape =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly path: string; readonly why: string };

/** Reads a value by its schema. */
export function readShape(schema: z.ZodType, value: unknown): ReadShape {
  const parsed = compiledSchema(schema).safeParse(value);
  if (parsed.success) return { ok: true, data: parsed.data };
  const issue = parsed.error.issues[0];
  const parts = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return { ok: false, path: parts.join(''), why: issue === undefined ? 'has the wrong form' : issueText(issue) };
}

/** The rows of a list that can be read, and those that cannot. */
interface ReadRows {
  readonly items: readonly unknown[];
  readonly odd: readonly OddRow[];
}

/** Reads a list row by row: an odd one does not hide the others. `rowName` is the field that names a row. */
export function readRows(schema: z.ZodType, rows: readonly unknown[], rowName: string | undefined): ReadRows {
  const items: unknown[] = [];
  const odd: OddRow[] = [];
  for (const [index, row] of rows.entries()) {
    const read = readShape(schema, row);
    if (read.ok) items.push(read.data);
    else odd.push({ index, subject: nameOf(row, rowName), why: `${read.path.slice(1) || 'the row'}: ${read.why}` });
  }
  return { items, odd };
}

function nameOf(row: unknown, rowName: string | undefined): string | null {
  if (rowName === undefined) return null;
  const name = compiledSchema(identifier).safeParse(fieldAt(row, rowName));
  return name.success ? name.data : null;
}

/** Returns the field at a dotted path, or undefined. */
export function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce(fieldOf, value);
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
