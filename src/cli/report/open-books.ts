/** The books of one account, as a command reads them from the register. */
import type { HistoryMark } from '../../domain/books/history-mark.ts';
import type { Trade } from '../../domain/books/trade.ts';
import type { Register } from '../../register/register.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { chosenRegister, type RegisterChoice } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';

interface BooksWish {
  readonly account?: string | undefined;
  readonly config?: string | undefined;
}

/** What the register has of an account. */
export interface OpenBooks {
  readonly account: string;
  readonly choice: RegisterChoice;
  readonly register: Register;
  /** How far the service's history was read; null: not at all. */
  readonly mark: HistoryMark | null;
  /** Each order as its newest entry has it. */
  readonly trades: readonly Trade[];
}

/** Opens the books of an account, runs `use`, and closes the register. Rejects with RegisterSilent where it cannot be used. */
export async function withBooks<T>(
  wish: BooksWish,
  context: CommandContext,
  use: (books: OpenBooks) => Promise<T>,
): Promise<T> {
  const choice = chosenRegister(wish, context);
  const account = accountIn(choice, wish.account ?? context.env['PEERDESK_ACCOUNT']);
  return withRegister(choice.place, async ({ register }) => {
    const mark = await register.historyMark({ account });
    return use({ account, choice, register, mark, trades: await readAll(register, account) });
  });
}

function accountIn({ accounts }: RegisterChoice, wanted: string | undefined): string {
  const [only, ...more] = accounts;
  if (wanted !== undefined && wanted !== '') return wanted;
  if (only !== undefined && more.length === 0) return only;
  throw misuse(`the register has several accounts: say which with --account: ${accounts.join(', ')}`);
}

const pageRows = 5_000;

async function readAll(register: Register, account: string): Promise<Trade[]> {
  const newest = new Map<string, Trade>();
  for (let afterSeq = 0; ;) {
    const page = await register.trades({ account, afterSeq, limit: pageRows });
    for (const { seq, trade } of page) {
      newest.set(trade.orderNumber, trade);
      afterSeq = seq;
    }
    if (page.length < pageRows) return [...newest.values()];
  }
}
