/** What a stranger who reaches Temporal can do to a desk whose payloads are sealed: nothing is obeyed, nothing stands still. */
import { Client } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientConverter } from '../../../src/codec/data-converter.ts';
import { newKeyLine, parseKeyRing } from '../../../src/codec/key-ring.ts';
import type { CodecConfig } from '../../../src/codec/payload-codec.ts';
import { toPayload } from '../../../src/client/connection/payloads.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { generation } from '../../register/memory-register.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { orderInput } from '../fixtures.ts';
import { quietRuntime, untilView, withWorkers } from '../workflow-harness.ts';
import * as desk from './order-service.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const keysOf = (...lines: string[]): CodecConfig => ({
  keys: parseKeyRing(lines.join('\n'), 'keys'),
  plain: 'refused',
});
const [line, otherLine] = [newKeyLine(0), newKeyLine(0)];
const codec = keysOf(line);
const clientWith = (config: CodecConfig): Client => {
  const { connection } = env;
  const { namespace } = env.client.options;
  return new Client({ connection, namespace, dataConverter: clientConverter(config, namespace) });
};

const commandOf = (value: object): Payload => defaultPayloadConverter.toPayload(value);

/** Sends a payload as it is, past every codec, as anyone who reaches Temporal can. */
async function forge(workflowId: string, signalName: string, ...payloads: Payload[]): Promise<void> {
  await env.connection.workflowService.signalWorkflowExecution({
    namespace: env.client.options.namespace,
    workflowExecution: { workflowId },
    signalName,
    input: { payloads },
  });
}

const flipped = ({ metadata, data }: Payload): Payload => {
  const changed = Uint8Array.from(data ?? []);
  changed[20] = (changed[20] ?? 0) ^ 1;
  return { metadata: metadata ?? null, data: changed };
};

const approval = { by: 'ana', signed: null, generation, epoch: 0 };
const lookOver = (view: { refused: { count: number } }, count: number): boolean => view.refused.count === count;

describe('S2: messages that were not sealed for the order', () => {
  it('each is refused, counted and shown, the order goes on, and a genuine one is obeyed', async () => {
    const account = 'sealed-order';
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const client = clientWith(codec);
    await withWorkers(env, { account, activities, codec }, async () => {
      const handle = await desk.startOrderWorkflow({ client }, orderInput(account, desk.byPolicy('approve')));
      const { workflowId } = handle;
      await desk.waitsFor(handle, 'release-gate');
      const genuine = await toPayload(client, { workflowId, value: approval });
      const forged: Payload[] = [
        commandOf(approval),
        flipped(genuine),
        await toPayload(client, { workflowId: 'order:sealed-order:9', value: approval }),
        await toPayload(clientWith(keysOf(otherLine)), { workflowId, value: approval }),
        { metadata: { encoding: Buffer.from('binary/peerdesk-unreadable') }, data: Buffer.from('x') },
        { metadata: { encoding: Buffer.from('binary/peerdesk-sealed') }, data: null },
      ];
      for (const payload of forged) await forge(workflowId, 'approveRelease', payload);
      await forge(workflowId, 'approveRelease');
      const shown = await desk.untilShown(handle, (view) => lookOver(view, forged.length + 1));
      expect(shown).toMatchObject({ waitingFor: { code: 'release-gate' }, approvals: [] });
      await forge(workflowId, 'approveRelease', commandOf(approval));
      const last = await desk.untilShown(handle, (view) => lookOver(view, forged.length + 2));
      expect(last.refused.last).toMatchObject({
        message: 'approveRelease',
        reason: expect.stringMatching(/is not sealed/),
      });
      const byStranger = env.client.workflow
        .getHandle(workflowId)
        .executeUpdate('approveRelease', { args: [approval] });
      // The code of the refusal is sealed: without the keys no one reads it.
      await expect(byStranger).rejects.toThrow('Unknown encoding: binary/peerdesk');
      expect(truth.releases).toEqual([]);
      await forge(workflowId, 'approveRelease', genuine);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('a result that someone forged for an activity fails that activity: the order reads on', async () => {
    const account = 'sealed-result';
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const client = clientWith(codec);
    const hanging = Promise.withResolvers<void>();
    let looks = 0;
    const checkRelease: typeof activities.checkRelease = async (input) => {
      looks += 1;
      if (looks === 1) await hanging.promise;
      return desk.lookAt(truth, input, await env.currentTimeMs());
    };
    const world = { account, activities: { ...activities, checkRelease }, codec };
    await withWorkers(env, world, async () => {
      const handle = await desk.startOrderWorkflow(
        { client },
        orderInput(account, { settings: { businessBlockMs: 1_500 } }),
      );
      const { workflowId } = handle;
      const activityId = await untilView(
        async () => {
          const { raw } = await handle.describe();
          return (
            raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'checkRelease')?.activityId ?? ''
          );
        },
        (id) => id !== '',
      );
      const look = { order: { ...truth.order, totalPrice: '0.01' }, missing: [], readAtMs: Date.now() };
      await env.client.activity.complete({ workflowId, activityId }, look);
      await untilView(
        () => desk.stateOf(handle),
        (view) => /is not sealed/.test(JSON.stringify(view)),
      );
      expect(truth.releases).toEqual([]);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
      hanging.resolve();
    });
    expect({ releases: truth.releases.length, looks }).toEqual({ releases: 1, looks: 2 });
  });
});

describe('S2: a run whose input cannot be read', () => {
  it('one that a stranger begins fails with the reason, and nothing is called', async () => {
    const account = 'sealed-start';
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    await withWorkers(env, { account, activities, codec }, async () => {
      const handle = await desk.startOrderWorkflow(env, orderInput(account));
      await expect(clientWith(codec).workflow.getHandle(handle.workflowId).result()).rejects.toMatchObject({
        cause: { type: 'MALFORMED_INPUT', message: expect.stringMatching(/is not sealed/) },
      });
    });
    expect(truth).toMatchObject({ reads: 0, releases: [] });
  });

  it('one that is under way waits for a worker that has its key, and goes on where it was', async () => {
    const account = 'sealed-keys';
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const client = clientWith(codec);
    const input = orderInput(account, desk.byPolicy('approve'));
    const handle = await withWorkers(env, { account, activities, codec }, async () => {
      const started = await desk.startOrderWorkflow({ client }, input);
      await desk.waitsFor(started, 'release-gate');
      return started;
    });
    // The first worker is gone: what it kept is dispatched to others at once.
    const { namespace } = env.client.options;
    const execution = { workflowId: handle.workflowId };
    const forget = () => env.connection.workflowService.resetStickyTaskQueue({ namespace, execution });
    await forget();
    await withWorkers(env, { account, activities, codec: keysOf(otherLine) }, async () => {
      await handle.signal(definitions.orderCommands.hold.signal, { by: 'ana' });
      await untilView(
        async () =>
          ((await handle.fetchHistory()).events ?? []).some((event) => event.workflowTaskFailedEventAttributes),
        (hasFailed) => hasFailed,
      );
    });
    expect((await handle.describe()).status.name).toBe('RUNNING');
    await withWorkers(env, { account, activities, codec: keysOf(line, otherLine) }, async () => {
      expect(await desk.waitsFor(handle, 'held')).toMatchObject({ held: { by: 'ana' } });
      await handle.terminate();
    });
    expect(truth.releases).toEqual([]);
  });
});
