import { ActivityFailure, setHandler } from '@temporalio/workflow';
import type { WriteReceipt } from '../../activities/activity-contract.ts';
import { isRounded, termDifferences, type ListedAd, type TermDifference } from '../../domain/ads/listed-terms.ts';
import type { TermsPart } from '../../domain/ads/published-terms.ts';
import { TransportCondition } from '../../domain/failures/error-category.ts';
import { emptyOverlapWindow } from '../../domain/pricing/overlap-window.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import {
  adChangeCommands,
  adChangeInputSchema,
  adChangeStateQuery,
  type AdChangeInput,
  type AdChangeMemory,
  type AdChangeResult,
  type ParsedAdChangeInput,
} from '../contract/ad-change-contract.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { reads, repeatableWrites, timelyReads } from '../kit/activity-proxies.ts';
import { accept, acceptUnknownSignals } from '../kit/command.ts';
import { anyFailureFacts, hasRunOut } from '../kit/failure-facts.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { rest, restAfterRefusal, showState } from '../kit/rest.ts';
import { createRun, type Run } from '../kit/run.ts';
import { settingsOf } from '../kit/settings.ts';
import { watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { adChangePage, adChangeView } from './ad-change-page.ts';

/** Writes of one change; each is followed by a read that shows what is left of it. */
const maxWrites = 8;
/** The same, where what is left is what was sent with fewer decimals. */
const maxRoundedWrites = 3;

interface AdChangeRun {
  readonly input: ParsedAdChangeInput;
  settings: DeskSettings;
  readonly run: Run<AdChangeMemory>;
  readonly troubles: TroubleWatch;
}

/**
 * Changes the terms of an own ad (EP-7, never with a price), or closes it (EP-8): read it → write what differs → read it
 * again, until nothing differs. A write that may be repeated: what was lost is seen by the next read.
 */
export async function adChange(rawInput: AdChangeInput): Promise<AdChangeResult> {
  const input = parseInput(adChangeInputSchema, rawInput);
  const run = createRun<AdChangeMemory>(freshMemory(), (memory) => adChangePage(input, memory));
  run.present();
  const change: AdChangeRun = {
    input,
    settings: input.settings ?? defaultSettings,
    run,
    troubles: watchTroubles(run),
  };
  registerMessages(change);
  const cancelled = 'a cancellation was requested in Temporal: the change continues; stop gives it up';
  return keptThroughCancel(
    async () => finish(change, await carry(change)),
    () => change.troubles.noteUrgent('cancel', cancelled),
  );
}

function freshMemory(): AdChangeMemory {
  return {
    refused: noRefusedMessages,
    troubles: {},
    state: 'reading',
    why: 'what does the ad offer now?',
    sinceMs: Date.now(),
    overlap: emptyOverlapWindow,
    learnedRange: null,
    businessStatus: null,
    word: null,
    differences: [],
  };
}

type Left = Pick<AdChangeResult, 'differences' | 'status'>;

async function carry(change: AdChangeRun): Promise<AdChangeResult> {
  const { input, run } = change;
  change.settings = await settingsOf(input.settings);
  const changed = new Map<string, TermDifference>();
  for (let writes = 1; ; writes += 1) {
    const ad = await readAd(change);
    if (ad === null) return { state: 'refused', why: 'the service knows no such ad', differences: [], status: null };
    const differences = differencesOf(input, ad);
    run.remember({ differences });
    const left: Left = {
      differences: input.act === 'compare' ? differences : [...changed.values()],
      status: ad.status,
    };
    const end = endOf(input, ad, differences) ?? tooOften(differences, writes);
    if (end !== null) return { ...left, ...end };
    const receipt = await write(change, ad, differences);
    if (receipt === null) return { ...left, state: 'refused', why: run.memory.why };
    if (receipt === 'intent') return { ...left, differences, state: 'intent', why: 'shadow: would change it' };
    if (receipt === 'applied') differences.forEach((one) => changed.set(one.term, one));
  }
}

const differencesOf = ({ act, terms }: ParsedAdChangeInput, ad: ListedAd): TermDifference[] =>
  act === 'close' ? [] : termDifferences(terms, ad);

/** A service that rounds what it was sent would show a difference forever; its reads may lag behind a write or two. */
function tooOften(
  differences: readonly TermDifference[],
  writes: number,
): Pick<AdChangeResult, 'state' | 'why'> | null {
  const hasRounded = differences.length > 0 && differences.every(isRounded);
  const isStuck = writes > maxRoundedWrites && hasRounded;
  if (!isStuck && writes <= maxWrites) return null;
  const shown = differences.map(({ term, wanted, listed }) => `${term} ${listed}, not ${wanted}`).join('; ');
  const advice = isStuck ? ': it rounds, so want what it shows' : '';
  // Closing it leaves no term.
  return {
    state: 'refused',
    why: `after ${writes - 1} tries the service still shows ${shown || 'it as it was'}${advice}`,
  };
}

/** Returns how it ends without a write, or null. */
function endOf(
  { act }: ParsedAdChangeInput,
  { status }: ListedAd,
  differences: readonly TermDifference[],
): Pick<AdChangeResult, 'state' | 'why'> | null {
  // What it offered no one can take: it has nothing to compare.
  if (act === 'compare' && status !== 'closed') return { state: 'done', why: `${differences.length} differences` };
  if (status === 'closed') {
    return act === 'close'
      ? { state: 'done', why: 'it is closed' }
      : { state: 'refused', why: 'it is closed for good' };
  }
  if (act === 'close') return null;
  if (differences.length === 0) return { state: 'done', why: 'it offers what is wanted' };
  const forLife = differences.find(({ isForLife }) => isForLife);
  if (forLife === undefined) return null;
  const { term, wanted, listed } = forLife;
  return { state: 'refused', why: `an ad keeps its ${term} for life: it is ${listed}, not ${wanted}` };
}

/** A read that lasts is shown on the page, asks a human, and continues as a pending retry. Null: there is no such ad. */
async function readAd(change: AdChangeRun): Promise<ListedAd | null> {
  const { input, settings, troubles } = change;
  const { adNumber } = input;
  showState(change, 'reading', 'what does the ad offer now?');
  const summary = 'What does the ad offer now?';
  try {
    return await timelyReads(summary, { turn: 'ordinary', settings }).readOwnAd({ adNumber });
  } catch (error) {
    if (!hasRunOut(error)) throw error;
    troubles.noteUrgent('reading', `not answered yet: ${error.cause?.message ?? 'no answer'}`);
  }
  const ad = await reads(summary).readOwnAd({ adNumber });
  troubles.clear('reading');
  return ad;
}

/** Returns 'again' after a refusal that was waited out, and null when the change is given up. */
async function write(
  change: AdChangeRun,
  { adNumber, side }: ListedAd,
  differences: readonly TermDifference[],
): Promise<WriteReceipt['kind'] | 'again' | null> {
  const { input, run } = change;
  const { mode, act } = input;
  const text = act === 'close' ? 'closing it for good' : differences.map(({ term }) => term).join(', ');
  showState(change, 'changing', text);
  const writes = repeatableWrites(`Changing ${text}`);
  try {
    if (act === 'close') return (await writes.closeAd({ mode, adNumber })).kind;
    const terms = partOf(input.terms, differences);
    return (await writes.updateAdTerms({ mode, adNumber, side, terms })).kind;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const facts = anyFailureFacts(error);
    if (facts.category === TransportCondition.NOT_FOUND) return 'again';
    const next = restAfterRefusal(change, facts, null);
    if (next === null) {
      run.remember({ why: `${facts.category}: ${facts.message}` });
      return null;
    }
    return (await rest(change, next)) ? 'again' : null;
  }
}

/** Only what differs is sent: the rest may have been changed in the app meanwhile. */
function partOf(terms: TermsPart, differences: readonly TermDifference[]): TermsPart {
  const names: readonly string[] = differences.map(({ term }) => term);
  return Object.fromEntries(Object.entries(terms).filter(([name]) => names.includes(name)));
}

function registerMessages(change: AdChangeRun): void {
  const { run, input } = change;
  const view = () => adChangeView(input, run.memory);
  setHandler(adChangeStateQuery, view, { description: 'State, what differs, and why' });
  for (const goOn of [true, false]) {
    accept(run, goOn ? adChangeCommands.retry : adChangeCommands.stop, {
      refusal: () => (waiting.has(run.memory.state) ? null : { code: 'not-waiting', state: run.memory.state }),
      apply: ({ by }) => run.change({ word: { by, goOn } }),
      answer: view,
    });
  }
  acceptUnknownSignals(run);
}

const waiting: ReadonlySet<string> = new Set(['waiting', 'offline', 'blocked']);

function finish(change: AdChangeRun, result: AdChangeResult): AdChangeResult {
  change.run.remember({ differences: result.differences });
  showState(change, result.state, result.why);
  change.run.settle(Number.MAX_SAFE_INTEGER);
  return result;
}
