// Runs as a process of its own (see fetch-server.ts): node sdk-download-process.ts KIND FOLDER.
// The SDK only downloads a server in order to start it, so it is started and ended at once.
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [kind, downloadDir] = process.argv.slice(2);
if (downloadDir === undefined) throw new Error('usage: sdk-download-process.ts dev-server|time-skipping FOLDER');
const server = { executable: { type: 'cached-download', downloadDir } } as const;

try {
  const environment =
    kind === 'time-skipping'
      ? await TestWorkflowEnvironment.createTimeSkipping({ server })
      : await TestWorkflowEnvironment.createLocal({ server });
  await environment.teardown();
} catch (error) {
  // The reason is the last line of stderr: the parent shows exactly that.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
