import { z } from 'zod';
import { workflowTypes } from '../../workflows/contract/registered-workflows.ts';
import {
  aliasValue,
  countValue,
  durationValue,
  faultsValue,
  flagValue,
  hostNameValue,
  option,
  portValue,
  positiveCountValue,
  speedValue,
  textValue,
} from '../kit/option-values.ts';
import { backtestOptions } from './backtest-options.ts';
import {
  accountOption,
  configOption,
  jsonOption,
  logLevelOption,
  readingOptions,
  sessionOptions,
} from './common-options.ts';
import { recordingOptions } from './up-options.ts';

export const initOptions = [
  option({
    flags: '--dir <folder>',
    text: 'where to write it (default: this folder); no one else may write there',
    value: textValue.optional(),
  }),
  option({
    flags: '--account <alias>',
    text: 'short name of the account (default: main)',
    value: aliasValue.optional(),
  }),
  option({
    flags: '--service <address>',
    text: 'address of the service, such as https://api.example.com',
    value: textValue.optional(),
  }),
  option({
    flags: '--temporal <host:port>',
    text: 'the Temporal server (default: localhost:7233)',
    value: textValue.optional(),
  }),
  option({
    flags: '--api-key-file <file>',
    text: 'file with the API key; else it is asked for, without echo',
    value: textValue.optional(),
  }),
  option({
    flags: '--api-secret-file <file>',
    text: 'file with the API secret; else it is asked for, without echo',
    value: textValue.optional(),
  }),
  option({
    flags: '--codec-keys-file <file>',
    text: 'file with the keys that seal payloads, of `peerdesk codec new-key`',
    value: textValue.optional(),
  }),
  option({
    flags: '--codec-key',
    text: 'make that key, in codec-keys beside the file; one that is there stays',
    value: flagValue,
  }),
  option({
    flags: '--max-release <sums>',
    text: 'largest single release, for example "5000 BOB"',
    value: textValue.optional(),
  }),
  option({
    flags: '--import-ads',
    text: 'add the ads that the account has, as `peerdesk ad import` prints them',
    value: flagValue,
  }),
  option({ flags: '--overwrite', text: 'replace a file that exists; a copy of it stays beside it', value: flagValue }),
  option({ flags: '--yes', text: 'ask nothing: what no option says gets its default', value: flagValue }),
  jsonOption,
] as const;

export const startOptions = [
  option({
    flags: '--config <file>',
    text: "configuration file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's)",
    value: textValue.optional(),
  }),
  option({
    flags: '--health-port <n>',
    text: 'answer GET /healthz for all of them on this port (default: a free one)',
    value: portValue.default(0),
  }),
  option({
    flags: '--ui-port <n>',
    text: 'port of the Web UI (default: 8233, where that is taken a free one)',
    value: portValue.optional(),
  }),
  option({
    flags: '--door-port <n>',
    text: 'port of the door, where the file names sources of payments (default: 8450)',
    value: portValue.optional(),
  }),
  option({ flags: '--without-watchdog', text: 'run none here: it runs on another machine', value: flagValue }),
  option({ flags: '--accept-broken-histories', text: 'as `peerdesk worker` has it', value: flagValue }),
  option({
    flags: '--unit',
    text: 'print a unit of systemd that runs it at each start of the machine, and end',
    value: flagValue,
  }),
  logLevelOption,
  jsonOption,
] as const;

export const workerOptions = [
  accountOption,
  option({
    flags: '--egress <name>',
    text: 'which outgoing address of the configuration file; needed when it has several',
    value: aliasValue.optional(),
  }),
  option({
    flags: '--config <file>',
    text: "configuration file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's)",
    value: textValue.optional(),
  }),
  option({
    flags: '--health-port <n>',
    text: 'answer GET /healthz on this port: 200 while it polls, else 503; 0 for any',
    value: portValue.optional(),
  }),
  option({
    flags: '--health-host <host>',
    text: 'address to answer on (default: 127.0.0.1)',
    value: textValue.default('127.0.0.1'),
  }),
  option({
    flags: '--metrics-port <n>',
    text: "answer Prometheus' GET /metrics on this port; 0 for any (default: PEERDESK_METRICS_PORT, else none)",
    value: portValue.optional(),
  }),
  option({
    flags: '--metrics-host <host>',
    text: 'address to answer it on (default: 127.0.0.1)',
    value: textValue.default('127.0.0.1'),
  }),
  option({
    flags: '--accept-broken-histories',
    text: 'serve although open workflows do not replay on this code: they stand still',
    value: flagValue,
  }),
  logLevelOption,
  jsonOption,
] as const;

export const doctorOptions = [
  accountOption,
  configOption,
  option({
    flags: '--timeout <duration>',
    text: 'how long one answer of the service may take (default: 10s)',
    value: durationValue.default(10_000),
  }),
  jsonOption,
] as const;

export const serverOptions = [
  option({
    flags: '--db <file>',
    text: 'where everything is kept (default: temporal.db in the state folder; without a configuration file .peerdesk/server/temporal.db)',
    value: textValue.optional(),
  }),
  option({
    flags: '--port <n>',
    text: 'port of the server, 0 for any (default: that of the configured address on this machine, else 7233)',
    value: portValue.optional(),
  }),
  option({
    flags: '--ui-port <n>',
    text: 'port of the Web UI, 0 for any (default: 8233)',
    value: portValue.default(8233),
  }),
  option({
    flags: '--ui-name <host>',
    text: 'answer to this host name too, not to localhost alone',
    repeats: true,
    value: z.array(hostNameValue).default([]),
  }),
  { ...logLevelOption, text: 'of its own log beside the file (default: PEERDESK_LOG_LEVEL, else warn)' },
  configOption,
  jsonOption,
] as const;

export const simulatorOptions = [
  option({
    flags: '--host <host>',
    text: 'address to listen on (default: 127.0.0.1)',
    value: textValue.default('127.0.0.1'),
  }),
  option({ flags: '--port <n>', text: 'port, 0 for any (default: 8400)', value: portValue.default(8400) }),
  option({ flags: '--seed <n>', text: 'random seed (default: 1)', value: countValue.default(1) }),
  option({ flags: '--speed <n>', text: 'market time per real time (default: 60)', value: speedValue.default(60) }),
  option({ flags: '--market <file>', text: 'replay a recorded market (CSV)', value: textValue.optional() }),
  ...recordingOptions,
  option({
    flags: '--orders-per-minute <n>',
    text: 'how many customers take an ad (default: 6)',
    value: speedValue.default(6),
  }),
  option({ flags: '--faults <kind>', text: 'none, mild or storm (default: none)', value: faultsValue.default('none') }),
  option({ flags: '--state-file <file>', text: 'load and save the state in this file', value: textValue.optional() }),
  accountOption,
  {
    ...logLevelOption,
    text: 'also warn (default), info: orders and prices, debug: requests; or PEERDESK_LOG_LEVEL',
  },
  jsonOption,
] as const;

export const notifyOptions = [
  option({ flags: '--test', text: 'send an empty message on each way, and say what came back', value: flagValue }),
  ...sessionOptions,
] as const;

/** Of the replay of histories. */
export const replayHistoriesOptions = [
  option({
    flags: '--from-server',
    text: 'replay what runs on the server, and what has ended lately',
    value: flagValue,
  }),
  option({
    flags: '--type <type>',
    text: 'with --from-server: only this type of workflow',
    repeats: true,
    value: z.array(z.enum(workflowTypes, `must be one of ${workflowTypes.join(', ')}`)).default([]),
  }),
  option({
    flags: '--workflow-id <id>',
    text: 'only this workflow; for a file: its id, where the file names none',
    value: z
      .string()
      .regex(/^[\w.:-]{1,200}$/, 'must be a workflow id such as ad:main:1148560')
      .optional(),
  }),
  option({
    flags: '--limit <n>',
    text: 'with --from-server: at most so many histories a type, the oldest and the newest (default: all that runs)',
    value: positiveCountValue.optional(),
  }),
  option({
    flags: '--since <duration>',
    text: 'with --from-server: also what has ended since then (default: 24h)',
    value: durationValue.default(24 * 3_600_000),
  }),
  option({
    flags: '--timeout <duration>',
    text: 'how long to wait for the server in all (default: 10m)',
    value: durationValue.default(600_000),
  }),
] as const;

/** Of the replay of a recorded market. */
export const replayMarketOptions = [
  ...backtestOptions,
  option({
    flags: '--against <name>',
    text: 'with --market: other rules, to compare with',
    value: textValue.optional(),
  }),
  option({
    flags: '--html <file>',
    text: 'with --market: also write the figures and plots as one page',
    value: textValue.optional(),
  }),
  jsonOption,
] as const;

export const replayOptions = [...replayHistoriesOptions, ...replayMarketOptions] as const;

const dayMs = 86_400_000;

export const auditOptions = [
  option({ flags: '--all-accounts', text: 'of every account, and of the outgoing addresses', value: flagValue }),
  option({ flags: '--since <duration>', text: 'how far back (default: 2d)', value: durationValue.default(2 * dayMs) }),
  option({
    flags: '--limit <n>',
    text: 'how many histories are read, the newest ones (default: 500)',
    value: positiveCountValue.default(500),
  }),
  ...readingOptions,
] as const;

export const versionOptions = [jsonOption] as const;
