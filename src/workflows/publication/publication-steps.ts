import { condition } from '@temporalio/workflow';
import type { MoneyAttempt } from '../../activities/activity-contract.ts';
import type { PublicationCheck, ReadyAd } from '../../activities/publication/publication-contract.ts';
import { termDifferences } from '../../domain/ads/listed-terms.ts';
import { isOwnFailure } from '../../domain/failures/own-failures.ts';
import { moneySteps, reconcilingReads } from '../kit/activity-proxies.ts';
import { runMoneyStep, type MoneyStepEnd } from '../kit/money-step.ts';
import { readPatiently } from '../kit/patient-read.ts';
import { show, type PublicationRun } from './publication-run.ts';
import { restAfterLoss, restAfterRefusal, type Rest } from '../kit/rest.ts';
import { amountText, tradeTitle } from '../../words/amount-words.ts';
import { targetText } from '../../words/pricing-words.ts';

export type PublicationEnd =
  | { kind: 'published'; adNumber: string }
  | { kind: 'refused'; why: string }
  | { kind: 'intent' };

/** It is tried again after a rest. `sent`: how its call is looked up, should it still be unsettled; null: none has left. */
type Again = { kind: 'again'; rest: Rest; sent: LookUp | null };

/** Looks what the name owns already, else what its ad is published with: methods, category, price. */
export async function lookUpReady(publication: PublicationRun): Promise<PublicationCheck> {
  const { input, run } = publication;
  const { name, terms, rules } = input;
  show(publication, 'checking', 'can the ad be published, and at what price?');
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
  show(publication, 'publishing', `publishing at ${amountText(ready.price)}: ${targetText(ready.note)}`);
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

export interface LookUp {
  /** Ads that were there before; null: not known any more. */
  known: readonly string[] | null;
  sinceMs: number;
}

async function lookUp(publication: PublicationRun, { known, sinceMs }: LookUp): Promise<string | null> {
  const { name, terms } = publication.input;
  show(publication, 'outcome-unknown', 'whether the ad was published is not known: looking it up among the own ads');
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
    attempt: () => Promise.resolve({ kind: 'unknown', reason: 'an earlier run of this publication was ended' }),
    read: async () => {
      found = await lookUp(publication, { known: null, sinceMs: sentAtMs });
      return found === null ? 'not-done' : 'done';
    },
  });
  if (found !== null) return { kind: 'published', adNumber: found };
  const why = end.kind === 'not-done' ? 'no ad with these terms is listed' : 'the listing cannot be read';
  return awaitRuling(publication, `an earlier run of this publication sent it, and ${why}`);
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
    attempt: () => Promise.resolve({ kind: 'unknown', reason: 'the service refused it, which proves nothing' }),
    read: async () => {
      found = await lookUp(publication, before);
      return found === null ? 'not-done' : 'done';
    },
  });
  if (found !== null) return { kind: 'published', adNumber: found };
  return end.kind === 'not-done'
    ? null
    : awaitRuling(publication, 'the service refused it, and the listing cannot be read');
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
      return { kind: 'intent' };
    case 'rejected':
      return afterRefusal(publication, end, { ready, sinceMs });
    case 'not-done':
      return {
        kind: 'again',
        rest: restAfterLoss(publication, end.reason, ready),
        sent: { known: ready.known, sinceMs },
      };
    case 'undecided':
      return awaitRuling(publication, end.reason);
    case 'done': {
      const adNumber = found ?? end.orderNumber;
      return adNumber === null
        ? awaitRuling(publication, 'published, but without a number')
        : own(publication, adNumber);
    }
  }
}

function afterRefusal(
  publication: PublicationRun,
  refusal: Extract<MoneyStepEnd, { kind: 'rejected' }>,
  { ready, sinceMs }: Pick<Attempted, 'ready' | 'sinceMs'>,
): PublicationEnd | Again {
  const next = restAfterRefusal(publication, refusal, ready);
  return next === null
    ? { kind: 'refused', why: `${refusal.category}: ${refusal.message}` }
    : { kind: 'again', rest: next, sent: isOwnFailure(refusal.category) ? null : { known: ready.known, sinceMs } };
}

/** The guard records forever whose ad it is; before that, nothing else is done with it. */
async function own(publication: PublicationRun, adNumber: string): Promise<PublicationEnd> {
  const { name } = publication.input;
  const owner = await readPatiently(publication, `Noting that ${name} is ad ${adNumber}`, (activities) =>
    activities.claimPublishedAd({ name, adNumber }),
  );
  if (owner.name === name && owner.adNumber === adNumber) return { kind: 'published', adNumber };
  return awaitRuling(publication, `ad ${adNumber} belongs to ${owner.name}, whose ad is ${owner.adNumber}`);
}

/** Asks a human. An ad that was ruled belongs to the name; without one the name is free again. */
async function awaitRuling(publication: PublicationRun, why: string): Promise<PublicationEnd> {
  const { run } = publication;
  run.remember({ ruling: null });
  show(publication, 'needs-human', `it is unknown whether the ad was published: ${why}`);
  run.settle(run.revision);
  await condition(() => run.memory.ruling !== null);
  const { ruling } = run.memory;
  if (ruling?.outcome === 'done' && ruling.adNumber !== undefined) {
    const problem = await ruledProblem(publication, ruling.adNumber);
    return problem === null ? own(publication, ruling.adNumber) : awaitRuling(publication, problem);
  }
  const by = ruling?.by ?? 'a human';
  return { kind: 'refused', why: `${by} ruled that it was not published` };
}

/** The name owns the ad forever and prices it by its rules: a slip in the typed number would give it another one. */
async function ruledProblem(publication: PublicationRun, adNumber: string): Promise<string | null> {
  const { asset, fiat, side } = publication.input.terms;
  const ad = await readPatiently(publication, `Reading ad ${adNumber}`, (activities) =>
    activities.readOwnAd({ adNumber }),
  );
  if (ad === null) return `the service knows no own ad ${adNumber}`;
  const [other] = termDifferences({ asset, fiat, side }, ad);
  return other === undefined ? null : `ad ${adNumber} is another one: its ${other.term} is ${other.listed}`;
}
