import { setHandler } from '@temporalio/workflow';
import { helpCommand, lookCommand } from '../../words/looks.ts';
import * as attributes from '../contract/search-attributes.ts';
import { watchdogStateQuery, type WatchdogMemory, type WatchdogState } from '../contract/watchdog-contract.ts';
import { deskWorkflowId } from '../contract/workflow-ids.ts';
import { acceptUnknownSignals } from '../kit/command.ts';
import { commandBlock, plainText } from '../kit/details-text.ts';
import { moment } from '../../words/moment.ts';
import type { Presentation, Run } from '../kit/run.ts';
import { refusedLines } from '../kit/refused-messages.ts';

/** Registers the messages of a watchdog: the query, and a count of what is no message. */
export function registerWatchdogMessages(run: Run<WatchdogMemory>, account: string): void {
  setHandler(watchdogStateQuery, () => ({ account, ...run.memory }), {
    description: 'Whether it watches, or has taken the ads offline, and why',
  });
  acceptUnknownSignals(run);
}

/** The watchdog of an account in the Web UI. */
export function watchdogPage(account: string): (memory: WatchdogMemory) => Presentation {
  return ({ state, lastAct, refused }) => ({
    details: [
      `## Watchdog of ${account}`,
      '',
      `**State** ${state.kind}`,
      '',
      `**Why** ${plainText(whyText(state))}`,
      '',
      ...(lastAct === null ? [] : [`- **Last act** ${moment(lastAct.atMs)}: ${lastAct.ads} ads taken offline`]),
      ...refusedLines(refused),
      '',
      ...commandBlock(commandsIn(account, state)),
    ].join('\n'),
    attributes: [
      { key: attributes.peerdeskAccount, value: account },
      { key: attributes.peerdeskState, value: state.kind },
      { key: attributes.peerdeskNeedsHuman, value: state.kind !== 'watching' },
    ],
  });
}

function whyText(state: WatchdogState): string {
  if (state.kind === 'watching')
    return 'it watches whether the desk looks at its markets; the pending activity says more';
  const since = `no market was looked at since ${moment(state.lookedAtMs)}`;
  if (state.kind === 'prevented') return `${since}, and it may not act: ${state.why}`;
  if (state.kind === 'acting')
    return `${since}: the kill switch ads is engaged, ${state.left.length} ads are still to go offline`;
  return `${since}: ${state.taken.length} ads are offline since ${moment(state.atMs)}; they come back by a person alone, who lifts the kill switch ads once a worker runs, and then puts them online`;
}

function commandsIn(account: string, { kind }: WatchdogState): (string | null)[] {
  if (kind === 'watching' || kind === 'prevented') return [];
  return [lookCommand(deskWorkflowId(account), account), helpCommand('desk open'), helpCommand('ad online')];
}
