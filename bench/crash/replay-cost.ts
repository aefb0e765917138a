import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { cacheDirs } from '../../src/server/cache-dir.ts';
import { workerConverter } from '../../src/codec/data-converter.ts';
import { plainCodec } from '../../src/codec/payload-codec.ts';
import { loadBundle } from '../../src/workers/bundle/load-bundle.ts';
import type { CrashWorld } from './world.ts';
import { AskingWorkflows } from '../../src/workers/notices/asking-workflows.ts';

const more = 5;

/**
 * Describes the cost of replaying one ad's history. The first replay of a process pays for the worker and the bundle,
 * so the later ones count.
 */
export async function measureReplay(world: CrashWorld): Promise<string> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const [workflowId = ''] = world.workflowIds();
  const history = await world.client.workflow.getHandle(workflowId).fetchHistory();
  const logger = { debug: () => undefined, warn: () => undefined };
  const workflowBundle = await loadBundle({ cacheDirs: cacheDirs(process.env), logger });
  const dataConverter = workerConverter(plainCodec, 'default');
  const replay = async (times: number): Promise<number> => {
    const before = process.cpuUsage();
    const histories = Array.from({ length: times }, () => ({ workflowId, history }));
    for await (const { error } of Worker.runReplayHistories(
      { workflowBundle, dataConverter, sinks: new AskingWorkflows().sinks() },
      histories,
    )) {
      if (error) throw error;
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const first = await replay(1);
  const each = ((await replay(1 + more)) - (await replay(1))) / more;
  return `a replay of ${history.events?.length ?? 0} events: ${Math.round(each)} ms of CPU (budget 500), the first of a process ${Math.round(first)} ms`;
}
