import { runSimulator, type RunningSimulator } from '../../src/simulator/standalone.ts';

const account = { name: 'main', apiKey: 'key-of-the-simulator', apiSecret: 'secret-of-the-simulator' };

/** A simulator to call, the environment in which `peerdesk call` finds it, and an ad of its account. */
export interface CallWorld {
  simulator: RunningSimulator;
  env: Record<string, string>;
  adNumber: string;
}

/** Starts it in a still market; close the simulator afterwards. */
export async function openCallWorld(): Promise<CallWorld> {
  const market = { seed: 1, speed: 1, marketFile: null, pair: null, ordersPerMinute: 0 };
  const simulator = await runSimulator({ ...market, faults: 'none', stateFile: null, account });
  const { apiKey, apiSecret } = account;
  return {
    simulator,
    env: { PEERDESK_BASE_URL: simulator.baseUrl, PEERDESK_API_KEY: apiKey, PEERDESK_API_SECRET: apiSecret },
    adNumber: simulator.deskAds[0]?.adNumber ?? '',
  };
}
