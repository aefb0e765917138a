import type { NoticeDependencies } from '../../activities/notices/notice-activities.ts';
import { waiting, withLook, type ReportedNeed } from '../../domain/notices/reported-needs.ts';
import { maxWaiting, type WaitingNeeds } from '../../domain/notices/waiting-need.ts';
import type { ReadNeeds } from '../notices/temporal-needs.ts';
import { SharedRead } from '../../market/shared-read.ts';
import type { WindowReads } from './window-reads.ts';

type SightParts = Pick<NoticeDependencies, 'ownNeeds' | 'clock' | 'stopping'> & { readonly readNeeds: ReadNeeds };

/** As long as a person waits for a read. */
const limitMs = 4_000;
/** Pages that are open look at the same. */
const holdsMs = 1_000;

/** What waits for a person, as the notices read it, whether or not a way to the merchant is configured. */
export class NeedsSight {
  readonly #parts: SightParts;
  readonly #reads: Pick<WindowReads, 'inTime'>;
  readonly #looks: SharedRead<WaitingNeeds>;
  /** Keeps the beginning of what a look cannot date. */
  #known: readonly ReportedNeed[] = [];

  constructor(parts: SightParts, reads: Pick<WindowReads, 'inTime'>) {
    this.#parts = parts;
    this.#reads = reads;
    this.#looks = new SharedRead(() => this.#look(), parts.clock);
  }

  /** Returns all that waits, the most urgent first, and whether there is more. Rejects where it cannot be read in time. */
  all(): Promise<WaitingNeeds> {
    return this.#looks.get('', holdsMs);
  }

  async #look(): Promise<WaitingNeeds> {
    const { ownNeeds, clock } = this.#parts;
    const { needs, isCut } = await this.#read();
    this.#known = withLook(this.#known, { needs, atMs: clock.now() });
    const own = ownNeeds(waiting(this.#known).map(({ need, stage }) => ({ need, stage })));
    const shown = own.slice(0, maxWaiting).map(({ need: { workflowId, type, fact, sinceMs }, stage }) => ({
      workflowId,
      type,
      fact,
      sinceMs,
      isUrgent: stage === 'urgent',
    }));
    return { needs: shown, isCut: isCut || shown.length < own.length };
  }

  async #read() {
    const signal = AbortSignal.any([this.#parts.stopping, AbortSignal.timeout(limitMs)]);
    try {
      return await this.#reads.inTime(this.#parts.readNeeds(signal), { signal, limitMs });
    } catch (error) {
      // Its text may be one of Temporal's.
      throw new Error('what waits could not be read in time', { cause: error });
    }
  }
}
