/** The pages of MT940, each between an opening and a closing balance, by fields that begin with their tag at a line's begin. */
import { Decimal } from '../../domain/decimal.ts';
import { writtenAmount } from '../../domain/payments/written-amount.ts';
import { requireBalance } from './balance.ts';
import { shown, UnreadableStatement } from './statement-line.ts';

export interface Mt940Field {
  readonly tag: string;
  readonly lines: readonly string[];
  /** At which it begins, in the file. */
  readonly line: number;
}

interface Balance {
  readonly amount: Decimal;
  readonly currency: string;
  readonly line: number;
  /** Another page of the statement stands on its other side. */
  readonly isBetween: boolean;
}

export interface Mt940Page {
  readonly opening: Balance;
  readonly closing: Balance;
  readonly account: string;
  /** From its opening balance to the next page. */
  readonly fields: readonly Mt940Field[];
}

/** Returns the pages of a text. Throws UnreadableStatement where it has none, or one is not whole. */
export function mt940Pages(text: string): Mt940Page[] {
  const fields = fieldsOf(text);
  const begins = fields.flatMap(({ tag }, index) => (isOpening(tag) ? [index] : []));
  const [first] = begins;
  if (first === undefined) throw new UnreadableStatement('it has no opening balance (:60F:): is it MT940?');
  const early = fields.slice(0, first).find(({ tag }) => tag === '61');
  if (early !== undefined)
    throw new UnreadableStatement(`the entry at line ${early.line} stands before any opening balance (:60F:)`);
  let account = '';
  let from = 0;
  return begins.map((begin, index) => {
    account =
      fields
        .slice(from, begin)
        .findLast(({ tag }) => tag === '25')
        ?.lines.join('') ?? account;
    from = begin;
    return { ...pageOf(fields.slice(begin, begins[index + 1])), account };
  });
}

const isOpening = (tag: string): boolean => tag.startsWith('60');

function pageOf(fields: readonly Mt940Field[]): Omit<Mt940Page, 'account'> {
  const [opened] = fields;
  const closed = fields.find(({ tag }) => tag.startsWith('62'));
  if (opened === undefined || closed === undefined)
    throw new UnreadableStatement(
      `the page at line ${opened?.line} has no closing balance (:62F:): the file was cut off, so export it again`,
    );
  return { opening: balanceOf(opened), closing: balanceOf(closed), fields };
}

const balanceForm = /^(?<mark>[CD])\d{6}(?<currency>[A-Z]{3})(?<amount>[\d,]{1,20})\s*$/;

function balanceOf({ tag, lines: [text = ''], line }: Mt940Field): Balance {
  const { mark, currency = '', amount = '' } = balanceForm.exec(text)?.groups ?? {};
  const written = writtenAmount(amount.replace(/,$/, ''), { decimal: ',', currency });
  if (written === null) throw new UnreadableStatement(`line ${line}: "${shown(text)}" is no balance`);
  const signed = new Decimal(written.amount).times(mark === 'D' ? -1 : 1);
  return { amount: signed, currency, line, isBetween: tag.endsWith('M') };
}

function fieldsOf(text: string): Mt940Field[] {
  const fields: { tag: string; lines: string[]; line: number }[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, tag, rest] = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag !== undefined && rest !== undefined) fields.push({ tag, lines: [rest], line: index + 1 });
    // "-" and "-}" end a message.
    else if (!/^-\}?\s*$/.test(line)) fields.at(-1)?.lines.push(line);
  }
  return fields;
}

/**
 * Throws UnreadableStatement where a page does not add up, or does not begin where the one before it has ended. A file may
 * have some pages of a statement alone: of one whose entries are not all read (null) nothing is known.
 */
export function requireMt940Balances(
  pages: readonly Mt940Page[],
  movedIn: (page: Mt940Page) => readonly Decimal[] | null,
): void {
  for (const [index, page] of pages.entries()) {
    const before = pages[index - 1];
    if (before !== undefined) requireNext(before, page);
    const moved = movedIn(page);
    const { opening, closing } = page;
    if (moved === null) continue;
    const place = `page at line ${opening.line}`;
    requireBalance({ place, opening: opening.amount, closing: closing.amount, moved });
  }
}

function requireNext({ closing, account }: Mt940Page, { opening, account: next }: Mt940Page): void {
  if (!closing.isBetween || !opening.isBetween || account !== next || closing.amount.equals(opening.amount)) return;
  throw new UnreadableStatement(
    `a page is missing before line ${opening.line}: the one before ends with ${closing.amount.toFixed()}, and this one begins with ${opening.amount.toFixed()}`,
  );
}
