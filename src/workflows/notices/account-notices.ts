import { ActivityFailure, sleep } from '@temporalio/workflow';
import { askedCode } from '../../domain/notices/need.ts';
import { channels, withLook } from '../../domain/notices/reported-needs.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { noticesInputSchema, type NoticesInput, type NoticesMemory } from '../contract/notices-contract.ts';
import type { WatchNeedsInput, WatchNeedsVerdict } from '../../activities/notices/notice-contract.ts';
import { hasNotBegun } from '../kit/failure-facts.ts';
import { parseInput } from '../kit/input.ts';
import { beginNewRun, isNewRunDue } from '../kit/new-run.ts';
import { createRun, type Run } from '../kit/run.ts';
import { workUnless } from '../kit/wait.ts';
import { noticesPage, registerNoticesMessages } from './notices-page.ts';
import { needWatcher } from './notice-proxies.ts';
import { tellOn, type Notices } from './tell.ts';

/** A watch is renewed so often, so that code and configuration roll over. */
const watchPeriodMs = 3_600_000;
const restMs = 30_000;
/** Before the first look. */
const usualPerMinute = 6;

/**
 * Notifies a person of what waits for one: a watch looks at what needs a human, and each way to the merchant has a loop of its
 * own, so that one that fails holds the other up by nothing. Nothing else waits for it: no order, no price and no guard
 * knows that it exists. It ends when for a day no worker looks (ADR 0020).
 */
export async function accountNotices(rawInput: NoticesInput): Promise<void> {
  const input = parseInput(noticesInputSchema, rawInput);
  const run = createRun<NoticesMemory>({ ...freshMemory(), ...input.memory }, noticesPage(input.account));
  const notices: Notices = { account: input.account, run, isEnding: isNewRunDue };
  registerNoticesMessages(run, input.account);
  run.present();
  const isServed = await work(notices);
  if (isServed) await beginNewRun<typeof accountNotices>({ account: input.account, memory: run.memory });
}

function freshMemory(): NoticesMemory {
  return {
    refused: noRefusedMessages,
    needs: [],
    channels: [],
    perMinute: usualPerMinute,
    sentAtMs: {},
    failing: {},
    delivered: 0,
    lookedAtMs: null,
  };
}

/** Returns true when the history is long, false when no worker looks any more. */
async function work(notices: Notices): Promise<boolean> {
  const state = { isServed: true };
  const isEnding = (): boolean => !state.isServed || isNewRunDue();
  const watching = async (): Promise<void> => {
    while (!isEnding()) state.isServed = await watch(notices);
  };
  const telling = channels.map((channel) => tellOn({ ...notices, isEnding }, channel));
  await Promise.all([watching(), ...telling]);
  return state.isServed;
}

/** One watch. Returns false when no worker took it in a day. */
async function watch({ run }: Notices): Promise<boolean> {
  try {
    const verdict = await workUnless({
      work: () => needWatcher().watchNeeds(watchInput(run)),
      isOvertaken: isNewRunDue,
      onChange: 'abandon',
    });
    if (verdict === null) return true;
    takeLook(run, verdict);
    return true;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    if (hasNotBegun(error)) return false;
    // Someone has cancelled it from outside.
    await sleep(restMs, { summary: 'Looking again after a watch that was ended' });
    return true;
  }
}

function takeLook(run: Run<NoticesMemory>, { needs, atMs, channels: ways, perMinute }: WatchNeedsVerdict): void {
  const { memory } = run;
  const seen = needs === null ? {} : { needs: withLook(memory.needs, { needs, atMs }), lookedAtMs: atMs };
  // A way that is not configured any more fails no longer.
  const failing = Object.fromEntries(ways.flatMap((way) => (memory.failing[way] ? [[way, memory.failing[way]]] : [])));
  run.change({ ...seen, channels: ways, perMinute, failing });
  run.present();
}

function watchInput({ memory }: Run<NoticesMemory>): WatchNeedsInput {
  const open = memory.needs.filter(({ goneSinceMs }) => goneSinceMs === null);
  return {
    known: open.map(({ need, stage }) => ({
      key: need.key,
      urgentAtMs: need.urgentAtMs,
      stage,
      askedCode: askedCode(need),
    })),
    channels: memory.channels,
    perMinute: memory.perMinute,
    periodMs: watchPeriodMs,
  };
}
