/** What the command over the business takes and returns. Plain JSON. */
import type { BusinessAct } from '../../domain/ads/business-act.ts';
import type { Mode } from '../../domain/mode.ts';

export interface SetBusinessInput {
  mode: Mode;
  act: BusinessAct;
}

export interface BusinessReceipt {
  /** there-already: nothing was sent; intent: a shadow desk only recorded it. */
  kind: 'applied' | 'there-already' | 'intent';
  /** Of the business; null: the service does not say. */
  status: string | null;
  /** The end of a break that began; null: none, or not known. */
  untilMs: number | null;
  atMs: number;
}
