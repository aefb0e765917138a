import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import PQueue from 'p-queue';
import type { AdKeeping, AdSwitch, DeskPort, SeenOrder } from '../../activities/ports/desk-port.ts';
import { NextRead } from '../../market/next-read.ts';
import type { GuardPort } from '../../activities/ports/guard-port.ts';
import {
  adControl,
  listWorkflows,
  orderControl,
  startAd,
  startOrder,
  type AdView,
  type DeskView,
  type OrderEvent,
  type TakeAdOff,
} from '../../client/index.ts';
import { isPricedState } from '../../domain/ads/state/ad-state.ts';
import { engagedAs, stoppingSwitch, type GuardMemory } from '../../domain/guard/guard-memory.ts';
import { summaryText } from '../../domain/markdown-text.ts';
import { noReleaseRules } from '../../domain/orders/release-rules.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { deskWorkflowId, intakeReportFact } from '../../workflows/contract/definitions.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { Mode } from '../../domain/mode.ts';
import { tradeTitle } from '../../words/amount-words.ts';
import type { SwitchStand } from '../../domain/switch-state.ts';

/** How old the guard's answer may be where a repeat is near (repricing, intake); money asks for a permit instead. */
const guardTtlMs = 2_000;
/** One order that does not answer must not hold the others up. */
const reportBoundMs = 5_000;
/** How long an order that was taken up is waited for before the next ones follow. */
const beginBoundMs = 2_000;
/** More than this at once no service lists. */
const maxRunning = 10_000;

interface PortOptions {
  client: Client;
  account: string;
  group: string;
  overrides: Partial<DeskSettings>;
  /** The ads that this process holds in shadow. */
  shadowAds: readonly string[];
  clock: { now(): number };
  guard: GuardPort;
  /** Reads the desk of the account. */
  desk: () => Promise<Pick<DeskView, 'mode' | 'state'>>;
}

/** Implements what activities ask of their account's workflows, with a Temporal client. */
export function createTemporalDeskPort(options: PortOptions): DeskPort {
  const { client, account, group, clock, guard } = options;
  const inTime = <T>(ask: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + reportBoundMs, ask);
  const tell = (orderNumber: string, event: OrderEvent): Promise<boolean> =>
    inTime(() => reportToOrder(options, orderNumber, event));
  const look = { status: null, source: 'list' } as const;
  const desk = new NextRead(() => inTime(options.desk));
  // A watch goes on for moments after its desk was changed or stopped: what it begins is begun by what holds now.
  const modeNow = async (): Promise<Mode> => {
    const { mode, state } = await desk.get();
    if (state === 'stopped') throw new Error('the desk is stopped: it takes nothing in');
    return mode;
  };
  let runs: ReadonlyMap<string, string> = new Map();
  return {
    orderSeen: async (order) => {
      const event: OrderEvent = { status: order.status, atMs: clock.now(), source: 'list' };
      if (await tell(order.orderNumber, event)) return 'told';
      if (await inTime(() => takeUp(options, order, modeNow))) {
        await begun(options, order.orderNumber);
        return 'started';
      }
      // Between the two a placement may have started it.
      return (await tell(order.orderNumber, event)) ? 'told' : 'ended';
    },
    orderGone: async (orderNumber) => {
      await tell(orderNumber, { ...look, atMs: clock.now() });
    },
    runningOrders: async () => {
      const filter = { type: 'orderLifecycle', account, running: true, limit: maxRunning } as const;
      const running = await listWorkflows(client, filter);
      const replaced = running.filter(({ subject, runId }) => (runs.get(subject) ?? runId) !== runId);
      runs = new Map(running.map(({ subject, runId }) => [subject, runId]));
      // One that was not reached looks by itself, later.
      await Promise.allSettled(replaced.map(({ subject }) => tell(subject, { ...look, atMs: clock.now() })));
      return running.map(({ subject }) => subject);
    },
    killSwitch: async (name, maxAgeMs = guardTtlMs) => standOf(await guard.look(maxAgeMs), name),
    takeAdsOff: (wish, which) => takeAdsOff(options, wish, which),
    keepAd: async (ad, rules) => {
      const mode = options.shadowAds.includes(ad.adNumber) ? 'shadow' : await modeNow();
      const left = await otherwiseKept(options, ad.adNumber, { rules, mode });
      if (left !== null) return left;
      const summary = summaryText(`${ad.side} ${ad.asset}/${ad.fiat}`);
      await startAd(client, { account, group, adNumber: ad.adNumber, mode, rules, ...settingsPart(options), summary });
      return { kind: 'kept' };
    },
    reportIntake: (report) =>
      inTime(() => client.workflow.getHandle(deskWorkflowId(account)).signal(intakeReportFact.signal, report)),
  };
}

function settingsPart({ overrides }: PortOptions): { settings?: Partial<DeskSettings> } {
  return Object.keys(overrides).length === 0 ? {} : { settings: overrides };
}

/** Starts the order's workflow by the guard's rules; without rules a human approves. False for a completed one. */
async function takeUp(options: PortOptions, order: SeenOrder, modeNow: () => Promise<Mode>): Promise<boolean> {
  const { client, account, group, guard } = options;
  const kept = await guard.look(guardTtlMs);
  if (kept === null) throw new Error('the guard does not answer: the order is not taken in without release rules');
  const mode = await modeNow();
  const release = kept.rules ?? noReleaseRules;
  const { orderNumber } = order;
  return startOrder(client, {
    account,
    group,
    orderNumber,
    mode,
    release,
    ...settingsPart(options),
    summary: summaryText(tradeTitle(order)),
  });
}

/**
 * Waits until the order's workflow has done its first task, for a while: a thousand open orders of one account wait for
 * each other then, and the tasks of the other accounts do not wait behind a thousand of its (ADR 0031).
 */
async function begun({ client, account }: PortOptions, orderNumber: string): Promise<void> {
  const look = () => orderControl(client, account, orderNumber).state();
  await client.withDeadline(Date.now() + beginBoundMs, look).catch(() => undefined);
}

/** A guard that does not answer: unknown, and callers fail closed. */
function standOf(kept: GuardMemory | null, name: AdSwitch): SwitchStand {
  if (kept === null) return 'unknown';
  const engaged = name === 'ads' ? engagedAs(kept.switches, name) : stoppingSwitch(kept.switches, name);
  return engaged ?? 'open';
}

const calledAtOnce = 20;

async function takeAdsOff(
  { client, account }: PortOptions,
  wish: TakeAdOff,
  which: Parameters<DeskPort['takeAdsOff']>[1],
): Promise<number> {
  const kept = await listWorkflows(client, { type: 'adMaintenance', account, running: true, limit: maxRunning });
  const ads = kept.filter(({ state }) => which === 'all' || isPricedState(state));
  const queue = new PQueue({ concurrency: calledAtOnce });
  const tell = (adNumber: string) =>
    client
      .withDeadline(Date.now() + reportBoundMs, () => adControl(client, account, adNumber).sendOffline(wish))
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
  await Promise.all(ads.map(({ subject }) => queue.add(() => tell(subject))));
  return ads.length;
}

/** False when no workflow of the order runs. */
async function reportToOrder(
  { client, account }: PortOptions,
  orderNumber: string,
  event: OrderEvent,
): Promise<boolean> {
  try {
    await orderControl(client, account, orderNumber).report([event]);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

interface KeepWish {
  rules: PricingRules;
  mode: Mode;
}

/** Returns why the ad's running workflow is not the wanted one; null when it is, or when none runs. */
async function otherwiseKept(
  { client, account }: PortOptions,
  adNumber: string,
  wish: KeepWish,
): Promise<Extract<AdKeeping, { kind: 'left' }> | null> {
  const control = adControl(client, account, adNumber);
  try {
    const { status, startTime } = await client.workflow.getHandle(control.workflowId).describe();
    if (status.name !== 'RUNNING') return null;
    const difference = differenceOf(await control.state(), wish);
    return difference === null ? null : { kind: 'left', why: `${difference} since ${startTime.toISOString()}` };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** The limits of an adopted ad are around the price of the moment, so they are no difference. */
function differenceOf({ mode, rules }: AdView, wish: KeepWish): string | null {
  if (mode !== wish.mode) return `it runs in ${mode}`;
  const { limits: _running, ...running } = rules;
  const { limits: _wanted, ...wanted } = wish.rules;
  return JSON.stringify(running) === JSON.stringify(wanted) ? null : 'it runs by other rules';
}
