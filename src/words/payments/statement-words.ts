/** Why a row of a statement is not read. What it says of the row is shown to the merchant alone. */
export type StatementRefusal =
  | { readonly code: 'amount' | 'date'; readonly text: string }
  | { readonly code: 'other-currency'; readonly currency: string }
  | { readonly code: 'field'; readonly field: string }
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
