import type { SignableWord } from './signed-word.ts';

/** What is signed of a dossier. */
interface SignedDossier {
  readonly account: string;
  readonly orderNumber: string;
  readonly madeAtMs: number;
  /** SHA-256 of the list of its files. */
  readonly sums: string;
  readonly by: string;
}

/** Returns a dossier as a word to sign: it allows nothing, and says that these files were these at that time. */
export function dossierWord({ account, orderNumber, madeAtMs, sums, by }: SignedDossier): SignableWord {
  return { name: 'dossier', version: 1, by, facts: { account, order: orderNumber, madeAtMs, sums } };
}
