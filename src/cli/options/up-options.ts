import {
  countValue,
  durationValue,
  faultsValue,
  flagValue,
  option,
  pairValue,
  portValue,
  priceScaleValue,
  speedValue,
  textValue,
} from '../kit/option-values.ts';
import { jsonOption, logLevelOption } from './common-options.ts';

/** Of every simulator that can replay a recorded market. */
export const recordingOptions = [
  option({
    flags: '--pair <asset/fiat>',
    text: "the recording's pair, when it is not in the file name",
    value: pairValue.optional(),
  }),
  option({
    flags: '--scale <n>',
    text: "decimals of the recording's prices (default: those of its best prices)",
    value: priceScaleValue.optional(),
  }),
] as const;

export const upOptions = [
  option({
    flags: '--for <duration>',
    text: 'stop after this time and print a summary, for example 90s (default: run until Ctrl-C)',
    value: durationValue.optional(),
  }),
  option({
    flags: '--market <file>',
    text: 'replay a recorded market (CSV) instead of a generated one',
    value: textValue.optional(),
  }),
  ...recordingOptions,
  option({ flags: '--speed <n>', text: 'market time per real time (default: 60)', value: speedValue.default(60) }),
  option({ flags: '--seed <n>', text: 'random seed (default: 1)', value: countValue.default(1) }),
  option({
    flags: '--orders-per-minute <n>',
    text: 'how many customers take an ad (default: 6)',
    value: speedValue.default(6),
  }),
  option({ flags: '--faults <kind>', text: 'none, mild or storm (default: mild)', value: faultsValue.default('mild') }),
  option({
    flags: '--port <n>',
    text: 'port of the Temporal server (default: 7233 when free, else any)',
    value: portValue.optional(),
  }),
  option({
    flags: '--ui-port <n>',
    text: 'port of the Web UI (default: 8233 when free, else any)',
    value: portValue.optional(),
  }),
  option({ flags: '--fresh', text: 'delete the state of an earlier run of the same market', value: flagValue }),
  { ...logLevelOption, text: "of the worker's log (default: PEERDESK_LOG_LEVEL, else info)" },
  jsonOption,
] as const;
