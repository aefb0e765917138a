/** What is said to who presses a button under a message. */
import { wordedBy } from '../worded.ts';

/** Why a press does not count. */
export type PressRefusal = { readonly code: 'not-private' | 'unknown-button' | 'expired' | 'used' };

/** Returns a refusal in words. */
export const pressRefusalText = wordedBy<PressRefusal>({
  'not-private': 'buttons count in your private chat with the bot alone',
  'unknown-button': 'this button was not made for you: look at the order with peerdesk order show',
  expired: 'this button is too old: hold the order with peerdesk order hold',
  used: 'this button has been used: look at the order with peerdesk order show',
});
