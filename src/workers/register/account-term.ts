/** The term of an account in the register: what this process claims can be armed only while it is the newest. */
import { AccountRegister } from '../../register/account-register.ts';
import type { Signers } from '../../register/operations/signers.ts';
import type { LeadTerm } from '../../register/operations/terms.ts';
import { RegisterSilent, type Register } from '../../register/register.ts';

interface TermOptions {
  readonly register: Register;
  readonly account: string;
  /** As pid@host. */
  readonly leader: string;
  /** Whose signatures this process counts; null: words count without. */
  readonly signers: Signers | null;
  /** Returns the id of the namespace that this process serves; undefined: the server does not say. */
  readonly temporal: () => Promise<string | undefined>;
  /** Whether this process leads, and the term of its lead goes on. */
  readonly mayBegin: () => boolean;
  /** Introduces the register and the guard of the account to each other. */
  readonly introduce: (register: AccountRegister, term: LeadTerm) => Promise<void>;
  /** Compares the releases of the service with the rows; returns those that no row knows. */
  readonly compare: (register: AccountRegister) => Promise<readonly string[]>;
  readonly clock: { now(): number };
  /** Names a claim, at random. */
  readonly nextCallId: () => string;
}

/** The register for one account in one term of the lead. */
export interface RegisterOfTerm {
  readonly register: AccountRegister;
  /** Begins the term, once. */
  readonly begin: () => Promise<LeadTerm>;
  /** Introduces register and guard, once. */
  readonly introduced: () => Promise<void>;
  /** Compares the releases of the service with the rows, once, after that; returns those that no row knew. */
  readonly compared: () => Promise<readonly string[]>;
}

/**
 * Returns the register for one account in one term of the lead. A process that leads no more never begins a term: it
 * would take it from its successor.
 */
export function registerOfTerm(options: TermOptions): RegisterOfTerm {
  const { register, account, leader, signers, mayBegin, introduce, compare, clock, nextCallId } = options;
  const begin = untilDone<LeadTerm>(async () => {
    const met = await options.temporal();
    if (!mayBegin()) throw new RegisterSilent('this process does not lead: it claims nothing');
    const temporal = met === undefined ? {} : { temporal: met };
    return register.beginTerm({ account, leader, signers, ...temporal, nowMs: clock.now() });
  });
  const introduced = untilDone<void>(async () => introduce(ofTerm, await begin()));
  const compareOnce = untilDone<readonly string[]>(() => compare(ofTerm).catch(notCompared));
  const compared = async (): Promise<readonly string[]> => {
    // A guard that does not answer permits nothing either.
    await introduced().catch(() => undefined);
    return compareOnce();
  };
  const ofTerm: AccountRegister = new AccountRegister({ register, account, term: begin, compared, clock, nextCallId });
  return { register: ofTerm, begin, introduced, compared };
}

/** Returns what is done once: a call while it is under way waits for it, and one that failed is begun again. */
function untilDone<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | null = null;
  return () => {
    begun ??= work().catch((error: unknown) => {
      begun = null;
      throw error;
    });
    return begun;
  };
}

function notCompared(error: unknown): never {
  if (error instanceof RegisterSilent) throw error;
  const why = error instanceof Error ? error.message : String(error);
  throw new RegisterSilent(`the releases of the service are not compared with the register yet: ${why}`);
}
