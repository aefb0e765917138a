import { WorkflowNotFoundError } from '@temporalio/client';
import {
  adControl,
  listWorkflows,
  orderControl,
  type ListedWorkflow,
  type Mode,
  type Operator,
} from '../../client/index.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { requireConsent } from '../session/consent.ts';
import type { TemporalSession } from '../session/temporal-session.ts';

/** Orders and ads that run in another mode than the desk's. */
export interface Stranded {
  orders: ListedWorkflow[];
  ads: ListedWorkflow[];
}

export const nothingStranded: Stranded = { orders: [], ads: [] };

/** The result of handing orders and ads over to another mode, by their numbers. */
export interface HandedOver {
  orders: string[];
  ads: string[];
  /** Why not, by order or ad: "order 1234". */
  refused: { what: string; why: string }[];
}

/** Returns the account's running orders and ads in another mode than this one; without the ads that are held in shadow. */
export async function strandedBy(
  { client, account }: TemporalSession,
  mode: Mode,
  held: readonly string[],
): Promise<Stranded> {
  const other = async (type: 'orderLifecycle' | 'adMaintenance'): Promise<ListedWorkflow[]> => {
    const running = await listWorkflows(client, { type, account, running: true });
    return running.filter((row) => row.mode !== null && row.mode !== mode);
  };
  const ads = await other('adMaintenance');
  // What the file holds in shadow stays there: the worker would refuse its writes.
  const stays = (row: ListedWorkflow): boolean => row.mode === 'shadow' && held.includes(row.subject);
  return { orders: await other('orderLifecycle'), ads: ads.filter((row) => !stays(row)) };
}

interface HandOverWish {
  stranded: Stranded;
  mode: Mode;
  agreed: boolean;
}

/** States how many orders and ads change their mode, and resolves with consent; otherwise rejects with a refusal. */
export async function agreeToHandOver(context: CommandContext, wish: HandOverWish): Promise<void> {
  const { stranded, mode, agreed } = wish;
  const all = [...stranded.orders, ...stranded.ads];
  if (all.length === 0) return;
  const modes = [...new Set(all.map((row) => row.mode))].join(' and ');
  const what = `${countText(stranded)} of mode ${modes} would be handed over to mode ${mode}`;
  await requireConsent(context, { agreed, what });
}

/** "2 open orders and 1 ad". */
export function countText({ orders, ads }: Readonly<Record<'orders' | 'ads', readonly unknown[]>>): string {
  const parts = [counted(orders.length, 'open order'), counted(ads.length, 'ad')];
  return parts.filter((part) => part !== null).join(' and ');
}

function counted(count: number, noun: string): string | null {
  if (count === 0) return null;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

interface ModeWish {
  mode: Mode;
  operator: Operator;
}

/** Hands orders and ads over, one by one: one that refuses does not keep the others. */
export async function handOver(session: TemporalSession, stranded: Stranded, wish: ModeWish): Promise<HandedOver> {
  const { client, account, timeoutMs } = session;
  const handed: HandedOver = { orders: [], ads: [], refused: [] };
  for (const { subject } of stranded.orders) {
    const why = await changeMode(orderControl(client, account, subject).within(timeoutMs), wish);
    if (why === null) handed.orders.push(subject);
    else if (why !== ended) handed.refused.push({ what: `order ${subject}`, why });
  }
  for (const { subject } of stranded.ads) {
    const why = await changeMode(adControl(client, account, subject).within(timeoutMs), wish);
    if (why === null) handed.ads.push(subject);
    else if (why !== ended) handed.refused.push({ what: `ad ${subject}`, why });
  }
  return handed;
}

/** Visibility is a moment old: ended workflows need no other mode. */
const ended = Symbol('ended');

/** An order or an ad, which has a mode. */
interface Kept {
  changeMode(mode: Mode, operator: Operator): Promise<unknown>;
  state(): Promise<{ mode: Mode }>;
}

/** Returns why the mode was not changed, or null. One that has changed already shows it in its state. */
async function changeMode(kept: Kept, { mode, operator }: ModeWish): Promise<string | typeof ended | null> {
  try {
    await kept.changeMode(mode, operator);
    return null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return ended;
    const present = await kept.state().catch(() => null);
    if (present?.mode === mode) return null;
    return error instanceof Error ? error.message : 'no reason given';
  }
}
