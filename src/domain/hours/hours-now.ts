import type { HoursRule } from './hours-rule.ts';
import { openingAt, type Opening } from './opening.ts';

/** How long hours that do not change within a year are believed. */
const lastingMs = 86_400_000;

/** Answers what an ad's hours say, again and again: computed again only once they have changed. */
export class HoursNow {
  readonly #rule: HoursRule;
  #known: { opening: Opening | null; fromMs: number; toMs: number } | null = null;

  constructor(rule: HoursRule) {
    this.#rule = rule;
  }

  /** Returns whether they are open; null when this machine does not know their time zone. */
  at(nowMs: number): Opening | null {
    const known = this.#known;
    if (known !== null && nowMs >= known.fromMs && nowMs < known.toMs) return known.opening;
    const opening = openingAt(this.#rule, nowMs);
    this.#known = { opening, fromMs: nowMs, toMs: opening?.untilMs ?? nowMs + lastingMs };
    return opening;
  }
}
