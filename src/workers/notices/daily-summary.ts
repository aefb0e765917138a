/** The summary of a day as the process that looks makes it: it counts once a day, and again after a restart. */
import type { Client } from '@temporalio/client';
import { dayCounts } from '../../client/lists/day-counts.ts';
import { dailyNeed, dueDay, type DailyRule, type DayCounts } from '../../domain/notices/daily-summary.ts';
import type { Need } from '../../domain/notices/need.ts';
import { deskWorkflowId } from '../../workflows/contract/workflow-ids.ts';

interface SummaryParts {
  readonly client: Client;
  readonly account: string;
  /** null: no summary is wanted. */
  readonly rule: DailyRule | null;
  readonly clock: { now(): number };
}

/** What was not counted is tried again so late. */
const againMs = 60_000;

export class DailySummary {
  readonly #parts: SummaryParts;
  #counted: { readonly beganMs: number; readonly counts: DayCounts } | null = null;
  #triedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: SummaryParts) {
    this.#parts = parts;
  }

  /** Returns the summary that is due, beside what waits. Never rejects: what cannot be counted is no reason to say nothing of that. */
  async needs(waiting: readonly Need[]): Promise<readonly Need[]> {
    const { rule, clock, account } = this.#parts;
    const day = rule === null ? null : dueDay(rule, clock.now());
    if (day === null) return [];
    const counts = await this.#countsSince(day.beganMs);
    return counts === null ? [] : [dailyNeed(deskWorkflowId(account), day, { counts, waiting })];
  }

  async #countsSince(beganMs: number): Promise<DayCounts | null> {
    if (this.#counted?.beganMs === beganMs) return this.#counted.counts;
    const { client, account, clock } = this.#parts;
    if (clock.now() - this.#triedAtMs < againMs) return null;
    this.#triedAtMs = clock.now();
    const counts = await dayCounts(client, { account, sinceMs: beganMs }).catch(() => null);
    this.#counted = counts === null ? null : { beganMs, counts };
    return counts;
  }
}
