import { pageHead } from '../kit/page-head.ts';
import type { PublicationWait } from '../../domain/ads/state/publication-wait.ts';
import type { OnceTrouble } from '../../domain/failures/once-trouble.ts';
import { emptyOverlapWindow } from '../../domain/pricing/overlap-window.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import { noRefusedMessages } from '../contract/message.ts';
import type { ParsedPublicationInput, PublicationMemory, PublicationView } from '../contract/publication-contract.ts';
import { helpCommand } from '../../words/looks.ts';
import * as attributes from '../contract/search-attributes.ts';
import { commandBlock, plainText } from '../kit/details-text.ts';
import { onceTroubleText } from '../../words/once-trouble-words.ts';
import { publicationText } from '../../words/publication-words.ts';
import { showWait } from '../kit/rest.ts';
import { createRun, type Presentation, type Run } from '../kit/run.ts';
import { shownRefusals } from '../kit/refused-messages.ts';
import { shownTroubles, urgentTroubles, watchTroubles, type TroubleWatch } from '../kit/trouble.ts';

/** One publication inside its workflow. */
export interface PublicationRun {
  readonly input: ParsedPublicationInput;
  settings: DeskSettings;
  readonly run: Run<PublicationMemory>;
  readonly troubles: TroubleWatch<OnceTrouble>;
}

/** Shows its page at once: what comes before the first activity can be read in the Web UI. */
export function createPublicationRun(input: ParsedPublicationInput): PublicationRun {
  const first: PublicationMemory = {
    refused: noRefusedMessages,
    troubles: {},
    wait: { code: 'checking' },
    sinceMs: Date.now(),
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

const asking: ReadonlySet<PublicationWait['code']> = new Set(['needs-human', 'offline', 'blocked']);

/** Answers the `state` query. */
export function publicationView(
  { name, mode, terms, rules, online }: ParsedPublicationInput,
  memory: PublicationMemory,
): PublicationView {
  const { wait, sinceMs, businessStatus, refused } = memory;
  const troubles = Object.values(shownTroubles(memory, onceTroubleText));
  return {
    name,
    mode,
    terms,
    rules,
    online,
    state: wait.code,
    adNumber: wait.code === 'published' ? wait.adNumber : null,
    waitingFor: wait,
    why: [publicationText(wait), ...troubles.map(({ text }) => text)].join('; '),
    troubles,
    sinceMs,
    businessStatus,
    needsHuman: asking.has(wait.code) || urgentTroubles(memory).length > 0,
    refused: shownRefusals(refused),
  };
}

/** Moves the publication to what it does or waits for now, and shows it. */
export const show = (publication: PublicationRun, wait: PublicationWait): void => showWait(publication, wait);

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
    ...pageHead({
      title: `Publish ${input.name}: ${side} ${quantity} ${asset} for ${fiat}`,
      says: view.why,
      code: view.state,
      sinceMs: view.sinceMs,
      mode: input.mode,
      needsHuman: view.needsHuman,
    }),
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
