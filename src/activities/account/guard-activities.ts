import type { GuardRunMemory } from '../../workflows/contract/guard-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { beating } from '../kit/pause.ts';

/** Activities of the guard's own workflow. */
export function createGuardActivities(deps: ActivityDependencies) {
  return {
    /** Reads the memory of a guard run that was ended from outside. */
    readEndedGuard: beating(({ runId }: { runId: string }): Promise<GuardRunMemory> => deps.guard.readEnded(runId)),

    /** Signals every ad that is kept that someone engaged the switch of the ads. Rejects when one was not reached. */
    takeAdsOff: ({ by, reason }: { by: string; reason: string }): Promise<number> =>
      beating(() => deps.desk.takeAdsOff({ by: `kill switch ads (${by})`.slice(0, 80), note: reason }))(undefined),

    /** Makes the account's orders look again after a switch was lifted. Returns how many were notified. */
    wakeOrders: (): Promise<number> =>
      beating(async () => {
        const running = await deps.desk.runningOrders();
        await Promise.allSettled(running.map((orderNumber) => deps.desk.orderGone(orderNumber)));
        return running.length;
      })(undefined),
  };
}
