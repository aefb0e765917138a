import { z } from 'zod';
import type { KeptRefusals } from './message.ts';

/** Common memory of all long-lived workflows; plain JSON, carried over continue-as-new. */
export interface KeptMemory {
  refused: KeptRefusals;
}

/** The memory that continue-as-new carries. A run of this program wrote it, so only its kind is checked. */
export function carriedMemory<Memory>() {
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
  return z.custom<Memory>(isObject, 'must be an object').optional();
}

/** Anyone who may fail an activity by hand writes its message, and a memory has a bound. */
export const maxShownText = 4_000;

/** A code with what completes it; each workflow has troubles of its own. */
export interface TroubleCode {
  readonly code: string;
}

/** A repeated failure: what, since when, and whether it has lasted so long that a human is asked. */
export interface Trouble<What extends TroubleCode = TroubleCode> {
  what: What;
  sinceMs: number;
  urgent: boolean;
  /** After this time a human is asked, in ms (absent: 45 s); null: never. */
  afterMs?: number | null;
}

/** A trouble in a view: the same in words, too. */
export interface ShownTrouble<What extends TroubleCode> extends Omit<Trouble<What>, 'afterMs'> {
  text: string;
}

export interface TroubleMemory<What extends TroubleCode = TroubleCode> extends KeptMemory {
  /** By source, such as "release" or "reading": each has its own time. */
  troubles: Record<string, Trouble<What>>;
}
