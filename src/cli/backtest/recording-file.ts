import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { priceRow, type PriceRow } from '../../domain/backtest/price-rows.ts';
import { lookOf, ownPricesOf, recordedLookSchema, type RecordedLook } from '../../domain/backtest/recorded-look.ts';
import type { MarketLook } from '../../domain/backtest/rules-pricer.ts';
import { placesOf, type OwnPrice } from '../../domain/pricing/own-spread.ts';
import { pairOfRecording } from '../../simulator/market/recorded-market.ts';
import { flawText, RecordingError } from '../../simulator/market/recording-error.ts';
import { parseRecording, type RecordedRow } from '../../simulator/market/recording-parser.ts';
import { referencePrices } from '../../simulator/market/reference-price.ts';
import { misuse } from '../kit/cli-failure.ts';
import { textOfArchive } from './recording-archive.ts';

/** One side of a recorded market, in order of time. */
export interface Recording {
  asset: string;
  fiat: string;
  side: 'BUY' | 'SELL';
  priceScale: number;
  /** Rows of prices alone, or looks with all that was seen of each offer. */
  rows: { kind: 'prices'; books: PriceRow[] } | { kind: 'offers'; looks: MarketLook[] };
  /** Rows and lines that could not be used. */
  skipped: number;
  /** The first malformed one, with file, row and column; null: none is, or it is a line of looks. */
  flaw: string | null;
  /** Own ads that were seen on this side, by number. */
  ownAds: readonly string[];
  /** Own ads that were seen on the other side, whose zones reach over to this one. */
  ownAdsAcross: readonly string[];
}

interface RecordingOptions {
  side: 'BUY' | 'SELL';
  /** Such as USDT/BOB; null: the one of the recording. */
  pair: string | null;
  /** The own ad that is replayed: the other own ads stand where they were recorded. null: they are left out. */
  ad: string | null;
  /** Decimals of a price in CSV; null: those that nearly all its best prices have. */
  scale?: number | null;
}

/**
 * Reads recordings of one market, CSV or JSON lines (also compressed), as one recording. Throws a failure that names the
 * file and what is wrong with it.
 */
export function readRecording(files: readonly string[], wish: RecordingOptions): Recording {
  const recordings = files.map((file) => (isCsv(file) ? csvRecording(file, wish) : lookRecording(file, wish)));
  const [first, ...others] = recordings;
  if (first === undefined) throw misuse('name at least one recording: --market usdt-bob-2026.csv');
  return others.reduce(joined, first);
}

const isCsv = (file: string): boolean => /\.csv(?:\.gz)?$/i.test(file);

function joined(left: Recording, right: Recording): Recording {
  const [one, other] = [left, right].map(({ asset, fiat }) => `${asset}/${fiat}`);
  if (one !== other) throw misuse(`the recordings are of two markets, ${one} and ${other}: name one with --pair`);
  if (left.priceScale !== right.priceScale || left.rows.kind !== right.rows.kind) {
    throw misuse(
      'the recordings differ in kind or in the decimals of their prices: replay them one by one, or name the decimals of CSV files with --scale',
    );
  }
  const both = {
    ...left,
    skipped: left.skipped + right.skipped,
    flaw: left.flaw ?? right.flaw,
    ownAds: [...new Set([...left.ownAds, ...right.ownAds])],
    ownAdsAcross: [...new Set([...left.ownAdsAcross, ...right.ownAdsAcross])],
  };
  if (left.rows.kind === 'prices' && right.rows.kind === 'prices') {
    return { ...both, rows: { kind: 'prices', books: byTime([...left.rows.books, ...right.rows.books]) } };
  }
  return { ...both, rows: { kind: 'offers', looks: byTime([...looksOf(left), ...looksOf(right)]) } };
}

const looksOf = ({ rows }: Recording): MarketLook[] => (rows.kind === 'offers' ? rows.looks : []);

function byTime<Row extends { atMs: number }>(rows: Row[]): Row[] {
  return rows.toSorted((left, right) => left.atMs - right.atMs);
}

function textOf(file: string): string {
  try {
    const bytes = readFileSync(file);
    return /\.gz$/i.test(file) ? textOfArchive(bytes) : bytes.toString('utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw misuse(`cannot read the recording ${file} (${reason})`);
  }
}

function csvRecording(file: string, { side, pair, scale = null }: RecordingOptions): Recording {
  try {
    const { rows, skippedRows: skipped, flaw, priceScale } = parseRecording(textOf(file), file, scale);
    const { asset, fiat } = pairOfRecording({ file, ...(pair === null ? {} : { pair }) });
    const references = referencePrices(rows);
    const books = rows.map((row, index) => {
      const reference = references[index]?.toFixed(priceScale) ?? null;
      return priceRow({ atMs: row.atMs, prices: pricesOf(row, side), reference }, priceScale);
    });
    const all = { kind: 'prices', books } as const;
    return { asset, fiat, side, priceScale, rows: all, skipped, flaw, ownAds: [], ownAdsAcross: [] };
  } catch (error) {
    if (error instanceof RecordingError) throw misuse(error.message);
    throw error;
  }
}

/** What sellers ask stands on the side of an ad that sells. */
function pricesOf({ ask, bid }: RecordedRow, side: RecordingOptions['side']): string[] {
  const { best, usual, median } = side === 'SELL' ? ask : bid;
  return [best, usual, median].filter((price) => price !== null);
}

function lookRecording(file: string, wish: RecordingOptions): Recording {
  if (typeof wish.scale === 'number')
    throw misuse(`--scale is for CSV files: ${basename(file)} names its decimals itself`);
  const written = textOf(file).split('\n');
  const read = written.filter((line) => line.trim() !== '').map(lineOf);
  const seen = byTime(read.filter((line) => line !== null && isWanted(line, wish)) as RecordedLook[]);
  const lines = seen.filter((line) => line.side === wish.side);
  const [first] = lines;
  if (first === undefined) {
    throw misuse(
      `${basename(file)} holds no look at the ${wish.side} side${wish.pair === null ? '' : ` of ${wish.pair}`}${flawOfLines(written)}`,
    );
  }
  const other = lines.find(({ asset, fiat }) => asset !== first.asset || fiat !== first.fiat);
  if (other !== undefined) {
    const pairs = `${first.asset}/${first.fiat} and ${other.asset}/${other.fiat}`;
    throw misuse(`${basename(file)} holds several markets, such as ${pairs}: name one with --pair`);
  }
  const { asset, fiat, side, priceScale } = first;
  // Without --pair the other side may hold looks at other markets.
  const market = seen.filter((line) => line.asset === asset && line.fiat === fiat);
  const ownPrices = wish.ad === null ? null : ownPricesBeside(market, wish.side, wish.ad);
  const looks = lines
    .filter((line) => line.priceScale === priceScale)
    .map((line) => {
      const own = placesOf(ownPrices?.get(line) ?? [], priceScale);
      return { ...lookOf(line), ...(ownPrices === null ? {} : { ownPrices: own }) };
    });
  return {
    asset,
    fiat,
    side,
    priceScale,
    rows: { kind: 'offers', looks },
    // A look with other decimals than the first is of no use beside it.
    skipped: read.filter((line) => line === null).length + lines.length - looks.length,
    flaw: null,
    ownAds: ownAdsOf(lines),
    ownAdsAcross: ownAdsOf(market.filter((line) => line.side !== wish.side)),
  };
}

function ownAdsOf(lines: readonly RecordedLook[]): string[] {
  return [...new Set(lines.flatMap((line) => ownPricesOf(line, '').map(({ adNumber }) => adNumber)))];
}

/** Where the other own ads were at each look at a side; those across are known from the last look there. */
function ownPricesBeside(
  seen: readonly RecordedLook[],
  side: RecordingOptions['side'],
  ad: string,
): Map<RecordedLook, readonly OwnPrice[]> {
  let across: readonly OwnPrice[] = [];
  const beside = new Map<RecordedLook, readonly OwnPrice[]>();
  for (const line of seen) {
    const own = ownPricesOf(line, ad);
    if (line.side === side) beside.set(line, [...own, ...across]);
    else across = own;
  }
  return beside;
}

const jsonLine = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: 'custom', input: text, message: 'is no JSON' });
      return z.NEVER;
    }
  })
  .pipe(recordedLookSchema);

/** The last line of a recording may be cut off: what cannot be read is counted. */
function lineOf(text: string): RecordedLook | null {
  return jsonLine.safeParse(text).data ?? null;
}

/** Says why the first line that cannot be read is no look; empty: each is one, or there is none. */
function flawOfLines(lines: readonly string[]): string {
  const flaws = lines.map((line) => (line.trim() === '' ? undefined : jsonLine.safeParse(line).error?.issues[0]));
  const [row, issue] = [...flaws.entries()].find(([, flaw]) => flaw !== undefined) ?? [];
  if (row === undefined || issue === undefined) return '';
  const column = issue.path.length === 0 ? null : issue.path.join('.');
  return `; ${flawText({ row: row + 1, column, what: issue.message })}`;
}

function isWanted({ asset, fiat }: RecordedLook, { pair }: RecordingOptions): boolean {
  return pair === null || pair.toUpperCase() === `${asset}/${fiat}`;
}
