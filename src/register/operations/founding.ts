/** The beginning of a register. */
import type { Sql } from '../sql.ts';
import { mint, type Minting } from './accounts.ts';
import { restrict, type Restricting } from './restrictions.ts';
import { nameSigners, type Signers } from './signers.ts';

/** What a new register begins with. */
export interface Founding extends Minting {
  /** What restricts its accounts from the first moment on, and who may lift that; absent: nothing. */
  readonly restricted?: readonly FoundedAccount[];
}

interface FoundedAccount extends Omit<Restricting, 'nowMs'> {
  readonly signers: Signers | null;
}

/** Writes the identity of a new register together with its restrictions and approvers: no process finds it without them. */
export async function found(sql: Sql, { restricted = [], ...minting }: Founding): Promise<void> {
  await mint(sql, minting);
  const { nowMs } = minting;
  for (const { signers, ...wish } of restricted) {
    await nameSigners(sql, { account: wish.account, signers, nowMs });
    await restrict(sql, { ...wish, nowMs });
  }
}
