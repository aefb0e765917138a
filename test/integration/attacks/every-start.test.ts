/**
 * The sealed start of every workflow of a desk, sent again as it was by each word of Temporal for the run that is there; the
 * ledger of the service is the judge.
 */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { guardControl, placementControl } from '../../../src/client/index.ts';
import { sealedWith } from '../../../src/codec/sealed-payload.ts';
import { placementWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { workflowTypes } from '../../../src/workflows/contract/registered-workflows.ts';
import { account, until } from '../desk-harness.ts';
import { carriedOrder, completesOnce, effects, liftSwitch, type CarriedOrder } from '../operations-world.ts';
import { paymentOf } from './attack-world.ts';
import { buyer, liveThroughEverything, reference } from './every-workflow.ts';
import { shareSealedWorld } from './sealed-world.ts';

const the = shareSealedWorld();

/** As the protocol numbers them; the last one is the reuse policy of old that terminates, too. */
const words = {
  'reuse: allow duplicate': { workflowIdReusePolicy: 1 },
  'reuse: failed only': { workflowIdReusePolicy: 2 },
  'reuse: reject duplicate': { workflowIdReusePolicy: 3 },
  'conflict: fail': { workflowIdConflictPolicy: 1 },
  'conflict: use existing': { workflowIdConflictPolicy: 2 },
  'conflict: terminate existing': { workflowIdConflictPolicy: 3 },
  'reuse: terminate if running': { workflowIdReusePolicy: 4 },
} as const;
type Word = keyof typeof words;

type Start = Awaited<ReturnType<typeof startsOfAll>>[number];

/** The first start of each workflow id, as the server stores it. */
async function startsOfAll() {
  const { client, namespace } = the();
  const { workflowService } = client;
  const oldest = new Map<string, { runId: string; atMs: number }>();
  for await (const { workflowId, runId, startTime } of client.workflow.list()) {
    const known = oldest.get(workflowId);
    if (known === undefined || startTime.getTime() < known.atMs)
      oldest.set(workflowId, { runId, atMs: startTime.getTime() });
  }
  return Promise.all(
    [...oldest].map(async ([workflowId, { runId }]) => {
      const execution = { workflowId, runId };
      const { history } = await workflowService.getWorkflowExecutionHistory({
        namespace,
        execution,
        maximumPageSize: 1,
      });
      const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
      const { input = null, workflowType = null, taskQueue = null } = started ?? {};
      for (const payload of input?.payloads ?? []) expect(sealedWith(payload as never)).toEqual(expect.any(String));
      return { workflowId, input, workflowType, taskQueue: { name: taskQueue?.name ?? null } };
    }),
  );
}

/** Returns whether a run has begun. */
async function sendAgain({ workflowId, input, workflowType, taskQueue }: Start, word: Word): Promise<boolean> {
  const { client, namespace } = the();
  const runOf = async () => (await client.workflow.getHandle(workflowId).describe()).runId;
  const before = await runOf();
  const start = { workflowId, input, workflowType, taskQueue, requestId: randomUUID(), identity: 'a stranger' };
  const send = () => client.workflowService.startWorkflowExecution({ namespace, ...start, ...words[word] });
  // Refused as the word says, or busy.
  await send().catch(() => undefined);
  return (await runOf()) !== before;
}

async function hasEnded(workflowId: string): Promise<void> {
  await until(
    `${workflowId} has ended`,
    async () => (await the().client.workflow.getHandle(workflowId).describe()).status.name,
    (name) => name === 'COMPLETED',
  );
}

const placementId = placementWorkflowId(account, 'once');

/** The order of the placement is begun as the desk's own intake begins one that it finds: it does not know who placed it. */
async function loseOwner(): Promise<void> {
  const { client, carry } = the();
  const { orderNumber } = await placementControl(client, account, 'once').state();
  if (orderNumber === null) throw new Error('nothing was placed');
  const { workflowId } = carriedOrder(the(), orderNumber);
  await client.workflow.getHandle(workflowId).terminate('a test');
  const order = await carry(orderNumber, 'approve');
  expect(await order.control.state()).toMatchObject({ placedBy: null });
}

/** Everything that moved money or stands at the service, in order. */
const moved = (): string[] =>
  the()
    .simulator.ledger()
    .entries.filter(({ kind }) => ['place', 'pay', 'release', 'ad-post'].includes(kind))
    .map(({ kind, orderNumber, adNumber }) => `${kind} ${orderNumber ?? adNumber}`);

it('S2, S22, S23, P1, P6: nothing is done again or released, what ended ends as it did, and then the desk goes on', async () => {
  const world = the();
  const { client } = world;
  const { held, revoked, used, ended } = await liveThroughEverything(world);
  const starts = await startsOfAll();
  const types = new Set(starts.map(({ workflowType }) => workflowType?.name));
  expect(types).toEqual(new Set(workflowTypes));
  const before = moved();
  const begun = new Map<string, Set<Word>>();
  for (const word of Object.keys(words) as Word[]) {
    for (const start of starts) {
      const type = start.workflowType?.name ?? '';
      if (await sendAgain(start, word)) begun.set(type, (begun.get(type) ?? new Set()).add(word));
    }
    for (const workflowId of ended) await hasEnded(workflowId);
    expect(moved(), word).toEqual(before);
  }
  await loseOwner();
  const placing = starts.filter(({ workflowId }) => workflowId === placementId);
  expect(await Promise.all(placing.map((start) => sendAgain(start, 'conflict: terminate existing')))).toEqual([true]);
  await hasEnded(placementId);
  expect(moved()).toEqual(before);
  for (const type of types)
    expect([...(begun.get(type ?? '') ?? [])], type ?? '').toContain('conflict: terminate existing');

  await held.waitsFor('held');
  // Its payment was attached to a run that is over.
  await used.control.attachMatch(paymentOf(buyer, reference));
  for (const order of [revoked, used]) await looksAgain(order);
  expect(moved()).toEqual(before);
  await until(
    'the guard is there',
    () => guardControl(client, account).state(),
    ({ state }) => state === 'guarding',
  );
  await liftSwitch(world, 'releases');
  for (const order of [revoked, used]) await looksAgain(order);
  expect(moved()).toEqual(before);
  await held.control.unhold({ by: 'ana' });
  await held.control.approve({ by: 'ana' });
  await completesOnce(world, held);
  const ledger = world.simulator.ledger();
  expect(ledger).toMatchObject({ doublePlacements: 0, doublePayments: 0, releasesOnUsedPayment: 0 });
  expect([revoked, used].map(({ orderNumber }) => effects(ledger, 'release', orderNumber))).toEqual([0, 0]);
});

/** Makes an order look, and waits for what the look leads to. */
async function looksAgain({ control }: CarriedOrder): Promise<void> {
  // One that was released has ended.
  await control.report([{ status: null, atMs: Date.now(), source: 'test' }]).catch(() => undefined);
  const told = Date.now();
  await until(
    'it has looked',
    () => control.state(),
    ({ waitingFor }) => ['release-gate', 'nothing'].includes(waitingFor.code) && Date.now() > told + 1_500,
  );
}
