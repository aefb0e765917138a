/** Whether a statement adds up: what is missing, or was changed, is in no row of it. */
import type { Decimal } from '../../domain/decimal.ts';
import { UnreadableStatement } from './statement-line.ts';

/** What an account has before its entries and after them; amounts have the sign of the account's own side. */
interface Balanced {
  /** "page at line 4". */
  readonly place: string;
  readonly opening: Decimal;
  readonly closing: Decimal;
  readonly moved: readonly Decimal[];
}

/** Throws UnreadableStatement where the opening balance and the entries are not the closing one. */
export function requireBalance({ place, opening, closing, moved }: Balanced): void {
  const sum = moved.reduce((before, amount) => before.plus(amount), opening);
  if (sum.equals(closing)) return;
  const [from, entries, to] = [opening, sum.minus(opening), closing].map((one) => one.toFixed());
  throw new UnreadableStatement(
    `the ${place} does not add up: opening balance ${from} and entries of ${entries} are not the closing balance ${to}, the difference is ${closing.minus(sum).toFixed()}: an entry is missing or was changed, so export it again`,
  );
}
