/** The term of an account in the register: what this process claims can be armed only while it is the newest. */
import { AccountRegister } from '../../register/account-register.ts';
import type { Signers } from '../../register/operations/signers.ts';
import type { LeadTerm } from '../../register/operations/terms.ts';
import { RegisterSilent, type Register } from '../../register/register.ts';
import { ReleaseComparison } from './release-comparison.ts';
import { untilDone } from './until-done.ts';

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
  /** Begins a comparison of the service's releases with the rows: it returns those that no row knows. */
  readonly compare: (register: AccountRegister) => () => Promise<readonly string[]>;
  /** `elapsed` never steps. */
  readonly clock: { now(): number; elapsed(): number };
  /** Aborts when the term ends. */
  readonly stopping: AbortSignal;
  /** How long a claim waits for a comparison, in ms. */
  readonly claimWaitMs?: number;
  /** Names a claim, at random. */
  readonly nextCallId: () => string;
}

/** The register for one account in one term of the lead. */
export interface RegisterOfTerm {
  readonly register: AccountRegister;
  /** Begins the term, once for each register that is put back under it. */
  readonly begin: () => Promise<LeadTerm>;
  /** Introduces register and guard, once. */
  readonly introduced: () => Promise<void>;
  /** Compares the releases of the service with the rows, once, and after each standstill; returns those that no row knew. */
  readonly compared: () => Promise<readonly string[]>;
  /** Since when they are not compared; null: they are. */
  readonly uncomparedSinceMs: () => number | null;
}

/**
 * Returns the register for one account in one term of the lead. A process that leads no more never begins a term: it
 * would take it from its successor.
 */
export function registerOfTerm(options: TermOptions): RegisterOfTerm {
  const { register, account, leader, signers, mayBegin, introduce, compare, clock, nextCallId } = options;
  const { claimWaitMs } = options;
  const ofTerm: AccountRegister = new AccountRegister({
    register,
    account,
    term: () => now.begin(),
    ended: async (begunIn) => {
      const ending = now;
      if ((await ending.begin()).generation !== begunIn || ending !== now) return;
      ending.over.abort();
      now = beginning();
    },
    uncompared: () => ifGuardAnswers().then(() => now.comparison.whyNot()),
    comparedIn: async () => {
      const { comparison, begin } = now;
      return comparison.openSinceMs() === null ? (await begin()).generation : null;
    },
    clock,
    nextCallId,
  });
  const beginning = () => {
    const begin = untilDone<LeadTerm>(async () => {
      const met = await options.temporal();
      if (!mayBegin()) throw new RegisterSilent({ code: 'not-leading' });
      const temporal = met === undefined ? {} : { temporal: met };
      return register.beginTerm({ account, leader, signers, ...temporal, nowMs: clock.now() });
    });
    const introduced = untilDone<void>(async () => introduce(ofTerm, await begin()));
    const over = new AbortController();
    const signal = AbortSignal.any([options.stopping, over.signal]);
    const comparison = new ReleaseComparison({ begin: () => compare(ofTerm), clock, signal, claimWaitMs });
    return { begin, introduced, comparison, over };
  };
  // What is known of this register: it begins again where the register is put back under this process.
  let now = beginning();
  // A guard that does not answer permits nothing either.
  const ifGuardAnswers = (): Promise<void> => now.introduced().catch(() => undefined);
  return {
    register: ofTerm,
    begin: () => now.begin(),
    introduced: () => now.introduced(),
    compared: () => ifGuardAnswers().then(() => now.comparison.complete()),
    uncomparedSinceMs: () => now.comparison.openSinceMs(),
  };
}
