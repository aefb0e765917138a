import type { RefusedMessages } from './message.ts';

/** What the memory of every kept thing holds; plain JSON, carried over continue-as-new. */
export interface KeptMemory {
  refused: RefusedMessages;
}

/** Something that fails again and again: what, since when, and whether it has lasted so long that a human is asked. */
export interface Trouble {
  text: string;
  sinceMs: number;
  urgent: boolean;
  /** After this time it becomes a human's, in ms (absent: 45 s); null: it never does. */
  afterMs?: number | null;
}

export interface TroubleMemory extends KeptMemory {
  /** By source, such as "release" or "reading": each has a time of its own. */
  troubles: Record<string, Trouble>;
}
