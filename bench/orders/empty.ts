import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Worker, bundleWorkflowCode } from '@temporalio/worker';

const taskQueue = 'bench-empty';
const atOnce = 50;

/** Returns how many workflows without any work the server and a worker carry a second. */
export async function emptyWorkflowsPerSecond(
  { client, address }: { client: Client; address: string },
  count: number,
): Promise<number> {
  const workflowsPath = fileURLToPath(new URL('empty-workflow.ts', import.meta.url));
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  const connection = await NativeConnection.connect({ address });
  try {
    const worker = await Worker.create({ connection, taskQueue, workflowBundle });
    return await worker.runUntil(async () => {
      await carry(client, 20);
      const fromMs = performance.now();
      await carry(client, count);
      return (count * 1_000) / (performance.now() - fromMs);
    });
  } finally {
    await connection.close();
  }
}

async function carry(client: Client, count: number): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await client.workflow.execute('empty', { workflowId: `empty-${count}-${left}`, taskQueue });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
