import { pageHead } from '../kit/page-head.ts';
import type { OnceTrouble } from '../../domain/failures/once-trouble.ts';
import type { PlacementWait } from '../../domain/orders/placement-wait.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import { noRefusedMessages } from '../contract/message.ts';
import type { ParsedPlacementInput, PlacementMemory, PlacementView } from '../contract/placement-contract.ts';
import { helpCommand, lookCommand } from '../../words/looks.ts';
import * as attributes from '../contract/search-attributes.ts';
import { placementWorkflowId } from '../contract/workflow-ids.ts';
import { bounded } from '../kit/bounded.ts';
import { commandBlock, plainText } from '../kit/details-text.ts';
import { createRun, type Presentation, type Run } from '../kit/run.ts';
import { shownTroubles, urgentTroubles, watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { amountText } from '../../words/amount-words.ts';
import { onceTroubleText } from '../../words/once-trouble-words.ts';
import { placementText } from '../../words/placement-words.ts';
import { shownRefusals } from '../kit/refused-messages.ts';

/** One placement inside its workflow. */
export interface PlacementRun {
  readonly input: ParsedPlacementInput;
  settings: DeskSettings;
  readonly run: Run<PlacementMemory>;
  readonly troubles: TroubleWatch<OnceTrouble>;
}

/** Shows its page at once: what comes before the first activity can be read in the Web UI. */
export function createPlacementRun(input: ParsedPlacementInput): PlacementRun {
  const first: PlacementMemory = {
    refused: noRefusedMessages,
    troubles: {},
    wait: { code: 'checking' },
    riskTips: [],
    ruling: null,
  };
  const run = createRun(first, (memory) => placementPage(input, memory));
  run.present();
  return { input, settings: input.settings ?? defaultSettings, run, troubles: watchTroubles(run) };
}

/** Answers the `state` query. */
export function placementView(input: ParsedPlacementInput, memory: PlacementMemory): PlacementView {
  const { requestId, adNumber } = input;
  const { wait, riskTips, refused } = memory;
  const needsHuman = wait.code === 'needs-human' || urgentTroubles(memory).length > 0;
  const troubles = Object.values(shownTroubles(memory, onceTroubleText));
  return {
    requestId,
    adNumber,
    state: wait.code,
    orderNumber: wait.code === 'placed' ? wait.orderNumber : null,
    waitingFor: wait,
    why: [placementText(wait), ...troubles.map(({ text }) => text)].join('; '),
    troubles,
    riskTips,
    needsHuman,
    refused: shownRefusals(refused),
  };
}

/** Moves the placement to what it does or waits for now, and shows it. */
export function show({ run }: PlacementRun, wait: PlacementWait): void {
  run.remember({ wait: bounded(wait) });
  run.present();
}

/** One placement in the Web UI. */
export function placementPage(input: ParsedPlacementInput, memory: PlacementMemory): Presentation {
  const view = placementView(input, memory);
  return {
    details: placementDetails(input, view),
    attributes: [
      { key: attributes.peerdeskAccount, value: input.account },
      { key: attributes.peerdeskAdNumber, value: input.adNumber },
      { key: attributes.peerdeskMode, value: input.mode },
      { key: attributes.peerdeskState, value: view.state },
      { key: attributes.peerdeskPair, value: `${input.asset}/${input.fiat}` },
      { key: attributes.peerdeskSide, value: input.side },
      { key: attributes.peerdeskNeedsHuman, value: view.needsHuman },
    ],
  };
}

function placementDetails(input: ParsedPlacementInput, view: PlacementView): string {
  return [
    ...pageHead({
      title: `${input.side} for ${amountText(input.totalAmount)} ${input.fiat} @ ${amountText(input.matchPrice)}`,
      says: view.why,
      code: view.state,
      mode: input.mode,
      needsHuman: view.needsHuman,
    }),
    ...view.riskTips.map((tip) => `- ${plainText(tip)}`),
    '',
    ...(view.state === 'needs-human' ? commandBlock(rulingCommands(input)) : []),
  ].join('\n');
}

function rulingCommands({ account, requestId }: ParsedPlacementInput): (string | null)[] {
  return [lookCommand(placementWorkflowId(account, requestId), account), helpCommand('order record-outcome')];
}
