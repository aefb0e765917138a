import type { NeedsSight } from './needs-sight.ts';
import type { OrderApprovals } from './order-approvals.ts';
import type { OrderChats } from './order-chats.ts';
import type { OrderSheets } from './order-sheets.ts';

/** What people look at of an account. */
export interface AccountPeople {
  readonly sheets: Pick<OrderSheets, 'sheet' | 'brief'>;
  readonly approvals: Pick<OrderApprovals, 'word'>;
  readonly chats: Pick<OrderChats, 'messages' | 'picture' | 'markRead' | 'say'>;
  readonly waiting: Pick<NeedsSight, 'all'>;
}

/** What the process that leads says of itself, to a watchdog of its machine. */
interface LeaderSight {
  /** When a market was read last that a price could follow from; null: none was yet. */
  readonly lookedAtMs: number | null;
  /** A kill switch holds the prices. */
  readonly isHeld: boolean;
  readonly banUntilMs: number | null;
}

/** A runtime, as far as it is seen here. */
interface SeenRuntime {
  readonly config: { readonly account: string };
  readonly metrics: { readonly looks: { last(): { lookedAtMs: number | null; heldAtMs: number | null } } };
  readonly exchange: { readonly gate: { state(): { readonly banUntilMs: number | null } } };
}

/** What a process shows of an account, or why it cannot. */
export type AccountWindow =
  | ({ readonly kind: 'open'; readonly leads: () => LeaderSight } & AccountPeople)
  | { readonly kind: 'unserved' }
  | { readonly kind: 'refused'; readonly why: string }
  /** `leader` is pid@host; null: as far as this process knows none leads. */
  | { readonly kind: 'standby'; readonly leader: string | null };

interface WindowPlace {
  accounts: {
    all(): readonly SeenRuntime[];
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
  const served = accounts.all().find(({ config }) => config.account === account);
  if (people !== null && served !== undefined) return { kind: 'open', ...people, leads: () => sightOf(served) };
  return served !== undefined ? { kind: 'standby', leader: leader() } : { kind: 'unserved' };
}

function sightOf({ metrics, exchange }: SeenRuntime): LeaderSight {
  const { lookedAtMs, heldAtMs } = metrics.looks.last();
  return { lookedAtMs, isHeld: heldAtMs !== null, banUntilMs: exchange.gate.state().banUntilMs };
}
