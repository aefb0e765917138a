import type { OptionSpec } from '../kit/command-spec.ts';
import { jsonOption, logLevelOption } from './common-options.ts';

export const upOptions: readonly OptionSpec[] = [
  {
    flags: '--for <duration>',
    text: 'stop after this time and print a summary, for example 90s (default: run until Ctrl-C)',
  },
  { flags: '--market <file>', text: 'replay a recorded market (CSV) instead of a generated one' },
  { flags: '--pair <asset/fiat>', text: "the recording's pair, when it is not in the file name" },
  { flags: '--scale <n>', text: "decimals of the recording's prices (default: those of its best prices)" },
  { flags: '--speed <n>', text: 'market time per real time (default: 60)' },
  { flags: '--seed <n>', text: 'random seed (default: 1)' },
  { flags: '--orders-per-minute <n>', text: 'how many customers take an ad (default: 6)' },
  { flags: '--faults <kind>', text: 'none, mild or storm (default: mild)' },
  { flags: '--port <n>', text: 'port of the Temporal server (default: 7233 when free, else any)' },
  { flags: '--ui-port <n>', text: 'port of the Web UI (default: 8233 when free, else any)' },
  { flags: '--fresh', text: 'delete the state of an earlier run of the same market' },
  { ...logLevelOption, text: "of the worker's log (default: PEERDESK_LOG_LEVEL, else info)" },
  jsonOption,
];
