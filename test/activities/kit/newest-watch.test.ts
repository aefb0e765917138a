import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import { newestAlone } from '../../../src/activities/kit/newest-watch.ts';
import { beat, beating, pauseFor } from '../../../src/activities/kit/pause.ts';

const { signal: stopping } = new AbortController();
const dayMs = 86_400_000;

const environmentOf = (workflowId: string): MockActivityEnvironment =>
  new MockActivityEnvironment({ workflowExecution: { workflowId, runId: 'a' } });

/** A watch that pauses for a day, and one in the middle of a look. */
function world() {
  const looking = Promise.withResolvers<void>();
  const watch = newestAlone(
    beating(async (what: 'pauses' | 'looks' | 'ends') => {
      if (what === 'ends') return;
      if (what === 'pauses') return pauseFor(dayMs, what, { stopping });
      await looking.promise;
      await beat(what, { stopping });
    }),
  );
  const run = (workflowId: string, what: 'pauses' | 'looks' | 'ends'): Promise<void> =>
    environmentOf(workflowId).run(watch, what);
  return { run, looking };
}

const replaced = { type: 'WATCH_REPLACED', nonRetryable: false };

it('design 6: a watch ends at once when a newer one of its workflow begins, before any cancel has reached it', async () => {
  const { run } = world();
  const older = expect(run('ad:main:1', 'pauses')).rejects.toMatchObject(replaced);
  await run('ad:main:1', 'ends');
  await older;
});

it('design 6: one that is in the middle of a look ends with it', async () => {
  const { run, looking } = world();
  const older = expect(run('ad:main:1', 'looks')).rejects.toMatchObject(replaced);
  await run('ad:main:1', 'ends');
  looking.resolve();
  await older;
});

it('design 6: the watches of other workflows go on, and so does one after an older one has ended', async () => {
  const { run, looking } = world();
  const other = run('ad:main:2', 'looks');
  await run('ad:main:1', 'ends');
  const last = run('ad:main:1', 'looks');
  looking.resolve();
  await expect(Promise.all([other, last])).resolves.toBeDefined();
});
