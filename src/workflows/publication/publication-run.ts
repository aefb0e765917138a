import { emptyOverlapWindow } from '../../domain/pricing/overlap-window.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import { noRefusedMessages } from '../contract/message.ts';
import type {
  ParsedPublicationInput,
  PublicationMemory,
  PublicationState,
  PublicationView,
} from '../contract/publication-contract.ts';
import { helpCommand } from '../../words/looks.ts';
import * as attributes from '../contract/search-attributes.ts';
import { commandBlock, plainText } from '../kit/details-text.ts';
import { moment } from '../../words/moment.ts';
import { createRun, type Presentation, type Run } from '../kit/run.ts';
import { urgentTroubles, watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { shownRefusals } from '../kit/refused-messages.ts';

/** One publication inside its workflow. */
export interface PublicationRun {
  readonly input: ParsedPublicationInput;
  settings: DeskSettings;
  readonly run: Run<PublicationMemory>;
  readonly troubles: TroubleWatch;
}

/** Shows its page at once: what comes before the first activity can be read in the Web UI. */
export function createPublicationRun(input: ParsedPublicationInput): PublicationRun {
  const first: PublicationMemory = {
    refused: noRefusedMessages,
    troubles: {},
    state: 'checking',
    why: 'can the ad be published, and at what price?',
    sinceMs: Date.now(),
    adNumber: null,
    overlap: emptyOverlapWindow,
    learnedRange: null,
    businessStatus: null,
    word: null,
    ruling: null,
  };
  const run = createRun(first, (memory) => publicationPage(input, memory));
  run.present();
  return { input, settings: input.settings ?? defaultSettings, run, troubles: watchTroubles(run) };
}

const asking: ReadonlySet<PublicationState> = new Set(['needs-human', 'offline', 'blocked']);

/** Answers the `state` query. */
export function publicationView(
  { name, mode, terms, rules, online }: ParsedPublicationInput,
  memory: PublicationMemory,
): PublicationView {
  const { state, adNumber, why, sinceMs, businessStatus, refused } = memory;
  const troubles = Object.values(memory.troubles).map(({ text }) => text);
  return {
    name,
    mode,
    terms,
    rules,
    online,
    state,
    adNumber,
    why: [why, ...troubles].join('; '),
    sinceMs,
    businessStatus,
    needsHuman: asking.has(state) || urgentTroubles(memory).length > 0,
    refused: shownRefusals(refused),
  };
}

/** Moves the publication to a state with its reason, and shows both. */
export function show({ run }: PublicationRun, state: PublicationState, why: string): void {
  run.remember({ state, why, sinceMs: Date.now() });
  run.present();
}

/** One publication in the Web UI. */
export function publicationPage(input: ParsedPublicationInput, memory: PublicationMemory): Presentation {
  const view = publicationView(input, memory);
  const { asset, fiat, side } = input.terms;
  return {
    details: publicationDetails(input, view),
    attributes: [
      { key: attributes.peerdeskAccount, value: input.account },
      ...(view.adNumber === null ? [] : [{ key: attributes.peerdeskAdNumber, value: view.adNumber }]),
      { key: attributes.peerdeskMode, value: input.mode },
      { key: attributes.peerdeskState, value: view.state },
      { key: attributes.peerdeskPair, value: `${asset}/${fiat}` },
      { key: attributes.peerdeskSide, value: side },
      { key: attributes.peerdeskNeedsHuman, value: view.needsHuman },
    ],
  };
}

function publicationDetails(input: ParsedPublicationInput, view: PublicationView): string {
  const { asset, fiat, side, quantity, minOrder, maxOrder, payMethods } = input.terms;
  const { floor, ceiling } = input.rules.limits;
  const lines = [
    `## Publish ${plainText(input.name)}: ${side} ${quantity} ${asset} for ${fiat}`,
    '',
    `**State** ${view.state} since ${moment(view.sinceMs)} · mode ${input.mode}`,
    '',
    `**Why** ${plainText(view.why)}`,
    '',
    `- Orders of ${minOrder} to ${maxOrder} ${fiat}, between ${floor} and ${ceiling}, paid by ${plainText(payMethods.join(', '))}`,
    ...(input.online ? [] : ['- It is published off the market, and stays there until someone puts it online']),
    ...(view.adNumber === null ? [] : [`- Its number is ${plainText(view.adNumber)}`]),
    ...(view.businessStatus === null ? [] : [`- The merchant's business is ${plainText(view.businessStatus)}`]),
    '',
  ];
  return [...lines, ...commandBlock(commandsOf(input, view))].join('\n');
}

function commandsOf({ account, name }: ParsedPublicationInput, { state }: PublicationView): string[] {
  if (state === 'needs-human') return [helpCommand('ad resolve')];
  return asking.has(state) ? [helpCommand('ad publish'), `npx peerdesk ad withdraw ${name} --account ${account}`] : [];
}
