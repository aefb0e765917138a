import { z } from 'zod';
import type { Mode } from '../mode.ts';
import { OrderStatus } from '../orders/order-status.ts';
import { seenIn, type ShownOrder } from '../orders/seen.ts';
import { sha256 } from '../sha256.ts';
import { approvalWord } from './signed-approval.ts';
import type { SignableWord } from './signed-word.ts';

/** What people compare and type is written in these: without those that are read as another one, 0 and O, 1, I and L. */
export const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 4;
/** What has the form of such a code. */
export const factsCodeSchema = z.string().regex(new RegExp(`^[${codeLetters}]{${length}}$`));
/** Of a hash in hex; as a number still exact. */
const digits = 12;

/**
 * Returns the short code by which a person compares what is shown at two places, as on a phone and in a message. The end, the
 * key and the nonce of a signature are no part of it: who draws them must not be able to choose the code.
 */
export function factsCode({ name, version, facts }: Pick<SignableWord, 'name' | 'version' | 'facts'>): string {
  const number = parseInt(sha256(JSON.stringify([name, version, Object.entries(facts)])).slice(0, digits), 16);
  const places = Array.from(
    { length },
    (_, place) => Math.floor(number / codeLetters.length ** place) % codeLetters.length,
  );
  return places.map((place) => codeLetters.charAt(place)).join('');
}

/** An order as its page shows it, which may be approved. */
export interface ShownSale extends ShownOrder {
  readonly account: string;
  readonly orderNumber: string;
  readonly mode: Mode;
  readonly side: 'BUY' | 'SELL' | null;
  readonly status: string;
}

/** Returns the code of what an approval of an order would cover; null: as its page shows it there is nothing to approve. */
export function approvalCode(page: ShownSale): string | null {
  const { account, orderNumber, mode, side, status } = page;
  const seen = side === 'SELL' && status === OrderStatus.PAID ? seenIn(page) : null;
  return seen === null ? null : factsCode(approvalWord({ account, orderNumber, mode, seen, by: '' }));
}
