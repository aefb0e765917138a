import { unclearAmount } from '../typed-amount.ts';

/** What may stand between the whole and its fraction; a source says which, and the other one parts thousands. */
export const decimalMarks = ['.', ','] as const;
export type DecimalMark = (typeof decimalMarks)[number];

interface AmountForm {
  readonly decimal: DecimalMark;
  readonly currency: string;
}

export interface WrittenAmount {
  /** Decimal text without a sign. */
  readonly amount: string;
  /** It is written as one that goes out: "-400", "400-" or "(400)". */
  readonly isOut: boolean;
}

/** Currencies whose smallest unit is a thousandth: three digits after the mark are their usual form. */
const inThousandths = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'];

const out = /^(?:-(?<before>[^-]*)|(?<after>[^-]*)-|\((?<within>[^()]*)\))$/;
const plainWhole = /^\d{1,30}$/;
/** Groups of three, or of two before the last one, as in "12,34,567". */
const groupedWhole = /^\d{1,3}(?<mark>[.,' ])(?:\d{2,3}\k<mark>){0,10}\d{3}$/;

/**
 * Returns the amount that a bank has written, by the declared decimal mark; null: it is none, or could be two. Nothing is
 * computed: digits stay as they are.
 */
export function writtenAmount(text: string, form: AmountForm): WrittenAmount | null {
  const { digits, isOut } = withoutSign(bareAmount(text, form.currency));
  const [whole = '', fraction, ...more] = digits.split(form.decimal);
  if (more.length > 0 || !isWhole(whole)) return null;
  if (fraction === undefined) return { amount: whole.replace(/\D/g, ''), isOut };
  if (!/^\d{1,12}$/.test(fraction) || couldBeThousands(digits, form)) return null;
  return { amount: `${whole.replace(/\D/g, '')}.${fraction}`, isOut };
}

function withoutSign(text: string): { digits: string; isOut: boolean } {
  const { before, after, within } = out.exec(text)?.groups ?? {};
  const outgoing = before ?? after ?? within;
  return { digits: (outgoing ?? text.replace(/^\+/, '')).trim(), isOut: outgoing !== undefined };
}

const isWhole = (text: string): boolean => plainWhole.test(text) || groupedWhole.test(text);

const couldBeThousands = (digits: string, { currency }: AmountForm): boolean =>
  unclearAmount(digits) !== null && !inThousandths.includes(currency);

/** Without signs and the code of the currency, and with the usual form of blanks, minus and apostrophe. */
function bareAmount(text: string, currency: string): string {
  return text
    .slice(0, 80)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Sc}]/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\u2019', "'")
    .replace(currency, '')
    .replace(/\s+/g, ' ')
    .trim();
}
