import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, WorkflowIdReusePolicy, setHandler, startChild } from '@temporalio/workflow';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { adMaintenance } from '../ad/ad-maintenance.ts';
import { issueText } from '../contract/message.ts';
import { departUpdate, type DepartureReply } from '../contract/order-messages.ts';
import {
  publicationCommands,
  publicationDepartureSchema,
  publicationInputSchema,
  publicationStateQuery,
  type PublicationInput,
  type PublicationResult,
  type PublicationRuling,
} from '../contract/publication-contract.ts';
import { adWorkflowId } from '../contract/workflow-ids.ts';
import { accept, acceptUnknownSignals, refuse } from '../kit/command.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { settingsOf } from '../kit/settings.ts';
import { createPublicationRun, publicationView, show, type PublicationRun } from './publication-run.ts';
import { lookUpLost, lookUpReady, publishOnce, type PublicationEnd } from './publication-steps.ts';
import { rest } from '../kit/rest.ts';

/** Sends of one publication, although each earlier one was refused or proven not executed. */
const maxAttempts = 12;

/**
 * Publishes an ad under its name (EP-5): look it up → price → publish, once → the ad's own workflow keeps it. It ends
 * with the ad's number, which the guard remembers for the name: started again, reset or terminated, it publishes no
 * second ad (ADR 0032).
 */
export async function adPublication(rawInput: PublicationInput): Promise<PublicationResult> {
  const publication = createPublicationRun(parseInput(publicationInputSchema, rawInput));
  registerMessages(publication);
  const cancelled = 'a cancellation was requested in Temporal: the publication continues; stop gives it up';
  return keptThroughCancel(
    () => carry(publication),
    () => publication.troubles.noteUrgent('cancel', cancelled),
  );
}

async function carry(publication: PublicationRun): Promise<PublicationResult> {
  publication.settings = await settingsOf(publication.input.settings);
  const end = await publish(publication);
  switch (end.kind) {
    case 'intent':
      return finish(publication, { state: 'intent', adNumber: null, why: 'shadow: would publish the ad' });
    case 'refused':
      return finish(publication, { state: 'refused', adNumber: null, why: end.why });
    case 'published': {
      const { adNumber } = end;
      publication.run.remember({ adNumber });
      await handOver(publication, adNumber);
      return finish(publication, {
        state: 'published',
        adNumber,
        why: `published as ${adNumber}: its workflow keeps it`,
      });
    }
  }
}

/** Looks, prices and publishes; after a refusal it waits as the refusal asks, and looks again. */
async function publish(publication: PublicationRun): Promise<PublicationEnd> {
  for (let attempt = 1; ; attempt += 1) {
    const check = await lookUpReady(publication);
    if (check.kind === 'owned') return { kind: 'published', adNumber: check.adNumber };
    if (check.kind === 'unpublishable') return { kind: 'refused', why: check.why };
    if (check.kind === 'sent') return lookUpLost(publication, check.atMs);
    const end = await publishOnce(publication, check.ready);
    if (end.kind !== 'again') return end;
    if (attempt >= maxAttempts) return { kind: 'refused', why: `${attempt} times: ${end.rest.why}` };
    if (!(await rest(publication, end.rest))) return { kind: 'refused', why: publication.run.memory.why };
  }
}

function registerMessages(publication: PublicationRun): void {
  const { run, input } = publication;
  const view = () => publicationView(input, run.memory);
  setHandler(publicationStateQuery, view, { description: 'State, number and why' });
  accept(run, publicationCommands.resolve, {
    refusal: (ruling) => rulingRefusal(publication, ruling),
    apply: (ruling) => run.change({ ruling }),
    answer: view,
  });
  for (const goOn of [true, false]) {
    accept(run, goOn ? publicationCommands.retry : publicationCommands.stop, {
      refusal: () => waitRefusal(publication),
      apply: ({ by }) => run.change({ word: { by, goOn } }),
      answer: view,
    });
  }
  setHandler(departUpdate, () => depart(publication), {
    description: 'May the call be let go now? Asked by its activity, once',
    validator: (departure) => {
      const read = publicationDepartureSchema.safeParse(departure);
      refuse(read.success ? null : issueText(read.error));
    },
  });
  acceptUnknownSignals(run);
}

/** The call of one attempt leaves once. */
function depart({ run }: PublicationRun): DepartureReply {
  const { sending } = run.memory;
  if (sending === null) return { go: false, reason: OwnFailure.NOT_SENT, text: 'no call is on its way' };
  if (sending.leftAtMs !== null) {
    return { go: false, reason: OwnFailure.NOT_SENT, text: 'the call has left already', hasLeft: true };
  }
  run.remember({ sending: { ...sending, leftAtMs: Date.now() } });
  return { go: true };
}

function rulingRefusal({ run }: PublicationRun, { outcome, adNumber }: PublicationRuling): string | null {
  if (run.memory.state !== 'needs-human') return `nothing to resolve: it is ${run.memory.state}`;
  return outcome === 'done' && adNumber === undefined ? 'outcome done needs the adNumber' : null;
}

const waiting: ReadonlySet<string> = new Set(['waiting', 'offline', 'blocked']);

function waitRefusal({ run }: PublicationRun): string | null {
  const { state } = run.memory;
  return waiting.has(state) ? null : `it does not wait: it is ${state}`;
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

function finish(publication: PublicationRun, result: PublicationResult): PublicationResult {
  show(publication, result.state, result.why);
  publication.run.settle(Number.MAX_SAFE_INTEGER);
  return result;
}
