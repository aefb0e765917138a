import type { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { readTemporalConfig } from '../../client/connection/connect.ts';
import { registerSearchAttributes } from '../../client/index.ts';
import { MissingSearchAttributes } from '../../client/kit/search-attribute-setup.ts';
import { onceInARow, sleep } from '../lead/stoppable.ts';

/** Registering them takes a server seconds; one that is silent must not hold a start up forever. */
const attributesLimitMs = 20_000;

/** Where Temporal is; replaces the environment (the file), or its address. */
export interface TemporalPlace {
  address?: string;
  namespace?: string;
  env?: Readonly<Record<string, string | undefined>>;
}

/** Connects the workers of a process. */
export async function connectNative(temporal: TemporalPlace): Promise<NativeConnection> {
  const config = readTemporalConfig(temporal.env);
  const address = temporal.address ?? config.connectionOptions.address ?? 'localhost:7233';
  return NativeConnection.connect({ ...config.connectionOptions, address });
}

/** So often a namespace that lacks some is looked at again. */
const attributesAgainMs = 15_000;

/**
 * Registers the search attributes, and returns when the namespace has them all: without one every task of a workflow that
 * writes it fails, and what is lacking is a person's to put right. A server that does not say what it has, such as a cloud,
 * is believed: an operator has done it, or a workflow shows it.
 */
export async function prepareSearchAttributes(client: Client, logger: Logger, stopping: AbortSignal): Promise<void> {
  const say = onceInARow((text) => logger.error({ event: 'setting' }, `this worker is not ready: ${text}`));
  while (!stopping.aborted) {
    try {
      await client.withDeadline(Date.now() + attributesLimitMs, () => registerSearchAttributes(client));
      return;
    } catch (error) {
      if (!(error instanceof MissingSearchAttributes)) {
        logger.warn({ error: String(error) }, 'search attributes not registered: see docs/running.md');
        return;
      }
      say(error.message);
      await sleep(attributesAgainMs, stopping);
    }
  }
}
