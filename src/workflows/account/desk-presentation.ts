import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { fiatAmountsText } from '../../domain/orders/release-rules.ts';
import type { DeskView, KillSwitchName } from '../contract/desk-contract.ts';
import { commandBlock, moment, updateCommand } from '../kit/details-text.ts';
import { deskView } from './desk-state.ts';
import type { Desk } from './desk-state.ts';
import * as attributes from '../contract/search-attributes.ts';
import { deskWorkflowId } from '../contract/workflow-ids.ts';

const switchNames: readonly KillSwitchName[] = ['all', 'releases', 'repricing'];

/** Shows the desk in the Web UI: details in Markdown (no history), search attributes when one has changed. */
export function createDeskPresenter(desk: Desk): () => void {
  let shown = '';
  return () => {
    const view = deskView(desk);
    setCurrentDetails(deskDetails(view));
    const pairs = deskAttributes(view);
    const key = JSON.stringify(pairs.map((pair) => pair.value));
    if (key === shown) return;
    shown = key;
    upsertSearchAttributes(pairs);
  };
}

function deskAttributes(view: DeskView): SearchAttributeUpdatePair[] {
  return [
    { key: attributes.peerdeskAccount, value: view.account },
    { key: attributes.peerdeskMode, value: view.mode },
    { key: attributes.peerdeskState, value: deskState(view) },
    { key: attributes.peerdeskNeedsHuman, value: switchNames.some((name) => view.switches[name] !== null) },
  ];
}

function deskState(view: DeskView): string {
  if (view.state === 'stopped') return 'stopped';
  return view.switches.all === null ? 'running' : 'switched-off';
}

/** The page of the desk in the Web UI, in Markdown. */
export function deskDetails(view: DeskView): string {
  return [
    `## Desk of ${view.account}`,
    '',
    `**State** ${deskState(view)} · mode ${view.mode}`,
    '',
    `**Releases** ${releaseWords(view)}`,
    '',
    ...reportLines(view),
    ...(view.adopted.length === 0 ? [] : [`- **Ads taken over** ${view.adopted.length}`]),
    ...(view.lastProblem === null ? [] : [`- **Last problem** ${view.lastProblem}`]),
    '',
    '**Kill switches**',
    '',
    ...switchNames.map((name) => `- \`${name}\`: ${switchText(view, name)}`),
    '',
    ...(view.state === 'stopped' ? [] : commandBlock(commandsFor(view))),
  ].join('\n');
}

function releaseWords({ release }: DeskView): string {
  const cap = release.amountCap === null ? '' : `, up to ${fiatAmountsText(release.amountCap)} an order`;
  return `policy \`${release.policy}\`: ${policyWords[release.policy]}${cap}`;
}

const policyWords: Record<DeskView['release']['policy'], string> = {
  approve: 'a human approves each one',
  match: 'a payment that matches amount and payer',
  paid: 'as soon as the order is marked paid',
};

function reportLines({ report }: DeskView): string[] {
  if (report === null) return ['- **Orders** none seen yet'];
  return [
    `- **Orders** ${report.running} under way, ${report.started} taken in so far`,
    `- **Business at the service** ${report.businessStatus ?? 'not read'}`,
    `- **Seen** ${moment(report.atMs)}, told when it changes`,
  ];
}

function switchText(view: DeskView, name: KillSwitchName): string {
  const thrown = view.switches[name];
  if (thrown === null) return 'open, the work goes on';
  return `THROWN by ${thrown.by} at ${moment(thrown.atMs)}: ${thrown.reason}`;
}

/** Opens the first switch that is thrown; with none, how to stop every release. */
function commandsFor(view: DeskView): string[] {
  const thrown = switchNames.find((name) => view.switches[name] !== null);
  const name = thrown ?? 'releases';
  const input = { name, thrown: thrown === undefined, by: 'me', reason: 'why' };
  return [
    `npx peerdesk desk ${thrown === undefined ? 'kill' : 'open'} ${name} --reason why --account ${view.account}`,
    updateCommand(deskWorkflowId(view.account), 'killSwitch', input),
  ];
}
