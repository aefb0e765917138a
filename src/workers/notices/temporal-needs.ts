import type { Client } from '@temporalio/client';
import PQueue from 'p-queue';
import { withoutEffects, type Need } from '../../domain/notices/need.ts';
import { untilAnswered } from '../../client/kit/until-answered.ts';
import * as definitions from '../../workflows/contract/definitions.ts';
import { peerdeskState } from '../../workflows/contract/definitions.ts';
import type { AskingWorkflow, AskingWorkflows } from './asking-workflows.ts';
import * as facts from './need-facts.ts';
import { needTypeOf } from './own-needs.ts';
import type { BesideNeed } from './register-needs.ts';

interface TemporalNeedsOptions {
  client: Client;
  account: string;
  egress: string;
  urgentAfterMs: number;
  clock: { now(): number };
  /** What has just begun to ask, which the list may not have yet. */
  asking: Pick<AskingWorkflows, 'recent'>;
}

/** What one look is for. */
interface NeedsLook {
  /** What no workflow asks for: that the desk as a whole does not go on. */
  beside: () => Promise<readonly BesideNeed[]>;
  /** Asks in one look all that it does not know; absent: a few, and the others in the next. */
  isWhole?: boolean;
}

/** A workflow that asks for a human. */
interface Waiting {
  workflowId: string;
  state: string;
  isListed: boolean;
  /** When it said so itself; null: the list alone does. */
  saidAtMs: number | null;
}

/** What is read of a workflow holds so long, while its state in the list stays the same. */
const holdsMs = 60_000;
/** So many workflows are asked in one look, and so many at once: a worker's turns are for orders. */
const maxQueries = 20;
const queriesAtOnce = 3;
const queryLimitMs = 5_000;
/** So many are looked at; the rest come when these have ended. */
const maxListed = 200;

/** What a look has found. */
interface FoundNeeds {
  needs: Need[];
  /** Whether more waits than was looked at. */
  isCut: boolean;
}

export type ReadNeeds = (signal: AbortSignal) => Promise<FoundNeeds>;
export type NeedsReader = (signal: AbortSignal, look: NeedsLook) => Promise<FoundNeeds>;

interface Known {
  state: string;
  readAtMs: number;
  needs: Need[];
}

/**
 * Makes the reader of what waits for a human: the server's list says which workflows, and those that this process carries say so
 * themselves before it does; their `state` says what for. An account has one: a look for notices, a page or metrics asks no
 * workflow whose answer another look has, or waits for.
 */
export function createNeedsReader(options: TemporalNeedsOptions): NeedsReader {
  const known = new Map<string, Known>();
  const learnOnce = onceAtATime(options, async (one) => {
    const found = await readOne(options, one, known.get(one.workflowId));
    known.set(one.workflowId, found);
    return found;
  });
  return async (signal, { beside, isWhole = false }) => {
    const listed = await options.client.withAbortSignal(signal, () => list(options));
    const waiting = withAsking(listed.waiting, options.asking.recent(options));
    const ids = waiting.map(({ workflowId }) => workflowId);
    for (const id of known.keys()) if (!ids.includes(id)) known.delete(id);
    // Another look, whose list is older, may forget meanwhile what this one has found.
    const found = new Map(known);
    const queue = new PQueue({ concurrency: queriesAtOnce });
    const asked = waiting.filter((one) => isOld(one, known.get(one.workflowId), options.clock.now()));
    // What was never read goes first.
    const inTurn = asked
      .toSorted((one, other) => readAt(known, one) - readAt(known, other))
      .slice(0, isWhole ? maxListed : maxQueries);
    await queue.addAll(
      inTurn.map((one) => async () => void found.set(one.workflowId, await learnOnce(one))),
      // Who no longer waits for the look asks nothing more.
      { signal },
    );
    const needs = withBeside(
      ids.flatMap((id) => found.get(id)?.needs ?? []),
      await options.client.withAbortSignal(signal, beside),
      options,
    );
    return { needs, isCut: listed.isCut || inTurn.length < asked.length };
  };
}

/**
 * Lets a look wait for a question that another one has sent, unless the workflow has said since that it asks for more, or
 * is listed in another state.
 */
function onceAtATime(
  { clock }: Pick<TemporalNeedsOptions, 'clock'>,
  learn: (one: Waiting) => Promise<Known>,
): (one: Waiting) => Promise<Known> {
  const underWay = new Map<string, { state: string; sinceMs: number; learning: Promise<Known> }>();
  return (one) => {
    const { workflowId, state, saidAtMs } = one;
    const before = underWay.get(workflowId);
    const isNews = before === undefined || before.state !== state || (saidAtMs ?? 0) >= before.sinceMs;
    if (!isNews) return before.learning;
    const sent = { state, sinceMs: clock.now(), learning: learn(one) };
    underWay.set(workflowId, sent);
    return sent.learning.finally(() => {
      if (underWay.get(workflowId) === sent) underWay.delete(workflowId);
    });
  };
}

/** One cause is one need: while the key is refused, what fails for that alone is not reported beside it. */
function withBeside(
  needs: readonly Need[],
  beside: readonly BesideNeed[],
  { account, clock, urgentAfterMs }: TemporalNeedsOptions,
): Need[] {
  const desk = { workflowId: definitions.deskWorkflowId(account), type: 'desk' } as const;
  const own = beside.map(({ of = desk, ...need }) => facts.needOf(need, { ...of, nowMs: clock.now(), urgentAfterMs }));
  return withoutEffects([...needs, ...own]);
}

async function list({
  client,
  account,
  egress,
}: TemporalNeedsOptions): Promise<{ waiting: Waiting[]; isCut: boolean }> {
  const query = [
    `ExecutionStatus = 'Running'`,
    `(PeerdeskAccount = '${account}' OR WorkflowId = '${definitions.egressWorkflowId(egress)}')`,
    definitions.asksQuery,
  ].join(' AND ');
  const waiting: Waiting[] = [];
  for await (const { workflowId, typedSearchAttributes } of client.workflow.list({ query, pageSize: maxListed })) {
    const state = typedSearchAttributes.get(peerdeskState) ?? '';
    // A report of failing messages would only take the same way; the desk reports them on the other.
    if (typeOf({ workflowId }) === null) continue;
    if (waiting.length === maxListed) return { waiting, isCut: true };
    waiting.push({ workflowId, state, isListed: true, saidAtMs: null });
  }
  return { waiting, isCut: false };
}

/** What it said itself is news of the list's. */
function withAsking(listed: readonly Waiting[], asking: readonly AskingWorkflow[]): Waiting[] {
  const said = new Map(asking.map((one) => [one.workflowId, one]));
  const known = listed.map((one) => {
    const { state = one.state, atMs = null } = said.get(one.workflowId) ?? {};
    return { ...one, state, saidAtMs: atMs };
  });
  const ids = new Set(listed.map(({ workflowId }) => workflowId));
  const unlisted = asking.filter(({ workflowId }) => !ids.has(workflowId));
  return [...unlisted.map(({ atMs, ...one }) => ({ ...one, isListed: false, saidAtMs: atMs })), ...known];
}

function typeOf({ workflowId }: Pick<Waiting, 'workflowId'>): Need['type'] | null {
  const parts = definitions.parseWorkflowId(workflowId);
  return parts === null ? null : needTypeOf[parts.kind];
}

const readAt = (known: Map<string, Known>, { workflowId }: Waiting): number => known.get(workflowId)?.readAtMs ?? 0;

/** One that the list does not have may have ended meanwhile. */
function isOld({ state, isListed, saidAtMs }: Waiting, known: Known | undefined, nowMs: number): boolean {
  if (known === undefined || !isListed || (saidAtMs ?? 0) >= known.readAtMs) return true;
  return known.state !== state || nowMs - known.readAtMs >= holdsMs;
}

async function readOne(options: TemporalNeedsOptions, one: Waiting, before: Known | undefined): Promise<Known> {
  const { clock, urgentAfterMs, client } = options;
  const { workflowId, state, isListed } = one;
  const nowMs = clock.now();
  const place = { workflowId, type: typeOf(one) ?? 'desk', nowMs, urgentAfterMs };
  const found = await client
    .withDeadline(Date.now() + queryLimitMs, () => untilAnswered(() => ask(client, one)))
    .catch(() => null);
  const needs = (found ?? []).map((need) => facts.needOf(need, place));
  if (needs.length > 0) return { state, readAtMs: nowMs, needs };
  // What the list does not have yet is asked again with the next look: nothing else would bring it back in time.
  return {
    state,
    readAtMs: isListed ? nowMs : 0,
    needs: heldNeeds(one, before, found) ?? [facts.needOf(unreadable, place)],
  };
}

/** Between two waits it asks for nothing: what was known holds until the list says otherwise. Null: it cannot be read, and never was. */
function heldNeeds({ isListed }: Waiting, before: Known | undefined, found: facts.NeedFacts[] | null): Need[] | null {
  if (found !== null) return (isListed ? before?.needs : null) ?? [];
  return before?.needs ?? (isListed ? null : []);
}

const unreadable: facts.NeedFacts = { fact: { code: 'unreadable' }, sinceMs: null, isUrgentAtOnce: false };

async function ask(client: Client, { workflowId }: Waiting): Promise<facts.NeedFacts[]> {
  const handle = client.workflow.getHandle(workflowId);
  const parts = definitions.parseWorkflowId(workflowId);
  switch (parts?.kind) {
    case 'order':
      return facts.orderNeeds(await handle.query(definitions.orderStateQuery));
    case 'ad':
      return facts.adNeeds(await handle.query(definitions.adStateQuery));
    case 'place':
      return facts.placementNeeds(await handle.query(definitions.placementStateQuery));
    case 'publish':
      return facts.publicationNeeds(await handle.query(definitions.publicationStateQuery));
    case 'change':
      return facts.adChangeNeeds(await handle.query(definitions.adChangeStateQuery));
    case 'desk':
      return facts.deskNeeds(await handle.query(definitions.deskStateQuery));
    case 'guard':
      return facts.guardNeeds(await handle.query(definitions.guardStateQuery));
    case 'egress':
      return facts.egressNeeds(await handle.query(definitions.egressStateQuery));
    default:
      return [];
  }
}
