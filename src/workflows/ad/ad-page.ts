import { capWords, capsWords, inventoryWords, strategyWords } from '../../words/rule-words.ts';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { methodName } from '../../domain/caps/caps-decision.ts';
import { helpCommand, lookCommand } from '../../words/looks.ts';
import type { AdMemory, ParsedAdInput, AdView } from '../contract/ad-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { adWorkflowId } from '../contract/workflow-ids.ts';
import { commandBlock, plainText } from '../kit/details-text.ts';
import { moment } from '../../words/moment.ts';
import { pageHead } from '../kit/page-head.ts';
import type { Presentation } from '../kit/run.ts';
import { adView } from './ad-view.ts';
import { problemWords } from '../../words/ads/ad-words.ts';
import { amountText } from '../../words/amount-words.ts';
import { stockText } from '../../words/ads/stock-words.ts';

/** The ad in the Web UI. */
export function adPage(input: ParsedAdInput): (memory: AdMemory) => Presentation {
  return (memory) => {
    const view = adView(input, memory);
    return { details: adDetails(view), attributes: adAttributes(view) };
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
    { key: attributes.peerdeskNeedsHuman, value: view.needsHuman },
  ];
}

/** The page of an ad in the Web UI, in Markdown. */
function adDetails(view: AdView): string {
  return [
    ...pageHead({
      title: `${view.side ?? 'Ad'} ${view.pair ?? view.adNumber} at ${view.price === null ? '(not read yet)' : amountText(view.price)}`,
      says: view.why,
      code: view.state.kind,
      untilMs: 'untilMs' in view.state ? view.state.untilMs : null,
      mode: view.mode,
      needsHuman: view.asks.length > 0,
    }),
    ...view.asks.map((ask) => `**Needs you** ${plainText(ask)}`),
    ...(view.asks.length === 0 ? [] : ['']),
    ...factLines(view),
    '',
    ...commandBlock(commandsFor(view)),
  ].join('\n');
}

function factLines(view: AdView): string[] {
  const { limits, strategy } = view.rules;
  return [
    ...(view.intendedPrice === null
      ? []
      : [`- **Would stand at** ${plainText(amountText(view.intendedPrice))}: nothing is sent in shadow`]),
    ...(view.rank === null ? [] : [`- **Rank** ${view.rank} among the competitors that count`]),
    ...(view.lookedAtMs === null ? [] : [`- **Looked at** ${moment(view.lookedAtMs)}; the running watch knows more`]),
    `- **Strategy** ${plainText(strategyWords(strategy))}`,
    `- **Limits** ${plainText(`floor ${limits.floor}, ceiling ${limits.ceiling}`)}`,
    ...hoursLines(view),
    ...stockLines(view),
    ...capsLines(view),
    ...overrideLines(view),
    ...changeLines(view),
    ...(view.businessStatus === null ? [] : [`- **Business at the service** ${plainText(view.businessStatus)}`]),
    ...problemLines(view),
  ];
}

function stockLines({ stock, rules }: AdView): string[] {
  if (rules.inventory === null) return [];
  const words = inventoryWords(rules.inventory);
  return [
    `- **Quantity** ${plainText(stock === null ? words : `${stockText(stock.note)}; ${words} (${moment(stock.atMs)})`)}`,
  ];
}

function capsLines({ caps, withheld, rules }: AdView): string[] {
  if (rules.paymentCaps === null) return [];
  const sums = (caps?.sums ?? []).map(capWords).join(', ');
  const now = caps === null ? '' : `; today ${sums} until ${caps.until} (${moment(caps.atMs)})`;
  const out = withheld.length === 0 ? '' : `; taken out: ${withheld.map(methodName).join(', ')}`;
  return [`- **Payment caps** ${plainText(`${capsWords(rules.paymentCaps)}${now}${out}`)}`];
}

function changeLines({ mode, intents, reprices, lastChangeAtMs }: AdView): string[] {
  const last = lastChangeAtMs === null ? '' : `, the last at ${moment(lastChangeAtMs)}`;
  return [
    mode === 'shadow' ? `- **Price changes intended** ${intents}${last}` : `- **Price changes** ${reprices}${last}`,
  ];
}

function hoursLines({ rules, opening }: AdView): string[] {
  if (rules.hours === null) return [];
  const now =
    opening === null ? '' : `; now ${opening.isOpen ? 'open' : 'over'}, until ${opening.until ?? 'further notice'}`;
  return [`- **Hours** ${plainText(`${rules.hours.open} (${rules.hours.timezone})${now}`)}`];
}

function overrideLines({ override }: AdView): string[] {
  return override === null
    ? []
    : [`- **Price set by hand** ${plainText(amountText(override.price))} until ${moment(override.untilMs)}`];
}

function problemLines({ lastProblem, refused }: AdView): string[] {
  const lines: string[] = [];
  if (lastProblem !== null) {
    const { category, code, atMs } = lastProblem;
    const what = plainText(`${category}, code ${code ?? 'none'}`);
    lines.push(`- **Last refusal** ${what}: “${plainText(problemWords(lastProblem))}” (${moment(atMs)})`);
  }
  if (refused.last !== null) {
    const { message, reason } = refused.last;
    lines.push(`- **Messages refused** ${refused.count}, the last: ${plainText(message)}: ${plainText(reason)}`);
  }
  return lines;
}

function commandsFor({ state, account, adNumber }: AdView): (string | null)[] {
  const next = nextCommand(state);
  if (next === null) return [];
  return [
    lookCommand(adWorkflowId(account, adNumber), account),
    `npx peerdesk ad explain ${adNumber} --account ${account}`,
    helpCommand(next),
  ];
}

/** The command that moves the ad on; null when it has ended. */
function nextCommand(state: AdView['state']): string | null {
  switch (state.kind) {
    case 'running':
      return 'ad pause';
    case 'paused':
    case 'offline':
      return 'ad resume';
    case 'cooling':
    case 'blocked':
      return 'ad reprice';
    case 'dead':
    case 'stopped':
      return null;
  }
}
