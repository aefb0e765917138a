import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { NoticeDependencies } from '../../activities/notices/notice-activities.ts';
import { startNotices } from '../../client/index.ts';
import type { AskingWorkflows } from './asking-workflows.ts';
import { createCommandCourier } from './command-courier.ts';
import type { NoticeConfig, ServedAccount } from '../../config/egress-config.ts';
import { deskNeeds } from './desk-needs.ts';
import { ownNeeds } from './own-needs.ts';
import type { Channel } from '../../domain/notices/reported-needs.ts';
import { DailySummary } from './daily-summary.ts';
import type { RegisterKnown } from './register-needs.ts';
import type { NeedsReader, ReadNeeds } from './temporal-needs.ts';
import type { WaitingCustomers } from './waiting-customers.ts';
import { createPushCourier } from './push-courier.ts';
import { inQuietHours, type Way } from './quiet-hours.ts';
import { createTelegramCourier } from './telegram-courier.ts';
import { createUrlCourier, type AnsweringCourier } from './url-courier.ts';
import { sleep } from '../lead/stoppable.ts';

interface NoticesPlace {
  config: ServedAccount;
  client: Client;
  logger: Logger;
  /** Aborting it ends the notices. */
  signal: AbortSignal;
}

/** What this process alone knows of an account. */
interface KnownOfAccount extends RegisterKnown {
  areKeysRefused: () => Promise<boolean>;
  customers: Pick<WaitingCustomers, 'needs'>;
  asking: Pick<AskingWorkflows, 'listen'>;
  readNeeds: NeedsReader;
}

/** The workflow is started again so often, should someone have ended it. */
const startEveryMs = 300_000;
/** The wait after a start that failed, as when the server is away. */
const restMs = 15_000;

/** Keeps the workflow of an account's notices started where a way to the merchant is configured. Never rejects. */
export async function keepNoticesStarted(place: NoticesPlace): Promise<void> {
  if (place.config.notices !== null) await keepStarted(place, place.signal);
}

async function keepStarted({ client, config, logger }: NoticesPlace, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await startNotices(client, { account: config.account, group: config.group });
      await sleep(startEveryMs, signal);
    } catch (error) {
      logger.warn(
        { event: 'notice', error: String(error) },
        'the workflow of the notices was not started: tried again',
      );
      await sleep(restMs, signal);
    }
  }
}

/** What the activities of an account's notices use, until the signal aborts. */
export function noticeDependencies(
  { config, client, logger, signal }: NoticesPlace,
  { areKeysRefused, customers, asking, readNeeds, ...known }: KnownOfAccount,
): NoticeDependencies & { readAllNeeds: ReadNeeds } {
  const { account, egress, group, settings, notices } = config;
  const clock = Date;
  const beside = () => deskNeeds({ client, account, group, egress, areKeysRefused, known, clock, customers });
  const summary = new DailySummary({ client, account, rule: notices?.daily ?? null, clock });
  return {
    account,
    readNeeds: async (looking) => {
      const { needs: waiting } = await readNeeds(looking, { beside });
      return [...waiting, ...(await client.withAbortSignal(looking, () => summary.needs(waiting)))];
    },
    // For a person who looks: a list that is not whole must not seem so.
    readAllNeeds: (looking) => readNeeds(looking, { beside, isWhole: true }),
    listen: (onAsking) => asking.listen({ account, egress }, onAsking),
    ownNeeds: (items) => ownNeeds(items, { account, egress }),
    couriers: notices === null ? {} : couriersOf(notices),
    perMinute: settings.noticesPerMinute,
    lookIntervalMs: settings.noticeLookIntervalMs,
    clock,
    onFailure: ({ channel, text }) =>
      logger.error(
        { event: 'notice', ...(channel === null ? {} : { operation: channel }), error: text },
        'the merchant was not notified',
      ),
    stopping: signal,
  };
}

/** The couriers of the ways that the configuration names; quiet hours are those of every way. */
export function couriersOf(config: NoticeConfig): Partial<Record<Channel, AnsweringCourier>> {
  const { url, signingKey, proxy, command, env, telegram, push, quiet } = config;
  const courierOf = (way: Way): AnsweringCourier => inQuietHours(way, { quiet, clock: Date });
  return {
    ...(url === null ? {} : { url: courierOf(createUrlCourier({ url, signingKey, proxy, clock: Date })) }),
    ...(command === null ? {} : { command: courierOf(createCommandCourier({ command, env })) }),
    ...(telegram === null ? {} : { telegram: courierOf(createTelegramCourier({ ...telegram, clock: Date })) }),
    ...(push === null ? {} : { push: courierOf(createPushCourier({ ...push, env, clock: Date })) }),
  };
}
