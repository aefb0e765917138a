/** The guard of a desk whose payloads are sealed, replaced by a stranger without the keys; the ledger is the judge. */
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { sealedWith } from '../../../src/codec/sealed-payload.ts';
import { account } from '../desk-harness.ts';
import { guardId, replaceGuard } from './replaced-guard.ts';
import { shareSealedWorld } from './sealed-world.ts';

const the = shareSealedWorld();

const terminateExisting = 3;

it('S2, S22, S23, P6: the sealed start of the guard, sent again as it was', async () => {
  const world = the();
  const { client, namespace } = world;
  const sendAgain = async (): Promise<void> => {
    const { workflowService } = client;
    const execution = { workflowId: guardId };
    const { history } = await workflowService.getWorkflowExecutionHistory({ namespace, execution, maximumPageSize: 1 });
    const input = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input;
    expect(input?.payloads?.map((payload) => sealedWith(payload as never))).toEqual([expect.any(String)]);
    await workflowService.startWorkflowExecution({
      namespace,
      workflowId: guardId,
      workflowType: { name: 'guard' },
      taskQueue: { name: `peerdesk:${account}` },
      ...(input === null || input === undefined ? {} : { input }),
      requestId: randomUUID(),
      identity: 'a stranger',
      workflowIdConflictPolicy: terminateExisting,
    });
  };
  await replaceGuard(world, sendAgain, { name: 'sealed', atEnd: onTestFinished });
});
