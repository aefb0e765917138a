/** A stream of numbers that a seed reproduces. */
export interface SeededRandom {
  /** The next number, 0 inclusive to 1 exclusive. */
  next: () => number;
  between: (low: number, high: number) => number;
  /** A whole number, both ends included. */
  integer: (low: number, high: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(items: readonly [T, ...T[]]) => T;
  /** The state of the stream; pass it to `createRandom` to continue. */
  state: () => number;
}

/** Creates a stream (mulberry32) from a seed or from the state of an earlier stream. */
export function createRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    integer,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    state: () => state,
  };
}

/** Folds any text into a 32-bit seed (FNV-1a), so that a name or a place in a book has its own numbers. */
export function seedFromText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
