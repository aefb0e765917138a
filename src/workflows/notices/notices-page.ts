import { setHandler } from '@temporalio/workflow';
import { asksPerson } from '../../domain/notices/need.ts';
import { knownFact } from '../../domain/notices/need-fact.ts';
import { channels, type ReportedNeed } from '../../domain/notices/reported-needs.ts';
import { noticesStateQuery, type NoticesMemory, type NoticesView } from '../contract/notices-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { acceptUnknownSignals } from '../kit/command.ts';
import { codeText, commandBlock, plainText } from '../kit/details-text.ts';
import { pageHead } from '../kit/page-head.ts';
import { noticesText } from '../../words/account-words.ts';
import { moment } from '../../words/moment.ts';
import { unsentText } from '../../words/desk-trouble-words.ts';
import { needText } from '../../words/need-words.ts';
import type { Presentation, Run } from '../kit/run.ts';

/** Registers the messages of the notices: the query, and a count of what is no message. */
export function registerNoticesMessages(run: Run<NoticesMemory>, account: string): void {
  setHandler(noticesStateQuery, () => noticesView(account, run.memory), {
    description: 'What waits for a human, and what was sent about it',
  });
  acceptUnknownSignals(run);
}

/** The summary of a day waits for no one. */
function noticesView(account: string, memory: NoticesMemory): NoticesView {
  const needs = memory.needs.filter(({ need }) => asksPerson(need));
  return { account, ...memory, needs, state: Object.keys(memory.failing).length === 0 ? 'telling' : 'failing' };
}

/** The notices of an account in the Web UI. */
export function noticesPage(account: string): (memory: NoticesMemory) => Presentation {
  return (memory) => {
    const view = noticesView(account, memory);
    return {
      details: noticesDetails(view),
      attributes: [
        { key: attributes.peerdeskAccount, value: account },
        { key: attributes.peerdeskState, value: view.state },
        { key: attributes.peerdeskNeedsHuman, value: view.state === 'failing' },
      ],
    };
  };
}

/** So many needs are listed on the page. */
const maxListed = 30;

function noticesDetails(view: NoticesView): string {
  const { needs, failing, delivered, lookedAtMs } = view;
  const failures = channels.flatMap((channel) => {
    const failed = failing[channel];
    if (failed === undefined) return [];
    return [
      `- **Messages by ${channel} do not arrive** since ${moment(failed.sinceMs)}, ${failed.tries} tried: ${plainText(unsentText(failed.message))}`,
    ];
  });
  const open = needs.filter(({ goneSinceMs }) => goneSinceMs === null);
  return [
    ...pageHead({
      title: `Messages to the merchant of ${view.account}`,
      says: noticesText(view.state === 'failing', view.channels),
      code: view.state,
      mode: null,
      needsHuman: view.state === 'failing',
    }),
    ...failures,
    `- **Arrived** ${delivered} messages`,
    ...(lookedAtMs === null ? [] : [`- **Last change** ${moment(lookedAtMs)}; the running watch knows more`]),
    `- **Waiting for a human** ${open.length}`,
    ...open.slice(0, maxListed).map(needLine),
    '',
    ...commandBlock(failures.length === 0 ? [] : ['npx peerdesk notify --test']),
  ].join('\n');
}

function needLine({ need, told }: ReportedNeed): string {
  const ways = channels.filter((channel) => told[channel] !== undefined);
  const text = `- ${codeText(need.workflowId)} since ${moment(need.sinceMs)}: ${plainText(needText(knownFact(need.fact)))}`;
  return `${text} (${ways.length === 0 ? 'not sent yet' : `sent by ${ways.join(' and ')}`})`;
}
