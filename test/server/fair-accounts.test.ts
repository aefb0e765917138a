import { inject, expect, it, onTestFinished } from 'vitest';
import { connectTemporal, guardControl, orderControl, startOrder } from '../../src/client/index.ts';
import { noReleaseRules } from '../../src/domain/orders/release-rules.ts';
import { startTemporalServer } from '../../src/server/temporal-server.ts';
import { groupTaskQueue } from '../../src/workflows/contract/task-queues.ts';
import { guardWorkflowId, parseWorkflowId } from '../../src/workflows/contract/workflow-ids.ts';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';

const group = 'home';
const floodOf = 60;
const pollLimitMs = 60_000;

it('ADR 0031: where the server is fair, the tasks of one account do not wait behind the many of another one', async () => {
  const server = await startTemporalServer({
    cliPath: inject('temporalCli'),
    uiPort: null,
    searchAttributes: searchAttributeKeys,
    dynamicConfig: {
      'matching.enableFairness': true,
      // Each part of a queue is fair by itself, and a poll asks any of them: in one part the order is certain.
      'matching.numTaskqueueReadPartitions': 1,
      'matching.numTaskqueueWritePartitions': 1,
    },
  });
  onTestFinished(() => server.stop());
  const peerdesk = await connectTemporal({ address: server.address, namespace: 'default' });
  onTestFinished(() => peerdesk.close());
  const { client } = peerdesk;
  const start = (account: string, orderNumber: string) =>
    startOrder(client, { account, group, orderNumber, mode: 'sim', release: noReleaseRules });
  for (let order = 1; order <= floodOf; order += 1) await start('flooded', `2000000000000000${1_000 + order}`);
  await start('other', '20000000000000002000');
  await guardControl(client, 'other', { group }).sendReleaseRules(noReleaseRules);
  const asked: string[] = [];
  for (let task = 0; task < floodOf + 2; task += 1) {
    const { workflowExecution } = await client.withDeadline(Date.now() + pollLimitMs, () =>
      client.workflowService.pollWorkflowTaskQueue({
        namespace: 'default',
        taskQueue: { name: groupTaskQueue(group) },
        identity: 'test',
      }),
    );
    asked.push(workflowExecution?.workflowId ?? '');
  }
  const places = asked.flatMap((id, place) => (parseWorkflowId(id)?.owner === 'other' ? [place] : []));
  expect(places).toHaveLength(2);
  // In turn by order of arrival they were the last two.
  expect(Math.max(...places)).toBeLessThan(floodOf / 2);
});

it('ADR 0031: each workflow carries the name of its account as its fairness key', async () => {
  const server = await startTemporalServer({
    cliPath: inject('temporalCli'),
    uiPort: null,
    searchAttributes: searchAttributeKeys,
  });
  onTestFinished(() => server.stop());
  const peerdesk = await connectTemporal({ address: server.address, namespace: 'default' });
  onTestFinished(() => peerdesk.close());
  const { client } = peerdesk;
  const orderNumber = '20000000000000002000';
  await startOrder(client, { account: 'other', group, orderNumber, mode: 'sim', release: noReleaseRules });
  await guardControl(client, 'third', { group }).sendReleaseRules(noReleaseRules);
  const keyOf = async (id: string) => (await client.workflow.getHandle(id).describe()).priority?.fairnessKey;
  expect(await keyOf(orderControl(client, 'other', orderNumber).workflowId)).toBe('other');
  expect(await keyOf(guardWorkflowId('third'))).toBe('third');
});
