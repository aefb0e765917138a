import type { Channel } from '../../domain/notices/reported-needs.ts';
import { blindMs, blindnessOn, type Blindness } from '../../domain/watchdog/blindness.ts';
import type { Sight } from '../../domain/watchdog/dead-man.ts';
import { noticeMessage } from '../../activities/notices/notice-message.ts';
import { deskWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { sendOnEachChannel } from '../notices/each-channel.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

type BlindDependencies = Pick<WatchdogDependencies, 'account' | 'settings' | 'clock' | 'couriers' | 'report'>;

/** A way that failed is tried again this late. */
const againMs = 60_000;

/**
 * Notifies a person, once for each time, that this process could not judge for too long. It does not ask Temporal to have it
 * done, because that may be what does not answer.
 */
export class BlindReporter {
  readonly #deps: BlindDependencies;
  #blindness: Blindness | null = null;
  readonly #told = new Set<Channel>();
  #nextAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: BlindDependencies) {
    this.#deps = deps;
  }

  /** Whether it could not judge for so long that a person is to know. */
  get isBlind(): boolean {
    return this.#blindness !== null && blindMs(this.#blindness, this.#deps.settings.watchdogMs) !== null;
  }

  /** Notes a sight, and notifies in the background. */
  saw(sight: Sight): void {
    const { settings } = this.#deps;
    const before = this.#blindness;
    this.#blindness = blindnessOn(before, sight, settings.watchdogMs);
    if (this.#blindness.sinceMs !== before?.sinceMs) this.#told.clear();
    const ms = blindMs(this.#blindness, settings.watchdogMs);
    if (ms === null || sight.elapsedMs < this.#nextAtMs) return;
    this.#nextAtMs = sight.elapsedMs + againMs;
    void this.#tell(ms);
  }

  /** It could judge. */
  judged(): void {
    this.#blindness = null;
  }

  async #tell(ms: number): Promise<void> {
    const { account, clock } = this.#deps;
    const atMs = clock.now();
    const workflowId = deskWorkflowId(account);
    const fact = { code: 'blind', minutes: Math.floor(ms / 60_000) } as const;
    const need = { key: `${workflowId}/blind`, workflowId, type: 'watchdog', fact } as const;
    const items = [{ need: { ...need, sinceMs: atMs - ms, urgentAtMs: 0 }, stage: 'urgent' as const }];
    await sendOnEachChannel(this.#deps, noticeMessage({ account, items, more: 0, atMs }), { told: this.#told });
  }
}
