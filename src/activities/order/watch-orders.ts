import { Context } from '@temporalio/activity';
import { ExchangeError } from '../../exchange/index.ts';
import type { WatchOrdersInput, WatchOrdersVerdict } from '../activity-contract.ts';
import { createBell, type Bell } from '../kit/bell.ts';
import { givenUp, watchTrouble } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { OrderIntake } from './order-intake.ts';
import { pauseFor } from '../kit/pause.ts';

/** Whoever writes to the account's chat may make it look sooner, so often and not more often. */
const ringGapMs = 1_000;

/**
 * Makes the intake: every order that runs on the account gets its workflow, every change of status is told to it, and
 * an order that leaves the list is told to look for itself. The poll alone is enough; the chat socket only makes it
 * look sooner, at most once a second. An attempt after one that died goes on with what its heartbeat says.
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
    const waitMs = trouble === null ? deps.settings.orderPollIntervalMs : troubleWaitMs(deps, trouble, failures);
    const { stopping } = deps;
    await pauseFor(waitMs, intake.progress(trouble), trouble === null ? { stopping, wake: rung } : { stopping });
  }
  return { kind: 'period-over', polls: intake.polls, started: intake.started, ...intake.end() };
}

/**
 * Short troubles of the service are waited out here; one that lasts fails the activity for good, and the workflow shows
 * it. Any other trouble (the server of the workflows is away) is retried by the server.
 */
function troubleWaitMs(deps: ActivityDependencies, trouble: unknown, failures: number): number {
  if (!(trouble instanceof ExchangeError)) throw trouble;
  const { lasting, waitMs } = watchTrouble(deps, trouble, failures);
  if (lasting) throw givenUp(deps, trouble);
  return waitMs;
}
