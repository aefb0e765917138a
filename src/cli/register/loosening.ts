/** What a person takes off the restrictions of an account: in the register first, then at the guard. */
import type { Restriction } from '../../domain/guard/restriction.ts';
import type { Sign } from '../approver/sign-word.ts';
import type { CliFailure } from '../kit/cli-failure.ts';
import type { AccountKeeper } from './account-keeper.ts';
import type { FoundRegister } from './found-register.ts';
import { refusalText } from '../../words/refusal-words.ts';

type RestrictionName = Pick<Restriction, 'kind' | 'key'>;

interface Loosening {
  readonly gone: readonly RestrictionName[];
  /** What stands in its place: looser rules. */
  readonly added?: readonly Restriction[];
  /** The revision that the person was shown; null: as it stands now. */
  readonly revision: number | null;
  /** What the guard restricts before it hears of it, as far as it answers. */
  readonly atGuard: readonly Restriction[];
  readonly by: string;
  /** Null: this machine has no key of the person. */
  readonly sign: Sign | null;
  /** Makes the refusal of it: what stays, and why. */
  readonly stays: (why: string) => CliFailure;
}

/** To be called once the guard shows what was loosened. Throws the refusal where another word has come meanwhile. */
export type Settle = () => Promise<void>;

/** A worker copies the guard within moments; it cannot bring back more than it has read before. */
const maxCopies = 5;

/**
 * Takes restrictions out of the register. Throws the refusal where they were changed since they were shown. A worker may
 * copy them from the guard again before the guard has heard of it: what is returned takes away that copy. Words that were
 * said meanwhile are no copies, and stay.
 */
export async function loosen({ keeper }: FoundRegister, wish: Loosening): Promise<Settle> {
  if (keeper === null) return async () => {};
  const { revision, entries } = await keeper.restrictions();
  const { gone, added = [], atGuard, by, sign, stays } = wish;
  const present = among(gone, entries);
  const lifted = [...present, ...among(gone, atGuard)];
  if (present.length > 0 || added.length > 0) {
    const shown = wish.revision ?? revision;
    const why = await keeper.loosen({ gone: present, added, revision: shown, by }, sign);
    if (why !== null) throw stays(refusalText(why));
  }
  return () => takeCopiesAway(keeper, wish, lifted);
}

async function takeCopiesAway(
  keeper: AccountKeeper,
  { gone, by, sign, stays }: Loosening,
  lifted: readonly Restriction[],
): Promise<void> {
  const isCopy = (entry: Restriction) => among([entry], lifted).some(({ value }) => value === entry.value);
  for (let look = 0; look < maxCopies; look += 1) {
    const { revision, entries } = await keeper.restrictions();
    const back = among(gone, entries);
    if (back.length === 0) return;
    if (!back.every(isCopy)) break;
    await keeper.loosen({ gone: back, added: [], revision, by }, sign);
  }
  throw stays('it was said again meanwhile: look at what holds (`peerdesk desk show`)');
}

function among(names: readonly RestrictionName[], entries: readonly Restriction[]): Restriction[] {
  return entries.filter((entry) => names.some(({ kind, key }) => kind === entry.kind && key === entry.key));
}
