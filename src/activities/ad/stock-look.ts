import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import {
  decideStock,
  type InventoryRule,
  type ShownStock,
  type StockDecision,
  type StockFacts,
  type RememberedStock,
} from '../../domain/ads/inventory.ts';
import { Decimal } from '../../domain/decimal.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { WatchMarketInput, WatchMarketVerdict } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { reportFirst } from '../kit/calls.ts';

/** What a read of an ad says about its stock, and what follows. */
interface StockLook {
  ad: AdFacts;
  decision: StockDecision;
  seen: ShownStock | null;
}

/** Reads the ad itself (EP-2): quantity, remainder and wallet of one moment. Rejects with MarketplaceFailure. */
export async function readStock(
  { marketplace, clock }: ActivityDependencies,
  { adNumber, rule, wish }: { adNumber: string; rule: InventoryRule; wish: RememberedStock },
): Promise<StockLook> {
  const { ad, stock: told } = await marketplace.ads.readStock(adNumber, { priority: 'market' });
  if (told === null) {
    return { ad, decision: { kind: 'keep', note: { code: 'unshown' } }, seen: null };
  }
  const nowMs = clock.now();
  const facts = withIntent(told, wish.intended);
  const decision = decideStock({ rule, facts, times: wish, nowMs });
  const { quantity, remaining, walletCovers } = facts;
  return { ad, decision, seen: { quantity, remaining, walletCovers, note: decision.note, atMs: nowMs } };
}

/** For a shadow desk the ad has the quantity that it would have set. */
function withIntent(told: StockFacts, intended: string | null): StockFacts {
  if (intended === null) return told;
  const remaining = Decimal.max(0, new Decimal(told.remaining).plus(intended).minus(told.quantity)).toFixed();
  return { ...told, quantity: intended, remaining };
}

/** Looks at the stock of ads now and then, beside the looks at their market. */
export class StockLooks {
  readonly #deps: ActivityDependencies;
  readonly #lookedAtMs = new Map<string, number>();
  readonly #seen = new Map<string, ShownStock>();

  constructor(deps: ActivityDependencies) {
    this.#deps = deps;
  }

  /** Returns what a look found; null when none is due. Rejects with MarketplaceFailure; the next look is then as far away. */
  async look(wanted: { adNumber: string; rule: InventoryRule; wish: RememberedStock }): Promise<StockLook | null> {
    const { clock, settings } = this.#deps;
    const { adNumber } = wanted;
    const lastMs = this.#lookedAtMs.get(adNumber);
    if (lastMs !== undefined && clock.now() - lastMs < settings.stockLookMs) return null;
    this.#lookedAtMs.set(adNumber, clock.now());
    const look = await readStock(this.#deps, wanted);
    if (look.seen === null) this.#seen.delete(adNumber);
    else this.#seen.set(adNumber, look.seen);
    return look;
  }

  /** What the last look showed; null: there is none. */
  shown(adNumber: string): ShownStock | null {
    return this.#seen.get(adNumber) ?? null;
  }
}

/** A watch of the market that looks at the stock, too. */
interface StockWatch {
  readonly deps: ActivityDependencies;
  readonly input: Pick<WatchMarketInput, 'adNumber' | 'rules' | 'stock' | 'shown'>;
  readonly stock: StockLooks;
}

/** No quantity follows before the first look has returned: its limits may be mistyped. A failed read moves nothing. */
export async function stockVerdict({ deps, input, stock }: StockWatch): Promise<WatchMarketVerdict | null> {
  const { adNumber, rules, stock: wish, shown } = input;
  if (rules.inventory === null || wish === undefined || shown === null) return null;
  try {
    const look = await stock.look({ adNumber, rule: rules.inventory, wish });
    if (look === null || look.ad.status !== 'online') return null;
    const { kind } = look.decision;
    return kind === 'change' || kind === 'empty' ? { ...look, kind: 'stock' } : null;
  } catch (error) {
    if (!(error instanceof MarketplaceFailure)) throw error;
    reportFirst(deps, error, 1);
    return null;
  }
}
