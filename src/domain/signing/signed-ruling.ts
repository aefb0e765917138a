import type { SignableWord } from './signed-word.ts';

/** What the signature of a ruling is over, beside its end, key and nonce. */
interface RulingFacts {
  readonly account: string;
  /** What was not done, and its request id or name. */
  readonly step: 'place' | 'publish';
  readonly subject: string;
  /** The mint of the register, and the number of the call in it, as they were shown. */
  readonly generation: string;
  readonly attempt: number;
  readonly by: string;
}

/** Returns the ruling that a call was not done as a word to sign. It counts once: with it that call has ended. */
export function rulingWord({ account, step, subject, generation, attempt, by }: RulingFacts): SignableWord {
  const facts = { account, step, subject, outcome: 'not-done', generation, attempt, by };
  return { name: 'ruling', version: 1, by, facts };
}
