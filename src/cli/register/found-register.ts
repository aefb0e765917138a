/** The register of this machine that the worker of an account uses, if it is here. */
import { guardControl } from '../../client/index.ts';
import type { Restriction } from '../../domain/guard/restriction.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { RegisterSilent } from '../../register/register.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { isServed, type TemporalSession } from '../session/temporal-session.ts';
import { AccountKeeper } from './account-keeper.ts';
import { mayBeThere, registerPlaces } from './register-places.ts';
import { openAsItIs, type OpenRegister } from './with-register.ts';

/** What a command found. */
export interface FoundRegister {
  /** Null: none that may be written to. */
  readonly keeper: AccountKeeper | null;
  /** Why there is none; empty where there is one. */
  readonly why: string;
  /** One is here, and does not answer: no money moves. */
  readonly isSilent: boolean;
}

/** For one question to the guard, which a worker has to answer. */
const guardLimitMs = 3_000;

/**
 * Finds the register of the account's worker and hands it on. One of another generation than the guard knows is another
 * register: it is not written to. Where the guard does not answer, the first that is on this machine is meant, whether it answers or not.
 */
export async function withFoundRegister<T>(
  context: CommandContext,
  session: TemporalSession,
  use: (found: FoundRegister) => Promise<T>,
): Promise<T> {
  return await withFound(await find(context, await guardGeneration(session)), session.account, use);
}

/** The same without Temporal: nothing says whether it is the worker's own. */
export async function withLocalRegister<T>(
  context: CommandContext,
  account: string,
  use: (found: FoundRegister) => Promise<T>,
): Promise<T> {
  return await withFound(await find(context, null), account, use);
}

async function withFound<T>(
  { open, ...rest }: Found,
  account: string,
  use: (found: FoundRegister) => Promise<T>,
): Promise<T> {
  try {
    return await use({ keeper: open === null ? null : new AccountKeeper(open, account), ...rest });
  } finally {
    await open?.register.close();
  }
}

/** Returns which register the guard permits; null: it does not say. */
export async function guardGeneration(session: TemporalSession): Promise<string | null> {
  const { client, account } = session;
  try {
    if (!(await isServed(session))) return null;
    const view = await client.withDeadline(Date.now() + guardLimitMs, () => guardControl(client, account).state());
    return view.generation;
  } catch {
    // Without an answer it is not known, as without a worker.
    return null;
  }
}

/** Restricts in the register, where there is one that answers; returns what is left to write to. */
export function restrictHere(
  found: FoundRegister,
  entries: readonly Restriction[],
  by: string,
): Promise<FoundRegister> {
  return writtenHere(found, (keeper) => keeper.restrict(entries, by));
}

/** Writes what restricts into the register, where there is one that answers; returns what is left to write to. */
export async function writtenHere(
  found: FoundRegister,
  write: (keeper: AccountKeeper) => Promise<unknown>,
): Promise<FoundRegister> {
  try {
    if (found.keeper !== null) await write(found.keeper);
    return found;
  } catch (error) {
    if (!(error instanceof RegisterSilent)) throw error;
    // The guard has to hear of it all the same.
    return { keeper: null, why: error.message, isSilent: true };
  }
}

interface Found extends Omit<FoundRegister, 'keeper'> {
  readonly open: OpenRegister | null;
}

async function find(context: CommandContext, generation: string | null): Promise<Found> {
  const others: Found[] = [];
  for (const place of registerPlaces(context).filter(mayBeThere)) {
    const found = await opened(place);
    const { open } = found;
    // Nothing but the guard says which one the worker uses: another must not answer for the first that is here.
    if (open === null && generation === null) return found;
    if (open !== null && (generation === null || open.identity.generation === generation)) return found;
    await open?.register.close();
    others.push(open === null ? found : { open: null, why: otherRegisterText(place), isSilent: false });
  }
  return others[0] ?? { open: null, why: 'there is no register on this machine', isSilent: false };
}

/** Returns that the worker uses another register than this one. */
export function otherRegisterText(place: RegisterPlace): string {
  return `the register ${placeText(place)} is not the one that the worker uses`;
}

async function opened(place: RegisterPlace): Promise<Found> {
  try {
    return { open: await openAsItIs(place), why: '', isSilent: false };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { open: null, why, isSilent: error instanceof RegisterSilent && error.fault.code !== 'older-schema' };
  }
}
