import type { OrderSheets } from './order-sheets.ts';

/** What a process shows of an account, or why it cannot. */
export type AccountWindow =
  | { readonly kind: 'open'; readonly sheets: Pick<OrderSheets, 'sheet' | 'brief'> }
  | { readonly kind: 'unserved' }
  | { readonly kind: 'refused'; readonly why: string }
  /** `leader` is pid@host; null: as far as this process knows none leads. */
  | { readonly kind: 'standby'; readonly leader: string | null };

interface WindowPlace {
  accounts: {
    all(): readonly { readonly config: { readonly account: string } }[];
    refused(): readonly { readonly account: string; readonly why: string }[];
    sheetsOf(account: string): OrderSheets | null;
  };
  /** Which process led at the last look. */
  leader: () => string | null;
}

/** Looks whether this process may show something of an account now. */
export function accountWindow({ accounts, leader }: WindowPlace, account: string): AccountWindow {
  const sheets = accounts.sheetsOf(account);
  const refused = accounts.refused().find((one) => one.account === account);
  if (refused !== undefined) return { kind: 'refused', why: refused.why };
  if (sheets !== null) return { kind: 'open', sheets };
  const isServed = accounts.all().some(({ config }) => config.account === account);
  return isServed ? { kind: 'standby', leader: leader() } : { kind: 'unserved' };
}
