import { ApplicationFailure, setHandler } from '@temporalio/workflow';
import { block, blockRefusal, openSwitch, thrownBy, throwSwitch, unblock } from '../../domain/guard/guard-memory.ts';
import { countLateRelease } from '../../domain/guard/late-release.ts';
import { countAsLeft, decidePermit, giveBack } from '../../domain/guard/permit.ts';
import { permitRequestSchema, type PermitRequest } from '../../domain/guard/permit-request.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { claimPublication, type PublicationClaim } from '../../domain/guard/publication-claim.ts';
import * as contract from '../contract/guard-contract.ts';
import type { GuardRunMemory, KillSwitchCommand, PermitReply } from '../contract/guard-contract.ts';
import { issueText } from '../contract/message.ts';
import { accept, acceptFact, acceptUnknownSignals, refuse } from '../kit/command.ts';
import { wasReset } from '../kit/new-run.ts';
import type { Run } from '../kit/run.ts';
import { guardView } from './guard-page.ts';

/** Registers every message of a guard. Call it first: a message may arrive with the start. */
export function registerGuardMessages(run: Run<GuardRunMemory>, account: string): void {
  const answer = () => guardView(account, run.memory);
  const commands = contract.guardCommands;
  setHandler(contract.guardStateQuery, answer, { description: 'Switches, release rules, sums, block list' });
  setHandler(contract.guardMemoryQuery, () => run.memory, { description: 'All of it, for the run that takes it over' });
  acceptFact(run, contract.giveBackFact, (step) => run.change(giveBack(run.memory, step)));
  acceptFact(run, contract.lateReleaseFact, (late) => run.change(countLateRelease(run.memory, late, Date.now())));
  accept(run, commands.killSwitch, { apply: (wish) => turn(run, wish), answer });
  accept(run, commands.setReleaseRules, { apply: (rules) => run.change({ rules }), answer });
  accept(run, commands.block, {
    refusal: ({ counterparty }) => blockRefusal(run.memory, counterparty),
    apply: ({ counterparty }) => run.change(block(run.memory, counterparty)),
    answer,
  });
  accept(run, commands.unblock, { apply: ({ counterparty }) => run.change(unblock(run.memory, counterparty)), answer });
  acceptUnknownSignals(run);
  setHandler(contract.claimPublicationUpdate, (claim) => own(run, claim), {
    description: 'Which name owns this published ad? Asked by workers, once it is published',
    validator: (claim) => {
      const read = contract.publicationClaimSchema.safeParse(claim);
      refuse(read.success ? null : issueText(read.error));
    },
  });
  // Last: messages from before the first task run as their handlers are set, and a switch must come before.
  setHandler(contract.permitUpdate, (request) => permit(run, request), {
    description: 'May this money call leave now? Asked by workers, as the last thing before it does',
    validator: (request) => refuse(requestProblem(request)),
  });
}

/** While the memory of an ended run is being taken over, no one knows who owns what: the worker asks again. */
function own(run: Run<GuardRunMemory>, claim: PublicationClaim): PublicationClaim {
  if (run.memory.after !== null) {
    throw ApplicationFailure.nonRetryable('the guard is taking over what its ended run kept', 'REFUSED');
  }
  const { memory, owner } = claimPublication(run.memory, claim, Date.now());
  run.change(memory);
  return owner;
}

function turn(run: Run<GuardRunMemory>, { name, thrown, by, reason }: KillSwitchCommand): void {
  const { memory } = run;
  const ofAds = name === 'ads' ? { sweeps: thrown } : {};
  if (thrown)
    return run.change({ ...throwSwitch(memory, name, { by, reason: reason ?? '', atMs: Date.now() }), ...ofAds });
  const wakes = memory.wakes || (name !== 'ads' && thrownBy(memory.switches, name) !== null);
  return run.change({ ...openSwitch(memory, name), ...ofAds, wakes });
}

function requestProblem(request: unknown): string | null {
  const read = permitRequestSchema.safeParse(request);
  return read.success ? null : issueText(read.error);
}

/** Until it has taken over the memory of its ended run, a guard does not know the used proofs: it permits nothing. */
function permit(run: Run<GuardRunMemory>, raw: PermitRequest): PermitReply {
  const atMs = Date.now();
  const read = permitRequestSchema.safeParse(raw);
  // The validator accepted it, so this is unreachable; a plain error would stop the workflow.
  if (!read.success) throw ApplicationFailure.nonRetryable(issueText(read.error), 'REFUSED');
  if (run.memory.after !== null) {
    if (wasReset()) run.change(countAsLeft(run.memory, read.data, atMs));
    const text = 'the guard is taking over what its ended run kept';
    return { permitted: false, reason: 'GUARD_SILENT', text, atMs };
  }
  const { memory, answer } = decidePermit(run.memory, read.data, atMs);
  const isCounted = answer.permitted || answer.reason === OwnFailure.MAY_HAVE_LEFT;
  run.change(isCounted || !wasReset() ? memory : countAsLeft(run.memory, read.data, atMs));
  return { ...answer, atMs };
}
