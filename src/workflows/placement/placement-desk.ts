import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { defaultSettings } from '../../domain/settings.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { PlacementInput, PlacementView, Resolution } from '../contract/order-contract.ts';
import { commandBlock, updateCommand } from '../kit/details-text.ts';
import * as attributes from '../contract/search-attributes.ts';
import { placementWorkflowId } from '../contract/workflow-ids.ts';

/** One placement inside its workflow. */
export interface PlacementDesk {
  readonly input: PlacementInput;
  readonly settings: DeskSettings;
  view: PlacementView;
  /** A human's ruling on an outcome that nobody could tell; null: none yet. */
  ruling: (Resolution & { orderNumber?: string }) | null;
}

/** Makes the desk of a placement. */
export function createPlacementDesk(input: PlacementInput): PlacementDesk {
  const { requestId, adNumber } = input;
  const desk: PlacementDesk = {
    input,
    settings: { ...defaultSettings, ...input.settings },
    view: { requestId, adNumber, state: 'checking', orderNumber: null, why: 'may the order be placed?', riskTips: [] },
    ruling: null,
  };
  show(desk, 'checking', desk.view.why);
  return desk;
}

/** What the `state` query answers. */
export function placementView(desk: PlacementDesk): PlacementView {
  return desk.view;
}

/** Moves the placement to a state with its reason, and shows both. */
export function show(desk: PlacementDesk, state: PlacementView['state'], why: string): void {
  const { input } = desk;
  desk.view = { ...desk.view, state, why };
  setCurrentDetails(placementDetails(desk));
  upsertSearchAttributes([
    { key: attributes.peerdeskAccount, value: input.account },
    { key: attributes.peerdeskAdNumber, value: input.adNumber },
    { key: attributes.peerdeskMode, value: input.mode },
    { key: attributes.peerdeskState, value: state },
    { key: attributes.peerdeskPair, value: `${input.asset}/${input.fiat}` },
    { key: attributes.peerdeskSide, value: input.side },
    { key: attributes.peerdeskNeedsHuman, value: state === 'needs-human' },
  ]);
}

function placementDetails({ input, view }: PlacementDesk): string {
  return [
    `## ${input.side} for ${input.totalAmount} ${input.fiat} @ ${input.matchPrice}`,
    '',
    `**State** ${view.state} · mode ${input.mode}`,
    '',
    `**Why** ${view.why}`,
    '',
    ...view.riskTips.map((tip) => `- ${tip}`),
    '',
    ...(view.state === 'needs-human' ? commandBlock(rulingCommands(input)) : []),
  ].join('\n');
}

function rulingCommands({ account, requestId }: PlacementInput): string[] {
  const ruling = { by: 'me', outcome: 'done', orderNumber: 'NUMBER', note: 'seen in the app' };
  return [
    `npx peerdesk order resolve ${requestId} --placement --outcome done --order-number NUMBER`,
    updateCommand(placementWorkflowId(account, requestId), 'resolve', ruling),
  ];
}
