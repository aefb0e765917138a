import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import type { DeskView, KillSwitchName } from './desk-contract.ts';
import { deskView } from './desk-state.ts';
import type { Desk } from './desk-state.ts';
import * as attributes from './search-attributes.ts';
import { deskWorkflowId } from './workflow-ids.ts';

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
  const { report } = view;
  return [
    `## Desk ${view.account} · ${deskState(view)} · ${view.mode}`,
    '',
    `**Release policy** ${view.release.policy}${view.release.amountCap === null ? '' : `, up to ${view.release.amountCap}`}`,
    '',
    report === null
      ? 'No order seen yet.'
      : `**Orders running** ${report.running} · **taken in** ${report.started} · **business** ${report.businessStatus ?? 'not read'} (${new Date(report.atMs).toISOString()})`,
    '',
    '| kill switch | |',
    '| --- | --- |',
    ...switchNames.map((name) => `| ${name} | ${switchText(view, name)} |`),
    '',
    ...(view.lastProblem === null ? [] : [`**Last problem** ${view.lastProblem}`, '']),
    '**Stop every release**',
    '```',
    `temporal workflow update execute --workflow-id '${deskWorkflowId(view.account)}' --name killSwitch --input '{"name":"releases","thrown":true,"by":"me","reason":"why"}'`,
    '```',
  ].join('\n');
}

function switchText(view: DeskView, name: KillSwitchName): string {
  const thrown = view.switches[name];
  return thrown === null ? 'open' : `THROWN by ${thrown.by}: ${thrown.reason}`;
}
