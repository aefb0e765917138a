import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import type { Logger } from 'pino';
import { temporalTrouble } from '../../client/connection/temporal-trouble.ts';
import { CommandTimeoutError, guardControl } from '../../client/index.ts';
import { inTime } from '../../client/kit/command-answer.ts';
import { readDeskSight } from '../../client/watchdog/desk-sight.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import type { ServedAccount } from '../../config/egress-config.ts';
import { thrownBy, watchdogSender } from '../../domain/guard/guard-memory.ts';
import { deskAnswerMs, type Unseen } from '../../domain/watchdog/dead-man.ts';
import type { DeskReport } from '../../domain/watchdog/watchdog-state.ts';
import type { Address, AddressBudget } from '../../exchange/index.ts';
import { createMarketplace } from '../../marketplace/exchange-marketplace.ts';
import { leadWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { openAccount, type AccountRuntime } from '../accounts/account-runtime.ts';
import { refuseUnsafeLive } from '../accounts/live-safety.ts';
import { onceInARow, StoppedEarly, unlessStopped } from '../lead/stoppable.ts';
import { createReport } from '../log/logger.ts';
import { WorkerMetrics } from '../metrics/worker-metrics.ts';
import { AskingWorkflows } from '../notices/asking-workflows.ts';
import { couriersOf } from '../notices/run-notices.ts';
import { createWriteGuard } from '../permission/write-guard.ts';
import { NotAdmitted } from './prevented.ts';
import type { LeaderReport, WatchdogDependencies, WatchdogKeeper } from './watchdog-dependencies.ts';
import type { WatchedRegister } from './watched-register.ts';

/** What the accounts of a watchdog process share. */
export interface WatchdogPlace {
  client: Client;
  codec: CodecConfig;
  address: Address;
  addressBudget: AddressBudget;
  logger: Logger;
  register: WatchedRegister;
  /** Asks the process of this machine that leads an account; null: none answers. Never rejects. */
  leaderHere: (account: string, timeoutMs: number) => Promise<LeaderReport | null>;
  keeperOf: (account: string, logger: Logger) => WatchdogKeeper;
  /** The address of this machine is not that of the desk's workers: a ban of theirs does not hold here. */
  hasOwnAddress: boolean;
  /** Aborts when the process stops. */
  signal: AbortSignal;
}

export interface WatchedAccount {
  deps: WatchdogDependencies;
  close(): Promise<void>;
}

/** The guard is carried by the desk: a dead one answers nothing. */
const guardAnswerMs = 2_000;
/** The switch is kept by the server alone, which is asked for longer than for a look: it must arrive. */
const switchAnswerMs = 5_000;
const leaderAnswerMs = 2_000;

/** Makes what the watchdog of an account needs: its own client, with its own small share of the calls. */
export function watchAccount(config: ServedAccount, place: WatchdogPlace): WatchedAccount {
  const { client, address, addressBudget, hasOwnAddress, register, signal } = place;
  const { account, group, egress } = config;
  const settings = { ...config.settings, accountRequestsPerSecond: config.settings.watchdogRequestsPerSecond };
  const logger = place.logger.child({ account });
  const runtime = openAccount(
    { ...config, settings },
    {
      client,
      address,
      addressBudget,
      loggerOf: () => logger,
      metricsOf: () => new WorkerMetrics().account(account, egress),
      asking: new AskingWorkflows(),
      onPermission: () => undefined,
    },
    signal,
  );
  const guard = guardControl(client, account, { group });
  const deps: WatchdogDependencies = {
    account,
    marketplace: createMarketplace(runtime.exchange, settings),
    settings,
    readDesk: deskReader({ ...place, logger }, config),
    leaderHere: () => place.leaderHere(account, Math.min(leaderAnswerMs, settings.watchdogMs / 20)),
    keeper: place.keeperOf(account, logger),
    register: () => register.of(account),
    engageSwitch: (reason) =>
      client.withDeadline(Date.now() + switchAnswerMs, () =>
        guard.sendKillSwitch({ name: 'ads', thrown: true, by: watchdogSender, reason }),
      ),
    isSwitchOpen: () =>
      guard
        .within(guardAnswerMs)
        .state()
        .then(({ switches }) => thrownBy(switches, 'ads') === null)
        .catch(() => null),
    admit: (isSilent) => admit(runtime, { ...place, client: isSilent ? null : client }),
    isIntentOnly: createWriteGuard({ ...config, service: () => runtime.identity.kind() }),
    hasOwnAddress,
    obeyBan: (untilMs) => address.setBan(untilMs),
    couriers: config.notices === null ? {} : couriersOf(config.notices),
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    pause: (ms) => pause(ms, signal),
    onIntent: (intent) => logger.info({ ...intent, mode: 'shadow', event: 'intent' }, 'shadow: would write'),
    report: createReport(logger),
    stopping: signal,
  };
  return { deps, close: () => runtime.close() };
}

/** Keeps the process alive, as nothing else of it does. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
  if (signal.aborted) throw new StoppedEarly('asked to stop');
}

type Reading = Pick<WatchdogPlace, 'client' | 'logger' | 'signal'>;

function deskReader({ client, logger, signal }: Reading, config: ServedAccount): WatchdogDependencies['readDesk'] {
  const { account, group, settings } = config;
  const answerMs = deskAnswerMs(settings.watchdogMs);
  const say = onceInARow((text) => {
    if (text === '') logger.info({ event: 'temporal' }, 'Temporal shows the desk again');
    else logger.warn({ event: 'temporal', error: text }, 'Temporal shows nothing of the desk');
  });
  let hasAnswered = false;
  return async (): Promise<DeskReport | Unseen> => {
    try {
      // Its limit ends the retries of the client, too: those of a refused connection outlast a deadline by a second.
      const call = { client, workflowId: leadWorkflowId(group), timeoutMs: answerMs };
      const seen = await unlessStopped(
        signal,
        inTime(call, 'read', () => readDeskSight(client, { account, group })),
      );
      hasAnswered = true;
      say('');
      return seen;
    } catch (error) {
      const { words, unseen } = troubleOf(error, hasAnswered);
      if (!signal.aborted) say(words);
      return unseen;
    }
  };
}

/** Such an answer comes of this process's own key, and says nothing of the desk. */
const refusals: ReadonlySet<string> = new Set(['access', 'invalid']);

/** Says why a look failed, and what that is worth; `hasAnswered`: Temporal has answered this process before. */
function troubleOf(error: unknown, hasAnswered: boolean): { words: string; unseen: Unseen } {
  if (error instanceof CommandTimeoutError) return { words: String(error), unseen: 'silent' };
  // A namespace that this process has seen, and that is gone, is gone for the desk, too: no worker serves in it.
  const gone = hasAnswered ? 'silent' : 'unread';
  if (error instanceof NamespaceNotFoundError) return { words: String(error), unseen: gone };
  const trouble = error instanceof Error ? temporalTrouble(error) : null;
  if (trouble === null) return { words: String(error), unseen: 'unread' };
  const { kind } = trouble;
  const words = `${kind}: ${trouble.words}`;
  if (kind === 'namespace') return { words, unseen: gone };
  return { words, unseen: refusals.has(kind) ? 'unread' : 'silent' };
}

interface Admitting {
  client: Client | null;
  codec: CodecConfig;
}

/** The rules of a worker that may write to a real service hold for its watchdog, too. */
async function admit(runtime: AccountRuntime, { client, codec }: Admitting): Promise<void> {
  if (runtime.identity.kind() === 'unknown') await runtime.identity.ask();
  if (runtime.identity.kind() === 'unknown') throw new NotAdmitted('the service does not answer, or refuses the key');
  try {
    await refuseUnsafeLive(runtime, { client, codec, register: null });
  } catch (error) {
    throw new NotAdmitted(error instanceof Error ? error.message : String(error));
  }
}
