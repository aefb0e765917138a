import { condition } from '@temporalio/workflow';
import type { MoneyAttempt } from '../../activities/activity-contract.ts';
import type { PublicationCheck, ReadyAd } from '../../activities/publication/publication-contract.ts';
import { termDifferences } from '../../domain/ads/listed-terms.ts';
import type { PublicationDoubt, PublicationEnd, PublicationRefusal } from '../../domain/ads/state/publication-wait.ts';
import { isOwnFailure } from '../../domain/failures/own-failures.ts';
import { moneySteps, reconcilingReads } from '../kit/activity-proxies.ts';
import { runMoneyStep, type MoneyStepEnd } from '../kit/money-step.ts';
import { readPatiently } from '../kit/patient-read.ts';
import { show, type PublicationRun } from './publication-run.ts';
import { restAfterLoss, restAfterRefusal, type Rest } from '../kit/rest.ts';
import { tradeTitle } from '../../words/amount-words.ts';

/** The end of a publication that published nothing. */
export const refused = (because: PublicationRefusal): PublicationEnd => ({ code: 'refused', because });

/** It is tried again after a rest. `sent`: how its call is looked up, should it still be unsettled; null: none has left. */
type Again = { code: 'again'; rest: Rest; sent: LookUp | null };

/** Looks what the name owns already, else what its ad is published with: methods, category, price. */
export async function lookUpReady(publication: PublicationRun): Promise<PublicationCheck> {
  const { input, run } = publication;
  const { name, terms, rules } = input;
  show(publication, { code: 'checking' });
  const { learnedRange } = run.memory;
  return readPatiently(publication, 'Can the ad be published, and at what price?', (activities) =>
    activities.checkPublication({ name, terms, rules, learnedRange }),
  );
}

/** One attempt with a known end, by the protocol of money steps: what may have been published is looked up first. */
export async function publishOnce(publication: PublicationRun, ready: ReadyAd): Promise<PublicationEnd | Again> {
  const { input, settings } = publication;
  const sinceMs = Date.now();
  let found: string | null = null;
  show(publication, { code: 'publishing', price: ready.price, note: ready.note });
  const end = await runMoneyStep({
    title: `publication of ${input.name}`,
    settings,
    attempt: () => attempt(publication, ready),
    read: async () => {
      found = await lookUp(publication, { known: ready.known, sinceMs });
      return found === null ? 'not-done' : 'done';
    },
  });
  return takeEnd(publication, end, { ready, found, sinceMs });
}

function attempt({ input, settings }: PublicationRun, ready: ReadyAd): Promise<MoneyAttempt> {
  const { mode, name, terms, rules, online } = input;
  const { price, floatingRatio, priceScale, category, methods } = ready;
  const { moneyStepBoundMs: boundMs, moneyRecvWindowMs: recvWindowMs } = settings;
  const { side, quantity, asset, fiat } = terms;
  return moneySteps(`Publishing ${tradeTitle({ side, amount: quantity, asset, price, fiat })}`, settings).publishAd({
    mode,
    name,
    terms,
    price,
    ...(floatingRatio === undefined ? {} : { floatingRatio }),
    priceScale,
    category,
    methods,
    online,
    limits: rules.limits,
    fence: { boundMs, recvWindowMs },
  });
}

/** A call that has left already, and whose outcome is looked up. */
const sentBefore: MoneyAttempt = { kind: 'unknown', reason: '' };

export interface LookUp {
  /** Ads that were there before; null: not known any more. */
  known: readonly string[] | null;
  sinceMs: number;
}

async function lookUp(publication: PublicationRun, { known, sinceMs }: LookUp): Promise<string | null> {
  const { name, terms } = publication.input;
  show(publication, { code: 'outcome-unknown' });
  const search = { name, terms, known, sinceMs };
  return (await reconcilingReads('Was the ad published?').findPublishedAd(search)).adNumber;
}

/**
 * The call of an earlier run has left and its end was never written down (a terminated or reset run): it is looked up by
 * the same reads as after any other unknown outcome. Which ads were there before is not known any more, so when it is
 * not found a human rules.
 */
export async function lookUpLost(publication: PublicationRun, sentAtMs: number): Promise<PublicationEnd> {
  const { input, settings } = publication;
  let found: string | null = null;
  const end = await runMoneyStep({
    title: `publication of ${input.name}`,
    settings,
    attempt: () => Promise.resolve(sentBefore),
    read: async () => {
      found = await lookUp(publication, { known: null, sinceMs: sentAtMs });
      return found === null ? 'not-done' : 'done';
    },
  });
  if (found !== null) return { code: 'published', adNumber: found };
  return awaitRuling(publication, { code: 'sent-before', isListed: end.kind === 'not-done' ? false : null });
}

/**
 * A call of this run was refused by the service: one answer proves nothing, so it is looked up before the next one, and
 * before the publication is given up. Returns null when it is proven not to have happened.
 */
export async function lookUpRefused(publication: PublicationRun, before: LookUp): Promise<PublicationEnd | null> {
  const { input, settings } = publication;
  let found: string | null = null;
  const end = await runMoneyStep({
    title: `publication of ${input.name}`,
    settings,
    attempt: () => Promise.resolve(sentBefore),
    read: async () => {
      found = await lookUp(publication, before);
      return found === null ? 'not-done' : 'done';
    },
  });
  if (found !== null) return { code: 'published', adNumber: found };
  return end.kind === 'not-done' ? null : awaitRuling(publication, { code: 'refused-unread' });
}

interface Attempted {
  ready: ReadyAd;
  found: string | null;
  sinceMs: number;
}

async function takeEnd(
  publication: PublicationRun,
  end: MoneyStepEnd,
  { ready, found, sinceMs }: Attempted,
): Promise<PublicationEnd | Again> {
  switch (end.kind) {
    case 'intent':
      return { code: 'intent' };
    case 'rejected':
      return afterRefusal(publication, end, { ready, sinceMs });
    case 'not-done':
      return {
        code: 'again',
        rest: restAfterLoss(publication, end.reason, ready),
        sent: { known: ready.known, sinceMs },
      };
    case 'undecided':
      return awaitRuling(publication, { code: 'no-outcome', message: end.reason });
    case 'done': {
      const adNumber = found ?? end.orderNumber;
      return adNumber === null ? awaitRuling(publication, { code: 'no-number' }) : own(publication, adNumber);
    }
  }
}

function afterRefusal(
  publication: PublicationRun,
  refusal: Extract<MoneyStepEnd, { kind: 'rejected' }>,
  { ready, sinceMs }: Pick<Attempted, 'ready' | 'sinceMs'>,
): PublicationEnd | Again {
  const { category, code: answer, message } = refusal;
  const next = restAfterRefusal(publication, { ...refusal, use: 'publish', basis: ready });
  return next === null
    ? refused({ code: 'refused', category, answer, message })
    : { code: 'again', rest: next, sent: isOwnFailure(category) ? null : { known: ready.known, sinceMs } };
}

/** The guard records forever whose ad it is; before that, nothing else is done with it. */
async function own(publication: PublicationRun, adNumber: string): Promise<PublicationEnd> {
  const { name } = publication.input;
  const owner = await readPatiently(publication, `Noting that ${name} is ad ${adNumber}`, (activities) =>
    activities.claimPublishedAd({ name, adNumber }),
  );
  if (owner.name === name && owner.adNumber === adNumber) return { code: 'published', adNumber };
  return awaitRuling(publication, { code: 'owned', adNumber, owner: owner.name, ownersAd: owner.adNumber });
}

/** Asks a human. An ad that was ruled belongs to the name; without one the name is free again. */
async function awaitRuling(publication: PublicationRun, doubt: PublicationDoubt): Promise<PublicationEnd> {
  const { run } = publication;
  run.remember({ ruling: null });
  show(publication, { code: 'needs-human', doubt });
  run.settle(run.revision);
  await condition(() => run.memory.ruling !== null);
  const { ruling } = run.memory;
  if (ruling?.outcome === 'done' && ruling.adNumber !== undefined) {
    const other = await ruledDoubt(publication, ruling.adNumber);
    return other === null ? own(publication, ruling.adNumber) : awaitRuling(publication, other);
  }
  return refused({ code: 'ruled', by: ruling?.by ?? null });
}

/** The name owns the ad forever and prices it by its rules: a slip in the typed number would give it another one. */
async function ruledDoubt(publication: PublicationRun, adNumber: string): Promise<PublicationDoubt | null> {
  const { asset, fiat, side } = publication.input.terms;
  const ad = await readPatiently(publication, `Reading ad ${adNumber}`, (activities) =>
    activities.readOwnAd({ adNumber }),
  );
  if (ad === null) return { code: 'no-such-ad', adNumber };
  const [other] = termDifferences({ asset, fiat, side }, ad);
  return other === undefined ? null : { code: 'other-ad', adNumber, term: other.term, listed: other.listed };
}
