/**
 * `npm run replay -- FILE…`: replays downloaded histories against the current workflows in src/. Exits with 0 when each
 * of them replays, with 1 when one does not, with 2 when a file cannot be read.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { DefaultLogger, Runtime, Worker, bundleWorkflowCode, type WorkflowBundle } from '@temporalio/worker';
import { inProject } from '../src/server/project-root.ts';
import * as workflows from '../src/workflows/index.ts';
import { HistoryFileError, readHistory, type DownloadedHistory } from './history-file.ts';

const usage = 'usage: npm run replay -- FILE… [--workflow-id ID]';

interface NamedHistory extends DownloadedHistory {
  file: string;
}

function read(file: string): NamedHistory {
  try {
    const history = readHistory(readFileSync(file, 'utf8'));
    if (history.workflowType in workflows) return { ...history, file };
    const known = Object.keys(workflows).join(', ');
    throw new HistoryFileError(`a history of ${history.workflowType}, and the workflows are ${known}`);
  } catch (error) {
    if (error instanceof HistoryFileError) throw new HistoryFileError(`${file} is ${error.message}`);
    throw error;
  }
}

/** Returns why the history does not replay, or null. */
async function replay(workflowBundle: WorkflowBundle, read: NamedHistory, workflowId: string): Promise<string | null> {
  try {
    await Worker.runReplayHistory({ workflowBundle }, read.history, workflowId);
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'workflow-id': { type: 'string' } } });
  if (positionals.length === 0) throw new HistoryFileError(usage);
  const histories = positionals.map(read);
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'OFF' } } });
  const logger = new DefaultLogger('ERROR');
  const bundle = await bundleWorkflowCode({ workflowsPath: inProject('src', 'workflows', 'index.ts'), logger });
  let broken = 0;
  for (const history of histories) {
    const workflowId = values['workflow-id'] ?? history.workflowId ?? 'unknown';
    const reason = await replay(bundle, history, workflowId);
    if (reason !== null) broken += 1;
    const what = `${basename(history.file)}: ${history.workflowType} ${workflowId}, ${history.events} events`;
    process.stdout.write(`${what}: ${reason === null ? 'replays' : `does not replay\n  ${reason}`}\n`);
  }
  return broken === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
