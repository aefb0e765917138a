import { expect, it } from 'vitest';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import type { Accounts } from '../../../src/workers/accounts/accounts.ts';
import { runningWorker } from '../../../src/workers/accounts/running-worker.ts';

const env = {
  PEERDESK_BASE_URL: 'https://api.example.com',
  PEERDESK_API_KEY: 'a-key-of-main',
  PEERDESK_API_SECRET: 'a-secret-of-main',
};
const live = { ...env, PEERDESK_ALLOW_LIVE: 'yes' };

it('a process with the register of the simulator serves no account live: it goes on as it was', async () => {
  const served: boolean[] = [];
  const accounts = { serve: async ({ allowLive }: { allowLive: boolean }) => void served.push(allowLive) };
  const begun = (started: Record<string, string>) =>
    runningWorker(accounts as unknown as Accounts, readEgressConfig(started));
  const [wanted] = readEgressConfig(live).accounts;
  await expect(begun(env).serveAccount(wanted)).rejects.toThrow(/main cannot write live: .* until it starts again/);
  expect(served).toEqual([]);
  await begun(live).serveAccount(wanted);
  expect(served).toEqual([true]);
});
