import { Client, Connection, type ClientOptions } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';

export interface PeerdeskConnection {
  client: Client;
  close(): Promise<void>;
}

/**
 * Connects to Temporal as its own tools do: `TEMPORAL_*` variables over `temporal.toml` over localhost:7233.
 * `overrides` win over both (tests, the demo). Rejects when the server does not answer.
 */
export async function connectTemporal(
  overrides: { address?: string; namespace?: string } = {},
): Promise<PeerdeskConnection> {
  const config = loadClientConnectConfig();
  const address = overrides.address ?? config.connectionOptions.address ?? 'localhost:7233';
  const namespace = overrides.namespace ?? config.namespace ?? 'default';
  const connection = await Connection.connect({ ...config.connectionOptions, address, connectTimeout: 5_000 });
  const options: ClientOptions = { connection, namespace };
  return { client: new Client(options), close: () => connection.close() };
}
