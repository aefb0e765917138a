import type { Mode } from '../mode.ts';
import type { MistypedRules } from '../pricing/pricing-rules.ts';

/** What an ad refuses a command with. */
export type AdRefusal =
  | MistypedRules
  | { readonly code: 'ad-ended'; readonly state: string }
  | { readonly code: 'ad-mode'; readonly mode: Mode }
  /** A price that a person sets. */
  | {
      readonly code: 'price-beyond-limit';
      readonly limit: 'floor' | 'ceiling';
      readonly price: string;
      readonly bound: string;
    };
