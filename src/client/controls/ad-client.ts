import type { Client, WorkflowHandle } from '@temporalio/client';
import { mergeDiff, type PriceDiff } from '../../domain/diff/price-diff.ts';
import type { PricingDecision } from '../../domain/pricing/pricing-decision.ts';
import { lookedText } from '../../words/ads/ad-words.ts';
import * as definitions from '../../workflows/contract/definitions.ts';
import { groupOf, type GroupChoice } from '../lists/account-group.ts';
import { answerOf, commandTimeoutMs, inTime, readOf } from '../kit/command-answer.ts';
import { watchHeartbeat } from '../connection/heartbeat.ts';
import { startAttributes } from '../kit/start-attributes.ts';
import { startOnce } from '../kit/start-once.ts';
import type {
  AdMaintenanceInput,
  AdView,
  Command,
  Mode,
  Operator,
  PauseAd,
  SetRules,
  TakeAdOff,
} from '../../workflows/contract/definitions.ts';

export interface AdStart extends AdMaintenanceInput, GroupChoice {
  /** Summary for the list in the Web UI, such as "SELL USDT/BOB"; no personal data. */
  summary?: string;
}

/**
 * Reads and commands one ad's workflow. Every command returns the ad's new state, or rejects with CommandRefusedError.
 */
export interface AdControl {
  readonly workflowId: string;
  /** Rank, why and price come from the running watch's last look where that is fresher. */
  state(): Promise<AdView>;
  /** Returns the ad's state with the freshest decision: the running watch's, else the last one that the workflow acted on. */
  explain(): Promise<AdExplanation>;
  /** Returns intended and actual prices over time, with what the running watch has seen until now. */
  diff(): Promise<PriceDiff>;
  pause(pause: PauseAd): Promise<AdView>;
  /** Takes the ad off the market; also a paused one. */
  offline(wish: TakeAdOff): Promise<AdView>;
  /** The same as a signal: Temporal keeps it even without a worker, and there is no answer. */
  sendOffline(wish: TakeAdOff): Promise<void>;
  /** Puts it back as it was: a paused one stays paused. */
  online(operator: Operator): Promise<AdView>;
  resume(operator: Operator): Promise<AdView>;
  repriceNow(operator: Operator): Promise<AdView>;
  /** Limits far from the market are refused unless `confirm` is true. */
  setRules(part: SetRules): Promise<AdView>;
  overridePrice(price: string, forMs: number, operator?: Operator): Promise<AdView>;
  /** Continues in another mode, with the same rules. */
  changeMode(mode: Mode, operator: Operator): Promise<AdView>;
  stop(operator: Operator): Promise<AdView>;
  /** Whether the desk stopped keeping the ad, the last time that it did, while it had taken it off the market. */
  wasLeftOff(): Promise<boolean>;
  /** Returns the same control with another time limit for its commands, in milliseconds (default 15,000). */
  within(timeoutMs: number): AdControl;
}

export interface StartedAd extends AdControl {
  /** False: one was already running and continues unchanged. */
  readonly started: boolean;
}

export interface AdExplanation extends LastLook {
  /** The state of the ad, as of the same look. */
  view: AdView;
}

/** The last look of a watch. */
interface LastLook {
  decision: PricingDecision | null;
  /** The watch's last message, such as a trouble that it waits out. */
  note: string | null;
  /** Epoch milliseconds of the watch's next look; null when no watch runs. */
  nextCheckAtMs: number | null;
  /** The ad's price at the service, and when it was read; null without a running watch. */
  price: string | null;
  atMs: number | null;
}

/**
 * Starts the workflow of an ad. `started` is false when one already runs; it keeps its own rules and mode: change them
 * with `setRules`.
 *
 * @example
 * const rules = {
 *   strategy: { kind: 'undercut', ticks: 1 },
 *   filter: { minFinishRate: 0.9, minOrderCount: 20, maxDeviationRatio: '0.05' },
 *   limits: { floor: '9.50', ceiling: '10.50' },
 * } as const;
 * const ad = await startAd(client, { account, adNumber, mode: 'sim', rules });
 * if (!ad.started) await ad.setRules({ limits: rules.limits });
 */
export async function startAd(client: Client, { summary, group, ...input }: AdStart): Promise<StartedAd> {
  const { account, adNumber, mode } = input;
  const taskQueue = definitions.groupTaskQueue(await groupOf(client, account, group));
  const workflowId = definitions.adWorkflowId(account, adNumber);
  const started = await startOnce({ client, workflowId }, () =>
    client.workflow.start('adMaintenance', {
      workflowId,
      taskQueue,
      args: [input],
      typedSearchAttributes: startAttributes({ account, mode, state: 'running', adNumber }),
      staticSummary: `${summary ?? `Ad ${adNumber}`} · started in ${mode}`,
      staticDetails: `Keeps ad ${adNumber} of account ${account} priced between ${input.rules.limits.floor} and ${input.rules.limits.ceiling}.`,
    }),
  );
  return { ...adControl(client, account, adNumber), started };
}

/**
 * The control of an ad's workflow; nothing is called yet.
 *
 * @example
 * const ad = adControl(client, account, adNumber);
 * const { state } = await ad.pause({ by: 'ana', note: 'the bank is down' });
 * state.kind; // → 'paused'
 * const { decision } = await ad.explain();
 * console.log(decision?.price ?? 'not looked at yet');
 */
export function adControl(client: Client, account: string, adNumber: string): AdControl {
  return controlWithin(client, definitions.adWorkflowId(account, adNumber), commandTimeoutMs);
}

function controlWithin(client: Client, workflowId: string, timeoutMs: number): AdControl {
  const handle = client.workflow.getHandle(workflowId);
  const command =
    <Arg>({ update }: Command<Arg, AdView>) =>
    (arg: Arg): Promise<AdView> =>
      answerOf({ client, workflowId, timeoutMs }, (updateId) =>
        handle.executeUpdate(update, { args: [arg], updateId }),
      );
  const { pause, offline, online, resume, repriceNow, setRules, overridePrice, changeMode, stop } =
    definitions.adCommands;
  return {
    workflowId,
    state: () => readOf({ client, workflowId, timeoutMs }, () => freshState(handle)),
    explain: () => readOf({ client, workflowId, timeoutMs }, () => explain(handle)),
    diff: () => readOf({ client, workflowId, timeoutMs }, () => freshDiff(handle)),
    pause: command(pause),
    offline: command(offline),
    sendOffline: (wish) =>
      inTime({ client, workflowId, timeoutMs }, 'signal', () => handle.signal(offline.signal, wish)),
    online: command(online),
    resume: command(resume),
    repriceNow: command(repriceNow),
    setRules: command(setRules),
    overridePrice: (price, forMs, operator) => command(overridePrice)({ price, forMs, ...operator }),
    changeMode: (mode, operator) => command(changeMode)({ mode, ...operator }),
    stop: command(stop),
    wasLeftOff: () => readOf({ client, workflowId, timeoutMs }, () => wasLeftOff(client, workflowId)),
    within: (otherMs) => controlWithin(client, workflowId, otherMs),
  };
}

/** Of the run that was stopped last, as long as Temporal keeps it. */
async function wasLeftOff(client: Client, workflowId: string): Promise<boolean> {
  const query = `WorkflowId = "${workflowId}" AND ExecutionStatus = "Completed"`;
  for await (const { runId } of client.workflow.list({ query, pageSize: 1 })) {
    const { offMarket } = await client.workflow.getHandle(workflowId, runId).query(definitions.adStateQuery);
    return offMarket === 'off';
  }
  return false;
}

async function explain(handle: WorkflowHandle): Promise<AdExplanation> {
  const [known, beat] = await Promise.all([handle.query(definitions.adStateQuery), lastBeat(handle)]);
  const view = known.state.kind === 'running' && beat !== null ? withBeat(known, beat) : known;
  const fresh = beat === null ? null : lookOf(beat);
  if (fresh !== null && fresh.decision !== null) return { ...fresh, view };
  const decision = await handle.query(definitions.adExplainQuery);
  return { ...(fresh ?? noLook), decision, view };
}

/**
 * Returns the state of an ad with the last look of its running watch: the watch costs the workflow no history, so the
 * workflow's own rank and reason may be minutes old. An override that has ended since is omitted.
 */
async function freshState(handle: WorkflowHandle): Promise<AdView> {
  const view = await handle.query(definitions.adStateQuery);
  if (view.state.kind !== 'running') return view;
  const beat = await lastBeat(handle);
  return beat === null ? view : withBeat(view, beat);
}

function withBeat(view: AdView, beat: LastBeat): AdView {
  const { decision, atMs, price } = lookOf(beat);
  if (decision === null || atMs === null || atMs < (view.lookedAtMs ?? 0)) return view;
  const isOver = view.override !== null && atMs >= view.override.untilMs;
  const override = isOver ? null : view.override;
  const why = lookedText(view, decision);
  const seen = { rank: decision.rank, why, price: price ?? view.price };
  return { ...view, ...seen, ...ruledBy(view, beat), override, lookedAtMs: atMs };
}

/** What the watch has read of its quantity and its methods, which their rules alone keep. */
function ruledBy({ rules, stock, caps }: AdView, beat: LastBeat): Pick<AdView, 'stock' | 'caps'> {
  return {
    stock: rules.inventory === null ? stock : (beat.stock ?? stock),
    caps: rules.paymentCaps === null ? caps : (beat.caps ?? caps),
  };
}

async function freshDiff(handle: WorkflowHandle): Promise<PriceDiff> {
  const [known, beat] = await Promise.all([handle.query(definitions.adDiffQuery), lastBeat(handle)]);
  return beat?.diff === undefined ? known : mergeDiff(known, beat.diff, Date.now());
}

/** The heartbeat of a running market watch; one of another version may lack parts. */
type LastBeat = Partial<LastLook & Pick<AdView, 'stock' | 'caps'> & { diff: PriceDiff }>;

/** Returns the last look of the running market watch; null when none runs, or before its first look. */
function lastBeat(handle: WorkflowHandle): Promise<LastBeat | null> {
  return watchHeartbeat(handle, 'watchMarket');
}

function lookOf(beat: LastBeat): LastLook {
  const { diff: _diff, stock: _stock, caps: _caps, ...look } = beat;
  return { ...noLook, ...look };
}

const noLook: LastLook = { decision: null, note: null, nextCheckAtMs: null, price: null, atMs: null };
