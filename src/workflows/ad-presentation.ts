import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { adView } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import type { AdView } from './ad-contract.ts';
import * as attributes from './search-attributes.ts';
import { adWorkflowId } from './workflow-ids.ts';

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
  const lines = [
    `## ${view.side ?? 'Ad'} ${view.pair ?? view.adNumber} · ${view.state.kind} · ${view.mode}`,
    '',
    `**Price** ${view.price ?? 'not read yet'}${view.rank === null ? '' : ` · rank ${view.rank}`}`,
    '',
    `**Why** ${view.why}`,
    '',
    ...untilLines(view),
    `| limit | value |`,
    `| --- | --- |`,
    `| floor | ${view.rules.limits.floor} |`,
    `| ceiling | ${view.rules.limits.ceiling} |`,
    `| strategy | ${JSON.stringify(view.rules.strategy)} |`,
    `| reprices so far | ${view.reprices} |`,
    '',
    ...problemLines(view),
    '**Do something**',
    '```',
    `peerdesk ad explain ${view.adNumber} --account ${view.account}`,
    commandFor(view),
    '```',
  ];
  return lines.join('\n');
}

function untilLines(view: AdView): string[] {
  if (!('untilMs' in view.state)) return [];
  return [`**Until** ${new Date(view.state.untilMs).toISOString()}`, ''];
}

function problemLines(view: AdView): string[] {
  if (view.lastProblem === null) return [];
  const { category, code, message, atMs } = view.lastProblem;
  return [`**Last refusal** ${category} ${code ?? ''} “${message}” at ${new Date(atMs).toISOString()}`, ''];
}

function commandFor(view: AdView): string {
  const name = view.state.kind === 'running' ? 'pause' : 'resume';
  const workflowId = adWorkflowId(view.account, view.adNumber);
  return `temporal workflow update execute --workflow-id '${workflowId}' --name ${name} --input '{"by":"me"}'`;
}
