import { z } from 'zod';
import { meansMethod, type ListedMethod } from '../ads/listed-terms.ts';
import { compare, Decimal } from '../decimal.ts';
import type { PaymentCapsRule } from './caps-rule.ts';
import { capSumSchema, type CapSum } from './day-sums.ts';

/** What the desk remembers of the methods of an ad. Times in epoch ms. */
export interface RememberedCaps {
  /** Methods that it has taken out of the ad, or is about to: they are given back. */
  readonly withheld: readonly ListedMethod[];
  /** The methods that a shadow desk would have set; null: none. */
  readonly intended: readonly ListedMethod[] | null;
  /** Of the last change of the methods by this desk; null: none. */
  readonly lastChangeAtMs: number | null;
  /** A change was refused: nothing is tried before this; null: none was. */
  readonly refusedUntilMs: number | null;
  /** Since when caps keep the ad off the market; null: they do not. */
  readonly offlineSinceMs: number | null;
}

/** A method that leaves an ad, with the caps that it has reached. */
interface GoneMethod {
  readonly name: string;
  readonly caps: readonly CapSum[];
}

/** Why no payment method of an ad is left. It travels in a failure, too, so it is parsed. */
export const allFullSchema = z.object({ code: z.literal('all-full'), caps: z.array(capSumSchema) });

export type AllFull = z.infer<typeof allFullSchema>;

/** Why the methods of an ad stay, change or keep it off the market; `src/words` says it. */
export type CapsNote =
  | AllFull
  | { readonly code: 'none-full' | 'refused' | 'soon-back' | 'below-cap' | 'unshown' }
  | { readonly code: 'unknown-zone'; readonly timezone: string }
  | { readonly code: 'changed'; readonly gone: readonly GoneMethod[]; readonly back: readonly string[] };

/** What a look at an ad's methods showed. */
export interface ShownCaps {
  /** The caps in the ad's currency, and whether an order of the ad fits under each. */
  readonly sums: readonly (CapSum & { readonly isFull: boolean })[];
  /** Methods of caps that mean no own payment account: they hold nothing. */
  readonly unknown: readonly string[];
  readonly note: CapsNote;
  /** When the next day begins. */
  readonly until: string;
  readonly atMs: number;
}

export type CapsDecision =
  | { readonly kind: 'keep'; readonly note: CapsNote }
  /** EP-7 with these methods; `withheld` is what is then out of the ad. */
  | {
      readonly kind: 'change';
      readonly methods: readonly ListedMethod[];
      readonly withheld: readonly ListedMethod[];
      readonly note: CapsNote;
    }
  /** All methods of the ad have reached their caps: off the market, which needs one. */
  | { readonly kind: 'exhausted'; readonly note: AllFull }
  /** It was off the market for its caps, and need not be any more. */
  | { readonly kind: 'free'; readonly note: CapsNote };

/** By what a look judges the methods of an ad. */
export interface CapsQuestion {
  /** Null: nothing is capped any more, and what was taken out is given back. */
  readonly rule: PaymentCapsRule | null;
  readonly wish: RememberedCaps;
}

/** What a look at the methods of an ad found. */
export interface CapsNews {
  readonly decision: CapsDecision;
  readonly seen: ShownCaps | null;
}

interface MethodsOfAd {
  /** The caps that concern the ad; empty: nothing is capped any more. */
  readonly sums: readonly CapSum[];
  /** Its smallest order, in its currency; null: not known. */
  readonly minOrder: string | null;
  readonly shown: readonly ListedMethod[];
  readonly wish: RememberedCaps;
  readonly nowMs: number;
}

/** Repeated changes of an account's ads are refused for about this time (wire-facts 6): giving back may wait. */
const giveBackHoldMs = 300_000;

/** Returns whether no order of the ad fits under the cap any more: its smallest one would go beyond. */
export function isFull({ sum, daily }: CapSum, minOrder: string | null): boolean {
  return compare(sum, daily) >= 0 || compare(new Decimal(sum).plus(minOrder ?? 0).toFixed(), daily) > 0;
}

/**
 * Returns what becomes of an ad's methods. Those that it shows and those that were taken out of it are its own; what the
 * merchant adds or takes away in the app is his. Each that has reached a cap goes, each other one comes back.
 */
export function decideCaps(ad: MethodsOfAd): CapsDecision {
  const { shown, wish } = ad;
  const own = [...shown, ...methodsWithout(wish.withheld, shown)];
  const wanted = own.filter((method) => fullCaps(ad, method).length === 0);
  if (own.length > 0 && wanted.length === 0) return { kind: 'exhausted', note: allFull(ad) };
  const gone = methodsWithout(shown, wanted);
  const back = methodsWithout(wanted, shown);
  const returns = gone.length === 0 && wanted.length > back.length ? returning(ad) : null;
  if (returns !== null) return returns;
  if (gone.length + back.length === 0) return { kind: 'keep', note: { code: 'none-full' } };
  return held(ad, gone) ?? changed(ad, { own, wanted, gone, back });
}

/** Own accounts differ by their id, other methods by their identifier. */
const identity = ({ payId, identifier, name }: ListedMethod): string => payId || identifier || name;

const has = (methods: readonly ListedMethod[], method: ListedMethod): boolean =>
  methods.some((other) => identity(other) === identity(method));

/** Returns the methods that stand in the first list alone. */
export function methodsWithout(from: readonly ListedMethod[], others: readonly ListedMethod[]): ListedMethod[] {
  return from.filter((method) => !has(others, method));
}

function fullCaps({ sums, minOrder }: MethodsOfAd, method: ListedMethod): CapSum[] {
  return sums.filter((cap) => meansMethod(cap.method, method) && isFull(cap, minOrder));
}

/** Taking out never waits for a hold: money would arrive. Where no method is left beside them, giving back does not either. */
function held(ad: MethodsOfAd, gone: readonly ListedMethod[]): CapsDecision | null {
  const { lastChangeAtMs, refusedUntilMs } = ad.wish;
  if (refusedUntilMs !== null && ad.nowMs < refusedUntilMs) return { kind: 'keep', note: { code: 'refused' } };
  const isRecent = lastChangeAtMs !== null && ad.nowMs - lastChangeAtMs < giveBackHoldMs;
  return isRecent && gone.length === 0 ? { kind: 'keep', note: { code: 'soon-back' } } : null;
}

interface ChangedMethods {
  readonly own: readonly ListedMethod[];
  readonly wanted: readonly ListedMethod[];
  readonly gone: readonly ListedMethod[];
  readonly back: readonly ListedMethod[];
}

function changed(ad: MethodsOfAd, { own, wanted, gone, back }: ChangedMethods): CapsDecision {
  const out = gone.map((method) => ({ name: methodName(method), caps: fullCaps(ad, method) }));
  const withheld = methodsWithout(own, wanted);
  return {
    kind: 'change',
    methods: wanted,
    withheld,
    note: { code: 'changed', gone: out, back: back.map(methodName) },
  };
}

/** Returns a method as a person reads it. */
export const methodName = ({ name, identifier, payId }: ListedMethod): string => name || identifier || payId;

const allFull = ({ sums, minOrder }: MethodsOfAd): AllFull => ({
  code: 'all-full',
  caps: sums.filter((cap) => isFull(cap, minOrder)),
});

/** An ad does not come and go with every order that is cancelled. */
function returning({ wish: { offlineSinceMs }, nowMs }: MethodsOfAd): CapsDecision | null {
  if (offlineSinceMs === null || nowMs - offlineSinceMs < giveBackHoldMs) return null;
  return { kind: 'free', note: { code: 'below-cap' } };
}
