import PQueue from 'p-queue';
import { listWorkflows, type ListFilter, type ListedWorkflow } from '../../client/index.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandCall } from '../kit/command-spec.ts';
import { isPolled, type TemporalSession } from '../session/temporal-session.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { listOptions } from '../options/ad-options.ts';

export type ListOptions = OptionsOf<typeof listOptions>;

/** Which workflows a list asks for. */
export interface ListWish extends Pick<ListOptions, 'all' | 'allAccounts' | 'running' | 'needsHuman' | 'limit'> {
  /** Returns what is said where only so many are shown; absent: which option shows more. */
  cut?: (shown: number) => string;
}

const cutByOption = (shown: number): string => `only ${shown} are shown: --limit shows more`;

/** Reads the options of a list. Throws a failure for two that exclude each other. */
export function readListOptions(call: CommandCall): ListOptions {
  const options = readOptions(listOptions, call);
  if (options.allAccounts && options.account !== undefined) {
    throw misuse('--all-accounts and --account exclude each other: leave one out');
  }
  return options;
}

const queriesAtOnce = 20;
/** A list that is nearly complete soon is better than a complete one late. */
const enrichLimitMs = 5_000;

/** The order of a list by what the server's visibility alone says, so that a limit keeps what comes first. */
interface ListOrder {
  /** Asked for beside what needs a human: a page of each. */
  first: readonly Pick<ListFilter, 'type' | 'state' | 'paid' | 'running'>[];
  compare: (left: ListedWorkflow, right: ListedWorkflow) => number;
}

/** What the server returns at once. */
const pageSize = 1_000;

/** What the server's visibility knows; a moment old. */
interface Listed {
  rows: ListedWorkflow[];
  notes: string[];
}

/**
 * Returns the workflows of these types. What `order` names comes first, then what needs a human, so that a limit never
 * hides them. One more than the limit shows that there are more.
 */
export async function listed(
  { client, account }: TemporalSession,
  { types, order = null }: { types: readonly ListFilter['type'][]; order?: ListOrder | null },
  options: ListWish,
): Promise<Listed> {
  const filters = (needsHuman: boolean): ListFilter[] =>
    types.map((type) => listFilter(account, type, { ...options, limit: options.limit + 1, needsHuman }));
  const first = (order?.first ?? []).map((part) => ({
    ...listFilter(account, part.type, { ...options, limit: Math.max(pageSize, options.limit + 1) }),
    ...part,
  }));
  const asked = [...first, ...filters(true), ...(options.needsHuman ? [] : filters(false))];
  const all = (await Promise.all(asked.map((filter) => listWorkflows(client, filter)))).flat();
  const found = [...new Map(all.map((row) => [`${row.workflowId} ${row.startedAtMs}`, row])).values()];
  const rows = (order === null ? found : found.toSorted(order.compare)).slice(0, options.limit);
  const { cut = cutByOption } = options;
  return { rows, notes: found.length > rows.length ? [cut(rows.length)] : [] };
}

/** Returns what a list of these options asks the server for. */
export function listFilter(account: string, type: ListFilter['type'], options: ListWish): ListFilter {
  const { all, allAccounts, running, needsHuman, limit } = options;
  const filter: ListFilter = { type, running: running || !all, limit };
  return { ...filter, ...(allAccounts ? {} : { account }), ...(needsHuman ? { needsHuman } : {}) };
}

export interface Enriched<View> {
  row: ListedWorkflow;
  /** The workflow's own state; null when it has ended or did not answer in time. */
  view: View | null;
}

/** Rows with their states, and what a person should know about what is missing. */
interface EnrichedList<View> {
  rows: Enriched<View>[];
  notes: string[];
}

interface Enrichment<View> {
  rows: readonly ListedWorkflow[];
  query: (row: ListedWorkflow) => Promise<View>;
  /** Also asks workflows that have ended for their last state. */
  asksEnded?: boolean;
}

/** Asks each running workflow for its state, bounded in number and time; its notes say how many did not answer. */
export async function enrich<View>(
  session: TemporalSession,
  { rows, query, asksEnded = false }: Enrichment<View>,
): Promise<EnrichedList<View>> {
  const wanted = rows.filter(({ status }) => asksEnded || status === 'running');
  const unserved = await unservedQueues(session, wanted);
  const asked = new Set(wanted.filter(({ taskQueue }) => !unserved.has(taskQueue)));
  const queue = new PQueue({ concurrency: queriesAtOnce });
  const deadline = Date.now() + Math.min(session.timeoutMs, enrichLimitMs);
  let silent = 0;
  const stateOf = async (row: ListedWorkflow): Promise<Enriched<View>> => {
    if (!asked.has(row)) return { row, view: null };
    try {
      return { row, view: await session.client.withDeadline(deadline, () => query(row)) };
    } catch {
      // Best effort: the row itself is shown, and the count below reports the missing state.
      silent += 1;
      return { row, view: null };
    }
  };
  const enriched = await Promise.all(rows.map((row) => queue.add(() => stateOf(row))));
  const accounts = new Set(wanted.filter(({ taskQueue }) => unserved.has(taskQueue)).map(({ account }) => account));
  const late = silent === 0 ? [] : [`${silent} of ${asked.size} did not answer in time: their details are not shown`];
  return { rows: enriched, notes: [...Array.from(accounts, unservedText), ...late] };
}

const unservedText = (account: string): string =>
  `no worker serves account ${account}: prices and reasons are not shown (start \`peerdesk worker\`)`;

async function unservedQueues({ client }: TemporalSession, rows: readonly ListedWorkflow[]): Promise<Set<string>> {
  const queues = [...new Set(rows.map(({ taskQueue }) => taskQueue))];
  const polled = await Promise.all(queues.map((queue) => isPolled(client, queue)));
  return new Set(queues.filter((_, index) => polled[index] === false));
}
