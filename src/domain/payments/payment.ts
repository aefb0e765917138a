import type { PaymentOwner } from '../payment-owner.ts';
import type { Sighting } from './sighting.ts';

/** A sighting as it is kept. */
export interface KeptSighting extends Sighting {
  /** The door's, over the whole of it, in base64. Null or absent: it is not signed. */
  readonly signature?: string | null;
}

/** Money that came in once, however often it was reported. */
export interface Payment {
  readonly id: number;
  readonly account: string;
  readonly currency: string;
  readonly amount: string;
  /** What a person attaches it by. */
  readonly proof: string;
  /** What its claim is compared by. */
  readonly key: string;
  /** The order that it backs; null: none. */
  readonly owner: PaymentOwner | null;
  /** The oldest first, at least one. */
  readonly sightings: readonly KeptSighting[];
}

/** What a payment is judged by: its strongest sightings alone, so that no hint changes what evidence says. */
export interface PaymentBasis {
  readonly isEvidence: boolean;
  readonly isBooked: boolean;
  readonly isReversible: boolean;
  /** When it came, by the earliest that says so. */
  readonly atMs: number;
  /** Its source says when it was booked; else it came when it was reported, which may be days later. */
  readonly isDated: boolean;
  readonly payers: readonly string[];
  readonly methods: readonly string[];
  readonly memos: readonly string[];
}

/** Returns what a payment is judged by. */
export function basisOf({ sightings }: Payment): PaymentBasis {
  const evidence = sightings.filter((one) => one.class === 'evidence');
  const strongest = evidence.length > 0 ? evidence : sightings;
  const booked = strongest.filter(({ state }) => state === 'booked');
  const basis = booked.length > 0 ? booked : strongest;
  return {
    isEvidence: evidence.length > 0,
    isBooked: booked.length > 0,
    isReversible: strongest.some((one) => one.isReversible),
    atMs: Math.min(...strongest.map(({ bookedAtMs, seenAtMs }) => bookedAtMs ?? seenAtMs)),
    isDated: basis.some(({ bookedAtMs }) => bookedAtMs !== null),
    payers: distinct(basis.map(({ payer }) => payer)),
    methods: distinct(basis.map(({ method }) => method)),
    memos: distinct(basis.map(({ memo }) => memo)),
  };
}

const distinct = (texts: readonly (string | null)[]): string[] =>
  [...new Set(texts.filter((text) => text !== null && text !== ''))] as string[];
