import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import type {
  CheckPublicationInput,
  FindPublishedAdInput,
  PublicationCheck,
  PublishAdInput,
  ReadyAd,
} from '../../../src/activities/publication/publication-contract.ts';
import type { FailureCategory } from '../../../src/domain/failures/error-category.ts';
import type { OwnFailure } from '../../../src/domain/failures/own-failures.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { PublicationInput, PublicationView } from '../../../src/workflows/contract/definitions.ts';
import { rules, terms } from '../../activities/publication/publication-fixture.ts';
import { listedAd } from '../../domain/ads/terms-fixture.ts';
import { adFacts } from '../fixtures.ts';
import { heldUntilCancelled, type FakeActivities } from '../workflow-harness.ts';

export const adNumber = '11000000000000000077';

export const ready: ReadyAd = {
  price: '10.04',
  priceScale: 2,
  note: { code: 'no-competitor' },
  category: 'mass',
  methods: [{ payId: '4', identifier: 'BANK', name: 'Bank Transfer' }],
  known: ['11000000000000000001'],
  referencePrice: '10.00',
};

export function publicationInput(account: string, part: Partial<PublicationInput> = {}): PublicationInput {
  return { account, name: 'usdt-bob', mode: 'sim', terms, rules, ...part };
}

/** Starts a publication on the server of a test. */
export function startPublication({ client }: TestWorkflowEnvironment, input: PublicationInput) {
  return client.workflow.start('adPublication', {
    workflowId: definitions.publicationWorkflowId(input.account, input.name),
    taskQueue: definitions.groupTaskQueue(input.account),
    args: [input],
  });
}

export const stateOf = (handle: Awaited<ReturnType<typeof startPublication>>): Promise<PublicationView> =>
  handle.query(definitions.publicationStateQuery);

/** Sends a command to a publication. */
export const command = (
  handle: Awaited<ReturnType<typeof startPublication>>,
  name: keyof typeof definitions.publicationCommands,
  arg: object,
) => handle.executeUpdate(definitions.publicationCommands[name].update, { args: [arg as never] });

/** The workflow that the published ad is handed over to. */
export const adWorkflowOf = ({ client }: TestWorkflowEnvironment, account: string) =>
  client.workflow.getHandle(definitions.adWorkflowId(account, adNumber));

export const executed: MoneyAttempt = { kind: 'executed', orderNumber: adNumber };
export const unknown: MoneyAttempt = { kind: 'unknown', reason: 'the connection was reset' };

/** A refusal by the service, or by Peerdesk. */
export const refused = (
  category: FailureCategory | OwnFailure,
  code: string | null = null,
  message = 'no',
): MoneyAttempt => ({ kind: 'rejected', category, code, message, retryAfterMs: null });

interface Scripted {
  env: () => TestWorkflowEnvironment;
  attempts: (MoneyAttempt | Error)[];
  /** The numbers that look-ups find, one after the other; the last one forever. */
  found?: (string | Error | null)[];
  /** What the first looks before a call find; then it is ready. */
  checks?: PublicationCheck[];
}

/** A service that answers the calls of a publication one after the other; its ad is watched and never changes. */
export function scripted({ env, attempts, found = [null], checks = [] }: Scripted) {
  const seen = {
    checks: [] as CheckPublicationInput[],
    sends: [] as PublishAdInput[],
    sentAtMs: [] as number[],
    lookUps: [] as FindPublishedAdInput[],
    claims: [] as string[],
    /** Whether the register has a call that may have left. */
    isUnsettled: false,
    businessLooks: 0,
  };
  const activities: FakeActivities = {
    checkPublication: async (input) => {
      seen.checks.push(input);
      return checks.shift() ?? { kind: 'ready', ready };
    },
    publishAd: async (input) => {
      seen.sends.push(input);
      seen.sentAtMs.push(await env().currentTimeMs());
      const attempt = attempts.shift();
      if (attempt === undefined || attempt instanceof Error) throw attempt ?? new Error('one send too many');
      return attempt;
    },
    findPublishedAd: async (input) => {
      seen.lookUps.push(input);
      const next = found.length > 1 ? found.shift() : found[0];
      if (next instanceof Error) throw next;
      return { adNumber: next ?? null };
    },
    claimPublishedAd: async (claim) => {
      seen.claims.push(claim.adNumber);
      return claim;
    },
    unsettledPublication: async () => seen.isUnsettled,
    readOwnAd: async (ad) => (ad.adNumber === adNumber ? listedAd({ adNumber }) : null),
    watchBusiness: async () => {
      seen.businessLooks += 1;
      if (seen.businessLooks > 1) return heldUntilCancelled();
      return { status: 'closed', adStatus: null };
    },
    confirmNoBan: async () => true,
    // The ad that was handed over: closed at once, so that its workflow ends.
    watchMarket: async () => ({ kind: 'ad-not-online', ad: adFacts({ adNumber, status: 'closed' }) }),
  };
  return { seen, activities };
}
