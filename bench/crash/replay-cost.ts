import { DefaultLogger, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';
import { inProject } from '../../src/server/project-root.ts';
import type { CrashWorld } from './world.ts';

const more = 5;

/**
 * Returns in words what a replay of one ad's history costs. The first of a process pays for the worker and the bundle,
 * so the others tell.
 */
export async function measureReplay({ client, workflowIds }: CrashWorld): Promise<string> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const [workflowId = ''] = workflowIds();
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: inProject('src', 'workflows', 'index.ts'),
    logger: new DefaultLogger('ERROR'),
  });
  const replay = async (times: number): Promise<number> => {
    const before = process.cpuUsage();
    const histories = Array.from({ length: times }, () => ({ workflowId, history }));
    for await (const { error } of Worker.runReplayHistories({ workflowBundle }, histories)) if (error) throw error;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const first = await replay(1);
  const each = ((await replay(1 + more)) - (await replay(1))) / more;
  return `a replay of ${history.events?.length ?? 0} events: ${Math.round(each)} ms of CPU (budget 500), the first of a process ${Math.round(first)} ms`;
}
