import type { MockActivityEnvironment } from '@temporalio/testing';
import { onTestFinished, vi } from 'vitest';
import { createWatchdogActivities } from '../../../src/activities/watchdog/watchdog-activities.ts';
import type { DeskReport, WatchdogDependencies } from '../../../src/activities/watchdog/watchdog-dependencies.ts';
import type { NoticeMessage } from '../../../src/activities/notices/notice-message.ts';
import type { Mode } from '../../../src/domain/mode.ts';
import { watchdogWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { mockEnv, openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

export const mark = 1_768_000_000_000;

export interface WatchdogWorld extends ActivityWorld {
  /** What Temporal reports of the desk. */
  sight: DeskReport;
  switchOpen: boolean | null;
  marks: string[];
  bans: (number | null)[];
  told: NoticeMessage[];
  watchdog: ReturnType<typeof createWatchdogActivities>;
  /** Runs an activity as the watchdog's workflow, or as another one. */
  run: <Input, Result>(work: (input: Input) => Promise<Result>, input: Input, workflowId?: string) => Promise<Result>;
  adNumbers: string[];
}

/** A watchdog's activities at the simulator, with three own ads online and a desk that looks at nothing. */
export async function openWatchdog(
  part: Partial<WatchdogDependencies> = {},
  mode: Mode = 'sim',
): Promise<WatchdogWorld> {
  const world = await openActivityWorld({ settings: { moneySettleMs: 20, watchdogMs: 10_000 } });
  const { deps, clock } = world;
  const adNumbers = ['SELL', 'BUY', 'SELL'].map((side, at) =>
    world.simulator.ads.add({
      account: deps.account,
      side: side as 'SELL' | 'BUY',
      asset: 'USDT',
      fiat: 'BOB',
      price: side === 'BUY' ? '9.50' : `10.${at + 4}0`,
    }),
  );
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const ads = adNumbers.slice(0, 2).map((adNumber) => ({ adNumber, mode }));
  const watched: Omit<WatchdogWorld, keyof ActivityWorld | 'watchdog' | 'run'> = {
    sight: { lookedAtMs: mark, isHeld: false, banUntilMs: null, ads },
    switchOpen: null,
    marks: [],
    bans: [],
    told: [],
    adNumbers,
  };
  const whole: WatchdogDependencies = {
    account: deps.account,
    marketplace: deps.marketplace,
    settings: deps.settings,
    readDesk: async () => watched.sight,
    engageSwitch: async (reason) => void watched.marks.push(reason),
    isSwitchOpen: async () => watched.switchOpen,
    admit: async () => undefined,
    isIntentOnly: (asked) => asked === 'shadow',
    obeyBan: (untilMs) => void watched.bans.push(untilMs),
    hasOwnAddress: false,
    couriers: { url: { deliver: async (message) => watched.told.push(message) } },
    clock: { now: () => clock.now(), elapsed: () => clock.now() },
    onIntent: deps.onIntent,
    report: deps.report,
    stopping: stop.signal,
    ...part,
  };
  const watchdog = createWatchdogActivities(whole);
  const run: WatchdogWorld['run'] = (work, input, workflowId = watchdogWorkflowId(deps.account)) => {
    const nowMs = clock.now();
    return mockEnv({
      workflowType: 'adWatchdog',
      workflowExecution: { workflowId, runId: 'run' },
      currentAttemptScheduledTimestampMs: nowMs,
      scheduledTimestampMs: nowMs,
      startToCloseTimeoutMs: 120_000,
    }).run(work, input);
  };
  return Object.assign(watched, world, { watchdog, run });
}

/** The watchdog's own environment, whose pauses are written down and end at once. */
export function sleepless({ deps, clock }: WatchdogWorld): { env: MockActivityEnvironment; pausesMs: number[] } {
  const nowMs = clock.now();
  const env = mockEnv({
    workflowType: 'adWatchdog',
    workflowExecution: { workflowId: watchdogWorkflowId(deps.account), runId: 'run' },
    currentAttemptScheduledTimestampMs: nowMs,
    scheduledTimestampMs: nowMs,
    startToCloseTimeoutMs: 120_000,
  });
  const pausesMs: number[] = [];
  vi.spyOn(env.context, 'sleep').mockImplementation(async (ms) => void pausesMs.push(Number(ms)));
  return { env, pausesMs };
}
