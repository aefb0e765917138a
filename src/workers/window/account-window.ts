import type { OrderChats } from './order-chats.ts';
import type { OrderSheets } from './order-sheets.ts';

/** What people look at of an account. */
export interface AccountPeople {
  readonly sheets: Pick<OrderSheets, 'sheet' | 'brief'>;
  readonly chats: Pick<OrderChats, 'messages' | 'picture' | 'markRead' | 'say'>;
}

/** What a process shows of an account, or why it cannot. */
export type AccountWindow =
  | ({ readonly kind: 'open' } & AccountPeople)
  | { readonly kind: 'unserved' }
  | { readonly kind: 'refused'; readonly why: string }
  /** `leader` is pid@host; null: as far as this process knows none leads. */
  | { readonly kind: 'standby'; readonly leader: string | null };

interface WindowPlace {
  accounts: {
    all(): readonly { readonly config: { readonly account: string } }[];
    refused(): readonly { readonly account: string; readonly why: string }[];
    peopleOf(account: string): AccountPeople | null;
  };
  /** Which process led at the last look. */
  leader: () => string | null;
}

/** Looks whether this process may show something of an account now. */
export function accountWindow({ accounts, leader }: WindowPlace, account: string): AccountWindow {
  const people = accounts.peopleOf(account);
  const refused = accounts.refused().find((one) => one.account === account);
  if (refused !== undefined) return { kind: 'refused', why: refused.why };
  if (people !== null) return { kind: 'open', ...people };
  const isServed = accounts.all().some(({ config }) => config.account === account);
  return isServed ? { kind: 'standby', leader: leader() } : { kind: 'unserved' };
}
