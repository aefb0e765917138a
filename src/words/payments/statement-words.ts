/** Why a row of a statement is not read. What it says of the row is shown to the merchant alone. */
export type StatementRefusal =
  | { readonly code: 'amount' | 'date'; readonly text: string }
  | { readonly code: 'other-currency'; readonly currency: string }
  | { readonly code: 'field' | 'twice'; readonly field: string }
  | { readonly code: 'direction'; readonly text: string }
  | { readonly code: 'correction' }
  | { readonly code: 'unnumbered' }
  | { readonly code: 'state' }
  | { readonly code: 'cells' }
  | { readonly code: 'form' }
  | { readonly code: 'batch-bare' }
  | { readonly code: 'batch-sum' };

/** Returns a refusal in words. */
export function statementRefusalText(refusal: StatementRefusal): string {
  switch (refusal.code) {
    case 'amount':
      return `"${refusal.text}" is no amount, or could be two: is the decimal mark of the source right?`;
    case 'date':
      return `"${refusal.text}" is no time in the form of the source: look at its date_format`;
    case 'other-currency':
      return `it is not in ${refusal.currency}, the currency of the source`;
    case 'field':
      return `its ${refusal.field} is missing, or is not what it has to be`;
    case 'twice':
      return `its ${refusal.field} stands twice`;
    case 'direction':
      return `its kind "${refusal.text}" is none of money that comes in, and its amount has no minus: look at the bank`;
    case 'correction':
      return 'it corrects or deletes another row: look at both at the bank';
    case 'unnumbered':
      return 'it is pending, and has no number: it comes again once it is booked';
    case 'state':
      return 'it does not say whether it is booked or pending';
    case 'cells':
      return 'it has too few cells: which belongs to which column is not known';
    case 'form':
      return 'it is not written as its format has it';
    case 'batch-bare':
      return 'it is the sum of several payments without its parts: import the file that has them';
    case 'batch-sum':
      return 'its parts are not its sum';
  }
}

/** What a source says otherwise of a payment than before. */
export interface RowChange {
  readonly field: 'amount' | 'payer' | 'memo' | 'bookedAtMs' | 'state';
  readonly before: string | number | null;
  readonly now: string | number | null;
}

/** A row that has changed since it was read before. */
export interface ChangedRow {
  /** Null: it was read further up in the same file. */
  readonly payment: number | null;
  readonly reference: string | null;
  readonly changes: readonly RowChange[];
}

const fields: Readonly<Record<RowChange['field'], string>> = {
  amount: 'amount',
  payer: 'payer',
  memo: 'memo',
  bookedAtMs: 'time',
  state: 'state',
};

/** Returns what has changed, in words. */
export function changedRowText({ payment, reference, changes }: ChangedRow): string {
  const which = payment === null ? 'a row above' : `payment ${payment}`;
  const differences = changes.map(
    ({ field, before, now }) => `${fields[field]} ${valueText(before)}, now ${valueText(now)}`,
  );
  return `${which} (${reference ?? 'no reference'}) had ${differences.join('; ')}: look at the bank`;
}

function valueText(value: string | number | null): string {
  if (value === null || value === '') return 'none';
  return typeof value === 'number' ? new Date(value).toISOString() : value;
}
