import { onTestFinished } from 'vitest';
import { createExchangeClient, type ExchangeClient, type ExchangeClientOptions } from '../../src/exchange/index.ts';
import type { SimulatorOptions } from '../../src/simulator/world/simulator-options.ts';
import { deskAccount, openWorld, type SimWorld } from '../simulator/sim-fixture.ts';

/** A simulator on a port, and the product's own client of its desk. */
export interface ContractWorld extends SimWorld {
  client: ExchangeClient;
  /** Another client, with other keys or settings. */
  connect: (options?: Partial<ExchangeClientOptions>) => ExchangeClient;
}

/** Opens both; they are closed when the test is over. */
export async function openContract(options: Partial<SimulatorOptions> = {}): Promise<ContractWorld> {
  const world = await openWorld({ rateLimit: { requests: 10_000, windowMs: 10_000 }, ...options });
  const connect = (clientOptions: Partial<ExchangeClientOptions> = {}): ExchangeClient => {
    const client = createExchangeClient({
      baseUrl: world.baseUrl,
      credentials: deskAccount,
      clock: { now: () => world.clock.now() },
      monotonic: () => world.clock.now(),
      random: () => 0.99,
      sleep: () => Promise.resolve(),
      settings: { accountRequestsPerSecond: 10_000, adRequestsPerSecond: 10_000, timeSyncWaitMs: 0 },
      ...clientOptions,
    });
    onTestFinished(() => client.close());
    return client;
  };
  return { ...world, client: connect(), connect };
}
