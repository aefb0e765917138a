import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Amount, atScale } from '../world/amounts.ts';
import { describePair, type MarketFeed, type MarketPair } from '../world/market-feed.ts';
import { buildBook, rememberLatest } from './offer-book.ts';
import { RecordingError } from './recording-error.ts';
import { parseRecording, type RecordedRow } from './recording-parser.ts';
import { referencePrices } from './reference-price.ts';

interface RecordedMarketOptions {
  seed: number;
  file: string;
  /** `USDT/BOB`; default: read from a file name such as `usdt-bob-2026.csv`, else USDT/BOB. */
  pair?: string;
  /** Decimals of a price; default: those that nearly all its best prices have. */
  scale?: number | null;
}

interface RecordedMarket extends MarketFeed {
  rows: number;
  skippedRows: number;
}

const stepMs = 30_000;
const pairInName = /^([a-z0-9]{2,10})[-_]([a-z]{3})(?![a-z])/i;
const pairText = /^([a-z0-9]{2,10})[/_-]([a-z]{3})$/i;

/**
 * Replays a recorded market from a CSV file in a loop.
 *
 * Throws `RecordingError`, one line, when the file cannot be read, is not a recording or holds nothing usable.
 */
export function readRecordedMarket(options: RecordedMarketOptions): RecordedMarket {
  const recording = parseRecording(readText(options.file), options.file, options.scale ?? null);
  const { asset, fiat, assumed } = pairOfRecording(options);
  return replay(recording.rows, {
    pair: describePair(asset, fiat, recording.priceScale),
    seed: options.seed,
    skippedRows: recording.skippedRows,
    flaw: recording.flaw,
    name: `${basename(options.file)}${assumed ? ` (pair taken as ${asset}/${fiat})` : ''}`,
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new RecordingError(`Cannot read the recorded market ${file} (${reason}): give the path of a CSV file.`);
  }
}

interface PairOfRecording {
  asset: string;
  fiat: string;
  /** True when neither the caller nor the file named it; the description then says so. */
  assumed: boolean;
}

/** Returns the pair from the caller or the file's name; default: USDT/BOB. Throws `RecordingError` for a pair of another form. */
export function pairOfRecording({ file, pair }: Pick<RecordedMarketOptions, 'file' | 'pair'>): PairOfRecording {
  const match = pair === undefined ? pairInName.exec(basename(file)) : pairText.exec(pair);
  const [, asset, fiat] = match ?? [];
  if (asset !== undefined && fiat !== undefined) {
    return { asset: asset.toUpperCase(), fiat: fiat.toUpperCase(), assumed: false };
  }
  if (pair === undefined) return { asset: 'USDT', fiat: 'BOB', assumed: true };
  throw new RecordingError(`Cannot read the pair from ${pair}: give one such as USDT/BOB.`);
}

interface Replay {
  pair: MarketPair;
  seed: number;
  skippedRows: number;
  flaw: string | null;
  name: string;
}

interface PricedRow extends RecordedRow {
  reference: string;
}

function replay(rows: RecordedRow[], { pair, seed, skippedRows, flaw, name }: Replay): RecordedMarket {
  const priced = pricedRows(rows, pair);
  const startMs = rows[0]?.atMs ?? 0;
  // One more step after the last row prevents a recording of a single row from having no length at all.
  const lengthMs = (rows.at(-1)?.atMs ?? startMs) - startMs + stepMs;
  const references = priced.map((row) => new Amount(row.reference));
  const left = skippedRows > 0 ? `, ${skippedRows} left out` : '';
  return {
    pairs: [pair],
    startMs,
    rows: rows.length,
    skippedRows,
    description: `${rows.length} rows of ${name}${left}${flaw === null ? '' : ` (${flaw})`}`,
    referenceRange: () => ({
      low: atScale(Amount.min(...references), pair.priceScale),
      high: atScale(Amount.max(...references), pair.priceScale, 'up'),
    }),
    at: rememberLatest(stepMs, (marketMs) => {
      const within = Math.max(0, marketMs - startMs) % lengthMs;
      const { reference, ask, bid } = rowAt(priced, startMs + within);
      return [buildBook({ pair, seed, marketMs, reference, ask, bid })];
    }),
  };
}

/** Rows before the first price use that price. */
function pricedRows(rows: RecordedRow[], pair: MarketPair): PricedRow[] {
  const references = referencePrices(rows);
  const first = references.find((reference) => reference !== null) ?? new Amount(1);
  return rows.map((row, index) => ({
    ...row,
    reference: atScale(references[index] ?? first, pair.priceScale, 'nearest'),
  }));
}

/** The latest row that is not after the moment, by halving. */
function rowAt(rows: readonly PricedRow[], atMs: number): PricedRow {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle]?.atMs ?? 0) <= atMs) low = middle;
    else high = middle - 1;
  }
  const row = rows[low];
  if (row === undefined) throw new RecordingError('The recorded market holds no row.');
  return row;
}
