import { ActivityFailure, setHandler } from '@temporalio/workflow';
import type { WriteReceipt } from '../../activities/activity-contract.ts';
import type { ChangeEnd, ChangeRefusal, ChangeWait } from '../../domain/ads/change-wait.ts';
import { isRounded, termDifferences, type ListedAd, type TermDifference } from '../../domain/ads/listed-terms.ts';
import type { TermsPart } from '../../domain/ads/published-terms.ts';
import type { OnceTrouble } from '../../domain/failures/once-trouble.ts';
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
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { accept, acceptUnknownSignals } from '../kit/command.ts';
import { anyFailureFacts } from '../kit/failure-facts.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { readPatiently } from '../kit/patient-read.ts';
import { giveUpOnCancel, lookUnlessGivenUp, refusalTrouble, rest, restAfterRefusal, showWait } from '../kit/rest.ts';
import { createRun, type Run } from '../kit/run.ts';
import { settingsOf } from '../kit/settings.ts';
import { watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { changedText, changeText } from '../../words/change-words.ts';
import { adChangePage, adChangeView } from './ad-change-page.ts';

/** Writes of one change; each is followed by a read that shows what is left of it. */
const maxWrites = 8;
/** The same, where what is left is what was sent with fewer decimals. */
const maxRoundedWrites = 3;

interface AdChangeRun {
  readonly input: ParsedAdChangeInput;
  settings: DeskSettings;
  readonly run: Run<AdChangeMemory>;
  readonly troubles: TroubleWatch<OnceTrouble>;
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
  return keptThroughCancel(
    change.run,
    () => carry(change),
    () => giveUpOnCancel(change),
  );
}

function freshMemory(): AdChangeMemory {
  return {
    refused: noRefusedMessages,
    troubles: {},
    wait: { code: 'reading' },
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
    if ('code' in ad) return finish(change, refused(ad), { differences: [...changed.values()], status: null });
    const differences = differencesOf(input, ad);
    run.remember({ differences });
    const left: Left = {
      differences: input.act === 'compare' ? differences : [...changed.values()],
      status: ad.status,
    };
    const end = endOf(input, ad, differences) ?? tooOften(differences, writes);
    if (end !== null) return finish(change, end, left);
    const receipt = await write(change, ad, differences);
    if (receipt === 'applied') change.troubles.clear(refusalTrouble);
    if (typeof receipt === 'object') return finish(change, refused(receipt), left);
    if (receipt === 'intent') return finish(change, { code: 'intent' }, { ...left, differences });
    if (receipt === 'applied') differences.forEach((one) => changed.set(one.term, one));
  }
}

const refused = (because: ChangeRefusal): ChangeEnd => ({ code: 'refused', because });

const differencesOf = ({ act, terms }: ParsedAdChangeInput, ad: ListedAd): TermDifference[] =>
  act === 'close' ? [] : termDifferences(terms, ad);

/** A service that rounds what it was sent would show a difference forever; its reads may lag behind a write or two. */
function tooOften(differences: readonly TermDifference[], writes: number): ChangeEnd | null {
  const hasRounded = differences.length > 0 && differences.every(isRounded);
  const isStuck = writes > maxRoundedWrites && hasRounded;
  if (!isStuck && writes <= maxWrites) return null;
  const shown = differences.map(({ term, wanted, listed }) => ({ term, wanted, listed }));
  return refused({ code: 'unchanged', tries: writes - 1, differences: shown, isRounded: isStuck });
}

/** Returns how it ends without a write, or null. */
function endOf(
  { act }: ParsedAdChangeInput,
  { status }: ListedAd,
  differences: readonly TermDifference[],
): ChangeEnd | null {
  // What it offered no one can take: it has nothing to compare.
  if (act === 'compare' && status !== 'closed')
    return { code: 'done', how: 'compared', differences: differences.length };
  if (status === 'closed') return act === 'close' ? { code: 'done', how: 'closed' } : refused({ code: 'closed' });
  if (act === 'close') return null;
  if (differences.length === 0) return { code: 'done', how: 'as-wanted' };
  const forLife = differences.find(({ isForLife }) => isForLife);
  if (forLife === undefined) return null;
  const { term, wanted, listed } = forLife;
  return refused({ code: 'for-life', term, wanted, listed });
}

type Unread = Extract<ChangeRefusal, { code: 'no-such-ad' | 'cancelled' }>;

/** Returns the ad, or why there is none to change. */
async function readAd(change: AdChangeRun): Promise<ListedAd | Unread> {
  const { adNumber } = change.input;
  show(change, { code: 'reading' });
  const look = await lookUnlessGivenUp(change, async () => ({
    ad: await readPatiently(change, 'What does the ad offer now?', (activities) => activities.readOwnAd({ adNumber })),
  }));
  if (look === null) return { code: 'cancelled' };
  return look.ad ?? { code: 'no-such-ad' };
}

/** Returns 'again' after a refusal that was waited out, and why when the change is given up. */
async function write(
  change: AdChangeRun,
  { adNumber, side }: ListedAd,
  differences: readonly TermDifference[],
): Promise<WriteReceipt['kind'] | 'again' | ChangeRefusal> {
  const { input } = change;
  const { mode, act } = input;
  const terms = act === 'close' ? 'closing' : differences.map(({ term }) => term);
  show(change, { code: 'changing', terms });
  const writes = repeatableWrites(`Changing ${changedText({ terms })}`);
  try {
    if (act === 'close') return (await writes.closeAd({ mode, adNumber })).kind;
    const part = partOf(input.terms, differences);
    return (await writes.updateAdTerms({ mode, adNumber, side, terms: part })).kind;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const facts = anyFailureFacts(error);
    const next = restAfterRefusal(change, { ...facts, use: 'edit', basis: null });
    const { category, code: answer, message } = facts;
    if (next === null) return { code: 'refused', category, answer, message };
    return (await rest(change, next)) ?? 'again';
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
      refusal: () => (waiting.has(run.memory.wait.code) ? null : { code: 'not-waiting', state: run.memory.wait.code }),
      apply: ({ by }) => run.change({ word: { by, goOn } }),
      answer: view,
    });
  }
  acceptUnknownSignals(run);
}

/** Moves the change to what it does or waits for now, and shows it. */
const show = (change: AdChangeRun, wait: ChangeWait): void => showWait(change, wait);

const waiting: ReadonlySet<string> = new Set(['waiting', 'offline', 'blocked']);

function finish(change: AdChangeRun, end: ChangeEnd, left: Left): AdChangeResult {
  change.run.remember({ differences: left.differences });
  change.troubles.clear(refusalTrouble);
  show(change, end);
  return { ...left, state: end.code, end, why: changeText(end) };
}
