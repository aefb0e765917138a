import type { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { readTemporalConfig } from '../client/connect.ts';
import { registerSearchAttributes } from '../client/index.ts';

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

/**
 * Registers the search attributes. Where this process may not (a cloud namespace), an operator has done it; otherwise a
 * workflow shows it.
 */
export async function prepareSearchAttributes(client: Client, logger: Logger): Promise<void> {
  try {
    await client.withDeadline(Date.now() + attributesLimitMs, () => registerSearchAttributes(client));
  } catch (error) {
    logger.warn({ error: String(error) }, 'search attributes not registered: see docs/runbook.md');
  }
}
