/** Statements as SWIFT's MT940, with the fields that a bank puts into 86. */
import type { StatementSource } from '../../config/file/payment-sources.ts';
import { Decimal } from '../../domain/decimal.ts';
import { writtenAmount, type WrittenAmount } from '../../domain/payments/written-amount.ts';
import { mt940Pages, requireMt940Balances, type Mt940Field, type Mt940Page } from './mt940-page.ts';
import { outgoingRow, paymentRow, refusedRow, type StatementLine, type StatementRow } from './statement-line.ts';

/** Reads each entry (61) with what is said of it (86). Throws UnreadableStatement where the text is no MT940, or does not add up. */
export function readMt940Statement(text: string, source: StatementSource): StatementLine[] {
  const pages = mt940Pages(text);
  requireMt940Balances(pages, movedIn);
  return pages.flatMap((page) =>
    page.fields.flatMap((field, index): StatementLine[] => {
      if (field.tag !== '61') return [];
      const next = page.fields[index + 1];
      const about = next?.tag === '86' ? next.lines : [];
      return [{ place: `line ${field.line}`, ...readEntry({ field, about, currency: page.opening.currency }, source) }];
    }),
  );
}

/** What its entries have moved; null: one of them cannot be read. What is expected has moved nothing. */
function movedIn({ fields, opening: { currency } }: Mt940Page): Decimal[] | null {
  const moved: Decimal[] = [];
  for (const field of fields.filter(({ tag }) => tag === '61')) {
    const { mark = '', amount = '' } = partsOf(field.lines[0] ?? '') ?? {};
    const written = entryAmount(amount, currency);
    if (written === null) return null;
    moved.push(new Decimal(written.amount).times(sides[mark] ?? 0));
  }
  return moved;
}

/** RC takes back what has come, and RD brings back what had gone out. */
const sides: Readonly<Record<string, 1 | -1>> = { C: 1, RD: 1, D: -1, RC: -1 };

const entryAmount = (amount: string, currency: string): WrittenAmount | null =>
  writtenAmount(amount.replace(/,$/, ''), { decimal: ',', currency });

interface Entry {
  readonly field: Mt940Field;
  readonly about: readonly string[];
  readonly currency: string;
}

/** Value date, booking day, mark, amount, kind, the customer's reference, and behind // the bank's own. */
const entryForm =
  /^(?<value>\d{6})(?<booked>\d{4})?(?<mark>R[CD]|E[CD]|[CD])[A-Z]?(?<amount>[\d,]{1,15})[A-Z][A-Z\d]{3}(?<customer>.*?)(?:\/\/(?<bank>.*))?$/;

function readEntry({ field, about, currency }: Entry, source: StatementSource): StatementRow {
  const parts = partsOf(field.lines[0] ?? '');
  if (parts === null) return refusedRow({ code: 'form' });
  if (currency !== source.currency) return refusedRow({ code: 'other-currency', currency: source.currency });
  const { mark, amount, date, reference } = parts;
  const state = states[mark];
  if (state === undefined) return outgoingRow;
  const written = entryAmount(amount, currency);
  if (written === null) return refusedRow({ code: 'amount', text: amount });
  return paymentRow({ ...saidOf(about), amount: written.amount, date, reference, state }, source);
}

function partsOf(line: string): { mark: string; amount: string; date: string; reference: string } | null {
  const parts = entryForm.exec(line)?.groups;
  if (parts === undefined) return null;
  const { value = '', booked = value.slice(2), mark = '', amount = '', bank = '' } = parts;
  return { mark, amount, date: bookedDay(value, booked), reference: bank };
}

/** EC is expected, and may not come. What is taken or brought back is no payment of anyone. */
const states: Readonly<Record<string, 'booked' | 'pending'>> = { C: 'booked', EC: 'pending' };

/** The day of booking has no year: it is near to the value date. */
function bookedDay(value: string, day: string): string {
  const [year, month] = [2_000 + Number(value.slice(0, 2)), value.slice(2, 4)];
  const turn = Number(day.slice(0, 2)) - Number(month);
  const ofYear = year + (turn > 6 ? -1 : 0) + (turn < -6 ? 1 : 0);
  return `${ofYear}-${day.slice(0, 2)}-${day.slice(2)}`;
}

/** The longest part of a name; one that fills its field goes on in the next without a blank. */
const fieldLetters = 27;

/** A structured 86 has a code and numbered parts, which run over the ends of lines. */
function saidOf(about: readonly string[]): { payer: string; memo: string } {
  const structured = /^\d{3}(?<mark>[^\p{L}\p{N}\s])\d{2}/u.exec(about[0] ?? '')?.groups?.['mark'];
  if (structured === undefined) return { payer: '', memo: about.join(' ') };
  const parts = about.join('').split(structured).slice(1);
  const byNumber = parts.map((part) => ({ number: Number(part.slice(0, 2)), text: part.slice(2) }));
  const names = byNumber.filter(({ number }) => number === 32 || number === 33);
  const memo = byNumber.filter(({ number }) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63));
  return { payer: joined(names.map(({ text }) => text)), memo: joined(memo.map(({ text }) => text)) };
}

const joined = (parts: readonly string[]): string =>
  parts.map((part) => (part.length < fieldLetters ? `${part} ` : part)).join('');
