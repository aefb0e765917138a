import type { Price } from '../price.ts';

type StepName =
  | 'target'
  | 'margin'
  | 'limits'
  | 'service-range'
  | 'exclusion-zone'
  | 'tick'
  | 'maximum-step'
  | 'minimum-change'
  | 'hold'
  | 'own-order'
  | 'ratio';

export interface PricingStep {
  readonly name: StepName;
  /** After this step; null when no price is left. */
  readonly price: string | null;
  /** A short sentence with the numbers. */
  readonly note: string;
}

/** A sentence that is made when it is read: a replay of a market reads none. */
export type Note = () => string;

/** A step with its price in ticks. */
export interface PriceStep {
  readonly name: StepName;
  readonly price: Price | null;
  readonly note: Note;
}
