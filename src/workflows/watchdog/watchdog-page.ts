import { setHandler } from '@temporalio/workflow';
import { helpCommand, lookCommand } from '../../words/looks.ts';
import * as attributes from '../contract/search-attributes.ts';
import { watchdogStateQuery, type WatchdogMemory } from '../contract/watchdog-contract.ts';
import { deskWorkflowId } from '../contract/workflow-ids.ts';
import { acceptUnknownSignals } from '../kit/command.ts';
import { commandBlock } from '../kit/details-text.ts';
import { pageHead } from '../kit/page-head.ts';
import { watchdogText } from '../../words/account-words.ts';
import type { WatchdogState } from '../../domain/watchdog/watchdog-state.ts';
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
      ...pageHead({
        title: `Watchdog of ${account}`,
        says: watchdogText(state),
        code: state.kind,
        mode: null,
        needsHuman: state.kind !== 'watching',
      }),
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

function commandsIn(account: string, { kind }: WatchdogState): (string | null)[] {
  if (kind === 'watching' || kind === 'prevented') return [];
  return [lookCommand(deskWorkflowId(account), account), helpCommand('desk open'), helpCommand('ad online')];
}
