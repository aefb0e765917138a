import type { LogLevel } from '../../workers/log/log-levels.ts';

/** Options of `peerdesk up`; the command line fills in the defaults. */
export interface UpOptions {
  /** Stops by itself after this time and prints a summary; null: runs until Ctrl-C. */
  forMs: number | null;
  /** A recorded market (CSV); null: a seeded generator. */
  marketFile: string | null;
  /** Pair of the recording, such as USDT/BOB; null: read from its file name. */
  pair: string | null;
  /** Decimals of its prices; null: those that nearly all its best prices have. */
  priceScale: number | null;
  /** Milliseconds of market time in one real millisecond. */
  speed: number;
  seed: number;
  ordersPerMinute: number;
  /** One JSON object a line on stdout, the summary last. */
  json: boolean;
  /** Port of the Temporal server; null: 7233 when it is free, else any. */
  port: number | null;
  /** Port of the Web UI; null: 8233 when it is free, else any. */
  uiPort: number | null;
  /** Deletes the state of an earlier run of the same market. */
  fresh: boolean;
  faults: 'none' | 'mild' | 'storm';
  /** Of the worker's log. */
  logLevel: LogLevel;
}
