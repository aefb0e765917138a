import { commandBlock, moment, updateCommand } from '../kit/details-text.ts';
import type { EgressView } from '../contract/egress-contract.ts';
import { egressWorkflowId } from '../contract/workflow-ids.ts';

/** The page of an outgoing address in the Web UI, in Markdown. */
export function egressDetails(view: EgressView): string {
  const { ban, breaker } = view;
  return [
    `## Outgoing address ${view.egress}`,
    '',
    `**State** ${view.state}`,
    '',
    ...(ban === null ? [] : [`**No call leaves until** ${moment(ban.untilMs)}: ${ban.reason}`, '']),
    ...(typeof breaker?.openUntilMs === 'number' ? [`**Breaker open until** ${moment(breaker.openUntilMs)}`, ''] : []),
    `- **Bans so far** ${view.bans}`,
    '',
    ...(ban === null ? [] : commandBlock(clearBan(view.egress))),
  ].join('\n');
}

/** For a human who knows that the ban is over: a call during a ban makes it longer. */
function clearBan(egress: string): string[] {
  return [
    `npx peerdesk desk clear-ban --egress ${egress} --note why`,
    updateCommand(egressWorkflowId(egress), 'clearBan', { by: 'me', note: 'why' }),
  ];
}
