import { adsTaker, thrownBy, watchdogSender, type ThrownSwitch } from '../../domain/guard/guard-memory.ts';
import { restrictionsOfGuard } from '../../domain/guard/restriction.ts';
import type { GuardRunMemory } from '../../workflows/contract/guard-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { engagedText } from '../../words/switch-words.ts';
import { beating } from '../kit/pause.ts';
import { settledLeaving } from '../money/settled-leaving.ts';

/** What the activities of a guard use. */
type GuardDependencies = Pick<ActivityDependencies, 'guard' | 'desk' | 'register' | 'clock'>;

/** Activities of the guard's own workflow. */
export function createGuardActivities(deps: GuardDependencies) {
  return {
    /** Reads the memory of a guard run that was ended from outside. */
    readEndedGuard: beating(({ runId }: { runId: string }): Promise<GuardRunMemory> => deps.guard.readEnded(runId)),

    /**
     * Signals every ad that is kept that someone engaged the switch of the ads; the watchdog's mark is for those alone that
     * the desk is to price (ADR 0034). Returns how many; none where the switch was lifted before a worker was found. Rejects
     * when one was not reached.
     */
    takeAdsOff: beating((thrown: ThrownSwitch): Promise<number> => takeAdsOff(deps, thrown)),

    /** Copies what the guard restricts into the register; returns how many of its words that were, and what may have left. */
    keepGuardWords: beating((): Promise<Pick<GuardRunMemory, 'words' | 'mayHaveLeft'>> => keepGuardWords(deps)),

    /** Makes the account's orders look again after a switch was lifted. Returns how many were notified. */
    wakeOrders: (): Promise<number> =>
      beating(async () => {
        const running = await deps.desk.runningOrders();
        await Promise.allSettled(running.map((orderNumber) => deps.desk.orderGone(orderNumber)));
        return running.length;
      })(undefined),
  };
}

const maxNamed = 20;

/** The guard as it is now, not as it was when it asked: what was lifted meanwhile must not be engaged again. */
async function keepGuardWords(deps: GuardDependencies): Promise<Pick<GuardRunMemory, 'words' | 'mayHaveLeft'>> {
  const guard = await deps.guard.look(0);
  if (guard === null) throw new Error('the guard does not answer');
  await deps.register.restrict({ entries: restrictionsOfGuard(guard), by: 'guard' });
  const left = await settledLeaving(deps, () => true);
  const mayHaveLeft = left.map(({ step, subject }) => `${step} ${subject}`.slice(0, 120)).slice(0, maxNamed);
  return { words: guard.words, mayHaveLeft };
}

/** Letters of a note, as a command takes it. */
const maxNote = 500;

async function takeAdsOff({ guard, desk }: GuardDependencies, thrown: ThrownSwitch): Promise<number> {
  const { by, atMs } = thrown;
  const kept = await guard.look(0);
  if (kept !== null && thrownBy(kept.switches, 'ads')?.atMs !== atMs) return 0;
  const note = engagedText({ name: 'ads', ...thrown }).slice(0, maxNote);
  const wish = { by: adsTaker(by), note, engagedAtMs: atMs };
  return desk.takeAdsOff(wish, by === watchdogSender ? 'priced' : 'all');
}
