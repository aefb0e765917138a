import { describe, expect, it } from 'vitest';
import { operations } from '../../src/exchange/index.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import { deskAccount } from '../simulator/sim-fixture.ts';
import { openContract } from './contract-world.ts';
import { servedBy } from './raw-call.ts';
import { scenarios } from './scenarios.ts';

type Fields = Record<string, unknown>;

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isFlat = (value: unknown): boolean => isPlain(value) || (Array.isArray(value) && value.every(isPlain));

/** Fields as a person types them: one --param for each value, and one --body for inner fields. */
function typed(fields: Fields): string[] {
  const entries = Object.entries(fields);
  const params = entries
    .filter(([, value]) => isFlat(value))
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => `${name}=${String(one)}`))
    .flatMap((param) => ['--param', param]);
  const nested = Object.fromEntries(entries.filter(([, value]) => !isFlat(value)));
  return Object.keys(nested).length === 0 ? params : [...params, '--body', JSON.stringify(nested)];
}

describe('`peerdesk call` makes every operation succeed against the simulator', () => {
  it.each(Object.values(operations).map(({ name, kind }) => [name, kind] as const))('%s (%s)', async (name, kind) => {
    const world = await openContract();
    const fields = (await scenarios[name]?.(world)) ?? {};
    const needsYes = kind === 'money' || name === 'closeBusiness';
    const run = await runInProcess(['call', name, ...typed(fields), ...(needsYes ? ['--yes'] : [])], {
      PEERDESK_BASE_URL: world.baseUrl,
      PEERDESK_API_KEY: deskAccount.apiKey,
      PEERDESK_API_SECRET: deskAccount.apiSecret,
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const answer: unknown = JSON.parse(run.stdout);
    expect(answer === null).toBe(servedBy(name).answer === null);
    // The simulated clock is not this machine's, so the program may have to ask for the time first.
    const { '-1021': _, ...refused } = world.simulator.ledger().rejected;
    expect(refused).toEqual({});
  });
});
