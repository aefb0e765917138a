/** How a look ended; 'skipped': there was nothing to look at, or an earlier check is broken. */
export type Verdict = 'ok' | 'warning' | 'broken' | 'skipped';

/** What one look found: a line, and for a warning or worse what to do. */
export interface Finding {
  verdict: Verdict;
  text: string;
  remedy?: string;
  /** The broken check that this one needs. */
  waitsFor?: string;
}

/** One look at one thing. It only reads. A look that throws is broken, with the words of the error. */
export interface Check<World> {
  id: string;
  /** An earlier check of the group; when it is broken this one is skipped. */
  needs?: string;
  look: (world: World) => Promise<Finding | readonly Finding[]> | Finding | readonly Finding[];
}

export const ok = (text: string): Finding => ({ verdict: 'ok', text });
export const warning = (text: string, remedy: string): Finding => ({ verdict: 'warning', text, remedy });
export const broken = (text: string, remedy: string): Finding => ({ verdict: 'broken', text, remedy });
export const skipped = (text: string): Finding => ({ verdict: 'skipped', text });
