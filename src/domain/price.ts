/**
 * Prices as whole numbers of ticks: exact, and much cheaper than decimals where millions of rows are replayed. They are
 * decimal text at the edges, and remember how they were written.
 */
import { Decimal, isDecimalText, roundToScale, tickOf, type Rounding } from './decimal.ts';

/** How a computed price is written: with all decimals of its scale, or with as few as will do. */
type Digits = 'all' | 'fewest';

interface PriceParts {
  readonly ticks: number;
  readonly scale: number;
  /** What ticks cannot hold; null: they are exact. */
  readonly exact: Decimal | null;
  /** null: it is made when it is asked for. */
  readonly text: string | null;
  readonly digits: Digits;
}

/** A share of a price: as it was written, and as the nearest double. */
export interface Share {
  readonly text: string;
  readonly number: number;
}

/** Returns a share that is compared with prices often. */
export function shareOf(text: string): Share {
  return { text, number: Number(text) };
}

const hundredth = new Decimal('0.01');

/** Doubles are off by far less than this share of the larger one: only what is nearer is left to decimals. */
const doubt = 1e-9;

/** A price, or a distance between two, in ticks of one scale. Prices of different scales are never compared. */
export class Price {
  /** A whole number; of a price between two ticks, or beyond 2^53 ticks, the nearest double, in the same order. */
  readonly ticks: number;
  /** Decimal places; a tick is 10^-scale. */
  readonly scale: number;
  readonly #exact: Decimal | null;
  readonly #digits: Digits;
  #text: string | null;

  constructor({ ticks, scale, exact, text, digits }: PriceParts) {
    this.ticks = ticks;
    this.scale = scale;
    this.#exact = exact;
    this.#text = text;
    this.#digits = digits;
  }

  /** As it was written, or with the decimals that the computation leaves. */
  get text(): string {
    this.#text ??= this.#exact === null ? ticksText(this.ticks, this.scale, this.#digits) : this.#longText(this.#exact);
    return this.#text;
  }

  /** Reports whether it is a whole number of ticks, and not beyond what a number holds. */
  get isOnTick(): boolean {
    return this.#exact === null;
  }

  /** The ticks of a price on a tick. Throws RangeError for any other. */
  get wholeTicks(): number {
    if (this.#exact === null) return this.ticks;
    throw new RangeError(`${this.text} is no whole number of ticks at ${this.scale} decimals, or too long for one`);
  }

  get decimal(): Decimal {
    return this.#exact ?? new Decimal(this.ticks).times(tickOf(this.scale));
  }

  /** Compares by value, for sorting. */
  compare(other: Price): -1 | 0 | 1 {
    // Rounding to a double keeps the order: only two that round to the same need more.
    if (this.ticks !== other.ticks) return this.ticks < other.ticks ? -1 : 1;
    if (this.#exact === null && other.#exact === null) return 0;
    const order = this.decimal.comparedTo(other.decimal);
    if (order === 0) return 0;
    return order < 0 ? -1 : 1;
  }

  equals(other: Price): boolean {
    return this.compare(other) === 0;
  }

  plusTicks(count: number, digits: Digits = 'fewest'): Price {
    const ticks = this.ticks + count;
    if (this.#exact === null && Number.isSafeInteger(ticks)) return priceAt(ticks, this.scale, digits);
    return decimalPrice(this.decimal.plus(new Decimal(tickOf(this.scale)).times(count)), this.scale, digits);
  }

  plus(other: Price): Price {
    const ticks = this.ticks + other.ticks;
    if (this.#exact === null && other.#exact === null && Number.isSafeInteger(ticks))
      return priceAt(ticks, this.scale, 'fewest');
    return decimalPrice(this.decimal.plus(other.decimal), this.scale);
  }

  minus(other: Price): Price {
    const ticks = this.ticks - other.ticks;
    if (this.#exact === null && other.#exact === null && Number.isSafeInteger(ticks))
      return priceAt(ticks, this.scale, 'fewest');
    return decimalPrice(this.decimal.minus(other.decimal), this.scale);
  }

  /** Returns how far apart both are, zero or more. */
  distanceTo(other: Price): Price {
    return this.compare(other) < 0 ? other.minus(this) : this.minus(other);
  }

  /** Returns so many percent of it. */
  percent(percent: string): Price {
    return decimalPrice(this.decimal.times(percent).times(hundredth), this.scale);
  }

  /** Returns the price on a tick, with all its decimals. */
  onTick(rounding: Rounding): Price {
    if (this.#exact === null) return priceAt(this.ticks, this.scale);
    return priceOf(roundToScale(this.text, this.scale, rounding), this.scale);
  }

  /** Reports whether it is at most so many ticks from another one. */
  isWithinTicks(other: Price, count: number): boolean {
    const distance = Math.abs(this.ticks - other.ticks);
    if (this.#exact === null && other.#exact === null) return distance <= count;
    return this.distanceTo(other).compare(priceAt(count, this.scale)) <= 0;
  }

  /** Reports whether it is at most this share of another one away from it. */
  isWithinShare(other: Price, { number, text }: Share): boolean {
    const distance = Math.abs(this.ticks - other.ticks);
    const most = other.ticks * number;
    if (Math.abs(distance - most) > doubt * Math.max(this.ticks, other.ticks)) return distance < most;
    return this.decimal.minus(other.decimal).abs().lessThanOrEqualTo(other.decimal.times(text));
  }

  #longText(exact: Decimal): string {
    return this.#digits === 'all' ? exact.toFixed(Math.max(this.scale, exact.decimalPlaces())) : exact.toFixed();
  }
}

/** Returns the price that a decimal text means, with that text. Throws on text that is not a number. */
export function priceOf(text: string, scale: number): Price {
  const ticks = ticksOf(text, scale);
  if (ticks !== null) return new Price({ ticks, scale, exact: null, text, digits: 'all' });
  const exact = new Decimal(text);
  return new Price({ ticks: nearestTicks(exact, scale), scale, exact, text, digits: 'all' });
}

/** Returns the price of a whole number of ticks, which a number holds. */
export function priceAt(ticks: number, scale: number, digits: Digits = 'all'): Price {
  return new Price({ ticks, scale, exact: null, text: null, digits });
}

/** Returns a computed price. */
export function decimalPrice(value: Decimal, scale: number, digits: Digits = 'fewest'): Price {
  const ticks = nearestTicks(value, scale);
  const isExact = value.decimalPlaces() <= scale && Number.isSafeInteger(ticks);
  return new Price({ ticks, scale, exact: isExact ? null : value, text: null, digits });
}

const nearestTicks = (value: Decimal, scale: number): number => value.times(perUnit[scale] ?? `1e${scale}`).toNumber();

/** How many ticks one unit has, by the scale. */
const perUnit: readonly Decimal[] = Array.from({ length: 19 }, (_, scale) => new Decimal(10).pow(scale));

/** Returns a price in ticks, or null for one between two ticks or too long for an exact number. */
export function ticksOf(price: string, scale: number): number | null {
  if (!isDecimalText(price)) return null;
  const point = price.indexOf('.');
  const decimals = point === -1 ? 0 : price.length - point - 1;
  const digits = point === -1 ? price : price.slice(0, point) + price.slice(point + 1);
  const cut = digits.length - Math.max(0, decimals - scale);
  for (let index = cut; index < digits.length; index += 1) if (digits[index] !== '0') return null;
  const ticks = Number(digits.slice(0, cut) + '0'.repeat(Math.max(0, scale - decimals)));
  // Minus zero is zero.
  return Number.isSafeInteger(ticks) ? ticks + 0 : null;
}

function ticksText(ticks: number, scale: number, wanted: Digits): string {
  if (scale === 0) return String(ticks);
  const sign = ticks < 0 ? '-' : '';
  const digits = String(Math.abs(ticks)).padStart(scale + 1, '0');
  const text = `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return wanted === 'all' ? text : text.replace(/\.?0+$/, '');
}

/** Returns the smallest price, the first of equal ones. */
export function lowestOf(first: Price, ...rest: readonly Price[]): Price {
  return rest.reduce((best, price) => (price.compare(best) < 0 ? price : best), first);
}

/** Returns the largest price, the first of equal ones. */
export function highestOf(first: Price, ...rest: readonly Price[]): Price {
  return rest.reduce((best, price) => (price.compare(best) > 0 ? price : best), first);
}
