import type { Client, WorkflowHandle } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import PQueue from 'p-queue';
import * as definitions from '../../workflows/contract/definitions.ts';
import { historyOf, listedRuns } from './listed-runs.ts';
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

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];
type Payloads = NonNullable<HistoryEvent['workflowExecutionSignaledEventAttributes']>['input'];

const readsAtOnce = 5;

/** Reads who did what from the histories of these runs, the oldest first. */
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
  const entries = (events ?? []).map(async (event) => {
    const act = actOf(event);
    if (act === null) return [];
    const { input, ...rest } = act;
    const arg = await argumentOf(client, workflowId, input);
    const said = { by: textAt(arg, 'by'), detail: detailOf(arg) || rest.detail };
    const { kind, subject, owner: account } = parts;
    return [{ atMs: momentOf(event), workflowId, kind, subject, account, ...rest, ...said }];
  });
  return (await Promise.all(entries)).flat();
}

/** Seconds are a Long in the protocol. */
function momentOf({ eventTime }: HistoryEvent): number {
  return Number(eventTime?.seconds ?? 0) * 1_000 + Math.floor((eventTime?.nanos ?? 0) / 1_000_000);
}

type Act = Pick<AuditEntry, 'what' | 'via' | 'identity' | 'detail'> & { input: Payloads };

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
  return { what: textOf(input.name), via: 'update', identity: textOf(meta?.identity), detail: '', input: input.args };
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
  return { ...nothingSaid, via: 'temporal', what: 'started', identity: textOf(started.identity) };
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

const textOf = (text: string | null | undefined): string => text ?? '';

async function argumentOf(client: Client, workflowId: string, input: Payloads): Promise<unknown> {
  if (input === null || input === undefined) return null;
  const context = { type: 'workflow', namespace: client.options.namespace, workflowId } as const;
  try {
    const [arg] = await decodeArrayFromPayloads(client.options.loadedDataConverter, input.payloads, context);
    return arg;
  } catch {
    // Without its key, or malformed by its sender: that it was sent is known all the same.
    return null;
  }
}

/** What is shown of a command: no payer, no proof, no signature. */
const shownFields = ['name', 'thrown', 'mode', 'price', 'outcome', 'counterparty', 'reason', 'note'] as const;

function detailOf(arg: unknown): string {
  const shown = shownFields.map((name) => [name, textAt(arg, name)] as const);
  return shown.flatMap(([name, text]) => (text === null || text === '' ? [] : [`${name} ${text}`])).join(', ');
}

function textAt(arg: unknown, name: string): string | null {
  if (typeof arg !== 'object' || arg === null) return null;
  const value: unknown = Object.entries(arg).find(([key]) => key === name)?.[1];
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;
}
