import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { Worker, type NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createNoticeActivities, type NoticeDependencies } from '../../activities/notices/notice-activities.ts';
import { startNotices } from '../../client/index.ts';
import { noticesTaskQueue } from '../../workflows/contract/definitions.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { workflowModule } from '../bundle/bundle-source.ts';
import { createCommandCourier } from './command-courier.ts';
import type { NoticeConfig } from '../../config/egress-config.ts';
import { inOwnWords } from './own-words.ts';
import { createNeedsReader } from './temporal-needs.ts';
import { createUrlCourier, type AnsweringCourier } from './url-courier.ts';

interface NoticesPlace {
  config: { account: string; egress: string; settings: DeskSettings; notices: NoticeConfig | null };
  client: Client;
  connection: NativeConnection;
  logger: Logger;
  /** Aborting it ends the telling. */
  signal: AbortSignal;
}

/** The workflow is started again so often, should somebody have ended it. */
const startEveryMs = 300_000;
/** After a worker that failed: the server is away, say. */
const restMs = 15_000;

/**
 * Tells the merchant, as long as the signal lets it, where the configuration names a way. It is no part of the desk's
 * workers: what fails here is logged and tried again, and never ends the process. Never rejects.
 */
export async function runNotices(place: NoticesPlace): Promise<void> {
  const { notices } = place.config;
  if (notices === null) return;
  while (!place.signal.aborted) {
    try {
      await serve(place, notices);
    } catch (error) {
      place.logger.error({ event: 'notice', error: String(error) }, 'the merchant is told nothing: tried again');
      await rest(restMs, place.signal);
    }
  }
}

async function serve(place: NoticesPlace, notices: NoticeConfig): Promise<void> {
  const { config, client, connection, signal } = place;
  const worker = await Worker.create({
    connection,
    namespace: client.options.namespace,
    taskQueue: noticesTaskQueue(config.account),
    activities: createNoticeActivities(dependencies(place, notices)),
    dataConverter: { payloadConverterPath: workflowModule('kit/payload-converter') },
    shutdownGraceTime: '10s',
    shutdownForceTime: '30s',
    maxConcurrentActivityTaskExecutions: 5,
  });
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const running = worker.run();
  const stop = (): void => (worker.getState() === 'RUNNING' ? worker.shutdown() : undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const starting = keepStarted(place, ended);
  try {
    await running;
  } finally {
    over.abort();
    signal.removeEventListener('abort', stop);
    await starting;
  }
}

async function keepStarted({ client, config, logger }: NoticesPlace, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await startNotices(client, { account: config.account });
      await rest(startEveryMs, signal);
    } catch (error) {
      logger.warn(
        { event: 'notice', error: String(error) },
        'the workflow of the notices was not started: tried again',
      );
      await rest(restMs, signal);
    }
  }
}

function dependencies({ config, client, logger, signal }: NoticesPlace, notices: NoticeConfig): NoticeDependencies {
  const { account, egress, settings } = config;
  const clock = Date;
  return {
    account,
    readNeeds: createNeedsReader({ client, account, egress, urgentAfterMs: settings.noticeUrgentMs, clock }),
    inOwnWords: (items) => inOwnWords(items, { account, egress }),
    couriers: couriersOf(notices),
    perMinute: settings.noticesPerMinute,
    lookIntervalMs: settings.noticeLookIntervalMs,
    clock,
    onFailure: ({ channel, text }) =>
      logger.error(
        { event: 'notice', ...(channel === null ? {} : { operation: channel }), error: text },
        'the merchant was not told',
      ),
    stopping: signal,
  };
}

/** The couriers of the ways that the configuration names. */
export function couriersOf({ url, signingKey, command, env }: NoticeConfig): {
  url?: AnsweringCourier;
  command?: AnsweringCourier;
} {
  return {
    ...(url === null ? {} : { url: createUrlCourier({ url, signingKey, clock: Date }) }),
    ...(command === null ? {} : { command: createCommandCourier({ command, env }) }),
  };
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
