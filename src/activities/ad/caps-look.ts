import {
  decideCaps,
  isFull,
  type CapsDecision,
  type CapsNews,
  type CapsQuestion,
  type RememberedCaps,
  type ShownCaps,
} from '../../domain/caps/caps-decision.ts';
import type { PaymentCapsRule } from '../../domain/caps/caps-rule.ts';
import { capSums, type CapSum } from '../../domain/caps/day-sums.ts';
import { localDayAt } from '../../domain/caps/local-day.ts';
import { meansMethod, type ListedAd } from '../../domain/ads/listed-terms.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { WatchMarketInput, WatchMarketVerdict } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { reportFirst } from '../kit/calls.ts';

/** What a read of an ad says about its methods, and what follows. */
interface CapsLook extends CapsNews {
  ad: ListedAd;
}

interface Asked extends CapsQuestion {
  adNumber: string;
}

/** Reads the ad itself (EP-2) and the orders of the day. Rejects with MarketplaceFailure. */
export async function readCaps(deps: ActivityDependencies, { adNumber, rule, wish }: Asked): Promise<CapsLook> {
  const ad = await deps.marketplace.ads.readUnpriced(adNumber, { priority: 'market' });
  const nowMs = deps.clock.now();
  if (rule === null) return { ad, seen: null, decision: decided({ ad, wish, sums: [], nowMs }) };
  const day = localDayAt(rule.timezone, nowMs);
  if (day === null)
    return { ad, seen: null, decision: { kind: 'keep', note: { code: 'unknown-zone', timezone: rule.timezone } } };
  const { side, fiat, minOrder } = ad;
  const orders = await deps.dayOrders.read({ side, day });
  const sums = capSums(rule, { side, fiat, day, orders });
  const decision = decided({ ad, wish, sums, nowMs });
  const unknown = await unknownCaps(deps, ad, rule);
  const shown = sums.map((cap) => ({ ...cap, isFull: isFull(cap, minOrder) }));
  return { ad, decision, seen: { sums: shown, unknown, note: decision.note, until: day.until, atMs: nowMs } };
}

interface Judged {
  ad: ListedAd;
  wish: RememberedCaps;
  sums: readonly CapSum[];
  nowMs: number;
}

/** For a shadow desk the ad has the methods that it would have set. */
function decided({ ad, wish, sums, nowMs }: Judged): CapsDecision {
  const shown = wish.intended ?? ad.payMethods;
  if (shown === null) return { kind: 'keep', note: { code: 'unshown' } };
  return decideCaps({ sums, minOrder: ad.minOrder, shown, wish, nowMs });
}

/** A cap with a mistyped method would hold nothing. Buyers choose from all methods there are, so only sellers are warned. */
async function unknownCaps(
  { dayOrders }: ActivityDependencies,
  { side, fiat }: ListedAd,
  rule: PaymentCapsRule,
): Promise<string[]> {
  if (side === 'BUY') return [];
  const { methods: own, isWhole } = await dayOrders.ownMethods();
  // It may be the one that cannot be read.
  if (!isWhole) return [];
  return rule.caps
    .filter((cap) => cap.fiat === fiat && !own.some((method) => meansMethod(cap.method, method)))
    .map(({ method }) => method);
}

type Ended = { readonly atMs: number } & ({ readonly look: CapsLook } | { readonly error: unknown });

/**
 * Looks at the methods of ads now and then, beside the looks at their market. A watch never waits for it: the first look of
 * a process may read hundreds of orders.
 */
export class CapsLooks {
  readonly #deps: ActivityDependencies;
  readonly #begunAtMs = new Map<string, number>();
  readonly #underWay = new Set<string>();
  readonly #ended = new Map<string, Ended>();
  readonly #seen = new Map<string, ShownCaps>();

  constructor(deps: ActivityDependencies) {
    this.#deps = deps;
  }

  /** Returns what a look found since the last call; null: nothing yet. Begins one when it is due. Throws MarketplaceFailure. */
  take(asked: Asked): CapsLook | null {
    const { clock, settings } = this.#deps;
    const { adNumber } = asked;
    const ended = this.#ended.get(adNumber);
    this.#ended.delete(adNumber);
    // A look that no watch has waited for is too old.
    if (ended !== undefined && clock.now() - ended.atMs < settings.stockLookMs) return this.#found(adNumber, ended);
    const begunAtMs = this.#begunAtMs.get(adNumber) ?? Number.NEGATIVE_INFINITY;
    const isDue = clock.now() - begunAtMs >= settings.stockLookMs;
    if (isDue && !this.#underWay.has(adNumber)) void this.#begin(asked);
    return null;
  }

  /** What the last look showed; null: there is none. */
  shown(adNumber: string): ShownCaps | null {
    return this.#seen.get(adNumber) ?? null;
  }

  #found(adNumber: string, ended: Ended): CapsLook {
    if ('error' in ended) throw ended.error;
    const { seen } = ended.look;
    if (seen === null) this.#seen.delete(adNumber);
    else this.#seen.set(adNumber, seen);
    return ended.look;
  }

  async #begin(asked: Asked): Promise<void> {
    const { adNumber } = asked;
    const atMs = this.#deps.clock.now();
    this.#begunAtMs.set(adNumber, atMs);
    this.#underWay.add(adNumber);
    try {
      this.#ended.set(adNumber, { look: await readCaps(this.#deps, asked), atMs });
    } catch (error) {
      this.#ended.set(adNumber, { error, atMs });
    } finally {
      this.#underWay.delete(adNumber);
    }
  }
}

/** Returns what a look found, or null. A failed read moves nothing. */
export function capsNews(deps: ActivityDependencies, looks: CapsLooks, asked: Asked): CapsLook | null {
  try {
    return looks.take(asked);
  } catch (error) {
    if (!(error instanceof MarketplaceFailure)) throw error;
    reportFirst(deps, error, 1);
    return null;
  }
}

/** A watch of the market that looks at the methods of its ad, too. */
interface CapsWatch {
  readonly deps: ActivityDependencies;
  readonly input: Pick<WatchMarketInput, 'adNumber' | 'rules' | 'caps' | 'shown'>;
  readonly caps: CapsLooks;
}

/** Nothing follows before the first look has returned: its limits may be mistyped. */
export function capsVerdict({ deps, input, caps }: CapsWatch): WatchMarketVerdict | null {
  const { adNumber, rules, caps: wish, shown } = input;
  if (wish === undefined || shown === null) return null;
  const look = capsNews(deps, caps, { adNumber, rule: rules.paymentCaps, wish });
  if (look === null || look.ad.status !== 'online') return null;
  const { decision, seen } = look;
  return decision.kind === 'change' || decision.kind === 'exhausted' ? { kind: 'caps', decision, seen } : null;
}
