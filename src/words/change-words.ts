/** What is said of a change of an ad. */
import type { ChangeEnd, ChangeRefusal, ChangeWait } from '../domain/ads/change-wait.ts';
import { failedText } from './failure-words.ts';
import { cancelledText, givenUpText, restText } from './rest-words.ts';

/** Returns why a change is where it is. */
export function changeText(wait: ChangeWait): string {
  switch (wait.code) {
    case 'reading':
      return 'what does the ad offer now?';
    case 'changing':
      return changedText(wait);
    case 'waiting':
    case 'blocked':
    case 'offline':
      return restText(wait);
    case 'done':
      return doneText(wait);
    case 'refused':
      return refusalText(wait.because);
    case 'intent':
      return 'shadow: would change it';
  }
}

type Changing = Extract<ChangeWait, { code: 'changing' }>;

/** Returns what is written. */
export const changedText = ({ terms }: Pick<Changing, 'terms'>): string =>
  terms === 'closing' ? 'closing it for good' : terms.join(', ');

function doneText(end: Extract<ChangeEnd, { code: 'done' }>): string {
  switch (end.how) {
    case 'compared':
      return `${end.differences} differences`;
    case 'closed':
      return 'it is closed';
    case 'as-wanted':
      return 'it offers what is wanted';
  }
}

function refusalText(because: ChangeRefusal): string {
  switch (because.code) {
    case 'no-such-ad':
      return 'the service knows no such ad';
    case 'closed':
      return 'it is closed for good';
    case 'for-life':
      return `an ad keeps its ${because.term} for life: it is ${because.listed}, not ${because.wanted}`;
    case 'unchanged':
      return unchangedText(because);
    case 'refused':
      return failedText(because);
    case 'given-up':
      return givenUpText(because);
    case 'cancelled':
      return cancelledText;
  }
}

/** Closing leaves no term. */
function unchangedText({ tries, differences, isRounded }: Extract<ChangeRefusal, { code: 'unchanged' }>): string {
  const shown = differences.map(({ term, wanted, listed }) => `${term} ${listed}, not ${wanted}`).join('; ');
  const advice = isRounded ? ': it rounds, so want what it shows' : '';
  return `after ${tries} tries the service still shows ${shown || 'it as it was'}${advice}`;
}
