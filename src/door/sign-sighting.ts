import { sign, type KeyObject } from 'node:crypto';
import type { KeptSighting } from '../domain/payments/payment.ts';
import { sightingText } from '../domain/payments/signed-sighting.ts';
import type { Sighting } from '../domain/payments/sighting.ts';

/** Returns a sighting with the door's signature, where it is evidence: a hint needs none. Null: the door has no key. */
export function signedSighting(sighting: Sighting, key: KeyObject | null): KeptSighting {
  if (key === null || sighting.class !== 'evidence') return sighting;
  return { ...sighting, signature: sign(null, Buffer.from(sightingText(sighting)), key).toString('base64') };
}
