/** Markets from a seed: a middle that trends, jumps or wanders, a ladder of merchants around it, and baits on top. */
import { createRandom, seedFromText } from '../../../src/simulator/world/seeded-random.ts';
import {
  rivalOf,
  signOf,
  type BestOf,
  type Flaw,
  type MarketMoment,
  type Rival,
  type RivalMarket,
  type Side,
} from './rival-market.ts';

/** Returns the middle of the market as a factor of its base. */
type Middle = (nowMs: number) => number;

interface Script {
  readonly name: string;
  readonly seed: number;
  readonly middle: Middle;
  readonly hasBaits?: boolean;
  /** A merchant on each side goes a tick below the best ad of ours whenever it is not ahead of it. */
  readonly hasShark?: boolean;
}

const minuteMs = 60_000;
const merchants = 12;
/** Prices of two, three and no decimals; a tick is 0.09, 0.01 and 0.03 percent. */
const shapes = [
  { scale: 2, base: 1_160 },
  { scale: 3, base: 9_200 },
  { scale: 0, base: 3_900 },
] as const;

function drawn(text: string): ReturnType<typeof createRandom> {
  return createRandom(seedFromText(text));
}

function scripted({ name, seed, middle, hasBaits = false, hasShark = false }: Script): RivalMarket {
  const { scale, base } = shapes[seed % shapes.length] ?? shapes[0];
  const middleAt = (nowMs: number): number => base * middle(nowMs);
  const sharks: Record<Side, number | null> = { SELL: null, BUY: null };
  return {
    name,
    scale,
    base,
    at: (nowMs, best) => {
      // The service renews its reference price once a minute.
      const reference = Math.round(middleAt(Math.floor(nowMs / minuteMs) * minuteMs));
      const sideAt = (side: Side): Rival[] => {
        const facts = { side, reference, scale };
        const ladder = Array.from({ length: merchants }, (_, place) => {
          const ticks = ladderTicks({ text: `${seed}:${side}:${place}`, place, side, nowMs, middleAt });
          const flaws: Exclude<Flaw, 'far'>[] = place % 4 === 3 ? ['other-payment'] : [];
          return rivalOf({ ...facts, name: `m${place}`, ticks, flaws });
        });
        const baits = hasBaits ? baitsOf({ ...facts, seed, nowMs, middle: middleAt(nowMs) }) : [];
        if (!hasShark) return [...ladder, ...baits];
        sharks[side] = sharkTicks({ side, before: sharks[side], ladder, ours: best(side) });
        return [...ladder, rivalOf({ ...facts, name: 'shark', ticks: sharks[side] })];
      };
      return { reference, rivals: { SELL: sideAt('SELL'), BUY: sideAt('BUY') } };
    },
  };
}

interface LadderPlace {
  readonly text: string;
  readonly place: number;
  readonly side: Side;
  readonly nowMs: number;
  readonly middleAt: (nowMs: number) => number;
}

/** Each merchant looks at the market at a pace of its own, and stands a little apart from the next. */
function ladderTicks({ text, place, side, nowMs, middleAt }: LadderPlace): number {
  const paceMs = drawn(text).integer(15, 120) * 1_000;
  const lookedAtMs = Math.floor(nowMs / paceMs) * paceMs;
  const apart = 0.004 + 0.0018 * place + drawn(`${text}:${lookedAtMs}`).between(0, 0.0015);
  return Math.round(middleAt(lookedAtMs) * (1 + signOf(side) * apart));
}

interface BaitMoment {
  readonly side: Side;
  readonly reference: number;
  readonly scale: number;
  readonly seed: number;
  readonly nowMs: number;
  readonly middle: number;
}

const baits = [
  { name: 'far-bait', flaws: [], betterBy: [0.07, 0.12] },
  { name: 'tiny-bait', flaws: ['tiny'], betterBy: [0.002, 0.03] },
  { name: 'untrusted-bait', flaws: ['untrusted'], betterBy: [0.002, 0.03] },
] as const;

/** Each bait is there for half of its turns of one to three minutes, at another price each time. */
function baitsOf({ seed, nowMs, middle, ...facts }: BaitMoment): Rival[] {
  return baits.flatMap(({ name, flaws, betterBy: [least, most] }) => {
    const turnMs = drawn(`${seed}:${name}:${facts.side}`).integer(60, 180) * 1_000;
    const turn = drawn(`${seed}:${name}:${facts.side}:${Math.floor(nowMs / turnMs)}`);
    if (turn.chance(0.5)) return [];
    const ticks = Math.round(middle * (1 - signOf(facts.side) * turn.between(least, most)));
    return [rivalOf({ ...facts, name, ticks, flaws })];
  });
}

interface SharkMoment {
  readonly side: Side;
  readonly before: number | null;
  readonly ladder: readonly Rival[];
  readonly ours: number | null;
}

function sharkTicks({ side, before, ladder, ours }: SharkMoment): number {
  const sign = signOf(side);
  const start = before ?? (ladder[0]?.ticks ?? 0) - sign;
  if (ours === null || sign * (start - ours) < 0) return start;
  return ours - sign;
}

const wave = (nowMs: number, periodMs: number, height: number): number =>
  height * Math.sin((2 * Math.PI * nowMs) / periodMs);

/** Goes up by a sixth in three hours, and down again, with a ripple. */
function trending(seed: number): Script {
  const way = seed % 2 === 0 ? 1 : -1;
  const periodMs = 360 * minuteMs;
  const middle: Middle = (nowMs) => {
    const part = (nowMs % periodMs) / periodMs;
    const height = part < 0.5 ? part : 1 - part;
    return 1 + way * 0.33 * height + wave(nowMs, 9 * minuteMs, 0.001);
  };
  return { name: 'trending', seed, middle };
}

/** Stands still for one to eight minutes, and then is elsewhere, up to six percent from its base. */
function jumping(seed: number): Script {
  const middle: Middle = (nowMs) => {
    const turnMs = 4 * minuteMs;
    const turn = Math.floor(nowMs / turnMs);
    const here = drawn(`${seed}:jump:${turn}`);
    const isBefore = nowMs % turnMs < here.integer(0, 239) * 1_000;
    return 1 + drawn(`${seed}:place:${isBefore ? turn - 1 : turn}`).between(-0.06, 0.06);
  };
  return { name: 'jumping', seed, middle };
}

function wandering(seed: number): Middle {
  const [first, second] = [drawn(`${seed}:first`).next(), drawn(`${seed}:second`).next()];
  return (nowMs) =>
    1 +
    wave(nowMs + first * 97 * minuteMs, 97 * minuteMs, 0.012) +
    wave(nowMs + second * 13 * minuteMs, 13 * minuteMs, 0.003);
}

/** The four markets that a seed makes. */
export function scriptedMarkets(seed: number): readonly RivalMarket[] {
  return [
    scripted(trending(seed)),
    scripted(jumping(seed)),
    scripted({ name: 'baited', seed, middle: wandering(seed), hasBaits: true }),
    scripted({ name: 'undercut', seed, middle: () => 1, hasShark: true }),
  ];
}

/** A market with few others, where two desks meet. */
export function meetingMarket(seed: number): RivalMarket {
  return scripted({ name: 'two desks', seed, middle: wandering(seed) });
}

/** The market that stands still from a moment on. */
export function standingStill(market: RivalMarket, fromMs: number): RivalMarket {
  let last: MarketMoment | null = null;
  return {
    ...market,
    at: (nowMs: number, best: BestOf) => {
      if (nowMs < fromMs || last === null) last = market.at(nowMs, best);
      return last;
    },
  };
}
