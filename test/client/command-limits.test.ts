import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adControl,
  deskControl,
  egressControl,
  guardControl,
  orderControl,
  CommandTimeoutError,
  placementControl,
  startDesk,
} from '../../src/client/index.ts';
import { noReleaseRules } from '../../src/domain/orders/release-rules.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { quietRuntime } from '../workflows/workflow-harness.ts';

const account = 'unserved';
const by = { by: 'ana' };
/** On a busy machine the question that comes before some commands takes its time, too. */
const limitMs = 4_000;

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
  const { workflow } = env.client;
  const taskQueue = 'nobody-polls-here';
  const started = [`ad:${account}:1`, `order:${account}:1`, `place:${account}:1`, 'egress:lost'];
  for (const workflowId of started) await workflow.start('any', { workflowId, taskQueue });
  await startDesk(env.client, { account, egress: 'lost', mode: 'shadow', adoptAds: null });
});
afterAll(() => env.teardown());

const kill = { name: 'all', thrown: true, by: 'ana', reason: 'test' } as const;

// Not beside the others: among their abandoned calls the server once denied that it has the namespace.
describe('U22: without a worker', () => {
  it('a kill switch that is sent needs none', async () => {
    await guardControl(env.client, account).sendKillSwitch(kill);
  });
});

describe.concurrent('U22: without a worker every command ends with one typed error that says what to do', () => {
  const commands: [string, () => Promise<unknown>][] = [
    ['desk stop', () => deskControl(env.client, account).within(limitMs).stop(by)],
    ['desk changeMode', () => deskControl(env.client, account).within(limitMs).changeMode('shadow', by)],
    ['guard killSwitch', () => guardControl(env.client, account).within(limitMs).killSwitch(kill)],
    ['guard setReleaseRules', () => guardControl(env.client, account).within(limitMs).setReleaseRules(noReleaseRules)],
    ['guard block', () => guardControl(env.client, account).within(limitMs).block('c1', by)],
    ['guard unblock', () => guardControl(env.client, account).within(limitMs).unblock('c1', by)],
    ['egress clearBan', () => egressControl(env.client, 'lost').within(limitMs).clearBan(by)],
    ['order hold', () => orderControl(env.client, account, '1').within(limitMs).hold(by)],
    ['ad pause', () => adControl(env.client, account, '1').within(limitMs).pause(by)],
    [
      'placement resolve',
      () =>
        placementControl(env.client, account, '1')
          .within(limitMs)
          .resolve({ ...by, outcome: 'give-up', note: 'test' }),
    ],
  ];

  it.each(commands)('%s', async (_name, run) => {
    const late = run();
    await expect(late).rejects.toBeInstanceOf(CommandTimeoutError);
    await expect(late).rejects.toThrow(
      /in 4000 ms: does a worker serve its account\? The command may be lost, or still take effect/,
    );
  });

  const queries: [string, () => Promise<unknown>][] = [
    ['desk', () => deskControl(env.client, account).within(limitMs).state()],
    ['guard', () => guardControl(env.client, account).within(limitMs).state()],
    ['guard memory', () => guardControl(env.client, account).within(limitMs).memory()],
    ['egress', () => egressControl(env.client, 'lost').within(limitMs).state()],
    ['order', () => orderControl(env.client, account, '1').within(limitMs).state()],
    ['ad', () => adControl(env.client, account, '1').within(limitMs).state()],
    ['ad explain', () => adControl(env.client, account, '1').within(limitMs).explain()],
    ['placement', () => placementControl(env.client, account, '1').within(limitMs).state()],
  ];

  it.each(queries)('the state of: %s', async (_name, run) => {
    await expect(run()).rejects.toMatchObject({
      name: 'CommandTimeoutError',
      isQuery: true,
      message: expect.stringMatching(/in 4000 ms: does a worker serve its account\?$/),
    });
  });
});
