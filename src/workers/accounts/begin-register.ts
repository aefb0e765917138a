import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { comparisonOfReleases } from '../../activities/money/compare-releases.ts';
import { signersIn } from '../../config/signers.ts';
import { createMarketplace } from '../../marketplace/exchange-marketplace.ts';
import type { Register } from '../../register/register.ts';
import { olderText, otherTemporalText, silentText } from '../../words/register-words.ts';
import { namespaceId } from '../health/health-watch.ts';
import { registerOfTerm, type RegisterOfTerm } from '../register/account-term.ts';
import { introduceRegister } from '../register/guard-catch-up.ts';
import type { AccountRuntime } from './account-runtime.ts';

interface RegisterPlace {
  client: Client;
  /** The register that all accounts share. */
  register: Register;
  /** Whether this process leads. */
  isLeading: () => boolean;
}

interface RegisterTerm {
  /** Aborts when the account is served no longer, or the term is over. */
  working: AbortSignal;
  /** Settles when the account may be served: nothing is called for one that is not. */
  admitted: Promise<unknown>;
}

/** Begins an account's register of one term, at once: what an earlier term has claimed can be armed no more. */
export function beginRegister(
  { config, exchange, logger }: Pick<AccountRuntime, 'config' | 'exchange' | 'logger'>,
  { client, register, isLeading }: RegisterPlace,
  { working, admitted }: RegisterTerm,
): RegisterOfTerm {
  const { account, settings, group } = config;
  const marketplace = createMarketplace(exchange, settings);
  const ofTerm = registerOfTerm({
    register,
    account,
    leader: client.options.identity,
    signers: signersIn(config),
    temporal: () => namespaceId(client),
    mayBegin: () => isLeading() && !working.aborted,
    introduce: async (own, term) => {
      const isOlder = await introduceRegister({ client, account, group, register: own }, term);
      if (isOlder) logger.error({ event: 'register' }, olderText);
    },
    compare: (own) => {
      const compare = comparisonOfReleases({ marketplace, register: own, clock: Date });
      return () => admitted.then(compare);
    },
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    stopping: working,
    nextCallId: randomUUID,
  });
  ofTerm
    .begin()
    .then(({ isOtherTemporal }) => {
      if (isOtherTemporal) logger.error({ event: 'register' }, otherTemporalText(account));
      // A guard that does not answer is introduced by the first claim.
      void ofTerm.introduced().catch(() => undefined);
    })
    .catch((error: unknown) => logger.error({ event: 'register', error: String(error) }, silentText));
  return ofTerm;
}
