import type { SignableWord } from './signed-word.ts';
import type { Restriction } from '../guard/restriction.ts';

/** What is taken off the restrictions of an account, and put in its place. */
export interface LooseningFacts {
  readonly account: string;
  /** The mint of the register. */
  readonly generation: string;
  /** Of the restrictions, as they were shown: each change has a new one. */
  readonly revision: number;
  readonly gone: readonly Pick<Restriction, 'kind' | 'key'>[];
  readonly added: readonly Restriction[];
  readonly by: string;
}

/** Returns a loosening as a word to sign. It counts once: with it the revision that it names is past. */
export function looseningWord({ account, generation, revision, gone, added, by }: LooseningFacts): SignableWord {
  const facts = {
    account,
    generation,
    revision,
    gone: gone.map(({ kind, key }) => [kind, key]).toSorted(byCodeUnits),
    added: added.map(({ kind, key, value }) => [kind, key, value]).toSorted(byCodeUnits),
    by,
  };
  return { name: 'loosening', version: 1, by, facts };
}

/** A list sorts the same on every machine. */
function byCodeUnits(one: readonly string[], other: readonly string[]): number {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
