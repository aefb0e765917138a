import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connectTemporal } from '../../client/index.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import { servedAccounts, type EgressConfig } from '../../config/egress-config.ts';
import { AddressBudget, createAddress } from '../../exchange/index.ts';
import { aborted } from '../lead/stoppable.ts';
import type { TemporalPlace } from '../process/native-connection.ts';
import { WatchdogLoop } from './watchdog-loop.ts';
import { watchService } from './watch-service.ts';
import { watchAccount, type WatchdogPlace, type WatchedAccount } from './watched-account.ts';
import { WatchedRegister } from './watched-register.ts';

interface WatchdogOptions extends Pick<WatchdogPlace, 'keeperOf' | 'leaderHere' | 'hasOwnAddress'> {
  config: EgressConfig;
  logger: Logger;
  /** Aborting it ends the process; another one goes on with what is kept. */
  signal: AbortSignal;
  temporal: TemporalPlace;
  codec: CodecConfig;
  /** Called once it watches; `standing`: ok, or what keeps it from its work, by account. */
  onReady: (accounts: readonly string[], standing: () => Record<string, string>) => void;
}

const stopGraceMs = 2_000;

/**
 * Runs the watchdog of a group of accounts until the signal aborts: a plain loop for each account, which needs neither a
 * worker nor an answer of Temporal. Rejects only when its own settings cannot be used.
 */
export async function runWatchdog(options: WatchdogOptions): Promise<void> {
  const { config, logger, signal, temporal, codec, onReady } = options;
  const peerdesk = await connectTemporal({ ...temporal, codec, isLazy: true });
  const { client } = peerdesk;
  const register = new WatchedRegister(config.register);
  const { settings, ipWeightPerMinute: weightPerMinute, processes } = config;
  const addressBudget = new AddressBudget(settings, { weightPerMinute, processes }, () => performance.now());
  const place = { ...options, client, register, address: createAddress(), addressBudget };
  const accounts = servedAccounts(config).map((account) => watchAccount(account, place));
  const loops = accounts.map(({ deps }) => ({ account: deps.account, loop: new WatchdogLoop(deps) }));
  try {
    onReady(
      loops.map(({ account }) => account),
      () => Object.fromEntries(loops.map(({ account, loop }) => [`account ${account}`, loop.standing()])),
    );
    for (const account of accounts) void warnIfUseless(account, logger);
    void watchService({ client, group: config.group, accounts: servedAccounts(config), logger, signal });
    // A call that has left may take longer than a person waits: the next process reads what became of it.
    const late = aborted(signal).then(() => delay(stopGraceMs));
    await Promise.race([Promise.all(loops.map(({ loop }) => loop.run())), late]);
  } finally {
    await Promise.all(accounts.map((account) => account.close()));
    await register.close();
    await peerdesk.close().catch(() => undefined);
  }
}

/** A key that is wrong is found at the start, and not when it is needed. Nothing is called where a ban may hold. */
async function warnIfUseless({ deps }: WatchedAccount, logger: Logger): Promise<void> {
  const { account, couriers, hasOwnAddress, clock, stopping } = deps;
  if (Object.keys(couriers).length === 0) {
    logger.warn({ account }, 'no way to the merchant is set: what the watchdog does stands in its log alone');
  }
  const desk = await deps.readDesk();
  const isSeen = typeof desk === 'object';
  const mayBeBanned = !isSeen || (desk.banUntilMs !== null && desk.banUntilMs > clock.now());
  if (stopping.aborted || (!hasOwnAddress && mayBeBanned)) return;
  try {
    await deps.admit(!isSeen);
  } catch (error) {
    logger.error({ account, error: String(error) }, 'the watchdog could take no ad offline now');
  }
}
