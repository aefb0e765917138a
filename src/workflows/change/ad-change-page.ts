import type { AdChangeMemory, AdChangeView, ParsedAdChangeInput } from '../contract/ad-change-contract.ts';
import { helpCommand } from '../../words/looks.ts';
import * as attributes from '../contract/search-attributes.ts';
import { commandBlock, plainText } from '../kit/details-text.ts';
import { changeText } from '../../words/change-words.ts';
import { onceTroubleText } from '../../words/once-trouble-words.ts';
import { pageHead } from '../kit/page-head.ts';
import type { Presentation } from '../kit/run.ts';
import { shownRefusals } from '../kit/refused-messages.ts';
import { shownTroubles, urgentTroubles } from '../kit/trouble.ts';

const asking: ReadonlySet<string> = new Set(['offline', 'blocked']);

/** Answers the `state` query. */
export function adChangeView({ adNumber }: ParsedAdChangeInput, memory: AdChangeMemory): AdChangeView {
  const { wait, sinceMs, differences, businessStatus, refused } = memory;
  const troubles = Object.values(shownTroubles(memory, onceTroubleText));
  const needsHuman = asking.has(wait.code) || urgentTroubles(memory).length > 0;
  return {
    adNumber,
    state: wait.code,
    waitingFor: wait,
    why: [changeText(wait), ...troubles.map(({ text }) => text)].join('; '),
    troubles,
    sinceMs,
    differences,
    businessStatus,
    needsHuman,
    refused: shownRefusals(refused),
  };
}

/** One change in the Web UI. */
export function adChangePage(input: ParsedAdChangeInput, memory: AdChangeMemory): Presentation {
  const view = adChangeView(input, memory);
  return {
    details: detailsOf(input, view),
    attributes: [
      { key: attributes.peerdeskAccount, value: input.account },
      { key: attributes.peerdeskAdNumber, value: input.adNumber },
      { key: attributes.peerdeskMode, value: input.mode },
      { key: attributes.peerdeskState, value: view.state },
      { key: attributes.peerdeskNeedsHuman, value: view.needsHuman },
    ],
  };
}

function detailsOf({ adNumber, act, mode, by }: ParsedAdChangeInput, view: AdChangeView): string {
  const commands = asking.has(view.state) ? [helpCommand(act === 'close' ? 'ad close' : 'ad edit')] : [];
  return [
    ...pageHead({
      title: `${act} ad ${adNumber}, asked by ${by}`,
      says: view.why,
      code: view.state,
      sinceMs: view.sinceMs,
      mode,
      needsHuman: view.needsHuman,
    }),
    ...view.differences.map(
      ({ term, listed, wanted }) => `- ${plainText(term)}: ${plainText(listed)} → ${plainText(wanted)}`,
    ),
    '',
    ...commandBlock(commands),
  ].join('\n');
}
