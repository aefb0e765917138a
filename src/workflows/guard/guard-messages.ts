import { setHandler } from '@temporalio/workflow';
import { block, blockRefusal, unblockRefusal, withoutBlocked } from '../../domain/guard/block-list.ts';
import { openSwitch, thrownBy, throwSwitch } from '../../domain/guard/guard-memory.ts';
import { catchUpMemory } from '../../domain/guard/inherited-memory.ts';
import { decidePermit } from '../../domain/guard/permit.ts';
import { permitRequestSchema, type PermitRequest } from '../../domain/guard/permit-request.ts';
import { restrictionsOfGuard } from '../../domain/guard/restriction.ts';
import { claimPublication, type PublicationClaim } from '../../domain/guard/publication-claim.ts';
import * as contract from '../contract/guard-contract.ts';
import type { CatchUp, GuardRunMemory, KillSwitchCommand, PermitReply } from '../contract/guard-contract.ts';
import { accept, acceptUnknownSignals, refusedBy, refuseMisformed } from '../kit/command.ts';
import type { Run } from '../kit/run.ts';
import { guardAnswer, guardView } from './guard-page.ts';

/** Registers every message of a guard. Call it first: a message may arrive with the start. */
export function registerGuardMessages(run: Run<GuardRunMemory>, account: string): void {
  const answer = () => guardAnswer(account, run.memory);
  const commands = contract.guardCommands;
  setHandler(contract.guardStateQuery, () => guardView(account, run.memory), {
    description: 'Switches, release rules, block list',
  });
  setHandler(contract.guardMemoryQuery, () => run.memory, { description: 'All of it, for the run that takes it over' });
  accept(run, commands.killSwitch, { apply: (wish) => turn(run, wish), answer });
  accept(run, commands.setReleaseRules, {
    // What held an order back may hold it no longer.
    apply: ({ by: _by, note: _note, ...rules }) => told(run, { rules, wakes: true }),
    answer,
  });
  accept(run, commands.block, {
    refusal: (word) => blockRefusal(run.memory.blocked, { ...word, atMs: Date.now() }),
    apply: (word) => told(run, { blocked: block(run.memory.blocked, { ...word, atMs: Date.now() }) }),
    answer,
  });
  accept(run, commands.unblock, {
    refusal: ({ counterparty }) => unblockRefusal(run.memory.blocked, counterparty),
    apply: ({ counterparty }) => run.change({ blocked: withoutBlocked(run.memory.blocked, counterparty), wakes: true }),
    answer,
  });
  acceptUnknownSignals(run);
  setHandler(contract.claimPublicationUpdate, (claim) => own(run, claim), {
    description: 'Which name owns this published ad? Asked by workers, once it is published',
    validator: (claim) => refuseMisformed(contract.publicationClaimSchema, claim),
  });
  setHandler(contract.catchUpUpdate, (known) => catchUp(run, known), {
    description: 'What the register knows and this guard does not. Sent by the worker that leads',
    validator: (known) => refuseMisformed(contract.catchUpSchema, known),
  });
  // Last: messages from before the first task run as their handlers are set, and a switch must come before.
  setHandler(contract.permitUpdate, (request) => permit(run, request), {
    description: 'May this money call leave now? Asked by workers, as the last thing before it does',
    validator: (request) => refuseMisformed(permitRequestSchema, request),
  });
}

/** While the memory of an ended run is being taken over, no one knows who owns what: the worker asks again. */
function own(run: Run<GuardRunMemory>, claim: PublicationClaim): PublicationClaim {
  if (run.memory.after !== null) throw refusedBy({ code: 'taking-over' });
  const { memory, owner } = claimPublication(run.memory, claim, Date.now());
  if (owner === null) throw refusedBy({ code: 'publications-full' });
  run.change(memory);
  return owner;
}

/** What restricts more than before is a word that the register has to have; what restricts less is not learned from here. */
function told(run: Run<GuardRunMemory>, change: Partial<GuardRunMemory>): void {
  const known = restrictionsOfGuard(run.memory).map(keyOf);
  const isMore = restrictionsOfGuard({ ...run.memory, ...change }).some((entry) => !known.includes(keyOf(entry)));
  run.change({ ...change, words: run.memory.words + (isMore ? 1 : 0) });
}

const keyOf = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`;

/** Restrictions add up: one of the register alone is taken over, one of the guard alone stays. */
function catchUp(run: Run<GuardRunMemory>, raw: CatchUp): GuardRunMemory {
  const { toldReset, ...known } = contract.catchUpSchema.parse(raw);
  run.change({ ...catchUpMemory(run.memory, known), toldReset });
  return run.memory;
}

function turn(run: Run<GuardRunMemory>, { name, thrown, by, reason }: KillSwitchCommand): void {
  const { memory } = run;
  const ofAds = name === 'ads' ? { sweeps: thrown } : {};
  if (thrown)
    return told(run, { ...throwSwitch(memory, name, { by, reason: reason ?? '', atMs: Date.now() }), ...ofAds });
  const wakes = memory.wakes || (name !== 'ads' && thrownBy(memory.switches, name) !== null);
  return run.change({ ...openSwitch(memory, name), ...ofAds, wakes });
}

/** Until it has taken over the memory of its ended run, a guard does not know what restricts: it permits nothing. */
function permit(run: Run<GuardRunMemory>, raw: PermitRequest): PermitReply {
  const atMs = Date.now();
  if (run.memory.after !== null) {
    return { permitted: false, reason: 'GUARD_SILENT', code: 'guard-taking-over', atMs };
  }
  const { memory, answer } = decidePermit(run.memory, raw);
  run.change(memory);
  return { ...answer, atMs };
}
