import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, WorkflowIdReusePolicy, setHandler, startChild } from '@temporalio/workflow';
import type { PublicationEnd, PublicationRefusal } from '../../domain/ads/state/publication-wait.ts';
import { publicationText } from '../../words/publication-words.ts';
import { adMaintenance } from '../ad/ad-maintenance.ts';
import {
  publicationCommands,
  publicationInputSchema,
  publicationStateQuery,
  type PublicationInput,
  type PublicationResult,
  type PublicationRuling,
} from '../contract/publication-contract.ts';
import { adWorkflowId } from '../contract/workflow-ids.ts';
import { reads } from '../kit/activity-proxies.ts';
import { accept, acceptUnknownSignals } from '../kit/command.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { refuseUnsettled } from '../kit/ruling.ts';
import { settingsOf } from '../kit/settings.ts';
import { createPublicationRun, publicationView, show, type PublicationRun } from './publication-run.ts';
import { lookUpLost, lookUpReady, lookUpRefused, publishOnce, refused, type LookUp } from './publication-steps.ts';
import { giveUpOnCancel, lookUnlessGivenUp, refusalTrouble, rest } from '../kit/rest.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';

/** Sends of one publication, although each earlier one was refused or proven not executed. */
const maxAttempts = 12;
/** A call that the register still takes for one that may show after so many proofs of this run is a human's. */
const maxLooks = 3;

/**
 * Publishes an ad under its name (EP-5): look it up → price → publish, once → the ad's own workflow keeps it. It ends
 * with the ad's number, which the guard remembers for the name: started again, reset or terminated, it publishes no
 * second ad (ADR 0032).
 */
export async function adPublication(rawInput: PublicationInput): Promise<PublicationResult> {
  const publication = createPublicationRun(parseInput(publicationInputSchema, rawInput));
  registerMessages(publication);
  return keptThroughCancel(
    publication.run,
    () => carry(publication),
    () => giveUpOnCancel(publication),
  );
}

async function carry(publication: PublicationRun): Promise<PublicationResult> {
  publication.settings = await settingsOf(publication.input.settings);
  const end = await publish(publication);
  if (end.code === 'published') await handOver(publication, end.adNumber);
  return finish(publication, end);
}

/** Looks, prices and publishes; after a refusal it waits as the refusal asks, and looks again. */
async function publish(publication: PublicationRun): Promise<PublicationEnd> {
  let sent: LookUp | null = null;
  let looks = 0;
  for (let sends = 1; ;) {
    const check = await lookUnlessGivenUp(publication, () => lookUpReady(publication));
    if (check === null) return giveUp(publication, sent, { code: 'cancelled' });
    if (check.kind === 'owned') return { code: 'published', adNumber: check.adNumber };
    if (check.kind === 'unpublishable') return refused({ code: 'unpublishable', message: check.why });
    if (check.kind === 'sent') {
      looks += 1;
      const end: PublicationEnd | null = await lookUpSent(publication, check.atMs, { sent, looks });
      if (end !== null) return end;
      continue;
    }
    const end = await publishOnce(publication, check.ready);
    if (end.code !== 'again') return end;
    sent = end.sent;
    const { cause } = end.rest.wait;
    if (sends >= maxAttempts) return giveUp(publication, sent, { code: 'too-often', times: sends, cause });
    const left = await rest(publication, end.rest);
    if (left !== null) return giveUp(publication, sent, left);
    sends += 1;
    looks = 0;
  }
}

/** What this run has not sent is a call of another one, which has ended. Returns null when it is proven not done. */
function lookUpSent(
  publication: PublicationRun,
  atMs: number,
  { sent, looks }: { sent: LookUp | null; looks: number },
): Promise<PublicationEnd | null> {
  const isOwn = sent !== null && looks <= maxLooks;
  return isOwn ? lookUpRefused(publication, sent) : lookUpLost(publication, atMs);
}

/** Nothing is given up while a call that the service has refused may still show: one answer proves nothing. */
async function giveUp(
  publication: PublicationRun,
  sent: LookUp | null,
  because: PublicationRefusal,
): Promise<PublicationEnd> {
  const found = sent === null ? null : await lookUpRefused(publication, sent);
  return found ?? refused(because);
}

function registerMessages(publication: PublicationRun): void {
  const { run, input } = publication;
  const view = () => publicationView(input, run.memory);
  setHandler(publicationStateQuery, view, { description: 'State, number and why' });
  accept(run, publicationCommands.resolve, {
    refusal: (ruling) => rulingRefusal(publication, ruling),
    apply: () => undefined,
    after: (ruling) => takeRuling(publication, ruling),
    answer: view,
  });
  for (const goOn of [true, false]) {
    accept(run, goOn ? publicationCommands.retry : publicationCommands.stop, {
      refusal: () => waitRefusal(publication),
      apply: ({ by }) => run.change({ word: { by, goOn } }),
      answer: view,
    });
  }
  acceptUnknownSignals(run);
}

/** That nothing was published frees the name: the register has to know it first. */
async function takeRuling({ run, input }: PublicationRun, ruling: PublicationRuling): Promise<void> {
  const { name } = input;
  const look = () => reads('Has the call of the publication an end?').unsettledPublication({ name });
  if (ruling.outcome === 'not-done') await refuseUnsettled(look, 'publish');
  run.change({ ruling });
}

function rulingRefusal({ run }: PublicationRun, { outcome, adNumber }: PublicationRuling): Refusal | null {
  const { code: state } = run.memory.wait;
  if (state !== 'needs-human') return { code: 'nothing-to-resolve', state };
  const lacksNumber = outcome === 'done' && adNumber === undefined;
  return lacksNumber ? { code: 'number-missing', field: 'adNumber' } : null;
}

const waiting: ReadonlySet<string> = new Set(['waiting', 'offline', 'blocked']);

function waitRefusal({ run }: PublicationRun): Refusal | null {
  const { code: state } = run.memory.wait;
  return waiting.has(state) ? null : { code: 'not-waiting', state };
}

/** The ad may be kept already: by the adoption of the desk, or by a publication that was started before. */
async function handOver({ input }: PublicationRun, adNumber: string): Promise<void> {
  const { account, mode, rules, settings, terms } = input;
  const kept = { account, adNumber, mode, rules, ...(settings === undefined ? {} : { settings }) };
  try {
    await startChild(adMaintenance, {
      workflowId: adWorkflowId(account, adNumber),
      args: [kept],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      staticSummary: `${terms.side} ${terms.asset}/${terms.fiat} · started in ${mode}`,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

function finish(publication: PublicationRun, end: PublicationEnd): PublicationResult {
  publication.troubles.clear(refusalTrouble);
  show(publication, end);
  const adNumber = end.code === 'published' ? end.adNumber : null;
  return { state: end.code, adNumber, end, why: publicationText(end) };
}
