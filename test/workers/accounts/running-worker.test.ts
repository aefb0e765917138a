import { expect, it } from 'vitest';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import type { Accounts } from '../../../src/workers/accounts/accounts.ts';
import { runningWorker } from '../../../src/workers/accounts/running-worker.ts';

const env = {
  PEERDESK_BASE_URL: 'http://127.0.0.1:8400',
  PEERDESK_API_KEY: 'a-key-of-main',
  PEERDESK_API_SECRET: 'a-secret-of-main',
};
const real = { ...env, PEERDESK_BASE_URL: 'https://api.example.com' };

it('a process with the register of simulators serves no account of a real service: it goes on as it was', async () => {
  const served: string[] = [];
  const accounts = { serve: async ({ baseUrl }: { baseUrl: string }) => void served.push(baseUrl) };
  const begun = (started: Record<string, string>) =>
    runningWorker(accounts as unknown as Accounts, readEgressConfig(started));
  const [wanted] = readEgressConfig(real).accounts;
  await expect(begun(env).serveAccount(wanted)).rejects.toThrow(/main is at a real service: .* until it starts again/);
  expect(served).toEqual([]);
  await begun(real).serveAccount(wanted);
  expect(served).toEqual(['https://api.example.com']);
});
