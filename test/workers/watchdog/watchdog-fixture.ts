import { onTestFinished } from 'vitest';
import type { Unseen } from '../../../src/domain/watchdog/dead-man.ts';
import type { DeskReport, WatchdogMemory } from '../../../src/domain/watchdog/watchdog-state.ts';
import type { NoticeMessage } from '../../../src/activities/notices/notice-message.ts';
import type { Mode } from '../../../src/domain/mode.ts';
import { StoppedEarly } from '../../../src/workers/lead/stoppable.ts';
import { DeskSights } from '../../../src/workers/watchdog/desk-sights.ts';
import { judgeAct, type ActVerdict } from '../../../src/workers/watchdog/judge-act.ts';
import { takeAllOffline, type TakeAllOfflineOutcome } from '../../../src/workers/watchdog/take-all-offline.ts';
import type { LeaderReport, Mark, WatchdogDependencies } from '../../../src/workers/watchdog/watchdog-dependencies.ts';
import { openActivityWorld, type ActivityWorld } from '../../activities/activity-fixture.ts';

export const mark = 1_768_000_000_000;

export interface WatchdogWorld extends ActivityWorld {
  /** What Temporal reports of the desk. */
  sight: DeskReport | Unseen;
  /** What the process of this machine that leads reports. */
  leader: LeaderReport | null;
  switchOpen: boolean | null;
  /** The switches that the guard was sent; it rejects while Temporal is silent. */
  marks: string[];
  /** What the register of this machine has; null: there is none. */
  inRegister: Mark[] | null;
  kept: WatchdogMemory | null;
  bans: number[];
  told: NoticeMessage[];
  pausesMs: number[];
  adNumbers: string[];
  watched: WatchdogDependencies;
  stop: () => void;
  judge: (doubt: { lookedAtMs: number; banUntilMs: number | null }, kept?: DeskReport | null) => Promise<ActVerdict>;
  takeOffline: (adNumbers: readonly string[], banUntilMs?: number | null) => Promise<TakeAllOfflineOutcome>;
}

/** What a watchdog needs, at the simulator: three own ads online, a desk that looks at nothing, a clock that its pauses move. */
export async function openWatchdog(
  part: Partial<WatchdogDependencies> = {},
  mode: Mode = 'sim',
): Promise<WatchdogWorld> {
  const world = await openActivityWorld({ settings: { moneySettleMs: 20, watchdogMs: 10_000 } });
  const { deps, clock } = world;
  const adNumbers = (['SELL', 'BUY', 'SELL'] as const).map((side, at) =>
    world.addAd({ side, price: side === 'BUY' ? '9.50' : `10.${at + 4}0` }),
  );
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const ads = adNumbers.slice(0, 2).map((adNumber) => ({ adNumber, mode }));
  const seen = {
    sight: { lookedAtMs: mark, isHeld: false, banUntilMs: null, ads } as DeskReport | Unseen,
    leader: null as LeaderReport | null,
    switchOpen: null as boolean | null,
    marks: [] as string[],
    inRegister: null as Mark[] | null,
    kept: null as WatchdogMemory | null,
    bans: [] as number[],
    told: [] as NoticeMessage[],
    pausesMs: [] as number[],
    adNumbers,
    stop: () => over.abort(),
  };
  const whole: WatchdogDependencies = {
    account: deps.account,
    marketplace: deps.marketplace,
    settings: deps.settings,
    readDesk: async () => seen.sight,
    leaderHere: async () => seen.leader,
    keeper: { read: () => seen.kept, keep: (memory) => void (seen.kept = memory) },
    register: () =>
      seen.inRegister === null
        ? null
        : {
            engage: async (one) => void seen.inRegister?.push(one),
            isEngaged: async () => (seen.inRegister?.length ?? 0) > 0,
          },
    engageSwitch: async (reason) => {
      if (seen.sight === 'silent') throw new Error('no answer');
      seen.marks.push(reason);
    },
    isSwitchOpen: async () => seen.switchOpen,
    admit: async () => undefined,
    isIntentOnly: (asked) => asked === 'shadow',
    obeyBan: (untilMs) => void seen.bans.push(untilMs),
    hasOwnAddress: false,
    couriers: { url: { deliver: async (message) => seen.told.push(message) } },
    clock: { now: () => clock.now(), elapsed: () => clock.now() },
    pause: async (ms) => {
      seen.pausesMs.push(ms);
      clock.advance(ms);
      await new Promise(setImmediate);
      if (over.signal.aborted) throw new StoppedEarly('asked to stop');
    },
    onIntent: deps.onIntent,
    report: deps.report,
    stopping: over.signal,
    ...part,
  };
  return Object.assign(seen, world, {
    watched: whole,
    judge: async (doubt: { lookedAtMs: number; banUntilMs: number | null }, kept: DeskReport | null = null) =>
      judgeAct(whole, new DeskSights(whole, kept), doubt),
    takeOffline: (taken: readonly string[], banUntilMs: number | null = null) =>
      takeAllOffline(whole, { adNumbers: taken, banUntilMs }),
  });
}
