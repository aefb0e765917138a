/** An account that is carried again, and what is known of it outside Temporal. */
import { setTimeout as delay } from 'node:timers/promises';
import { deskControl } from '../../client/index.ts';
import type { AccountConfig } from '../../config/egress-config.ts';
import { runningStatuses } from '../../domain/orders/order-status.ts';
import type { Mode } from '../../domain/mode.ts';
import { placeText } from '../../domain/register/register-place.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { AccountSummary } from '../../register/operations/summary.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { listedOrders, type ReadOrders } from '../register/account-service.ts';
import { guardGeneration, otherRegisterText } from '../register/found-register.ts';
import type { OpenRegister } from '../register/with-register.ts';
import { refuseDuringBan } from '../session/ban-check.ts';
import { inFreshTime, isServed, workerMissing, type TemporalSession } from '../session/temporal-session.ts';
import { runsAlready } from '../session/workflow-start.ts';
import { sayProgress } from '../text/progress.ts';

/** What a recovery needs of an account. */
export interface Recovering {
  readonly open: OpenRegister;
  readonly config: AccountConfig;
  readonly egress: string;
  /** Of the account's own group. */
  readonly session: TemporalSession;
  /** The id of the namespace of this Temporal. */
  readonly temporal: string;
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
  readonly known: AccountSummary;
  readonly isDeskRunning: boolean;
}

const lookEveryMs = 1_000;
/** A worker takes work a while before it leads. */
const leadWithinMs = 60_000;

/**
 * Looks at service, register and Temporal, once a worker leads on this Temporal with this register: before, the register does
 * not know which Temporal it has met. Rejects where none does.
 */
export async function foundOf(recovering: Recovering, context: CommandContext): Promise<Found> {
  const { session } = recovering;
  if (!(await inFreshTime(session, () => isServed(session)))) throw workerMissing(session);
  const { workflowId } = deskControl(session.client, session.account);
  const known = await ledHere(recovering, context);
  const [orders, isDeskRunning] = [
    await openOrders(recovering, context),
    await inFreshTime(session, () => runsAlready(session, workflowId)),
  ];
  return { orders, known, isDeskRunning };
}

/** A register that is not the worker's own has met another Temporal, or its generation is not that of the guard. */
async function ledHere(recovering: Recovering, context: CommandContext): Promise<AccountSummary> {
  const { open, session, temporal } = recovering;
  const { account } = session;
  const sinceMs = performance.now();
  let end: (() => void) | null = null;
  try {
    for (;;) {
      const known = await knownOf(recovering);
      const isLed = known !== null && known.temporal === temporal;
      const generation = isLed ? await inFreshTime(session, () => guardGeneration(session)) : null;
      const isOwn = generation === null || generation === open.identity.generation;
      if (isLed && isOwn) return known;
      if (performance.now() - sinceMs > leadWithinMs) throw notLed(recovering, isLed);
      end ??= sayProgress(context, `account ${account}: waiting for a worker that leads on this Temporal`);
      await delay(lookEveryMs);
    }
  } finally {
    end?.();
  }
}

function notLed({ open: { place }, session: { account } }: Recovering, isLed: boolean): CliFailure {
  if (isLed) return new CliFailure(ExitCode.REFUSED, `${otherRegisterText(place)}: nothing was changed`);
  const advice = 'look at its log, and whether that is its register';
  const text = `no worker leads account ${account} on this Temporal with the register ${placeText(place)}: ${advice}`;
  return new CliFailure(ExitCode.NOT_RUNNING, text);
}

/** Lists the orders that are not over. Rejects without a call while the address of the account is banned. */
export async function openOrders({ config, egress }: Recovering, context: CommandContext): Promise<ReadOrders> {
  await refuseDuringBan({ ...context, env: { ...context.env, PEERDESK_EGRESS: egress } });
  return await listedOrders(config, { orderStatusList: [...runningStatuses] });
}

/** Returns what the register has of the account now. */
export async function knownOf({ open, config }: Pick<Recovering, 'open' | 'config'>): Promise<AccountSummary | null> {
  const { accounts } = await open.register.summary({ nowMs: Date.now() });
  return accounts.find(({ account }) => account === config.account) ?? null;
}
