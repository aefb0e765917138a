import { strategyFlags } from '../ad/strategy-options.ts';
import type { OptionSpec } from '../kit/command-spec.ts';

export const jsonOption: OptionSpec = { flags: '--json', text: 'print data and failures as JSON' };

export const accountOption: OptionSpec = {
  flags: '--account <alias>',
  text: "account (default: PEERDESK_ACCOUNT, else the running demo's, else main)",
};

/** The option of every command that shows what changes. */
export const watchOption: OptionSpec = {
  flags: '--watch',
  text: 'go on until Ctrl-C: a page that is redrawn, or a line for each change when piped',
};

/** The option of every long-running command. */
export const logLevelOption: OptionSpec = {
  flags: '--log-level <level>',
  text: 'trace, debug, info, warn or error (default: PEERDESK_LOG_LEVEL, else info)',
};

export const configOption: OptionSpec = {
  flags: '--config <file>',
  text: "configuration file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's)",
  completes: true,
};

export const timeoutOption: OptionSpec = {
  flags: '--timeout <duration>',
  text: 'how long to wait for an answer (default: PEERDESK_TIMEOUT, else 10s)',
  variable: 'PEERDESK_TIMEOUT',
};

export const operatorOptions: readonly OptionSpec[] = [
  { flags: '--by <name>', text: 'who does it; recorded in the history (default: $USER)' },
  { flags: '--note <text>', text: 'why; recorded in the history' },
];

/** Of every command that allows something which takes a signature where approvals are signed. */
export const keyOption: OptionSpec = {
  flags: '--key <name>',
  text: 'sign with this key (default: the key of --by, if there is one)',
};

/** Options of every command that talks to a workflow. */
export const sessionOptions: readonly OptionSpec[] = [accountOption, configOption, timeoutOption, jsonOption];

export const modeOptions: readonly OptionSpec[] = [
  {
    flags: '--mode <mode>',
    text: 'sim, shadow (writes nothing) or live (default: PEERDESK_MODE, else sim at a proven simulator, else shadow)',
  },
  { flags: '--confirm-live', text: 'confirm writes to a real service: required for mode live' },
];

/** How prices are found: for one ad, or for all that a desk adopts. */
export const pricingOptions: readonly OptionSpec[] = [
  ...strategyFlags,
  { flags: '--min-finish-rate <rate>', text: 'ignore competitors below this finish rate, 0 to 1; "off" for none' },
  { flags: '--min-orders <n>', text: 'ignore competitors with fewer orders; "off" for none' },
  { flags: '--min-remaining <amount>', text: 'ignore competitors with less of the asset left; "off" for none' },
  {
    flags: '--max-deviation <ratio>',
    text: 'ignore competitors farther than this from the reference price (default: 0.05); "off" for none',
  },
  {
    flags: '--max-median-deviation <ratio>',
    text: 'ignore competitors farther than this from the median of the offers; "off" for none (default)',
  },
  {
    flags: '--min-order-size <ratio>',
    text: 'ignore competitors whose largest order is below this share of the median one; "off" for none (default)',
  },
  { flags: '--ignore <nickname>', text: 'ignore this competitor; "off" alone for none', repeats: true },
  { flags: '--ignore-user <user-number>', text: 'the same by user number, which is unique', repeats: true },
  { flags: '--only-user <user-number>', text: 'count only these merchants; "off" alone for all', repeats: true },
  { flags: '--merchants-only <yes|no>', text: 'ignore competitors that are no merchants (default: no)' },
  {
    flags: '--without-extra-kyc <yes|no>',
    text: 'ignore competitors that demand another identity check (default: no)',
  },
  { flags: '--limits-overlap <yes|no>', text: 'ignore competitors that take none of your order sizes (default: no)' },
  {
    flags: '--pay-methods <which>',
    text: 'count only competitors with a payment method of yours ("shared"), or of a list such as "BANK,Yape" (default: any)',
  },
  { flags: '--fallback <what>', text: 'without a competitor: hold, offline, or a price (default: hold)' },
  {
    flags: '--min-margin <percent>',
    text: 'never earn less against the reference price after your fee, such as "0.6%"; "off" for none (default)',
  },
  { flags: '--max-step <size>', text: 'largest change at once: ticks such as 5, or "0.5%"; "off" for none (default)' },
  { flags: '--min-change <ticks>', text: 'skip smaller changes (default: 1)' },
  { flags: '--hold <duration>', text: 'keep a price at least this long (default: 0s)' },
  {
    flags: '--answer-hold <duration>',
    text: 'wait before a second small step down (up, when buying) in a row, twice as long before each further one (default: 10s)',
  },
  { flags: '--order <place>', text: 'priority among own ads of a market, 1 first; "off": by ad number' },
  {
    flags: '--behind-own <side>',
    text: 'which side of a blocking own ad: merchant (better for you) or taker (better rank) (default: merchant)',
  },
  {
    flags: '--rival-beyond <what>',
    text: 'a competitor beyond your limit: limit (stand at it), next (go by the next one) or offline (default: limit)',
  },
  {
    flags: '--pause-after <hits>',
    text: 'pause when guards change the price this often, such as 5/10m; "off" for never (default)',
  },
  {
    flags: '--inventory <rule>',
    text: 'keep its quantity, a rule in JSON such as \'{"target":"500","refillBelow":"300","total":"5000"}\'; "off" for as it is (default)',
  },
  {
    flags: '--payment-caps <rule>',
    text: 'what its payment methods may carry in a day, in JSON such as \'{"timezone":"America/La_Paz","caps":[{"method":"BANK","daily":"50000","fiat":"BOB"}]}\'; "off" for no caps (default)',
  },
  {
    flags: '--when-bound <what>',
    text: 'when a limit binds for minutes: keep (report it) or offline (until resume) (default: keep)',
  },
  {
    flags: '--when-paused <what>',
    text: 'a pause leaves the ad online at its price (keep) or takes it offline (offline) (default: keep)',
  },
  {
    flags: '--hours <times>',
    text: 'when it is on the market, such as "Mon-Sat 08:00-22:00"; "off": always (default)',
  },
  { flags: '--timezone <name>', text: 'whose clock the hours are on, such as America/La_Paz' },
  { flags: '--closed <date>', text: 'a date on which it is not, such as 2026-12-25; "off" alone: none', repeats: true },
  {
    flags: '--hours-exception <times>',
    text: 'a date with times of its own, such as "2026-12-24 08:00-12:00"; "off" alone: none',
    repeats: true,
  },
  { flags: '--resting-price <price>', text: 'what it costs outside its hours; "off": it is offline then (default)' },
];

export const limitOptions: readonly OptionSpec[] = [
  { flags: '--floor <price>', text: 'never below this price' },
  { flags: '--ceiling <price>', text: 'never above this price' },
];
