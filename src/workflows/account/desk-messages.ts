import type { DeskTrouble } from '../../domain/notices/desk-trouble.ts';
import type { deskTroubles } from '../../domain/notices/need-fact.ts';
import { condition, setHandler } from '@temporalio/workflow';
import {
  deskCommands,
  intakeReportFact,
  type AccountDeskInput,
  type BusinessWish,
  type DeskMemory,
  type IntakeReport,
} from '../contract/desk-contract.ts';
import { deskStateQuery } from '../contract/definitions.ts';
import { noticesReportFact } from '../contract/notices-contract.ts';
import { accept, acceptFact, acceptUnknownSignals } from '../kit/command.ts';
import { isNewRunDue } from '../kit/new-run.ts';
import type { Run } from '../kit/run.ts';
import type { TroubleWatch } from '../kit/trouble.ts';
import { deskView } from './desk-view.ts';

/** An account's desk inside its workflow. */
export interface Desk {
  readonly input: AccountDeskInput;
  readonly run: Run<DeskMemory>;
  readonly troubles: TroubleWatch<DeskTrouble>;
  /** The wish about the business that was carried out last, or is being. */
  readonly carried: { wish: BusinessWish | null };
}

/** The troubles of a desk; each has its own time. */
export const deskTrouble = {
  INTAKE: 'intake',
  ADOPTION: 'adoption',
  GUARD: 'guard',
  TELLING: 'telling',
  CANCELLED: 'cancelled',
  NOTICES: 'notices',
  KEY: 'key',
  WAITING: 'waiting',
  RELEASES: 'releases',
} as const satisfies Record<string, (typeof deskTroubles)[number] & DeskTrouble['code']>;

/** Registers every message of the desk. Call it first: a message may arrive with the start. */
export function registerDeskMessages(desk: Desk): void {
  const { run, troubles, input } = desk;
  const answer = () => deskView(input, run.memory);
  setHandler(deskStateQuery, answer, { description: 'Mode, intake, orders that need a human, troubles' });
  acceptFact(run, intakeReportFact, (report) => takeReport(desk, report));
  acceptFact(run, noticesReportFact, ({ ways }) => {
    if (ways.length === 0) troubles.clear(deskTrouble.NOTICES);
    else troubles.noteUrgent(deskTrouble.NOTICES, { code: deskTrouble.NOTICES, ways });
    run.present();
  });
  accept(run, deskCommands.stop, { apply: () => run.change({ stopped: true }), answer });
  accept(run, deskCommands.changeMode, {
    apply: ({ mode }) => {
      // Setting the mode means that the desk continues, although it was asked to end.
      troubles.clear(deskTrouble.CANCELLED);
      run.change({ mode });
    },
    answer,
  });
  accept(run, deskCommands.business, {
    refusal: () => (run.memory.stopped ? { code: 'desk-stopped' } : null),
    apply: ({ act, by, note = null }) => {
      run.remember({ business: { act, by, note, sinceMs: Date.now(), outcome: null } });
      run.present();
    },
    after: () => isTakenUp(desk),
    answer,
  });
  acceptUnknownSignals(run);
}

/**
 * Answered once its call was begun, and no sooner: whether a task ran alone or together with an empty one before it, a
 * replay has the call before the answer.
 */
function isTakenUp({ run, carried }: Desk): Promise<void> {
  const { business } = run.memory;
  const isOver = (): boolean => run.memory.business !== business || run.memory.stopped || isNewRunDue();
  return condition(() => carried.wish === business || isOver());
}

/** A report comes from a successful look, so the intake works; its contents may still be trouble. */
export function takeReport({ run, troubles }: Desk, report: IntakeReport): void {
  troubles.clear(deskTrouble.INTAKE);
  run.remember({ report });
  const { guard, untold } = report;
  if (guard !== null) troubles.clear(deskTrouble.GUARD);
  else troubles.note(deskTrouble.GUARD, { code: deskTrouble.GUARD });
  const { sharedWith = [] } = report;
  if (sharedWith.length === 0) troubles.clear(deskTrouble.KEY);
  else troubles.noteUrgent(deskTrouble.KEY, { code: deskTrouble.KEY, accounts: sharedWith });
  const [first] = untold;
  if (first === undefined) troubles.clear(deskTrouble.TELLING);
  else troubles.note(deskTrouble.TELLING, { code: deskTrouble.TELLING, count: untold.length, why: first.why });
  noteWaiting(troubles, report);
  const { unknownReleases = [] } = report;
  if (unknownReleases.length === 0) troubles.clear(deskTrouble.RELEASES);
  else troubles.noteUrgent(deskTrouble.RELEASES, foreignReleases(unknownReleases));
  run.present();
}

/** A flood passes by itself; an order whose time will be over before its turn needs a person now. */
function noteWaiting(troubles: Desk['troubles'], { waiting = 0, late }: IntakeReport): void {
  const { WAITING: code } = deskTrouble;
  if (waiting === 0) troubles.clear(code);
  else if (late === undefined) troubles.note(code, { code, count: waiting });
  else troubles.noteUrgent(code, { code, count: waiting, late: late.count });
}

/** Those that stop all money are named alone. */
function foreignReleases(unknown: NonNullable<IntakeReport['unknownReleases']>): DeskTrouble {
  const stopping = unknown.filter(({ stops }) => stops);
  const stops = stopping.length > 0;
  const orders = (stops ? stopping : unknown).map(({ orderNumber }) => orderNumber);
  return { code: deskTrouble.RELEASES, orders, stops };
}
