import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Client } from '@temporalio/client';
import { serverHistories } from '../../client/versions/workflow-histories.ts';
import { HistoryFileError, readHistory } from '../../workers/replay/history-file.ts';
import type { NamedHistory } from '../../workers/replay/replay-histories.ts';
import { workflowTypes } from '../../workflows/contract/registered-workflows.ts';
import { misuse } from '../cli-failure.ts';

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
  closedSince: Date;
  limit: number;
  /** Called when the histories of a type have been fetched. */
  onType: (workflowType: string, histories: number) => void;
}

/** Fetches the histories of what runs and of what has ended lately, type after type. */
export async function* fetchedHistories(client: Client, wish: ServerWish): AsyncGenerator<NamedHistory> {
  for (const workflowType of wish.types) {
    let histories = 0;
    for await (const history of serverHistories(client, { ...wish, workflowType })) {
      histories += 1;
      yield { ...history, name: history.workflowId };
    }
    wish.onType(workflowType, histories);
  }
}
