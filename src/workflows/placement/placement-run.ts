import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import { noRefusedMessages } from '../contract/message.ts';
import type {
  ParsedPlacementInput,
  PlacementMemory,
  PlacementState,
  PlacementView,
} from '../contract/placement-contract.ts';
import { helpCommand, lookCommand } from '../../words/looks.ts';
import * as attributes from '../contract/search-attributes.ts';
import { placementWorkflowId } from '../contract/workflow-ids.ts';
import { commandBlock, plainText } from '../kit/details-text.ts';
import { createRun, type Presentation, type Run } from '../kit/run.ts';
import { urgentTroubles, watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { amountText } from '../../words/amount-words.ts';
import { shownRefusals } from '../kit/refused-messages.ts';

/** One placement inside its workflow. */
export interface PlacementRun {
  readonly input: ParsedPlacementInput;
  settings: DeskSettings;
  readonly run: Run<PlacementMemory>;
  readonly troubles: TroubleWatch;
}

/** Shows its page at once: what comes before the first activity can be read in the Web UI. */
export function createPlacementRun(input: ParsedPlacementInput): PlacementRun {
  const first: PlacementMemory = {
    refused: noRefusedMessages,
    troubles: {},
    state: 'checking',
    why: 'may the order be placed?',
    orderNumber: null,
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
  const { state, orderNumber, why, riskTips, refused } = memory;
  const needsHuman = state === 'needs-human' || urgentTroubles(memory).length > 0;
  const troubles = Object.values(memory.troubles).map(({ text }) => text);
  return {
    requestId,
    adNumber,
    state,
    orderNumber,
    why: troubles.length === 0 ? why : `${why}; ${troubles.join('; ')}`,
    riskTips,
    needsHuman,
    refused: shownRefusals(refused),
  };
}

/** Moves the placement to a state with its reason, and shows both. */
export function show({ run }: PlacementRun, state: PlacementState, why: string): void {
  run.remember({ state, why });
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
    `## ${input.side} for ${amountText(input.totalAmount)} ${input.fiat} @ ${amountText(input.matchPrice)}`,
    '',
    `**State** ${view.state} · mode ${input.mode}`,
    '',
    `**Why** ${plainText(view.why)}`,
    '',
    ...view.riskTips.map((tip) => `- ${plainText(tip)}`),
    '',
    ...(view.state === 'needs-human' ? commandBlock(rulingCommands(input)) : []),
  ].join('\n');
}

function rulingCommands({ account, requestId }: ParsedPlacementInput): (string | null)[] {
  return [lookCommand(placementWorkflowId(account, requestId), account), helpCommand('order record-outcome')];
}
