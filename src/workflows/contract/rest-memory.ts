import type { OverlapWindow } from '../../domain/pricing/overlap-window.ts';
import type { OnceTrouble } from '../../domain/failures/once-trouble.ts';
import type { LearnedRange } from './ad-contract.ts';
import type { TroubleMemory } from './kept-memory.ts';

/** The memory of a workflow that does one thing and rests between its tries; plain JSON. */
export interface RestMemory extends TroubleMemory<OnceTrouble> {
  /** What it does or waits for; each workflow has codes of its own beside those of a rest. */
  wait: { readonly code: string };
  sinceMs: number;
  overlap: OverlapWindow;
  learnedRange: LearnedRange | null;
  /** Of the merchant, while it waits for the business to open; null: not known. */
  businessStatus: string | null;
  /** Who ended a wait, and whether to try again or not at all. */
  word: { by: string; goOn: boolean } | null;
}
