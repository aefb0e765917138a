import type { StatementSource } from '../../../src/config/file/payment-sources.ts';
import type { StatementForm, StatementFormat } from '../../../src/config/file/payments/statement-form.ts';
import { readStatement } from '../../../src/door/statement/read-statement.ts';
import { sourceOf } from '../door-fixture.ts';

const usualForm: StatementForm = {
  columns: { date: 'Date', amount: 'Amount', payer: 'Payer', reference: 'Reference', memo: 'Memo' },
  delimiter: ',',
  incoming: null,
  decimal: '.',
  dateFormat: null,
  encoding: 'utf-8',
};

export function statementSource(
  form: Partial<StatementForm> = {},
  part: Partial<StatementSource> = {},
): StatementSource {
  const { scheme: _scheme, key: _key, message: _message, ...facts } = sourceOf();
  return { ...facts, form: { ...usualForm, ...form }, ...part };
}

export function read(text: string | Uint8Array, source = statementSource(), format: StatementFormat | null = null) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return readStatement({ bytes, format }, source);
}

/** What was read of each row, a line each. */
export function said(...wish: Parameters<typeof read>): string[] {
  return read(...wish).map((line) => {
    if (line.kind === 'outgoing') return `${line.place}: out`;
    if (line.kind === 'refused') return `${line.place}: refused ${line.refusal.code}`;
    const { amount, payer, reference, memo, bookedAtMs, state } = line.row;
    const day = new Date(bookedAtMs ?? 0).toISOString().slice(0, 16);
    return `${line.place}: ${state} ${amount} ${day} ${payer ?? '-'} | ${reference ?? '-'} | ${memo}`;
  });
}
