import type { Unseen } from '../../domain/watchdog/dead-man.ts';
import type { DeskReport } from '../../domain/watchdog/watchdog-state.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

type Asked = Pick<WatchdogDependencies, 'readDesk' | 'leaderHere'>;

/** What is seen of a desk: by Temporal, and where that does not answer, by the process of this machine that leads. */
export class DeskSights {
  readonly #asked: Asked;
  #known: DeskReport | null;
  #hasHeard = false;
  #isSilent = false;
  #last: DeskReport | Unseen | null = null;

  constructor(asked: Asked, kept: DeskReport | null) {
    this.#asked = asked;
    this.#known = kept;
  }

  /** What the desk showed last; null: it was never seen. */
  get known(): DeskReport | null {
    return this.#known;
  }

  /** Whether this process has had an answer of Temporal, or of the process that leads. */
  get hasHeard(): boolean {
    return this.#hasHeard;
  }

  /** Whether Temporal did not answer the last look, although the process that leads may have. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** What the last look saw; null: the first one is on its way. */
  get last(): DeskReport | Unseen | null {
    return this.#last;
  }

  /** Looks once. Never rejects. */
  async look(): Promise<DeskReport | Unseen> {
    const asked = await this.#asked.readDesk();
    this.#isSilent = asked === 'silent';
    const seen = typeof asked === 'object' ? asked : ((await this.#here()) ?? asked);
    this.#last = seen;
    if (typeof seen !== 'object') return seen;
    this.#hasHeard = true;
    // A lead that has not looked yet says nothing of it: what was seen before counts.
    this.#known = { ...seen, lookedAtMs: seen.lookedAtMs ?? this.#known?.lookedAtMs ?? null };
    return seen;
  }

  /** The process that leads does not know which ads are to be priced: they are those that were seen last. */
  async #here(): Promise<DeskReport | null> {
    const leader = await this.#asked.leaderHere();
    return leader === null ? null : { ...leader, ads: this.#known?.ads ?? [] };
  }
}
