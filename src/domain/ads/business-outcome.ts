import type { Refusal } from '../refusals/refusal.ts';

/** Why nothing came of what a person said to do with the business, or nothing that is known. */
export type BusinessFailure =
  /** The last attempt may have been carried out before its process died. */
  | { readonly code: 'no-answer' }
  | { readonly code: 'refused'; readonly refusal: Refusal }
  /** The service refused it, or the call failed. */
  | { readonly code: 'failed'; readonly category: string; readonly answer: string | null; readonly message: string };

/** What came of it. */
export type BusinessOutcome =
  | {
      readonly kind: 'applied' | 'there-already' | 'intent';
      /** Null: the service does not show it. */
      readonly status: string | null;
      /** The end of a break that began; null: none, or not known. */
      readonly untilMs: number | null;
      readonly atMs: number;
    }
  | { readonly kind: 'refused'; readonly because: BusinessFailure; readonly atMs: number };
