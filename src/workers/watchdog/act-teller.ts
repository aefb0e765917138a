import { knownFact, needKind } from '../../domain/notices/need-fact.ts';
import type { Need } from '../../domain/notices/need.ts';
import type { ActNotice } from '../../domain/watchdog/watchdog-state.ts';
import { noticeMessage } from '../../activities/notices/notice-message.ts';
import { deskWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { sendOnEachChannel } from '../notices/each-channel.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

/** Tried again for a day: after 5 s, 15 s, 45 s and so on, to ten minutes. */
const firstWaitMs = 5_000;
const longestWaitMs = 600_000;
const outOfDateMs = 86_400_000;

/**
 * The watchdog's own way to the merchant, because the process that reports everything else may be gone. A message is sent
 * in the background, until it has arrived on every way or another one takes its place.
 */
export class ActTeller {
  readonly #deps: WatchdogDependencies;
  readonly #onTold: (notice: ActNotice | null) => void;
  #round = 0;

  /** `onTold`: what is still to be sent, after each message that has arrived. */
  constructor(deps: WatchdogDependencies, onTold: (notice: ActNotice | null) => void) {
    this.#deps = deps;
    this.#onTold = onTold;
  }

  /** Sends a notice in place of the one before; null: there is nothing to send any more. */
  tell(notice: ActNotice | null): void {
    this.#round += 1;
    // A pause that ends with the process leaves the rest to the next one.
    if (notice !== null) void this.#send(notice, this.#round).catch(() => undefined);
  }

  async #send(notice: ActNotice, round: number): Promise<void> {
    const { account, clock } = this.#deps;
    const told = new Set(notice.told);
    const items = [{ need: needOf(account, notice), stage: 'urgent' as const }];
    const endMs = clock.elapsed() + outOfDateMs;
    const still = (left: ActNotice | null): void => {
      if (round === this.#round) this.#onTold(left);
    };
    for (let waitMs = firstWaitMs; round === this.#round; waitMs = Math.min(longestWaitMs, 3 * waitMs)) {
      const message = noticeMessage({ account, items, more: 0, atMs: clock.now() });
      const onReported = (): void => still({ ...notice, told: [...told] });
      const failures = await sendOnEachChannel(this.#deps, message, { told, onReported });
      if (failures.length === 0 || clock.elapsed() >= endMs) return still(null);
      await this.#deps.pause(waitMs);
    }
  }
}

/** Its words are fixed here: only numbers and moments come from the state. */
function needOf(account: string, { kind, ads, lookedAtMs, sinceMs }: ActNotice): Need {
  const workflowId = deskWorkflowId(account);
  const fact = knownFact({ code: 'watchdog', outcome: kind, ads, lookedAtMs });
  return { key: `${workflowId}/${needKind(fact)}`, workflowId, type: 'watchdog', fact, sinceMs, urgentAtMs: 0 };
}
