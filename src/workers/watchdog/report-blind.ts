import { blindMs, blindnessOn, type Blindness } from '../../domain/watchdog/blindness.ts';
import type { Sight } from '../../domain/watchdog/dead-man.ts';
import { sendDirectly } from '../notices/direct-message.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

type BlindDependencies = Pick<WatchdogDependencies, 'account' | 'settings' | 'clock' | 'couriers' | 'report' | 'pause'>;

/** Notifies a person, once for each time, that this process could not judge for too long. */
export class BlindReporter {
  readonly #deps: BlindDependencies;
  #blindness: Blindness | null = null;
  /** Ends the message of this time; null: there was none yet. */
  #telling: AbortController | null = null;

  constructor(deps: BlindDependencies) {
    this.#deps = deps;
  }

  /** Whether it could not judge for so long that a person is to know. */
  get isBlind(): boolean {
    return this.#blindness !== null && blindMs(this.#blindness, this.#deps.settings.watchdogMs) !== null;
  }

  /** Notes a sight, and notifies in the background. */
  saw(sight: Sight): void {
    const { watchdogMs } = this.#deps.settings;
    const before = this.#blindness;
    const blindness = blindnessOn(before, sight, watchdogMs);
    if (blindness.sinceMs !== before?.sinceMs) this.judged();
    this.#blindness = blindness;
    const ms = blindMs(blindness, watchdogMs);
    if (ms !== null) this.#telling ??= this.#tell(ms);
  }

  /** It could judge. */
  judged(): void {
    this.#blindness = null;
    this.#telling?.abort();
    this.#telling = null;
  }

  #tell(ms: number): AbortController {
    const { account, clock } = this.#deps;
    const end = new AbortController();
    const fact = { code: 'blind', minutes: Math.floor(ms / 60_000) } as const;
    const message = { account, type: 'watchdog', fact, sinceMs: clock.now() - ms, told: [] } as const;
    // A pause that ends with the process ends this, too.
    void sendDirectly(this.#deps, message, { over: end.signal }).catch(() => undefined);
    return end;
  }
}
