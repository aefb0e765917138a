import PQueue from 'p-queue';
import { z } from 'zod';
import { listWorkflows, type ListFilter, type ListedWorkflow } from '../client/index.ts';
import { note, type CommandContext } from './command-context.ts';
import { flagValue, positiveCountValue, sessionShape } from './option-values.ts';
import { isServed, type TemporalSession } from './temporal-session.ts';

/** Options of every list. */
export const listSchema = z.object({
  ...sessionShape,
  running: flagValue,
  all: flagValue,
  needsHuman: flagValue,
  limit: positiveCountValue.default(200),
});

export type ListOptions = z.output<typeof listSchema>;

const queriesAtOnce = 20;
/** A list that is nearly complete soon is better than a complete one late. */
const enrichLimitMs = 5_000;

/** Returns the workflows of one type from the server's visibility; a moment old. */
export function listed(
  { client, account }: TemporalSession,
  type: ListFilter['type'],
  options: ListOptions,
): Promise<ListedWorkflow[]> {
  const { all, running, needsHuman, limit } = options;
  const filter: ListFilter = { type, account, running: running || !all, limit };
  return listWorkflows(client, needsHuman ? { ...filter, needsHuman } : filter);
}

export interface Enriched<View> {
  row: ListedWorkflow;
  /** The workflow's own state; null when it has ended or did not answer in time. */
  view: View | null;
}

interface Enrichment<View> {
  rows: readonly ListedWorkflow[];
  query: (row: ListedWorkflow) => Promise<View>;
  /** Also asks workflows that have ended for their last state. */
  asksEnded?: boolean;
}

/** Asks each running workflow for its state, bounded in number and time; prints on stderr how many did not answer. */
export async function enrich<View>(
  context: CommandContext,
  session: TemporalSession,
  { rows, query, asksEnded = false }: Enrichment<View>,
): Promise<Enriched<View>[]> {
  const isAsked = ({ status }: ListedWorkflow): boolean => asksEnded || status === 'running';
  const running = rows.filter(isAsked);
  if (running.length > 0 && !(await isServed(session))) {
    note(
      context,
      `no worker serves account ${session.account}: prices and reasons are not shown (start \`peerdesk worker\`)`,
    );
    return rows.map((row) => ({ row, view: null }));
  }
  const queue = new PQueue({ concurrency: queriesAtOnce });
  const deadline = Date.now() + Math.min(session.timeoutMs, enrichLimitMs);
  let silent = 0;
  const stateOf = async (row: ListedWorkflow): Promise<Enriched<View>> => {
    if (!isAsked(row)) return { row, view: null };
    try {
      return { row, view: await session.client.withDeadline(deadline, () => query(row)) };
    } catch {
      // Best effort: the row itself is shown, and the count below reports the missing state.
      silent += 1;
      return { row, view: null };
    }
  };
  const enriched = await Promise.all(rows.map((row) => queue.add(() => stateOf(row))));
  if (silent > 0) note(context, `${silent} of ${running.length} did not answer in time: their details are not shown`);
  return enriched;
}
