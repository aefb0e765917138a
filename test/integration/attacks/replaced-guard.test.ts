/** A stranger starts another guard in the place of the one that knows; the ledger of the service is the judge. */
import { describe, it, onTestFinished } from 'vitest';
import { account } from '../desk-harness.ts';
import { shareOperationsWorld } from '../operations-world.ts';
import { guardId, replaceGuard, type Replace } from './replaced-guard.ts';

const the = shareOperationsWorld();

async function startGuard(input: object, policy = 'TerminateExisting', type = 'guard'): Promise<string> {
  const what = ['--type', type, '--workflow-id', guardId, '--task-queue', `peerdesk:${account}`];
  return the().mustTemporal('workflow', 'start', ...what, '--input', JSON.stringify(input), ...policyOption(policy));
}

/** The reuse policy of old says what two conflict policies do. */
const policyOption = (policy: string): string[] =>
  policy === 'TerminateIfRunning' ? ['--id-reuse-policy', policy] : ['--id-conflict-policy', policy];

const lifted = { switches: { all: null, releases: null, repricing: null, ads: null }, rules: null, blocked: [] };

describe('S22, S23, P6: a guard started in the place of the one that knows neither opens a switch nor frees a payment', () => {
  it.each<[string, Replace]>([
    ['empty, by the conflict policy', () => startGuard({ account })],
    ['empty, by the reuse policy', () => startGuard({ account }, 'TerminateIfRunning')],
    // It fails at once: the guard that follows takes over what the one before it kept.
    ['with a forged memory', (memory) => startGuard({ account, memory: { ...memory, ...lifted } })],
    [
      'that is no guard',
      async () => {
        await startGuard({ group: account }, 'TerminateExisting', 'lead');
        await the().mustTemporal('workflow', 'terminate', '--workflow-id', guardId, '--reason', 'a person');
      },
    ],
    ['that takes an old run over', (_, { older }) => startGuard({ account, after: older })],
  ])('%s', (name, replace) => replaceGuard(the(), replace, { name, atEnd: onTestFinished }));
});
