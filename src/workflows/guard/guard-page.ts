import { blockText } from '../../domain/orders/counterparty.ts';
import { engagedAs, engagedSwitches, switchNames } from '../../domain/guard/guard-memory.ts';
import { engagedText } from '../../words/switch-words.ts';
import { lookCommand, switchCommands } from '../../words/looks.ts';
import type { GuardAnswer, GuardRunMemory, GuardView } from '../contract/guard-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { guardWorkflowId } from '../contract/workflow-ids.ts';
import { pageHead } from '../kit/page-head.ts';
import { guardText } from '../../words/account-words.ts';
import { commandBlock, plainText } from '../kit/details-text.ts';
import { moment } from '../../words/moment.ts';
import type { Presentation } from '../kit/run.ts';
import { refusedLines, shownRefusals } from '../kit/refused-messages.ts';

/** Answers the `state` query. */
export function guardView(account: string, memory: GuardRunMemory): GuardView {
  const { switches, rules, blocked, publications, refused, after, words, keptWords, mayHaveLeft } = memory;
  return {
    account,
    state: after === null ? 'guarding' : 'taking-over',
    switches,
    rules,
    blocked,
    publications: Object.fromEntries(publications.map(({ name, adNumber }) => [name, adNumber])),
    generation: memory.generation,
    isKept: words === keptWords,
    mayHaveLeft,
    refused: shownRefusals(refused),
  };
}

/** Answers a command. */
export function guardAnswer(account: string, memory: GuardRunMemory): GuardAnswer {
  const { blocked, publications: _publications, ...answer } = guardView(account, memory);
  return { ...answer, onBlockList: blocked.length };
}

/** The guard in the Web UI. */
export function guardPage(account: string): (memory: GuardRunMemory) => Presentation {
  return (memory) => {
    const view = guardView(account, memory);
    return {
      details: guardDetails(view),
      attributes: [
        { key: attributes.peerdeskAccount, value: account },
        { key: attributes.peerdeskState, value: isThrown(view) ? 'switched-off' : view.state },
        { key: attributes.peerdeskNeedsHuman, value: needsHuman(view) },
      ],
    };
  };
}

const isThrown = ({ switches }: GuardView): boolean => engagedSwitches(switches).length > 0;
const needsHuman = (view: GuardView): boolean => isThrown(view) || view.state === 'taking-over';

function guardDetails(view: GuardView): string {
  return [
    ...pageHead({
      title: `Guard of ${view.account}`,
      says: guardText(view.state, view.switches),
      code: view.state,
      mode: null,
      needsHuman: needsHuman(view),
    }),
    ...switchNames.map((name) => `- **Switch ${name}** ${switchText(view, name)}`),
    `- **Release policy** ${view.rules?.policy ?? 'none set yet'}`,
    ...(view.isKept ? [] : ['- **Not kept outside Temporal yet**: no money moves until a worker has copied it']),
    ...view.mayHaveLeft.map((text) => `- **May have left before** ${plainText(text)}`),
    ...publicationLines(view),
    ...blockedLines(view),
    ...refusedLines(view.refused),
    '',
    ...commandBlock(commandsFor(view)),
  ].join('\n');
}

function publicationLines({ publications }: GuardView): string[] {
  const names = Object.entries(publications).map(([name, number]) => `${plainText(name)} is ${plainText(number)}`);
  return names.length === 0 ? [] : [`- **Ads published by name** ${names.join(', ')}`];
}

/** The newest: the page has a limit, `peerdesk desk show` has none. */
const maxBlockedShown = 5;

function blockedLines({ blocked }: GuardView): string[] {
  const lines = blocked.slice(-maxBlockedShown).map((entry) => {
    const why = entry.note === null ? '' : `: ${plainText(entry.note)}`;
    return `- **Blocked** ${plainText(blockText(entry))}, by ${plainText(entry.by)} at ${moment(entry.atMs)}${why}`;
  });
  const more = blocked.length - lines.length;
  return more === 0 ? lines : [...lines, `- **Blocked before those** ${more}`];
}

function switchText({ switches }: GuardView, name: keyof GuardView['switches']): string {
  const engaged = engagedAs(switches, name);
  return engaged === null ? 'not engaged' : `ENGAGED: ${plainText(engagedText(engaged))}`;
}

/** Returns what shows the desk, and what stops every release or, once a switch is engaged, explains the way back. */
function commandsFor({ account, switches }: GuardView): (string | null)[] {
  return [lookCommand(guardWorkflowId(account), account), ...switchCommands(switches, account)];
}
