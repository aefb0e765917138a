/** Why the door refuses a post: what its sender reads, and the log says. It names nothing of what was sent. */
export type DoorRefusal =
  | { readonly code: 'no-source' }
  | { readonly code: 'not-a-post' }
  | { readonly code: 'unsigned' }
  | { readonly code: 'untimely' }
  | { readonly code: 'too-long'; readonly maxBytes: number }
  | { readonly code: 'not-json' }
  | { readonly code: 'unreadable'; readonly field: string }
  | { readonly code: 'other-currency'; readonly currency: string }
  | { readonly code: 'too-many' }
  | { readonly code: 'silent' };

/** Returns a refusal in words. */
export function doorRefusalText(refusal: DoorRefusal): string {
  switch (refusal.code) {
    case 'no-source':
      return 'there is no such source: the address ends with the name of a [payments.NAME] of the configuration file';
    case 'not-a-post':
      return 'a payment is reported by POST';
    case 'unsigned':
      return 'the signature is missing or wrong: both sides need the same key, and the body exactly as it was signed';
    case 'untimely':
      return 'it was signed more than five minutes ago, or ahead of this clock: set both clocks, and sign each attempt';
    case 'too-long':
      return `the body is longer than ${refusal.maxBytes} bytes`;
    case 'not-json':
      return 'the body is no JSON in UTF-8';
    case 'unreadable':
      return `${refusal.field} is missing, or is not what it has to be`;
    case 'other-currency':
      return `the source reports payments in ${refusal.currency} alone`;
    case 'too-many':
      return 'too many posts at once: send it again in a moment';
    case 'silent':
      return 'the register does not answer, so nothing was kept: send it again';
  }
}
