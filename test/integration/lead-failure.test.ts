import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { leadControl } from '../../src/client/index.ts';
import { cacheDirs } from '../../src/server/cache-dir.ts';
import { runWorker } from '../../src/workers/process/run-worker.ts';
import { readEgressConfig } from '../../src/config/environment/worker-environment.ts';
import { callingTaskQueue } from '../../src/workflows/contract/definitions.ts';
import { account, openDeskWorld, sharedEgress, until } from './desk-harness.ts';

/** The worker of a queue fails when the promise resolves, as one whose polls are refused for good. */
function failOn(taskQueue: string, failing: Promise<void>): void {
  const create = Worker.create.bind(Worker);
  vi.spyOn(Worker, 'create').mockImplementation(async (options) => {
    const worker = await create(options);
    if (options.taskQueue !== taskQueue) return worker;
    const run = worker.run.bind(worker);
    worker.run = async () => {
      void failing.then(() => worker.shutdown());
      await run();
      throw new Error('its polls are refused');
    };
    return worker;
  });
}

describe('I17, I28, design 6: a process that leads and fails in part', () => {
  it('stops like one that was asked to stop: it passes the lead on and keeps nothing of it', async ({
    onTestFinished,
  }) => {
    onTestFinished(() => void vi.restoreAllMocks());
    const world = await openDeskWorld({ egress: sharedEgress });
    const failing = Promise.withResolvers<void>();
    failOn(callingTaskQueue(account, 'watch'), failing.promise);
    const lines: string[] = [];
    const { address, namespace } = world;
    const ended = runWorker({
      config: readEgressConfig(world.env),
      logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
      signal: new AbortController().signal,
      temporal: { address, namespace },
      cacheDirs: cacheDirs(process.env),
    });
    ended.catch(() => undefined);
    await until(
      'it leads',
      () => lines.join(''),
      (log) => log.includes('this process leads: it calls the service'),
    );
    failing.resolve();
    await expect(ended).rejects.toThrow('its polls are refused');
    // Only a process that goes on says so: this one was stopping when its term ended.
    expect(lines.join('')).not.toContain('leads no longer');
    expect(await leadControl(world.client, account).holder()).toBeNull();
  });
});
