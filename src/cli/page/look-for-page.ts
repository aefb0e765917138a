/** Looks at the desk for the page. None rejects: what cannot be shown is said. */
import type { PageAnswer, PageField } from '../../door/page/page-desk.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { ListWish } from '../list/listing.ts';
import { printableText } from '../kit/printable-text.ts';
import { withTemporal, type TemporalSession } from '../session/temporal-session.ts';
import type { Column } from '../text/text-table.ts';
import { inTimeZone } from '../text/time-zone.ts';
import { cutListText } from '../../words/people/page-words.ts';
import { failureLine } from './captured-command.ts';

/** Returns the surroundings of an account's commands; the accounts are those of the file. */
export type ContextOf = (account: string) => CommandContext;

/** A person who waits at a phone looks again sooner than one at a terminal. */
export const lookLimitMs = 8_000;

/** More than a person reads on a phone. */
const listLimit = 100;

/** Returns what a list of the page asks for: what is most urgent comes first. */
export const listWish = (account: string, what: 'orders' | 'ads'): ListWish => ({
  running: true,
  all: false,
  needsHuman: false,
  limit: listLimit,
  allAccounts: false,
  cut: (shown) => cutListText({ account, what, shown }),
});

/** Returns what `look` shows, else why nothing is shown. */
export async function shown<T>(context: CommandContext, look: () => Promise<T>): Promise<PageAnswer<T>> {
  try {
    return { shown: await inTimeZone(context.env, look) };
  } catch (error) {
    return { missing: await failureLine(error, context) };
  }
}

/** The same of what Temporal is asked for. */
export function shownByTemporal<T>(
  context: CommandContext,
  account: string,
  look: (session: TemporalSession) => Promise<T>,
): Promise<PageAnswer<T>> {
  return shown(context, () => withTemporal(context, { account, timeout: lookLimitMs }, look));
}

/** Returns the cells of a row under their titles; `named` is the title of the column that names the row. */
export const cellFields = <Row>(columns: readonly Column<Row>[], row: Row, named: string): PageField[] =>
  columns.flatMap(({ title, cell }): PageField[] => {
    const text = title === named ? null : cell(row);
    return text === null ? [] : [[title.toLowerCase(), printableText(String(text))]];
  });
