/** What is said of a merchant's business at the service: what a person said to do with it, and what came of it. */
import type { BusinessAct } from '../domain/ads/business-act.ts';
import type { BusinessFailure, BusinessOutcome } from '../domain/ads/business-outcome.ts';
import { coded } from './coded.ts';
import { failedText } from './failure-words.ts';
import { moment } from './moment.ts';
import { refusalText } from './refusal-words.ts';

export const actWords = {
  open: 'opening',
  close: 'closing',
  'start-break': 'a break',
  'end-break': 'the end of the break',
} as const satisfies Record<BusinessAct, string>;

interface SaidOfBusiness {
  readonly act: BusinessAct;
  readonly by: string;
  readonly note: string | null;
  readonly sinceMs: number;
  readonly outcome: BusinessOutcome | null;
}

/** Returns who said what, and what came of it; a terminal has times of its own. */
export function businessText({ act, by, note, sinceMs, outcome }: SaidOfBusiness, timeText = moment): string {
  const why = note === null ? '' : ` (${note})`;
  const said = `${actWords[act]} by ${by} at ${timeText(sinceMs)}${why}`;
  return coded(`${said}: ${outcome === null ? 'under way' : outcomeText(outcome, timeText)}`, act);
}

const keptWords = {
  applied: 'now',
  'there-already': 'nothing was sent, it was',
  intent: 'nothing is sent in shadow, it stays',
} as const;

function outcomeText(outcome: BusinessOutcome, timeText: typeof moment): string {
  if (outcome.kind === 'refused') return `refused: ${businessFailureText(outcome.because)}`;
  const until = outcome.untilMs === null ? '' : ` until ${timeText(outcome.untilMs)}`;
  return `${keptWords[outcome.kind]} ${outcome.status ?? 'not shown by the service'}${until}`;
}

/** Returns why nothing came of it, or nothing that is known. */
export function businessFailureText(because: BusinessFailure): string {
  switch (because.code) {
    case 'no-answer':
      return 'no answer in time: it may have been done, so look at the business before you say it again';
    case 'refused':
      return refusalText(because.refusal);
    case 'failed':
      return failedText(because);
  }
}
