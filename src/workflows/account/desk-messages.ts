import { setHandler } from '@temporalio/workflow';
import { releaseRulesSchema } from '../../domain/orders/release-rules.ts';
import { operatorRefusal, refuse, registerCommand } from '../kit/commands.ts';
import type { Command } from '../kit/commands.ts';
import * as definitions from '../contract/definitions.ts';
import { issueText } from '../contract/message.ts';
import type { DeskView, KillSwitchCommand } from '../contract/desk-contract.ts';
import { deskView, remember } from './desk-state.ts';
import type { Desk } from './desk-state.ts';
import type { ReleaseRules } from '../../domain/orders/release-rules.ts';

/** Proofs remembered at most: the oldest fall out, long after their orders have ended. */
const mostProofs = 5_000;

/** Registers every message of the desk. Call it first: a message may arrive with the start. */
export function registerDeskMessages(desk: Desk): void {
  setHandler(definitions.deskStateQuery, () => deskView(desk), {
    description: 'Mode, switches, release rules, intake',
  });
  setHandler(
    definitions.intakeReportSignal,
    (report) => {
      remember(desk, { report });
      desk.present();
    },
    { description: 'What the intake saw; told when it changed' },
  );
  setHandler(definitions.claimProofUpdate, (claim) => claimProof(desk, claim), {
    description: 'Which order owns a payment proof; the first claim wins',
    validator: ({ proofId, orderNumber }) =>
      refuse(proofId && orderNumber ? null : 'proofId and orderNumber are needed'),
  });
  registerCommands(desk);
}

function claimProof(desk: Desk, { proofId, orderNumber }: { proofId: string; orderNumber: string }): string {
  const known = desk.memory.proofs.find((proof) => proof.proofId === proofId);
  if (known !== undefined) return known.orderNumber;
  remember(desk, { proofs: [...desk.memory.proofs, { proofId, orderNumber }].slice(-mostProofs) });
  return orderNumber;
}

function command<Arg>(desk: Desk, parts: Omit<Command<Arg, DeskView>, 'view' | 'onRefusedSignal'>): void {
  registerCommand<Arg, DeskView>({
    ...parts,
    apply: (arg) => {
      parts.apply(arg);
      desk.present();
    },
    view: () => deskView(desk),
    onRefusedSignal: (lastProblem) => {
      remember(desk, { lastProblem });
      desk.present();
    },
  });
}

function registerCommands(desk: Desk): void {
  command<KillSwitchCommand>(desk, {
    update: definitions.killSwitchUpdate,
    signal: definitions.killSwitchSignal,
    description: 'Throw or open a kill switch: all, releases or repricing',
    refusal: (wish) => operatorRefusal(wish) ?? switchRefusal(wish),
    apply: ({ name, thrown, by, reason }) =>
      remember(desk, {
        switches: { ...desk.memory.switches, [name]: thrown ? { by, reason, atMs: Date.now() } : null },
      }),
  });
  command<ReleaseRules>(desk, {
    update: definitions.setReleaseRulesUpdate,
    signal: definitions.setReleaseRulesSignal,
    description: 'Release rules of the orders that arrive from now on',
    refusal: rulesRefusal,
    apply: (release) => remember(desk, { release }),
  });
  command<definitions.Operator>(desk, {
    update: definitions.stopDeskUpdate,
    signal: definitions.stopDeskSignal,
    description: 'Stop taking orders in; orders that run go on',
    refusal: operatorRefusal,
    apply: () => remember(desk, { stopped: true }),
  });
}

function switchRefusal(wish: KillSwitchCommand): string | null {
  if (!['all', 'releases', 'repricing'].includes(wish.name)) return 'name must be all, releases or repricing';
  if (typeof wish.thrown !== 'boolean') return 'thrown must be true or false';
  return typeof wish.reason === 'string' && wish.reason !== '' ? null : 'say the reason';
}

function rulesRefusal(rules: ReleaseRules): string | null {
  const read = releaseRulesSchema.safeParse(rules);
  return read.success ? null : issueText(read.error);
}
