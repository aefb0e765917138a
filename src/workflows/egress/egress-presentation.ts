import type { EgressMemory, EgressView } from '../contract/egress-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { plainText } from '../kit/details-text.ts';
import { moment } from '../../words/moment.ts';
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
  const { ban, breakers, refused } = view;
  const open = breakers.filter(({ breaker }) => breaker.openUntilMs !== null);
  return [
    `## Outgoing address ${view.egress}`,
    '',
    `**State** ${view.state}`,
    '',
    ...(ban === null
      ? []
      : [`**No call leaves until** ${moment(ban.untilMs)}: ${plainText(ban.reason)}`, '', banAdvice, '']),
    ...open.map(({ account, service, breaker }) => breakerText(`${account} at ${service}`, breaker.openUntilMs ?? 0)),
    `- **Bans so far** ${view.bans}`,
    ...refusedLines(refused),
  ].join('\n');
}

const banAdvice = 'It ends by itself. A call before its end makes it longer.';

function breakerText(whose: string, untilMs: number): string {
  return `- **Breaker of ${plainText(whose)} open until** ${moment(untilMs)}`;
}
