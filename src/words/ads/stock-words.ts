/** What is said of the quantity of an ad and of its payment methods. */
import type { StockBarrier, StockNote } from '../../domain/ads/inventory.ts';
import type { CapsNote } from '../../domain/caps/caps-decision.ts';
import { unknownZone } from '../../domain/hours/hours-rule.ts';
import { capWords, carriedText } from '../rule-words.ts';

/** Returns why the quantity of an ad stays, changes or keeps it off the market. */
export function stockText(note: StockNote): string {
  switch (note.code) {
    case 'left':
      return `${note.left} left`;
    case 'no-refill':
      return `${note.left} left, no refill: ${barrierText(note.barrier)}`;
    case 'refill':
      return `${note.from} left becomes ${note.to}: less than ${note.below}`;
    case 'too-much':
      return `${note.from} left becomes ${note.to}: more than wanted`;
    case 'held':
      return `changed ${note.elapsedMs} ms ago: held for ${note.holdMs} ms`;
    case 'too-little':
      return `${note.left} left, less than ${note.below}: ${barrierText(note.barrier)}`;
    case 'uncovered':
      return barrierText({ code: 'uncovered' });
    case 'unshown':
      return 'the service does not show the quantities of the ad';
  }
}

function barrierText(barrier: StockBarrier): string {
  switch (barrier.code) {
    case 'uncovered':
      return 'the wallet does not cover the ad';
    case 'refused':
      return 'the service refused a change';
    case 'used-up':
      return `all ${barrier.total} that it may offer are used up`;
  }
}

const plainCaps = {
  'none-full': 'no method of the ad has reached its cap',
  refused: 'a change was refused',
  'soon-back': 'a method is given back five minutes after the last change',
  'below-cap': 'a payment method is below its cap again',
  unshown: 'the service does not show the methods of the ad',
} as const;

/** Returns why the payment methods of an ad stay, change or keep it off the market. */
export function capsText(note: CapsNote): string {
  switch (note.code) {
    case 'unknown-zone':
      return unknownZone(note);
    case 'changed':
      return [
        ...note.gone.map(({ name, caps }) => `${name} goes: ${caps.map(carriedText).join(', ')}`),
        ...note.back.map((name) => `${name} comes back`),
      ].join('; ');
    case 'all-full':
      return `every payment method has reached its cap: ${note.caps.map(capWords).join(', ')}`;
    default:
      return plainCaps[note.code];
  }
}
