/** What a message, an update or a command is refused with: a code with what completes it; `src/words` says it. */
import type { BusinessRefusal } from '../ads/business-act.ts';
import type { EngagedSwitch } from '../switch-state.ts';
import type { AdRefusal } from './ad-refusal.ts';
import type { GuardRefusal } from './guard-refusal.ts';
import type { MessageRefusal } from './message-refusal.ts';
import type { WordRefusal } from '../register/word-refusal.ts';
import type { OrderRefusal } from './order-refusal.ts';

/** What a workflow that does one thing, or one that is about an account or an address, refuses a command with. */
export type OtherRefusal =
  | BusinessRefusal
  /** The switch that is engaged; null: the guard does not answer. */
  | { readonly code: 'nothing-opens'; readonly engaged: EngagedSwitch | null }
  | { readonly code: 'desk-stopped' | 'no-ban' }
  /** It waits for nothing that a word ends. */
  | { readonly code: 'not-waiting' | 'nothing-to-resolve'; readonly state: string }
  | { readonly code: 'number-missing'; readonly field: 'orderNumber' | 'adNumber' }
  /** Only the register frees the name of a call that may have left. */
  | { readonly code: 'call-may-have-left'; readonly step: 'place' | 'publish' };

export type Refusal = WordRefusal | MessageRefusal | AdRefusal | OrderRefusal | GuardRefusal | OtherRefusal;

/** The type of a failure that carries a refusal in its details. */
export const refusedFailure = 'REFUSED';

/** Returns the refusal in the details of a failure, or null; a process of another version may have codes of its own. */
export function refusalIn(details: readonly unknown[] | null | undefined): Refusal | null {
  const [first] = details ?? [];
  const isCoded = typeof first === 'object' && first !== null && 'code' in first && typeof first.code === 'string';
  return isCoded ? (first as Refusal) : null;
}
