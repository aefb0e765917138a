import PQueue from 'p-queue';
import { adControl, listWorkflows, type AdControl, type AdView } from '../../client/index.ts';
import { nextApply, type NextApply, type Stated } from '../apply/next-apply.ts';
import { CliFailure, misuse } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall } from '../kit/command-spec.ts';
import { ExitCode, worstOf } from '../kit/exit-code.ts';
import { describeFailure } from '../session/failure-report.ts';
import { numberIdValue, readArgument } from '../kit/option-values.ts';
import {
  ask,
  inFreshTime,
  isServed,
  withTemporal,
  type SessionWish,
  type TemporalSession,
} from '../session/temporal-session.ts';

/** The answer of one ad, and the line that a person reads. */
export interface AdAnswer<View = AdView> {
  view: View;
  line: string;
  /** What it has changed; absent: nothing that a file states. */
  stated?: Stated;
}

interface AdsCall<View> {
  call: CommandCall;
  context: CommandContext;
  options: SessionWish & { json: boolean; all: boolean };
  command: (control: AdControl) => Promise<AdAnswer<View>>;
  /** Sends the command as a signal, which the server keeps, where no worker answers. Absent: nothing is sent then. */
  kept?: (control: AdControl) => Promise<void>;
  /** What is kept: "taken offline by ana". */
  keptText?: string;
}

interface Outcome<View> {
  adNumber: string;
  exitCode: ExitCode;
  line: string;
  /** Null: the ad did not answer. */
  view: View | null;
  nextApply?: NextApply['data']['nextApply'];
}

const commandsAtOnce = 10;
/** More than any account has. */
const maxAds = 10_000;

/**
 * Sends a command to each named ad, or to all that are kept, and prints their states. With several a failure does not
 * stop the others, and the exit code is the worst.
 */
export async function commandAds(ads: AdsCall<AdView>): Promise<ExitCode> {
  const outcomes = await askAds(ads);
  const [only] = outcomes;
  return outcomes.length === 1 && only !== undefined ? printOne(ads, only) : printAll(ads, outcomes);
}

/** Asks each named ad, or all that are kept. The failure of a single one rejects; of several, it is an outcome. */
export async function askAds<View>(ads: AdsCall<View>): Promise<Outcome<View>[]> {
  const { call, context, options } = ads;
  const named = call.args.map((_, index) => readArgument(numberIdValue, call, { index, name: 'the ad' }));
  if (options.all === named.length > 0) throw misuse('name the ads, or all of them with --all');
  return await withTemporal(context, options, async (session) => {
    const numbers = options.all ? await allAds(session) : [...new Set(named)];
    const [only] = numbers;
    if (numbers.length === 1 && only !== undefined) return [await commandOne(ads, session, only)];
    const queue = new PQueue({ concurrency: commandsAtOnce });
    const run = (number: string): Promise<Outcome<View>> =>
      inFreshTime(session, () => commandOne(ads, session, number)).catch((error: unknown) =>
        failed(context, number, error),
      );
    return await Promise.all(numbers.map((number) => queue.add(() => run(number))));
  });
}

async function allAds({ client, account }: TemporalSession): Promise<string[]> {
  const rows = await listWorkflows(client, { type: 'adMaintenance', account, running: true, limit: maxAds });
  if (rows.length === 0) throw new CliFailure(ExitCode.NOT_FOUND, `no ad of account ${account} is kept`);
  return rows.map(({ subject }) => subject).toSorted();
}

async function commandOne<View>(
  ads: AdsCall<View>,
  session: TemporalSession,
  adNumber: string,
): Promise<Outcome<View>> {
  const { client, account, timeoutMs } = session;
  const control = adControl(client, account, adNumber).within(timeoutMs);
  const { kept, keptText = '' } = ads;
  if (kept !== undefined && !(await isServed(session))) {
    await kept(control);
    const line = `ad ${adNumber}: kept: it will be ${keptText} as soon as a worker runs`;
    const next = await nextApply(ads.context, session, { kind: 'off-market', adNumber });
    return { adNumber, exitCode: ExitCode.OK, line: line + next.end, view: null, ...next.data };
  }
  const { view, line, stated } = await ask(session, control.workflowId, () => ads.command(control));
  const next = await nextApply(ads.context, session, ...(stated === undefined ? [] : [stated]));
  return { adNumber, exitCode: ExitCode.OK, view, line: line + next.end, ...next.data };
}

async function failed(context: CommandContext, adNumber: string, error: unknown): Promise<Outcome<never>> {
  const { exitCode, line } = await describeFailure(error, context.env);
  return { adNumber, exitCode, line: line.includes(adNumber) ? line : `ad ${adNumber}: ${line}`, view: null };
}

function printOne(
  { context, options: { json } }: AdsCall<AdView>,
  { view, line, exitCode, adNumber, nextApply: next }: Outcome<AdView>,
): ExitCode {
  const answer = view ?? { adNumber, kept: true, message: line };
  print(context, { json, data: { ...answer, ...(next === undefined ? {} : { nextApply: next }) }, text: () => line });
  return exitCode;
}

function printAll({ context, options: { json } }: AdsCall<AdView>, outcomes: Outcome<AdView>[]): ExitCode {
  print(context, { json, data: outcomes, text: () => outcomes.map(({ line }) => line).join('\n') });
  return worstOf(outcomes.map(({ exitCode }) => exitCode));
}
