import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { adView } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import type { AdView } from '../contract/ad-contract.ts';
import { commandBlock, moment, strategyWords, updateCommand } from '../kit/details-text.ts';
import * as attributes from '../contract/search-attributes.ts';
import { adWorkflowId } from '../contract/workflow-ids.ts';

/** Shows the ad in the Web UI: current details in Markdown (no history), search attributes when one has changed. */
export function createAdPresenter(desk: AdDesk): () => void {
  let shown = '';
  return () => {
    const view = adView(desk);
    setCurrentDetails(adDetails(view));
    const pairs = adAttributes(view);
    const key = JSON.stringify(pairs.map((pair) => pair.value));
    if (key === shown) return;
    shown = key;
    upsertSearchAttributes(pairs);
  };
}

function adAttributes(view: AdView): SearchAttributeUpdatePair[] {
  return [
    { key: attributes.peerdeskAccount, value: view.account },
    { key: attributes.peerdeskAdNumber, value: view.adNumber },
    { key: attributes.peerdeskMode, value: view.mode },
    { key: attributes.peerdeskState, value: view.state.kind },
    { key: attributes.peerdeskPair, value: view.pair },
    { key: attributes.peerdeskSide, value: view.side },
    { key: attributes.peerdeskCategory, value: view.state.kind === 'blocked' ? view.state.category : null },
    { key: attributes.peerdeskNeedsHuman, value: needsHuman(view) },
  ];
}

function needsHuman(view: AdView): boolean {
  return view.state.kind === 'offline' || view.state.kind === 'dead';
}

/** The page of an ad in the Web UI, in Markdown. */
export function adDetails(view: AdView): string {
  return [
    `## ${view.side ?? 'Ad'} ${view.pair ?? view.adNumber} at ${view.price ?? '(not read yet)'}`,
    '',
    `**State** ${view.state.kind}${untilText(view)} · mode ${view.mode}`,
    '',
    `**Why** ${view.why}`,
    '',
    ...factLines(view),
    '',
    ...commandBlock(commandsFor(view)),
  ].join('\n');
}

function untilText({ state }: AdView): string {
  return 'untilMs' in state ? ` until ${moment(state.untilMs)}` : '';
}

function factLines(view: AdView): string[] {
  const { limits, strategy } = view.rules;
  return [
    ...(view.rank === null ? [] : [`- **Rank** ${view.rank} among the competitors that count`]),
    `- **Strategy** ${strategyWords(strategy)}`,
    `- **Limits** floor ${limits.floor}, ceiling ${limits.ceiling}`,
    ...overrideLines(view),
    `- **Price changes** ${view.reprices}${view.lastChangeAtMs === null ? '' : `, the last at ${moment(view.lastChangeAtMs)}`}`,
    ...(view.businessStatus === null ? [] : [`- **Business at the service** ${view.businessStatus}`]),
    ...problemLines(view),
  ];
}

function overrideLines({ override }: AdView): string[] {
  return override === null ? [] : [`- **Price set by hand** ${override.price} until ${moment(override.untilMs)}`];
}

function problemLines(view: AdView): string[] {
  if (view.lastProblem === null) return [];
  const { category, code, message, atMs } = view.lastProblem;
  return [`- **Last refusal** ${category}, code ${code ?? 'none'}: “${message}” (${moment(atMs)})`];
}

function commandsFor(view: AdView): string[] {
  const command = commandName(view.state.kind);
  if (command === null) return [];
  const { account, adNumber } = view;
  return [
    `npx peerdesk ad explain ${adNumber} --account ${account}`,
    `npx peerdesk ad ${command.typed} ${adNumber} --account ${account}`,
    updateCommand(adWorkflowId(account, adNumber), command.update, { by: 'me' }),
  ];
}

/** The command that moves the ad on; null when it has ended. */
function commandName(kind: AdView['state']['kind']): { typed: string; update: string } | null {
  switch (kind) {
    case 'running':
      return { typed: 'pause', update: 'pause' };
    case 'paused':
    case 'offline':
      return { typed: 'resume', update: 'resume' };
    case 'cooling':
    case 'blocked':
      return { typed: 'reprice', update: 'repriceNow' };
    case 'dead':
    case 'stopped':
      return null;
  }
}
