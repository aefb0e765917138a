/** What the door signs of a sighting, and which sightings count as evidence where it is read: no one but the door makes evidence. */
import type { KeptSighting, Payment } from './payment.ts';
import { compare } from '../decimal.ts';
import { sightingKey, type Sighting } from './sighting.ts';

/** Returns the canonical text of a sighting: one line for each fact, values as JSON, so that no text can be mistaken for another. */
export function sightingText(sighting: Sighting): string {
  const facts = Object.entries(sighting).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return ['peerdesk sighting 1', ...facts.map(([fact, value]) => `${fact}: ${JSON.stringify(value)}`)].join('\n');
}

/** Public keys of doors by the name of the source whose evidence they sign: 32 bytes of Ed25519 in base64. */
export type EvidenceKeys = ReadonlyMap<string, string>;

interface EvidenceCheck {
  /** Of the sources that count as evidence where the order is released; what is signed cannot add one. */
  readonly keys: EvidenceKeys;
  /** Ed25519. Returns false for a key or signature that is unreadable; must not throw. */
  readonly verify: (signature: { publicKey: string; text: string; signature: string }) => boolean;
}

/** Returns the payments with every sighting as a hint that the door of its source has not signed as evidence. */
export function withSignedEvidence(payments: readonly Payment[], check: EvidenceCheck): Payment[] {
  return payments.map((payment) => ({
    ...payment,
    sightings: payment.sightings.map((seen) =>
      isSigned(seen, check) && isOf(seen, payment) ? seen : { ...seen, class: 'hint' },
    ),
  }));
}

/** What joins sightings to one payment is not signed: each must say by itself what the payment is taken for. */
const isOf = (seen: KeptSighting, { account, currency, amount, key }: Payment): boolean =>
  seen.account === account &&
  seen.currency === currency &&
  compare(seen.amount, amount) === 0 &&
  sightingKey(seen) === key;

function isSigned({ signature = null, ...sighting }: KeptSighting, { keys, verify }: EvidenceCheck): boolean {
  const publicKey = keys.get(sighting.source);
  if (publicKey === undefined || signature === null) return false;
  return verify({ publicKey, text: sightingText(sighting), signature });
}
