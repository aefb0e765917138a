import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { NotAdmitted } from '../../activities/watchdog/prevented.ts';
import type { DeskReport, WatchdogDependencies } from '../../activities/watchdog/watchdog-dependencies.ts';
import { guardControl } from '../../client/index.ts';
import { readDeskSight } from '../../client/watchdog/desk-sight.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import type { ServedAccount } from '../../config/egress-config.ts';
import { thrownBy } from '../../domain/guard/guard-memory.ts';
import { watchdogSender } from '../../domain/watchdog/dead-man.ts';
import type { Address, AddressBudget } from '../../exchange/index.ts';
import { createMarketplace } from '../../marketplace/exchange-marketplace.ts';
import { openAccount, type AccountRuntime } from '../accounts/account-runtime.ts';
import { refuseUnsafeLive } from '../accounts/live-safety.ts';
import { createReport } from '../log/logger.ts';
import { WorkerMetrics } from '../metrics/worker-metrics.ts';
import { couriersOf } from '../notices/run-notices.ts';
import { createWriteGuard } from '../permission/write-guard.ts';

/** What the accounts of a watchdog process share. */
interface WatchdogPlace {
  client: Client;
  codec: CodecConfig;
  address: Address;
  addressBudget: AddressBudget;
  logger: Logger;
  /** The address of this machine is not that of the desk's workers: a ban of theirs does not hold here. */
  hasOwnAddress: boolean;
  /** Aborts when the process stops. */
  signal: AbortSignal;
}

export interface WatchedAccount {
  deps: WatchdogDependencies;
  close(): Promise<void>;
}

/** Temporal is asked so long; the next look comes soon. */
const answerMs = 5_000;
/** The guard is carried by the desk: a dead one answers nothing. */
const guardAnswerMs = 2_000;

/** Makes what the watchdog of an account needs: its own client, with its own small share of the calls. */
export function watchAccount(config: ServedAccount, place: WatchdogPlace): WatchedAccount {
  const { client, address, addressBudget, hasOwnAddress, signal } = place;
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
      onPermission: () => undefined,
    },
    signal,
  );
  const guard = guardControl(client, account, { group });
  const deps: WatchdogDependencies = {
    account,
    marketplace: createMarketplace(runtime.exchange, settings),
    settings,
    readDesk: (reading) => readDesk(place, config, reading),
    engageSwitch: (reason) => guard.sendKillSwitch({ name: 'ads', thrown: true, by: watchdogSender, reason }),
    isSwitchOpen: () =>
      guard
        .within(guardAnswerMs)
        .state()
        .then(({ switches }) => thrownBy(switches, 'ads') === null)
        .catch(() => null),
    admit: () => admit(runtime, place),
    isIntentOnly: createWriteGuard({ ...config, service: () => runtime.identity.kind() }),
    hasOwnAddress,
    obeyBan: (untilMs) => (untilMs === null ? undefined : address.setBan(untilMs)),
    couriers: config.notices === null ? {} : couriersOf(config.notices),
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    onIntent: (intent) => logger.info({ ...intent, mode: 'shadow', event: 'intent' }, 'shadow: would write'),
    report: createReport(logger),
    stopping: signal,
  };
  return { deps, close: () => runtime.close() };
}

function readDesk(
  { client }: WatchdogPlace,
  { account, group }: ServedAccount,
  signal: AbortSignal,
): Promise<DeskReport> {
  return client.withAbortSignal(signal, () =>
    client.withDeadline(Date.now() + answerMs, () => readDeskSight(client, { account, group })),
  );
}

/** The rules of a worker that may write to a real service hold for its watchdog, too. */
async function admit(runtime: AccountRuntime, { client, codec }: WatchdogPlace): Promise<void> {
  if (runtime.identity.kind() === 'unknown') await runtime.identity.ask();
  if (runtime.identity.kind() === 'unknown') throw new NotAdmitted('the service does not answer, or refuses the key');
  try {
    await refuseUnsafeLive(runtime, { client, codec, register: null });
  } catch (error) {
    throw new NotAdmitted(error instanceof Error ? error.message : String(error));
  }
}
