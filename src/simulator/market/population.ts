import { isTradable, priceOf } from '../trade/ad-desk.ts';
import { Amount, atScale } from '../world/amounts.ts';
import type { Marketplace } from '../world/marketplace.ts';
import { isClosed } from '../trade/order-flow.ts';
import { reservedBy } from '../trade/reserved-amount.ts';
import { createRandom, seedFromText, type SeededRandom } from '../world/seeded-random.ts';
import { SimRefusal } from '../world/sim-refusal.ts';
import type { Simulator } from '../simulator.ts';
import type { AdRecord, AfterPayment, PlannedAction } from '../world/simulator-state.ts';

interface PopulationOptions {
  ordersPerMinute: number;
  seed: number;
  /** Shares of the arriving people, 0 to 1; the rest pays and waits for the coin. */
  cancelProbability?: number;
  noShowProbability?: number;
  disputeProbability?: number;
  chatProbability?: number;
  kycProbability?: number;
  /** How long customer service needs to end an appeal. */
  resolveAfterMs?: number;
}

/** People who arrive and trade with the desk, as long as the simulator ticks. */
export interface Population {
  /** How many orders they opened so far. */
  arrived: () => number;
  stop: () => void;
}

type Behaviour = Required<Omit<PopulationOptions, 'seed' | 'ordersPerMinute'>>;

const usualBehaviour: Behaviour = {
  cancelProbability: 0.06,
  noShowProbability: 0.04,
  disputeProbability: 0.03,
  chatProbability: 0.4,
  kycProbability: 0,
  resolveAfterMs: 40_000,
};

const minuteMs = 60_000;
/** A clock that jumped must not let a whole day's people in at once. */
const maxArrivalsPerTick = 20;
/** No one takes an ad that is farther than this from the reference at a loss. */
const patienceRatio = '0.05';
const refillBelow = '0.35';

const people = ['Ana Quispe', 'Luis Mamani', 'Rosa Flores', 'Jorge Vargas', 'Elena Rojas', 'Pedro Condori'] as const;
const greetings = ['Hola, buenas', 'Ya hice la transferencia', 'Listo, favor confirmar', 'Cuanto demora?'] as const;

/** Lets people arrive at a simulator at random times with the given mean, each with its own (seeded) behaviour. */
export function createPopulation(simulator: Simulator, options: PopulationOptions): Population {
  const { marketplace } = simulator;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const behaviour: Behaviour = { ...usualBehaviour, ...given };
  // The number of earlier starts is part of the seed, so that a restart does not repeat the first minutes.
  const random = createRandom(seedFromText(`population:${options.seed}:${marketplace.ledger.orders.arrived}`));
  const gapMs = (): number => (-Math.log(1 - random.next()) * minuteMs) / options.ordersPerMinute;
  let arrived = 0;
  let nextAtMs = options.ordersPerMinute > 0 ? marketplace.clock.now() + gapMs() : Infinity;
  const stop = simulator.onTick(() => {
    refill(marketplace);
    for (let left = maxArrivalsPerTick; left > 0 && nextAtMs <= marketplace.clock.now(); left -= 1) {
      nextAtMs += gapMs();
      if (arrive(simulator, behaviour, random)) arrived += 1;
    }
    nextAtMs = Math.max(nextAtMs, marketplace.clock.now());
  });
  return { arrived: () => arrived, stop };
}

/** One person looks for an ad and takes it; false when no ad is worth taking. */
function arrive(simulator: Simulator, behaviour: Behaviour, random: SeededRandom): boolean {
  const { marketplace } = simulator;
  const [first, ...others] = [...marketplace.ads.values()].filter((ad) => isWorthTaking(marketplace, ad));
  if (first === undefined) return false;
  const ad = random.pick([first, ...others]);
  const realName = random.pick(people);
  const nickname = `${realName.split(' ')[0]}${random.integer(100, 999)}`;
  const mind = makeUpMind(marketplace.clock.now(), behaviour, random);
  const order = { adNumber: ad.advNo, totalPrice: sumFor(marketplace, ad, random), nickname, realName };
  try {
    simulator.counterparties.take({ ...order, ...(ad.side === 'SELL' ? mind.asBuyer : mind.asSeller) });
    return true;
  } catch (error) {
    if (error instanceof SimRefusal) return false;
    throw error;
  }
}

function isWorthTaking(marketplace: Marketplace, ad: AdRecord): boolean {
  if (!isTradable(marketplace, ad)) return false;
  const reference = marketplace.book(ad.asset, ad.fiat)?.reference;
  if (reference === undefined) return true;
  const loss =
    ad.side === 'SELL'
      ? new Amount(priceOf(marketplace, ad)).minus(reference)
      : new Amount(reference).minus(priceOf(marketplace, ad));
  return loss.lte(new Amount(reference).mul(patienceRatio));
}

/** A sum within the limits of the ad and within half of what is left. */
function sumFor(marketplace: Marketplace, ad: AdRecord, random: SeededRandom): string {
  const left = new Amount(ad.surplusAmount).mul(priceOf(marketplace, ad)).div(2);
  const maxFiat = Amount.max(ad.minFiat, Amount.min(ad.maxFiat, left));
  const wanted = new Amount(ad.minFiat).plus(maxFiat.minus(ad.minFiat).mul(random.next()));
  return atScale(wanted, ad.fiatScale, 'up');
}

const heldOf = ({ orders }: Marketplace, { advNo }: AdRecord): Amount =>
  [...orders.values()]
    .filter((order) => order.advNo === advNo && !isClosed(order))
    .reduce((sum, order) => sum.plus(reservedBy(order)), new Amount(0));

interface Mind {
  asBuyer: { plan: PlannedAction[]; additionalKyc: boolean };
  asSeller: { plan: PlannedAction[]; afterPayment: AfterPayment };
}

/** Decides what a person will do: pay, cancel, never pay, appeal; and whether it writes. */
function makeUpMind(nowMs: number, behaviour: Behaviour, random: SeededRandom): Mind {
  const payAtMs = nowMs + random.between(2_000, 10_000);
  const fate = random.next();
  const { cancelProbability, noShowProbability, disputeProbability, resolveAfterMs } = behaviour;
  const chat: PlannedAction[] = random.chance(behaviour.chatProbability)
    ? [{ atMs: nowMs + random.between(500, 4_000), step: 'chat', detail: random.pick(greetings) }]
    : [];
  const cancels = fate < cancelProbability;
  const vanishes = !cancels && fate < cancelProbability + noShowProbability;
  const disputes = !cancels && !vanishes && fate < cancelProbability + noShowProbability + disputeProbability;
  const disputeAtMs = payAtMs + random.between(4_000, 8_000);
  const appeal: PlannedAction[] = [
    { atMs: disputeAtMs, step: 'dispute' },
    { atMs: disputeAtMs + resolveAfterMs, step: 'resolve' },
  ];
  const paying: PlannedAction[] = [{ atMs: payAtMs, step: 'pay' }, ...(disputes ? appeal : [])];
  const steps: PlannedAction[] = cancels ? [{ atMs: nowMs + random.between(1_000, 6_000), step: 'cancel' }] : paying;
  const delayMs = random.between(2_000, 6_000);
  return {
    asBuyer: { plan: [...chat, ...(vanishes ? [] : steps)], additionalKyc: random.chance(behaviour.kycProbability) },
    asSeller: {
      plan: chat,
      afterPayment: disputes ? { delayMs, step: 'dispute', resolveAfterMs } : { delayMs, step: 'release' },
    },
  };
}

/** The merchant tops its ads up, so that a demo never runs dry; open orders return their amounts if they fail. */
function refill(marketplace: Marketplace): void {
  for (const ad of marketplace.ads.values()) {
    if (new Amount(ad.surplusAmount).gte(new Amount(ad.initAmount).mul(refillBelow))) continue;
    const full = new Amount(ad.initAmount).minus(heldOf(marketplace, ad));
    if (full.lte(ad.surplusAmount)) continue;
    ad.surplusAmount = full.toString();
    marketplace.adRevisions.note(ad.advNo, ad, marketplace.clock.now());
  }
}
