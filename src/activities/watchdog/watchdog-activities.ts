import { Context } from '@temporalio/activity';
import { watchdogWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { beating, pauseFor } from '../kit/pause.ts';
import { createJudgeAct, hasLooked } from './judge-act.ts';
import { createTakeAllOffline } from './take-all-offline.ts';
import { createTellAct } from './tell-act.ts';
import { createWatchLooks } from './watch-looks.ts';
import type { MarkReceipt, SetMarkInput, WatchLooksVerdict } from './watchdog-contract.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

/** The activities of the watchdog of an account. Only its own workflow may ask for one. */
export function createWatchdogActivities(deps: WatchdogDependencies) {
  const [judgeAct, takeAllOffline, tellAct] = [createJudgeAct(deps), createTakeAllOffline(deps), createTellAct(deps)];
  return {
    watchLooks: own<void, WatchLooksVerdict>(deps, createWatchLooks(deps)),
    judgeAct: own(deps, judgeAct),
    setMark: own(deps, (input: SetMarkInput) => setMark(deps, input)),
    takeAllOffline: own(deps, takeAllOffline),
    awaitOpenSwitch: own<void, void>(deps, () => awaitOpenSwitch(deps)),
    tellAct: guarded(deps, tellAct),
  };
}

export type WatchdogActivities = ReturnType<typeof createWatchdogActivities>;

type Work<Input, Result> = (input: Input) => Promise<Result>;

function guarded<Input, Result>({ account }: WatchdogDependencies, work: Work<Input, Result>): Work<Input, Result> {
  return (input) => {
    refuseForeignCaller({ workflowType: 'adWatchdog', workflowId: watchdogWorkflowId(account) });
    return work(input);
  };
}

function own<Input, Result>(deps: WatchdogDependencies, work: Work<Input, Result>): Work<Input, Result> {
  return guarded(deps, beating(work));
}

/**
 * The question may be old, after a reset: a desk that has looked since needs no mark. Its looks alone count, because a mark
 * whose answer was lost holds its ads by itself; one that cannot be read is marked.
 */
async function setMark(deps: WatchdogDependencies, input: SetMarkInput): Promise<MarkReceipt> {
  const { cancellationSignal: signal } = Context.current();
  const desk = await deps.readDesk(signal).catch(() => null);
  if (desk !== null && hasLooked(desk, input.lookedAtMs)) return { kind: 'looks-again' };
  await deps.engageSwitch(markReason(input));
  return { kind: 'marked' };
}

/** Stands at the guard for a person who asks why nothing is priced. */
function markReason({ lookedAtMs }: SetMarkInput): string {
  const at = new Date(lookedAtMs).toISOString().slice(0, 19).replace('T', ' ');
  return `the watchdog takes the ads offline: no market was looked at since ${at} UTC`;
}

const lookMs = 5_000;
/** A guard that has just been woken answers what it has taken in, so one answer could be too early. */
const answersInARow = 2;

/** Returns when a person has opened the switch. As long as no worker of the desk answers it is engaged. */
async function awaitOpenSwitch(deps: WatchdogDependencies): Promise<void> {
  for (let open = 0; ;) {
    open = (await deps.isSwitchOpen()) === true ? open + 1 : 0;
    if (open >= answersInARow) return;
    await pauseFor(Math.min(lookMs, deps.settings.watchdogMs / 10), { switch: open > 0 ? 'open' : 'engaged' }, deps);
  }
}
