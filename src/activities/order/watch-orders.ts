import { Context } from '@temporalio/activity';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { WatchOrdersInput, WatchOrdersVerdict } from './intake-contract.ts';
import { createBell, type Bell } from '../kit/bell.ts';
import { givenUp, watchTrouble } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { OrderIntake } from './order-intake.ts';
import { pauseFor } from '../kit/pause.ts';

/** Anyone who writes to the account's chat may trigger an early look, at most this often. */
const ringGapMs = 1_000;

/**
 * Creates the intake: every running order of the account gets its workflow and hears of every change of status, and an
 * order that leaves the list is asked to look for itself. Polling alone is enough; the chat socket only triggers
 * earlier looks, at most once a second. An attempt after a lost one continues from its heartbeat.
 */
export function createWatchOrders(deps: ActivityDependencies) {
  return async function watchOrders(input: WatchOrdersInput): Promise<WatchOrdersVerdict> {
    const { info, cancellationSignal: signal } = Context.current();
    const intake = new OrderIntake({ deps, input, resumed: memoryOf(info.heartbeatDetails), signal });
    const bell = createBell(ringGapMs);
    const close = deps.listen(() => bell.ring());
    try {
      return await run(deps, { intake, bell, endAtMs: deps.clock.now() + input.periodMs });
    } finally {
      close();
      bell.close();
    }
  };
}

function memoryOf(heartbeat: unknown): unknown {
  return typeof heartbeat === 'object' && heartbeat !== null && 'intake' in heartbeat ? heartbeat.intake : null;
}

interface Run {
  intake: OrderIntake;
  bell: Bell;
  endAtMs: number;
}

async function run(deps: ActivityDependencies, { intake, bell, endAtMs }: Run): Promise<WatchOrdersVerdict> {
  let failures = 0;
  while (deps.clock.now() < endAtMs) {
    const rung = bell.next();
    const trouble = await intake.poll().then(
      () => null,
      (error: unknown) => error,
    );
    failures = trouble === null ? 0 : failures + 1;
    if (trouble === null) await untilNextLook(deps, intake, rung);
    else await pauseFor(troubleWaitMs(deps, trouble, failures), intake.progress(trouble), deps);
  }
  return { kind: 'period-over', polls: intake.polls, started: intake.started, ...intake.end() };
}

/** Waits for the next look, and takes up meanwhile what has waited for a place. */
async function untilNextLook(deps: ActivityDependencies, intake: OrderIntake, rung: Promise<void>): Promise<void> {
  const { clock, settings, stopping, unread } = deps;
  const dueMs = clock.now() + settings.orderPollIntervalMs;
  for (let isFreed = true; isFreed;) {
    isFreed = false;
    const freed = unread.freed().then(() => {
      isFreed = true;
    });
    const wake = intake.hasWaiting() ? Promise.race([rung, freed]) : rung;
    await pauseFor(dueMs - clock.now(), intake.progress(null), { stopping, wake });
    if (isFreed) await intake.takeInWaiting();
  }
}

/**
 * Short troubles of the service are waited out here; a lasting one fails the activity for good, and the workflow shows
 * it. The server retries any other trouble (Temporal is unreachable).
 */
function troubleWaitMs(deps: ActivityDependencies, trouble: unknown, failures: number): number {
  if (!(trouble instanceof MarketplaceFailure)) throw trouble;
  const { lasting, waitMs } = watchTrouble(deps, trouble, failures);
  if (lasting) throw givenUp(deps, trouble);
  return waitMs;
}
