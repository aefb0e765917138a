/** The beginning of a register. */
import type { Sql } from '../sql.ts';
import { mint, type Minting } from './accounts.ts';
import { restrict, type Restricting } from './restrictions.ts';

/** What a new register begins with. */
export interface Founding extends Minting {
  /** What is restricted from its first moment on; absent: nothing. */
  readonly restricted?: readonly Omit<Restricting, 'nowMs'>[];
}

/** Writes the identity of a new register together with its restrictions: no process finds it without them. */
export async function found(sql: Sql, { restricted = [], ...minting }: Founding): Promise<void> {
  await mint(sql, minting);
  for (const wish of restricted) await restrict(sql, { ...wish, nowMs: minting.nowMs });
}
