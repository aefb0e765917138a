import type { Client } from '@temporalio/client';
import { expect, it } from 'vitest';
import { UnchangedRead } from '../../../src/client/kit/unchanged-read.ts';

/** A workflow that counts its queries. */
function world() {
  const state = { runId: 'a', historyLength: 3, view: 'open', queries: 0 };
  const client = {
    withAbortSignal: <T>(_: AbortSignal, use: () => Promise<T>) => use(),
    workflow: {
      getHandle: () => ({ describe: async () => ({ runId: state.runId, historyLength: state.historyLength }) }),
    },
  } as unknown as Client;
  const read = async (): Promise<string> => {
    state.queries += 1;
    return state.view;
  };
  return { state, read: new UnchangedRead({ client, workflowId: 'guard:main', read }) };
}

it('a workflow whose history has not grown is not asked again', async () => {
  const { state, read } = world();
  expect([await read.get(), await read.get(), state.queries]).toEqual(['open', 'open', 1]);
});

it.each([{ historyLength: 5 }, { runId: 'b' }])('one that changed is: %j', async (change) => {
  const { state, read } = world();
  await read.get();
  Object.assign(state, change, { view: 'engaged' });
  expect([await read.get(), state.queries]).toEqual(['engaged', 2]);
});

it('a change during the query is found by the next look', async () => {
  const { state, read } = world();
  const first = read.get();
  await Promise.resolve();
  Object.assign(state, { historyLength: 4 });
  await first;
  state.view = 'engaged';
  expect(await read.get()).toBe('engaged');
});
