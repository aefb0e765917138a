import type { AccountDeskInput, DeskMemory, DeskView, IntakeReport } from '../contract/desk-contract.ts';
import { deskTroubleText } from '../../words/desk-trouble-words.ts';
import { shownRefusals } from '../kit/refused-messages.ts';
import { shownTroubles, urgentTroubles } from '../kit/trouble.ts';

/** Answers the `state` query. */
export function deskView(input: AccountDeskInput, memory: DeskMemory): DeskView {
  const { mode, report, adoption, business, refused, stopped } = memory;
  return {
    account: input.account,
    mode,
    state: stopped ? 'stopped' : 'running',
    settings: input.settings ?? {},
    report,
    adopted: adoption?.adopted ?? [],
    leftAlone: adoption?.leftAlone ?? [],
    business,
    troubles: shownTroubles(memory, deskTroubleText),
    refused: shownRefusals(refused),
    needsHuman: needsHuman(memory),
  };
}

/** A human is asked about urgent troubles, engaged switches, orders that this desk does not carry, and what it cannot read. */
function needsHuman(memory: DeskMemory): boolean {
  if (memory.stopped) return false;
  return urgentTroubles(memory).length > 0 || isSwitchedOff(memory) || leavesOut(memory.report);
}

/** Reports whether a kill switch of the account is engaged, as far as the last report knows. */
export function isSwitchedOff({ report }: Pick<DeskMemory, 'report'>): boolean {
  return Object.values(report?.guard?.switches ?? {}).some((thrown) => thrown !== null);
}

function leavesOut(report: IntakeReport | null): boolean {
  if (report === null) return false;
  if ((report.unreadableAds ?? []).length > 0) return true;
  return report.unreadable.length > 0 || report.uncarried.length > 0 || report.cutAfter !== null;
}
