import { expect, it } from 'vitest';
import { deskControl } from '../../../src/client/index.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { account, openDeskWorld, sharedEgress, until } from '../desk-harness.ts';

it('U30: a second alias on one API key is said by its worker, on its desk, and asks a human', async () => {
  const world = await openDeskWorld({ egress: sharedEgress });
  const { client, address, namespace } = world;
  world.startWorker();
  await until(
    'the first worker is ready',
    () => world.log(),
    (log) => log.includes(`worker ready: account ${account}`),
  );
  await world.startDesk({ account: 'twin' });
  world.startWorker({ PEERDESK_ACCOUNT: 'twin' });
  const desk = deskControl(client, 'twin');
  const asked = 'account acme works with the same API key: both carry the same orders; stop one of the two';
  const view = await until(
    'the desk says why it asks a human',
    () => desk.state(),
    ({ troubles }) => Object.values(troubles).some(({ text }) => text === asked),
  );
  expect(view.needsHuman).toBe(true);
  const log = await world.log();
  const said = log.indexOf('account acme calls with the same API key: stop one of the two');
  expect(said).toBeGreaterThan(0);
  expect(said).toBeLessThan(log.indexOf('worker ready: account twin'));
  expect(log).not.toContain('key-of-acme');
  const env = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  const shown = await runInProcess(['desk', 'show', '--account', 'twin', '--timeout', '120s'], env);
  expect(shown.stdout).toMatch(/needs you +since [^:]*.*account acme works with the same API key/);
});
