/** The keys of a source of payments that say how its statements are written. */
import { z } from 'zod';
import { isDateFormat } from '../../../domain/payments/dated-text.ts';
import type { StatementForm } from './statement-form.ts';
import { decimalMarks } from '../../../domain/payments/written-amount.ts';
import { key } from '../leaf-schemas.ts';

const column = z.union([z.string().trim().min(1).max(100), z.int().min(1).max(500)]);
const optionalColumn = (what: string, example: string) =>
  key(column, `CSV: the column ${what}`, { example, without: 'none' }).optional();

const columns = z.strictObject({
  date: key(column, 'CSV: the column of the day or time of booking, by its title or its place from 1 on', {
    example: 'Fecha',
  }),
  amount: key(column, 'CSV: the column of what came in, or of amounts with a sign', { example: 'Abono' }),
  out: optionalColumn('of what went out, where that has its own', 'Cargo'),
  direction: optionalColumn('that says by `incoming` whether money came in', 'Tipo'),
  payer: optionalColumn('of who paid', 'Ordenante'),
  reference: optionalColumn("of the bank's own reference: it is of one payment alone", 'Operacion'),
  memo: optionalColumn('of what the payer wrote', 'Glosa'),
  currency: optionalColumn('of the currency: another one is refused', 'Moneda'),
});

const isEncoding = (label: string): boolean => {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
};

const delimiterNames = ['comma', 'semicolon', 'tab', 'bar'] as const;

export const statementKeys = {
  columns: columns.optional(),
  delimiter: key(z.enum(delimiterNames), 'CSV: what stands between cells', {
    example: 'semicolon',
    without: 'comma',
  }).optional(),
  incoming: key(z.string().trim().min(1).max(40), 'CSV: what `columns.direction` says of money that came in', {
    example: 'CR',
  }).optional(),
  decimal: key(z.enum(decimalMarks), 'CSV and text: the mark between the whole and its fraction', {
    example: ',',
    without: '"."',
  }).optional(),
  date_format: key(
    z
      .string()
      .max(40)
      .refine(isDateFormat, 'must have YYYY (or YY), MM and DD, each once, and HH:mm or HH:mm:ss or no time'),
    'CSV and text: the form of dates, by YYYY or YY, MM, DD, HH, mm and ss',
    { example: 'DD/MM/YYYY HH:mm', without: 'as in 2026-11-28 or 2026-11-28T10:00' },
  ).optional(),
  encoding: key(
    z.string().max(40).refine(isEncoding, 'must be an encoding, such as windows-1252'),
    'how the letters of a file are written',
    {
      example: 'windows-1252',
      without: 'utf-8',
    },
  ).optional(),
} as const;

const delimiters = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;

export type StatementKeys = z.output<z.ZodObject<typeof statementKeys>>;

/** Returns how the statements of a source are written. */
export function statementFormOf(section: StatementKeys): StatementForm {
  return {
    columns: section.columns ?? null,
    delimiter: delimiters[section.delimiter ?? 'comma'],
    incoming: section.incoming ?? null,
    decimal: section.decimal ?? '.',
    dateFormat: section.date_format ?? null,
    encoding: section.encoding ?? 'utf-8',
  };
}
