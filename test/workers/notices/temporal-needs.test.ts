/** What waits for a human, from workflows and from what no workflow says. */
import type { Client } from '@temporalio/client';
import { expect, it } from 'vitest';
import type { AskingWorkflow } from '../../../src/workers/notices/asking-workflows.ts';
import type { BesideNeed } from '../../../src/workers/notices/register-needs.ts';
import { createNeedsReader } from '../../../src/workers/notices/temporal-needs.ts';

/** A server on which nothing waits for a human. */
const idle = {
  withAbortSignal: <T>(_signal: AbortSignal, ask: () => T): T => ask(),
  workflow: { list: async function* nothing() {} },
} as unknown as Client;

it('U16: a need that no workflow says is of the desk, or of what it names', async () => {
  const order = { workflowId: 'order:main:1', type: 'order' } as const;
  const beside: BesideNeed[] = [
    { fact: { code: 'step-open' }, sinceMs: 5, isUrgentAtOnce: true, of: order },
    { fact: { code: 'desk-trouble', source: 'uncompared' }, sinceMs: 6, isUrgentAtOnce: true },
  ];
  const read = createNeedsReader({
    client: idle,
    account: 'main',
    egress: 'main',
    urgentAfterMs: 60_000,
    clock: { now: () => 100 },
    asking: { recent: () => [] },
  });
  const { needs } = await read(new AbortController().signal, { beside: async () => beside });
  expect(needs).toEqual([
    { key: 'order:main:1/step-open', ...order, fact: { code: 'step-open' }, sinceMs: 5, urgentAtMs: 5 },
    {
      key: 'desk:main/desk-trouble/uncompared',
      workflowId: 'desk:main',
      type: 'desk',
      fact: { code: 'desk-trouble', source: 'uncompared' },
      sinceMs: 6,
      urgentAtMs: 6,
    },
  ]);
});

const gate = { waitingFor: { code: 'held' }, needsHuman: true, troubles: [], sinceMs: 5, untilMs: null };
const idleView = { ...gate, needsHuman: false };

/** A server whose list and orders the test sets, and what those said of themselves. */
function askingWorld({ isWhole = false } = {}) {
  const clock = { nowMs: 100 };
  const listed = new Map<string, string>();
  const views = new Map<string, unknown>();
  const said: AskingWorkflow[] = [];
  const asked: string[] = [];
  const slow = { list: Promise.resolve() };
  const client = {
    withAbortSignal: <T>(_signal: AbortSignal, ask: () => T): T => ask(),
    withDeadline: <T>(_atMs: number, ask: () => T): T => ask(),
    workflow: {
      list: async function* list() {
        const rows = [...listed];
        await slow.list;
        for (const [workflowId, state] of rows) yield { workflowId, typedSearchAttributes: { get: () => state } };
      },
      getHandle: (workflowId: string) => ({
        query: async () => {
          asked.push(workflowId);
          if (!views.has(workflowId)) throw new Error('no answer');
          return views.get(workflowId);
        },
      }),
    },
  } as unknown as Client;
  const reader = createNeedsReader({
    client,
    account: 'main',
    egress: 'main',
    urgentAfterMs: 60_000,
    clock: { now: () => clock.nowMs },
    asking: { recent: () => said },
  });
  const read = (signal: AbortSignal) => reader(signal, { beside: async () => [], isWhole });
  const keys = async () => (await read(new AbortController().signal)).needs.map(({ key }) => key);
  return { clock, listed, views, said, asked, slow, read, keys };
}

it('ADR 0020: what a workflow says itself waits before the list has it, and is asked once more only while that has it not', async () => {
  const { clock, listed, views, said, asked, keys } = askingWorld();
  views.set('order:main:1', gate);
  said.push({ workflowId: 'order:main:1', state: 'held', atMs: 99 });
  expect(await keys()).toEqual(['order:main:1/held']);
  expect(await keys()).toEqual(['order:main:1/held']);
  expect(asked).toHaveLength(2);
  listed.set('order:main:1', 'held');
  clock.nowMs += 1;
  expect(await keys()).toEqual(['order:main:1/held']);
  said.length = 0;
  expect(await keys()).toEqual(['order:main:1/held']);
  expect(asked).toHaveLength(2);
});

it('ADR 0020: what has ended before the list had it waits no more; an answer that is missing says nothing', async () => {
  const { views, said, keys } = askingWorld();
  said.push({ workflowId: 'order:main:1', state: 'held', atMs: 99 });
  expect(await keys()).toEqual([]);
  views.set('order:main:1', gate);
  expect(await keys()).toEqual(['order:main:1/held']);
  views.set('order:main:1', idleView);
  expect(await keys()).toEqual([]);
});

it('ADR 0020: who gave no answer before the list had it is asked again as soon as the list has it', async () => {
  const { clock, listed, views, said, asked, keys } = askingWorld();
  said.push({ workflowId: 'order:main:1', state: 'held', atMs: 99 });
  expect(await keys()).toEqual([]);
  views.set('order:main:1', gate);
  listed.set('order:main:1', 'held');
  clock.nowMs += 5_000;
  expect(await keys()).toEqual(['order:main:1/held']);
  expect(asked).toHaveLength(2);
});

it('ADR 0020: what is known is asked again when it says itself that it asks', async () => {
  const { clock, listed, views, said, asked, keys } = askingWorld();
  listed.set('order:main:1', 'held');
  views.set('order:main:1', gate);
  await keys();
  clock.nowMs += 1;
  await keys();
  expect(asked).toHaveLength(1);
  views.set('order:main:1', { ...gate, waitingFor: { code: 'needs-human' } });
  said.push({ workflowId: 'order:main:1', state: 'held', atMs: clock.nowMs });
  expect(await keys()).toEqual(['order:main:1/undecided']);
  expect(asked).toHaveLength(2);
});

it('phone: who looks is answered with all that waits at once; the notices come to it by a few in each look', async () => {
  const [few, whole] = [askingWorld(), askingWorld({ isWhole: true })];
  for (const { listed, views } of [few, whole])
    for (let number = 0; number < 50; number += 1) {
      listed.set(`order:main:${number}`, 'held');
      views.set(`order:main:${number}`, gate);
    }
  expect(await whole.keys()).toHaveLength(50);
  expect(await few.keys()).toHaveLength(20);
});

it('phone: a look that has found more than it takes up says so', async () => {
  const { read, listed, views } = askingWorld({ isWhole: true });
  const isCut = async () => (await read(new AbortController().signal)).isCut;
  const add = (number: number): void => {
    listed.set(`order:main:${number}`, 'held');
    views.set(`order:main:${number}`, gate);
  };
  for (let number = 0; number < 200; number += 1) add(number);
  expect(await isCut()).toBe(false);
  add(200);
  expect(await isCut()).toBe(true);
});

it('phone: a look that is given up asks no more workflows: those that do not answer would pile up', async () => {
  const { read, listed, views, asked } = askingWorld({ isWhole: true });
  const givenUp = new AbortController();
  for (let number = 1; number <= 50; number += 1) listed.set(`order:main:${number}`, 'held');
  // The first ones are asked, and answer after their look was given up.
  views.get = () => {
    givenUp.abort(new Error('given up'));
    return gate;
  };
  views.has = () => true;
  await expect(read(givenUp.signal)).rejects.toThrow('given up');
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked.length).toBeLessThan(10);
});

it('ADR 0020: two that look at the same moment, and one that looks after them, ask each workflow once', async () => {
  const { clock, listed, views, said, asked, keys } = askingWorld();
  for (const number of [1, 2]) {
    listed.set(`order:main:${number}`, 'held');
    views.set(`order:main:${number}`, gate);
  }
  const both = await Promise.all([keys(), keys()]);
  expect([...both, await keys()]).toEqual(Array(3).fill(['order:main:1/held', 'order:main:2/held']));
  expect(asked).toEqual(['order:main:1', 'order:main:2']);
  // What it says while it is asked may not be in that answer.
  clock.nowMs += 60_000;
  const looking = keys();
  await new Promise((resolve) => setImmediate(resolve));
  clock.nowMs += 1;
  said.push({ workflowId: 'order:main:1', state: 'held', atMs: clock.nowMs });
  await Promise.all([looking, keys()]);
  expect(asked.filter((workflowId) => workflowId === 'order:main:1')).toHaveLength(3);
});

it('ADR 0020: what one look has found another one, whose list is older, does not hide', async () => {
  const { listed, views, slow, keys } = askingWorld();
  const [list, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
  slow.list = list.promise;
  const older = keys();
  slow.list = Promise.resolve();
  views.set('order:main:1', gate).set('order:main:2', answer.promise);
  listed.set('order:main:1', 'held').set('order:main:2', 'held');
  const looking = keys();
  await new Promise((resolve) => setImmediate(resolve));
  list.resolve();
  expect(await older).toEqual([]);
  answer.resolve(gate);
  expect(await looking).toEqual(['order:main:1/held', 'order:main:2/held']);
});

it('ADR 0020: a look whose list shows another state does not wait for a question that was sent before', async () => {
  const { listed, views, asked, keys } = askingWorld();
  const answer = Promise.withResolvers<unknown>();
  views.set('order:main:1', answer.promise);
  listed.set('order:main:1', 'paid');
  const before = keys();
  await new Promise((resolve) => setImmediate(resolve));
  views.set('order:main:1', gate);
  listed.set('order:main:1', 'held');
  expect(await keys()).toEqual(['order:main:1/held']);
  expect(asked).toHaveLength(2);
  answer.resolve(idleView);
  await before;
});
