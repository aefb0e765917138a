import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { ServedAccount } from '../../config/egress-config.ts';
import type { ExchangeClient } from '../../exchange/index.ts';
import type { ClockWatch } from '../clocks/clock-watch.ts';
import type { AccountMetrics } from './account-metrics.ts';
import { deskNeeds } from '../notices/desk-needs.ts';
import type { NeedsReader } from '../notices/temporal-needs.ts';
import { keepLooking } from './desk-look.ts';

interface Observed {
  metrics: AccountMetrics;
  config: ServedAccount;
  client: Client;
  exchange: ExchangeClient;
  areKeysRefused: () => Promise<boolean>;
  readNeeds: NeedsReader;
  clockWatch: ClockWatch;
  logger: Logger;
  isLeading: () => boolean;
  signal: AbortSignal;
}

/** Lets the scrapes of a process include an account, until the signal aborts. Never rejects. */
export async function observeAccount({
  metrics,
  config,
  client,
  clockWatch,
  logger,
  ...observed
}: Observed): Promise<void> {
  const { exchange, isLeading, areKeysRefused, readNeeds, signal } = observed;
  const { account, egress, group, settings } = config;
  const stop = metrics.observe({
    exchange,
    isLeading,
    temporalDifferenceMs: () => clockWatch.temporalDifferenceMs(),
  });
  const onError = (error: unknown): void =>
    logger.debug({ event: 'metrics', error: String(error) }, 'orders, ads and needs were not read for the metrics');
  const { metricsLookIntervalMs: intervalMs } = settings;
  const beside = () => deskNeeds({ client, account, group, egress, areKeysRefused, clock: Date });
  const read = (looking: AbortSignal) => readNeeds(looking, { beside });
  const look = { client, account, isLeading, intervalMs, clock: Date, onError, readNeeds: read };
  await keepLooking(look, metrics.registry, signal);
  stop();
}
