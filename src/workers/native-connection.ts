import { NativeConnection } from '@temporalio/worker';
import { readTemporalConfig } from '../client/connect.ts';

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
