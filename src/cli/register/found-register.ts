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
}

/** For one question to the guard, which a worker has to answer. */
const guardLimitMs = 3_000;

/**
 * Finds the register of the account's worker and hands it on. One of another generation than the guard knows is another
 * register: it is not written to. Where the guard does not answer, the one of this machine is taken.
 */
export async function withFoundRegister<T>(
  context: CommandContext,
  session: TemporalSession,
  use: (found: FoundRegister) => Promise<T>,
): Promise<T> {
  const { open, why } = await find(context, await guardGeneration(session));
  try {
    return await use({ keeper: open === null ? null : new AccountKeeper(open, session.account), why });
  } finally {
    await open?.register.close();
  }
}

/** The same without Temporal: nothing says whether it is the worker's own. */
export async function withLocalRegister<T>(
  context: CommandContext,
  account: string,
  use: (found: FoundRegister) => Promise<T>,
): Promise<T> {
  const { open, why } = await find(context, null);
  try {
    return await use({ keeper: open === null ? null : new AccountKeeper(open, account), why });
  } finally {
    await open?.register.close();
  }
}

/** Returns which register the guard permits; null: it does not say. */
async function guardGeneration(session: TemporalSession): Promise<string | null> {
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
export async function restrictHere(
  found: FoundRegister,
  entries: readonly Restriction[],
  by: string,
): Promise<FoundRegister> {
  try {
    await found.keeper?.restrict(entries, by);
    return found;
  } catch (error) {
    if (!(error instanceof RegisterSilent)) throw error;
    // The guard has to hear of it all the same.
    return { keeper: null, why: error.message };
  }
}

interface Found {
  readonly open: OpenRegister | null;
  readonly why: string;
}

async function find(context: CommandContext, generation: string | null): Promise<Found> {
  const reasons: string[] = [];
  for (const place of registerPlaces(context).filter(mayBeThere)) {
    const { open, why } = await opened(place);
    if (open !== null && (generation === null || open.identity.generation === generation)) return { open, why: '' };
    await open?.register.close();
    reasons.push(open === null ? why : `the register ${placeText(place)} is not the one that the worker uses`);
  }
  return { open: null, why: reasons[0] ?? 'there is no register on this machine' };
}

async function opened(place: RegisterPlace): Promise<Found> {
  try {
    return { open: await openAsItIs(place), why: '' };
  } catch (error) {
    return { open: null, why: error instanceof Error ? error.message : String(error) };
  }
}
