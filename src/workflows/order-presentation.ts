import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { orderView } from './order-desk.ts';
import type { OrderDesk } from './order-desk.ts';
import type { OrderView } from './order-contract.ts';
import * as attributes from './search-attributes.ts';
import { orderWorkflowId } from './workflow-ids.ts';

/** Short waits that would only flicker in a list: they keep the state before them. */
const passing = ['reading', 'releasing', 'marking-paid', 'nothing'];

/** Shows the order in the Web UI: details in Markdown (no history), search attributes when one has changed. */
export function createOrderPresenter(desk: OrderDesk): () => void {
  let shown = '';
  return () => {
    const view = orderView(desk);
    setCurrentDetails(orderDetails(view));
    const pairs = orderAttributes(view);
    const key = JSON.stringify(pairs.map((pair) => pair.value));
    if (key === shown || isFlicker(view, shown)) return;
    shown = key;
    upsertSearchAttributes(pairs);
  };
}

function isFlicker(view: OrderView, shown: string): boolean {
  return shown !== '' && passing.includes(view.waitingFor) && !isOver(view);
}

function isOver(view: OrderView): boolean {
  return view.waitingFor === 'nothing';
}

function orderAttributes(view: OrderView): SearchAttributeUpdatePair[] {
  return [
    { key: attributes.peerdeskAccount, value: view.account },
    { key: attributes.peerdeskOrderNumber, value: view.orderNumber },
    { key: attributes.peerdeskMode, value: view.mode },
    { key: attributes.peerdeskState, value: isOver(view) ? view.status.toLowerCase() : view.waitingFor },
    { key: attributes.peerdeskPair, value: view.pair },
    { key: attributes.peerdeskSide, value: view.side },
    { key: attributes.peerdeskNeedsHuman, value: view.needsHuman },
  ];
}

/** The page of an order in the Web UI, in Markdown. */
export function orderDetails(view: OrderView): string {
  const lines = [
    `## ${view.side ?? 'Order'} ${view.amount ?? ''} ${view.pair ?? view.orderNumber} @ ${view.price ?? '?'} · ${view.mode}`,
    '',
    `**Status** ${view.status} · **waits for** ${view.waitingFor}`,
    '',
    `**Why** ${view.why}`,
    '',
    ...(view.untilMs === null ? [] : [`**Until** ${new Date(view.untilMs).toISOString()}`, '']),
    ...checkLines(view),
    ...(view.lastProblem === null ? [] : [`**Last problem** ${view.lastProblem}`, '']),
    ...commandLines(view),
  ];
  return lines.join('\n');
}

function checkLines(view: OrderView): string[] {
  if (view.checks.length === 0) return [];
  return ['| missing | |', '| --- | --- |', ...view.checks.map((check) => `| ${check.name} | ${check.text} |`), ''];
}

function commandLines(view: OrderView): string[] {
  const command = commandFor(view);
  return command === null ? [] : ['**Do something**', '```', command, '```'];
}

function commandFor(view: OrderView): string | null {
  const update = (name: string, input: string): string =>
    `temporal workflow update execute --workflow-id '${orderWorkflowId(view.account, view.orderNumber)}' --name ${name} --input '${input}'`;
  switch (view.waitingFor) {
    case 'release-gate':
      return update('approveRelease', '{"by":"me"}');
    case 'held':
      return update('unhold', '{"by":"me"}');
    case 'our-payment':
      return update('confirmPayment', '{"by":"me","payId":null,"proof":"bank reference"}');
    case 'needs-human':
      return update('resolve', '{"by":"me","outcome":"done","note":"seen in the app"}');
    default:
      return null;
  }
}
