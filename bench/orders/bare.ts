import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Worker, bundleWorkflowCode } from '@temporalio/worker';
import type { BareActivities, empty, permits, steps } from './bare-workflows.ts';

const taskQueue = 'bench-bare';
const permitsId = 'bench-permits';
const atOnce = 50;
const warmUp = 20;

/** How many workflows of each kind a server and a worker carry a second. */
export interface BareRates {
  /** Without any work. */
  readonly empty: number;
  /** With the steps of a sale, none of which does anything. */
  readonly steps: number;
}

function bareActivities(client: Client): BareActivities {
  let line = Promise.resolve();
  return {
    pass: async () => undefined,
    /** One after the other, as money calls ask. */
    askPermit: async () => {
      line = line.then(() => client.workflow.getHandle<typeof permits>(permitsId).executeUpdate('permit')).then(ignore);
      await line;
    },
  };
}

const ignore = (): void => undefined;

/** Measures both kinds, one after the other, beside whatever else runs. */
export async function bareRates(
  { client, address }: { client: Client; address: string },
  counts: BareRates,
): Promise<BareRates> {
  const workflowsPath = fileURLToPath(new URL('bare-workflows.ts', import.meta.url));
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  const connection = await NativeConnection.connect({ address });
  try {
    const activities = bareActivities(client);
    const worker = await Worker.create({ connection, taskQueue, workflowBundle, activities });
    return await worker.runUntil(async () => {
      const asked = await client.workflow.start<typeof permits>('permits', { workflowId: permitsId, taskQueue });
      const rates = {
        empty: await rateOf(client, 'empty', counts.empty),
        steps: await rateOf(client, 'steps', counts.steps),
      };
      await asked.terminate();
      return rates;
    });
  } finally {
    await connection.close();
  }
}

async function rateOf(client: Client, kind: keyof BareRates, count: number): Promise<number> {
  await carry(client, kind, warmUp);
  const fromMs = performance.now();
  await carry(client, kind, count);
  return (count * 1_000) / (performance.now() - fromMs);
}

async function carry(client: Client, kind: keyof BareRates, count: number): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const workflowId = `${kind}-${count}-${left}`;
      await client.workflow.execute<typeof empty | typeof steps>(kind, { workflowId, taskQueue });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
