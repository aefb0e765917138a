import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Client } from '@temporalio/client';
import { outsideIn, runQuery, serverRuns, type ServerRun } from '../../client/versions/server-runs.ts';
import { HistoryFileError, readHistory } from '../../workers/replay/history-file.ts';
import type { NamedHistory } from '../../workers/replay/replay-histories.ts';
import { workflowTypes } from '../../workflows/contract/registered-workflows.ts';
import { misuse } from '../kit/cli-failure.ts';

/** Reads downloaded histories. Throws the failure that names the first file that holds none. */
export function fileHistories(files: readonly string[], workflowId: string | undefined): NamedHistory[] {
  return files.map((file) => {
    try {
      const history = readHistory(readFileSync(file, 'utf8'));
      if (!workflowTypes.some((type) => type === history.workflowType)) {
        throw new HistoryFileError(
          `a history of ${history.workflowType}, and the workflows are ${workflowTypes.join(', ')}`,
        );
      }
      return { ...history, name: basename(file), workflowId: workflowId ?? history.workflowId ?? 'unknown' };
    } catch (error) {
      if (error instanceof HistoryFileError) throw misuse(`${file} is ${error.message}`);
      throw error;
    }
  });
}

interface ServerWish {
  types: readonly string[];
  workflowId: string | undefined;
  /** Also runs that closed after this moment. */
  closedSince: Date;
  /** At most so many of each type; null: all that run, and some of those that have ended. */
  limit: number | null;
}

/** What an upgrade has to go on with, and what is replayed: the oldest and the newest first. */
interface ServerChoice {
  open: readonly ServerRun[];
  chosen: readonly ServerRun[];
}

/** Of what has ended nothing goes on: some of it shows whether the code still takes what it took. */
const endedByDefault = 50;

/** Lists what runs, and what has ended lately. */
export async function chosenRuns(client: Client, wish: ServerWish): Promise<ServerChoice> {
  const { types, workflowId, closedSince, limit } = wish;
  const choices = types.map(async (type): Promise<ServerChoice> => {
    const query = runQuery(type, workflowId);
    const open = await serverRuns(client, `${query} AND ExecutionStatus = 'Running'`);
    const chosen = outsideIn(open).slice(0, limit ?? open.length);
    const endedLimit = limit === null ? endedByDefault : limit - chosen.length;
    const ended = await serverRuns(client, `${query} AND CloseTime > '${closedSince.toISOString()}'`, endedLimit);
    return { open, chosen: [...chosen, ...ended] };
  });
  const all = await Promise.all(choices);
  return { open: all.flatMap(({ open }) => open), chosen: all.flatMap(({ chosen }) => chosen) };
}
