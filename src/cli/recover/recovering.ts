/** An account that is carried again, and what is known of it outside Temporal. */
import { deskControl } from '../../client/index.ts';
import type { AccountConfig } from '../../config/egress-config.ts';
import { runningStatuses } from '../../domain/orders/order-status.ts';
import type { Mode } from '../../domain/mode.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { AccountSummary } from '../../register/operations/summary.ts';
import { listedOrders, type ReadOrders } from '../register/account-service.ts';
import type { OpenRegister } from '../register/with-register.ts';
import { isServed, workerMissing, type TemporalSession } from '../session/temporal-session.ts';
import { runsAlready } from '../session/workflow-start.ts';

/** What a recovery needs of an account. */
export interface Recovering {
  readonly open: OpenRegister;
  readonly config: AccountConfig;
  /** Of the account's own group. */
  readonly session: TemporalSession;
  /** How its desk is started; null: the file wants none. */
  readonly desk: DeskWish | null;
}

interface DeskWish {
  readonly mode: Mode;
  readonly egress: string;
  readonly settings: Partial<DeskSettings>;
}

/** What was found of an account before anything was done. */
export interface Found {
  /** What the service lists as not over. */
  readonly orders: ReadOrders;
  /** Null: no process has led for the account with this register. */
  readonly known: AccountSummary | null;
  readonly isDeskRunning: boolean;
}

/** Looks at service, register and Temporal. Rejects where no worker serves the account: nothing would be carried. */
export async function foundOf(recovering: Recovering): Promise<Found> {
  const { session } = recovering;
  if (!(await isServed(session))) throw workerMissing(session);
  const [orders, known, isDeskRunning] = [
    await openOrders(recovering),
    await knownOf(recovering),
    await runsAlready(session, deskControl(session.client, session.account).workflowId),
  ];
  return { orders, known, isDeskRunning };
}

/** Lists the orders that are not over. */
export const openOrders = ({ config }: Pick<Recovering, 'config'>): Promise<ReadOrders> =>
  listedOrders(config, { orderStatusList: [...runningStatuses] });

/** Returns what the register has of the account now. */
export async function knownOf({ open, config }: Pick<Recovering, 'open' | 'config'>): Promise<AccountSummary | null> {
  const { accounts } = await open.register.summary({ nowMs: Date.now() });
  return accounts.find(({ account }) => account === config.account) ?? null;
}
