import { setTimeout as delay } from 'node:timers/promises';
import { ExchangeError, type ExchangeClient } from '../../exchange/index.ts';
import { reportBan } from '../session/ban-check.ts';
import { openServiceClient } from '../call/service-client.ts';
import { CliFailure, misuse } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { listenForShutdown } from '../process/shutdown-signal.ts';
import { lookAtMarket, ownAdNumbers, type RecordedMarket } from './look-at-market.ts';
import { OwnAds } from './own-ads.ts';
import { RecordingFiles } from './recording-files.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { recordOptions } from '../options/market-options.ts';

type RecordOptions = OptionsOf<typeof recordOptions>;

/** More often would take the calls of the desk that it records for. */
const shortestIntervalMs = 1_000;
const bytesPerMb = 1_000_000;

/** `peerdesk record`: writes what the market shows, for `replay` and `tune`, until it is stopped. */
export const record: CommandRun = async (call, context) => {
  const options = readOptions(recordOptions, call);
  if (options.pair.length === 0) throw misuse('--pair is needed: the market to record, such as --pair USDT/BOB');
  if (options.interval < shortestIntervalMs) throw misuse('--interval must be 1s or more: the desk needs its calls');
  const exchange = await openServiceClient(context);
  const files = openFiles(options);
  const shutdown = listenForShutdown();
  try {
    const looks = await recordToEnd({ context, options, exchange, files, signal: shutdown.signal });
    print(context, {
      json: options.json,
      data: { looks, folder: options.dir },
      text: () => `${looks} looks recorded in ${options.dir}`,
    });
  } finally {
    shutdown.release();
    await exchange.close();
  }
  return undefined;
};

/** Whatever ends it, the looks that wait in memory are written. */
async function recordToEnd(recording: Recording): Promise<number> {
  try {
    return await recordAll(recording);
  } finally {
    kept(recording, (files) => files.flush());
  }
}

function openFiles({ dir, maxSize }: RecordOptions): RecordingFiles {
  try {
    return new RecordingFiles({ folder: dir, maxBytes: maxSize * bytesPerMb });
  } catch (error) {
    throw misuse(`cannot write to ${dir} (${error instanceof Error ? error.message : String(error)})`);
  }
}

interface Recording {
  context: CommandContext;
  options: RecordOptions;
  exchange: ExchangeClient;
  files: RecordingFiles;
  signal: AbortSignal;
}

/** Returns how many looks were recorded until the time was over, or the person ended it. */
async function recordAll(recording: Recording): Promise<number> {
  const { context, options, signal } = recording;
  const markets = marketsOf(options);
  const endMs = options.for === undefined ? Number.POSITIVE_INFINITY : Date.now() + options.for;
  note(
    context,
    `records ${markets.map(marketText).join(', ')} every ${options.interval / 1_000} s in ${options.dir}; Ctrl-C ends it`,
  );
  let looks = 0;
  const own = new OwnAds((without) =>
    tried(recording, () => ownAdNumbers(recording.exchange, recording.signal), without),
  );
  while (!signal.aborted && Date.now() < endMs) {
    const startedMs = Date.now();
    const numbers = await own.numbersAt(startedMs);
    if (numbers !== null) looks += await recordLooks(recording, markets, numbers);
    const restMs = Math.min(startedMs + options.interval, endMs) - Date.now();
    await delay(Math.max(0, restMs), undefined, { signal }).catch(() => undefined);
  }
  return looks;
}

const marketText = ({ asset, fiat, side }: RecordedMarket): string => `${side} ${asset}/${fiat}`;

function marketsOf({ pair, side }: RecordOptions): RecordedMarket[] {
  const sides = side === undefined ? (['SELL', 'BUY'] as const) : [side];
  return pair.flatMap((text) => {
    const [asset = '', fiat = ''] = text.toUpperCase().split('/');
    return sides.map((one) => ({ asset, fiat, side: one }));
  });
}

async function recordLooks(
  recording: Recording,
  markets: readonly RecordedMarket[],
  numbers: readonly string[],
): Promise<number> {
  let looks = 0;
  for (const market of markets) if (await recordLook(recording, market, numbers)) looks += 1;
  return looks;
}

async function recordLook(recording: Recording, market: RecordedMarket, numbers: readonly string[]): Promise<boolean> {
  const { exchange, signal } = recording;
  const facts = { atMs: Date.now(), ownAdNumbers: numbers, signal };
  const look = await tried(recording, () => lookAtMarket(exchange, market, facts));
  if (look !== null) kept(recording, (files) => files.add(look));
  return look !== null;
}

function kept({ files, options }: Recording, write: (files: RecordingFiles) => void): void {
  try {
    write(files);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = 'the last looks are not in it, what came before is: make room, then record again';
    throw new CliFailure(ExitCode.ERROR, `cannot write to ${options.dir} (${reason}): ${remedy}`);
  }
}

/** A refused look is a gap in the recording, and said; a ban ends it, because each call would make the ban longer. */
async function tried<T>(
  { context, exchange, signal }: Recording,
  work: () => Promise<T>,
  without = 'not recorded',
): Promise<T | null> {
  if (signal.aborted) return null;
  try {
    return await work();
  } catch (error) {
    const { banUntilMs } = exchange.gate.state();
    if (banUntilMs !== null) {
      await reportBan(context, banUntilMs);
      throw error;
    }
    if (!(error instanceof ExchangeError)) throw error;
    if (!signal.aborted) note(context, `${without}: ${error.message}`);
    return null;
  }
}
