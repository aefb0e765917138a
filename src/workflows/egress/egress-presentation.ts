import type { EgressMemory, EgressView } from '../contract/egress-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { pageHead } from '../kit/page-head.ts';
import { egressText } from '../../words/account-words.ts';
import type { Presentation } from '../kit/run.ts';
import { refusedLines } from '../kit/refused-messages.ts';

/** Answers the `state` query. */
export function egressView(egress: string, memory: EgressMemory): EgressView {
  return { egress, ...memory, state: egressState(memory) };
}

function egressState({ ban, breakers }: EgressMemory): EgressView['state'] {
  if (ban !== null) return 'banned';
  return breakers.some(({ breaker }) => breaker.phase === 'open') ? 'breaker-open' : 'open';
}

/** An outgoing address in the Web UI. */
export function egressPage(egress: string): (memory: EgressMemory) => Presentation {
  return (memory) => {
    const view = egressView(egress, memory);
    return {
      details: egressDetails(view),
      attributes: [
        { key: attributes.peerdeskState, value: view.state },
        { key: attributes.peerdeskNeedsHuman, value: view.state === 'banned' },
      ],
    };
  };
}

function egressDetails(view: EgressView): string {
  const { ban, refused } = view;
  return [
    ...pageHead({
      title: `Outgoing address ${view.egress}`,
      says: egressText(view),
      code: view.state,
      mode: null,
      needsHuman: view.state === 'banned',
    }),
    ...(ban === null ? [] : [banAdvice, '']),
    `- **Bans so far** ${view.bans}`,
    ...refusedLines(refused),
  ].join('\n');
}

const banAdvice = 'No call leaves before its end. It ends by itself, and a call before its end makes it longer.';
