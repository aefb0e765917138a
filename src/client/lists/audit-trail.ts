import type { Client } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import PQueue from 'p-queue';
import * as definitions from '../../workflows/contract/definitions.ts';
import { isSealed } from '../../codec/sealed-payload.ts';
import { historyOf, listedRuns } from './listed-runs.ts';
import {
  detailOf,
  failedUpdates,
  misformed,
  momentOf,
  senderIn,
  textOf,
  uncountedIn,
  updateAnswers,
  type HistoryEvent,
  type Payloads,
} from './audit-words.ts';
import { parseWorkflowId, type WorkflowIdParts } from '../../workflows/contract/workflow-ids.ts';

/** Who did what to a workflow, from its history. */
export interface AuditEntry {
  atMs: number;
  workflowId: string;
  kind: WorkflowIdParts['kind'];
  /** Order number, ad number or request id; empty: the workflow of an account or an address. */
  subject: string;
  account: string;
  /** The command, or what was done to the workflow itself: started, terminated, cancel requested. */
  what: string;
  via: 'update' | 'signal' | 'temporal';
  /** Who says that he acts; null: the command asks for no name. */
  by: string | null;
  /** Who sent it, as Temporal knows him: the process of a command, or the name of a person in the Web UI. */
  identity: string;
  detail: string;
  /** Why it was refused, or did not count, as far as the history says; null: it was taken, or is a signal that its workflow alone judged. */
  refused: string | null;
}

export interface AuditFilter {
  /** Query of the runs to read, as `temporal workflow list --query` accepts it. */
  query: string;
  sinceMs: number;
  /** At most so many runs, the newest ones. */
  maxRuns: number;
}

export interface AuditTrail {
  entries: AuditEntry[];
  runs: number;
  /** True: there are more runs. */
  isCut: boolean;
}

const readsAtOnce = 5;

/**
 * Reads who did what from the histories of these runs, the oldest first.
 *
 * @example
 * const query = `PeerdeskAccount = '${account}'`;
 * const { entries } = await auditTrail(client, { query, sinceMs: Date.now() - 3_600_000, maxRuns: 100 });
 * for (const { atMs, workflowId, what, by, identity } of entries) {
 *   console.log(new Date(atMs).toISOString(), workflowId, what, by ?? identity);
 * }
 */
export async function auditTrail(client: Client, { query, sinceMs, maxRuns }: AuditFilter): Promise<AuditTrail> {
  const runs: Run[] = [];
  for await (const { workflowId, runId } of listedRuns(client, { query })) {
    runs.push({ workflowId, runId });
    if (runs.length > maxRuns) break;
  }
  const read = runs.slice(0, maxRuns);
  const queue = new PQueue({ concurrency: readsAtOnce });
  const entries = (await Promise.all(read.map((run) => queue.add(() => runEntries(client, run))))).flat();
  const late = entries.filter(({ atMs }) => atMs >= sinceMs).toSorted((left, right) => left.atMs - right.atMs);
  return { entries: late, runs: read.length, isCut: runs.length > maxRuns };
}

interface Run {
  workflowId: string;
  runId: string;
}

async function runEntries(client: Client, run: Run): Promise<AuditEntry[]> {
  const { workflowId } = run;
  const parts = parseWorkflowId(workflowId);
  if (parts === null) return [];
  const { events } = await historyOf(client, run);
  const failures = failedUpdates(events ?? []);
  const answers = updateAnswers(events ?? []);
  const uncountedBy = async ({ what, updateId }: Act, arg: unknown): Promise<string | null> => {
    const answer = updateId === undefined ? undefined : answers.get(updateId);
    return answer ? uncountedIn(what, arg, (await argumentOf(client, workflowId, answer)).arg) : null;
  };
  const entries = (events ?? []).map(async (event) => {
    const act = actOf(event);
    if (act === null) return [];
    const { input, updateId, ...rest } = act;
    const { arg, unread, isRefused } = await argumentOf(client, workflowId, input);
    const said = { by: senderIn(arg), detail: detailOf(act.what, arg) || (unread ?? rest.detail) };
    const form = unread === null ? misformed(parts.kind, act, arg) : null;
    const refused = failures.get(updateId ?? '') ?? (isRefused ? unread : (form ?? (await uncountedBy(act, arg))));
    const { kind, subject, owner: account } = parts;
    return [{ atMs: momentOf(event), workflowId, kind, subject, account, ...rest, ...said, refused }];
  });
  return (await Promise.all(entries)).flat();
}

type Act = Pick<AuditEntry, 'what' | 'via' | 'identity' | 'detail'> & { input: Payloads; updateId?: string };

/** Commands of people; the messages of Peerdesk to itself are no one's deed. */
const commandNames: ReadonlySet<string> = new Set(
  [
    definitions.adCommands,
    definitions.orderCommands,
    definitions.deskCommands,
    definitions.guardCommands,
    definitions.egressCommands,
    definitions.placementCommands,
    definitions.publicationCommands,
    definitions.adChangeCommands,
  ].flatMap((commands) => Object.values(commands).map(({ name }) => name)),
);

/** What a person may have done with this event; null: nothing. */
function actOf(event: HistoryEvent): Act | null {
  return commandOf(event) ?? interventionOf(event);
}

function commandOf(event: HistoryEvent): Act | null {
  const act = updateOf(event) ?? signalOf(event);
  return act !== null && commandNames.has(act.what) ? act : null;
}

function updateOf({ workflowExecutionUpdateAcceptedEventAttributes: accepted }: HistoryEvent): Act | null {
  const { input, meta } = accepted?.acceptedRequest ?? {};
  if (!input) return null;
  const [what, identity, updateId] = [textOf(input.name), textOf(meta?.identity), textOf(meta?.updateId)];
  return { what, via: 'update', identity, detail: '', input: input.args, updateId };
}

function signalOf({ workflowExecutionSignaledEventAttributes: signal }: HistoryEvent): Act | null {
  if (!signal) return null;
  const { signalName, identity, input } = signal;
  return { what: textOf(signalName), via: 'signal', identity: textOf(identity), detail: '', input };
}

const nothingSaid = { identity: '', detail: '', input: null } as const;

function interventionOf(event: HistoryEvent): Act | null {
  return startOf(event) ?? terminationOf(event) ?? cancelOf(event);
}

/** A run that continues another one was started by no one. */
function startOf({ workflowExecutionStartedEventAttributes: started }: HistoryEvent): Act | null {
  if (!started || textOf(started.continuedExecutionRunId) !== '') return null;
  const { identity, input } = started;
  return { ...nothingSaid, via: 'temporal', what: 'started', identity: textOf(identity), input };
}

function terminationOf({ workflowExecutionTerminatedEventAttributes: ended }: HistoryEvent): Act | null {
  if (!ended) return null;
  const { identity, reason } = ended;
  return { ...nothingSaid, via: 'temporal', what: 'terminated', identity: textOf(identity), detail: textOf(reason) };
}

function cancelOf({ workflowExecutionCancelRequestedEventAttributes: cancel }: HistoryEvent): Act | null {
  if (!cancel) return null;
  const { identity, cause } = cancel;
  return {
    ...nothingSaid,
    via: 'temporal',
    what: 'cancel requested',
    identity: textOf(identity),
    detail: textOf(cause),
  };
}

interface Argument {
  /** Undefined: it cannot be read here. */
  arg: unknown;
  /** Why it cannot be read; null: it was read. */
  unread: string | null;
  /** Whether a worker with the same keys does not obey it either. */
  isRefused: boolean;
}

async function argumentOf(client: Client, workflowId: string, input: Payloads): Promise<Argument> {
  const payloads = input?.payloads ?? [];
  const context = { type: 'workflow', namespace: client.options.namespace, workflowId } as const;
  try {
    const [arg] = await decodeArrayFromPayloads(client.options.loadedDataConverter, payloads, context);
    return { arg, unread: null, isRefused: false };
  } catch (error) {
    // A sealed one may be for other keys than those of this machine: that it was sent is known all the same.
    const isRefused = !payloads.some(isSealed);
    return { arg: undefined, unread: error instanceof Error ? error.message : 'it cannot be read', isRefused };
  }
}
