import type { Client } from '@temporalio/client';
import type { Need } from '../../domain/notices/need.ts';
import { needKind } from '../../domain/notices/need-fact.ts';
import { peerdeskState } from '../../workflows/contract/definitions.ts';
import { sleep } from '../lead/stoppable.ts';
import type { ReadNeeds } from '../notices/temporal-needs.ts';
import type { MetricRegistry, SetGauge } from './metric-registry.ts';

/** The lead is asked after so often while another process has it: that costs nothing. */
const leadCheckMs = 1_000;
/** What is older than this is not known any more. */
const holdsMs = 60_000;
const answerLimitMs = 10_000;
const pageSize = 1_000;
const maxListed = 5_000;

interface DeskLookOptions {
  client: Client;
  account: string;
  /** Only the process that leads looks: one look an account, however many processes serve it. */
  isLeading: () => boolean;
  intervalMs: number;
  clock: { now(): number };
  onError: (error: unknown) => void;
  readNeeds: ReadNeeds;
}

/** A group of workflows: one type in one state. */
interface Group {
  count: number;
  oldestMs: number;
}

interface DeskFacts {
  atMs: number;
  /** By workflow type, then by state. */
  running: Record<RunningType, Map<string, Group>>;
  needs: readonly Need[];
}

type RunningType = 'orderLifecycle' | 'orderPlacement' | 'adMaintenance';

/**
 * Looks at what Temporal knows of a desk's orders, ads and needs, and answers scrapes with it, until the signal aborts.
 * Never rejects: what cannot be read is absent after a minute.
 */
export async function keepLooking(
  options: DeskLookOptions,
  registry: MetricRegistry,
  signal: AbortSignal,
): Promise<void> {
  const { isLeading, clock, intervalMs, onError } = options;
  let facts: DeskFacts | null = null;
  const stop = registry.collect((set) => {
    if (facts !== null && isLeading() && clock.now() - facts.atMs < Math.max(holdsMs, 2 * intervalMs))
      setDesk(options, facts, set);
  });
  while (!signal.aborted) {
    try {
      if (isLeading()) facts = await look(options, signal);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await sleep(isLeading() ? intervalMs : leadCheckMs, signal);
  }
  stop();
}

async function look(options: DeskLookOptions, signal: AbortSignal): Promise<DeskFacts> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)]);
  const atMs = options.clock.now();
  const [running, { needs }] = await Promise.all([
    options.client.withAbortSignal(limited, () => listRunning(options)),
    options.readNeeds(limited),
  ]);
  return { atMs, running, needs };
}

async function listRunning({ client, account }: DeskLookOptions): Promise<DeskFacts['running']> {
  const types = [`'orderLifecycle'`, `'orderPlacement'`, `'adMaintenance'`].join(', ');
  const query = `ExecutionStatus = 'Running' AND PeerdeskAccount = '${account}' AND WorkflowType IN (${types})`;
  const running: DeskFacts['running'] = {
    orderLifecycle: new Map(),
    orderPlacement: new Map(),
    adMaintenance: new Map(),
  };
  let listed = 0;
  for await (const { type, typedSearchAttributes, startTime } of client.workflow.list({ query, pageSize })) {
    const states = running[type as RunningType];
    // One that has just begun has no state yet.
    const state = typedSearchAttributes.get(peerdeskState) ?? 'new';
    const group = states.get(state) ?? { count: 0, oldestMs: Number.POSITIVE_INFINITY };
    states.set(state, { count: group.count + 1, oldestMs: Math.min(group.oldestMs, startTime.getTime()) });
    listed += 1;
    if (listed >= maxListed) break;
  }
  return running;
}

function setDesk({ account, clock }: DeskLookOptions, { atMs, running, needs }: DeskFacts, set: SetGauge): void {
  const ageOf = (sinceMs: number): number => Math.max(0, clock.now() - sinceMs) / 1_000;
  set('deskAge', { account }, ageOf(atMs));
  for (const [state, { count, oldestMs }] of running.orderLifecycle) {
    set('orders', { account, state }, count);
    set('orderAge', { account, state }, ageOf(oldestMs));
  }
  for (const [state, { count }] of running.orderPlacement) set('placements', { account, state }, count);
  for (const [state, { count }] of running.adMaintenance) set('ads', { account, state }, count);
  for (const { type, kind, count, oldestMs } of groupNeeds(needs)) {
    set('needs', { account, type, kind }, count);
    set('needAge', { account, type, kind }, ageOf(oldestMs));
  }
}

interface NeedGroup extends Group {
  type: Need['type'];
  kind: string;
}

function groupNeeds(needs: readonly Need[]): NeedGroup[] {
  const groups = new Map<string, NeedGroup>();
  for (const { type, fact, sinceMs } of needs) {
    const kind = needKind(fact);
    const key = `${type} ${kind}`;
    const group = groups.get(key) ?? { type, kind, count: 0, oldestMs: sinceMs };
    groups.set(key, { ...group, count: group.count + 1, oldestMs: Math.min(group.oldestMs, sinceMs) });
  }
  return [...groups.values()];
}
