import { engagedSwitches } from '../../domain/guard/guard-memory.ts';
import { fiatAmountsText } from '../../domain/orders/fiat-amounts.ts';
import { engagedText } from '../../words/switch-words.ts';
import { lookCommand, switchCommands } from '../../words/looks.ts';
import type { ReleaseRules } from '../../domain/orders/release-rules.ts';
import type { AccountDeskInput, DeskMemory, DeskView, IntakeReport, NamedOrder } from '../contract/desk-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { deskWorkflowId } from '../contract/workflow-ids.ts';
import { pageHead } from '../kit/page-head.ts';
import { deskText } from '../../words/account-words.ts';
import { businessText } from '../../words/business-words.ts';
import { commandBlock, plainText } from '../kit/details-text.ts';
import { moment } from '../../words/moment.ts';
import type { Presentation } from '../kit/run.ts';
import { deskView, isSwitchedOff } from './desk-view.ts';
import { refusedLines } from '../kit/refused-messages.ts';

/** The desk in the Web UI. */
export function deskPage(input: AccountDeskInput): (memory: DeskMemory) => Presentation {
  return (memory) => {
    const view = deskView(input, memory);
    const state = stateOf(memory);
    return {
      details: deskDetails(view, state),
      attributes: [
        { key: attributes.peerdeskAccount, value: view.account },
        { key: attributes.peerdeskMode, value: view.mode },
        { key: attributes.peerdeskState, value: state },
        { key: attributes.peerdeskNeedsHuman, value: view.needsHuman },
      ],
    };
  };
}

function stateOf(memory: DeskMemory): string {
  if (memory.stopped) return 'stopped';
  return isSwitchedOff(memory) ? 'switched-off' : 'running';
}

function deskDetails(view: DeskView, state: string): string {
  return [
    ...pageHead({
      title: `Desk of ${view.account}`,
      says: deskText({ state: view.state, urgent: urgentTexts(view), switches: view.report?.guard?.switches ?? null }),
      code: state,
      mode: view.mode,
      needsHuman: view.needsHuman,
    }),
    ...troubleLines(view),
    ...(view.report === null ? ['- **Orders** none seen yet'] : reportLines(view.report)),
    ...businessLines(view),
    ...(view.adopted.length === 0 ? [] : [`- **Ads taken over** ${view.adopted.length}`]),
    ...namedLines('Ad left as it is', view.leftAlone),
    ...refusedLines(view.refused),
    '',
    ...(view.state === 'stopped' ? [] : commandBlock(commandsFor(view))),
  ].join('\n');
}

function urgentTexts({ troubles }: DeskView): string[] {
  return Object.values(troubles).flatMap(({ text, urgent }) => (urgent ? [text] : []));
}

function businessLines({ business }: DeskView): string[] {
  if (business === null) return [];
  return [`- **Business** ${plainText(businessText(business))}`];
}

function troubleLines({ troubles }: DeskView): string[] {
  return Object.values(troubles).map(
    ({ text, sinceMs, urgent }) =>
      `- **${urgent ? 'Needs you' : 'In trouble'}** since ${moment(sinceMs)}: ${plainText(text)}`,
  );
}

function reportLines(report: IntakeReport): string[] {
  return [
    `- **Orders** ${report.running} under way, ${report.started} taken in by this watch`,
    ...namedLines('Order that cannot be read', report.unreadable),
    ...namedLines('Ad that cannot be read', report.unreadableAds ?? []),
    ...namedLines('Order that is not carried', report.uncarried),
    ...namedLines('Order that could not be reached', report.untold),
    ...(report.waiting === undefined ? [] : [`- **Orders that wait to be taken in** ${report.waiting}`]),
    ...(report.late === undefined
      ? []
      : [`- **Orders that wait beyond their time** ${report.late.count}: ${report.late.orderNumbers.join(', ')}`]),
    ...(report.cutAfter === null
      ? []
      : [`- **The list of orders is longer than is read of it** only the first ${report.cutAfter} are carried`]),
    ...guardLines(report),
    ...egressLines(report),
    `- **Business at the service** ${plainText(report.businessStatus ?? 'not read')}`,
    `- **Seen** ${moment(report.atMs)}, reported when it changes`,
  ];
}

function namedLines(title: string, items: readonly (NamedOrder | DeskView['leftAlone'][number])[]): string[] {
  return items.map((item) => {
    const number = 'orderNumber' in item ? item.orderNumber : item.adNumber;
    return `- **${title}** ${plainText(number)}: ${plainText(item.why)}`;
  });
}

function guardLines({ guard }: IntakeReport): string[] {
  if (guard === null) return ['- **Guard** does not answer: nothing is released'];
  return [
    `- **Releases** ${guard.rules === null ? 'no rules set: a human approves each one' : rulesWords(guard.rules)}`,
    ...engagedSwitches(guard.switches).map((one) => `- **ENGAGED** ${plainText(engagedText(one))}`),
  ];
}

function rulesWords({ policy, amountCap }: ReleaseRules): string {
  const cap = amountCap === null ? '' : `, up to ${plainText(fiatAmountsText(amountCap))} an order`;
  return `policy \`${policy}\`: ${policyWords[policy]}${cap}`;
}

const policyWords: Record<ReleaseRules['policy'], string> = {
  approve: 'a human approves each one',
  match: 'a payment that matches amount and payer',
  paid: 'as soon as the order is marked paid',
};

function egressLines({ egress: { banUntilMs, breakerOpenUntilMs } }: IntakeReport): string[] {
  return [
    ...(banUntilMs === null ? [] : [`- **Address banned** until ${moment(banUntilMs)}: no call leaves`]),
    ...(breakerOpenUntilMs === null ? [] : [`- **Breaker open** until ${moment(breakerOpenUntilMs)}`]),
  ];
}

/** Returns what shows the desk, and what stops every release or, once a switch is engaged, explains the way back. */
function commandsFor({ account, report }: DeskView): (string | null)[] {
  return [lookCommand(deskWorkflowId(account), account), ...switchCommands(report?.guard?.switches ?? null, account)];
}
