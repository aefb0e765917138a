import type { OptionSpec } from '../command-spec.ts';

export const jsonOption: OptionSpec = { flags: '--json', text: 'print data as JSON, and a failure too' };

export const accountOption: OptionSpec = {
  flags: '--account <alias>',
  text: "account (default: PEERDESK_ACCOUNT, else the running demo's, else main)",
};

const timeoutOption: OptionSpec = {
  flags: '--timeout <duration>',
  text: 'longest wait for an answer (default: 10s)',
};

export const operatorOptions: readonly OptionSpec[] = [
  { flags: '--by <name>', text: 'who does it; stands in the history (default: $USER)' },
  { flags: '--note <text>', text: 'why; stands in the history' },
];

/** Options of every command that talks to a workflow. */
export const sessionOptions: readonly OptionSpec[] = [accountOption, timeoutOption, jsonOption];

export const modeOptions: readonly OptionSpec[] = [
  {
    flags: '--mode <mode>',
    text: 'sim, shadow (writes nothing) or live (default: PEERDESK_MODE, else sim for a service on loopback, else shadow)',
  },
  { flags: '--confirm-live', text: 'yes, write to a real service: needed with mode live off loopback' },
];

/** How prices are found: for one ad, or for all that a desk adopts. */
export const pricingOptions: readonly OptionSpec[] = [
  { flags: '--strategy <kind>', text: 'undercut, match, rank or fixed (default for a new ad: undercut)' },
  { flags: '--ticks <n>', text: 'undercut: ticks better than the best competitor (default: 1)' },
  { flags: '--rank <n>', text: 'rank: the place to hold, counted from 1' },
  { flags: '--price <price>', text: 'fixed: the price' },
  { flags: '--min-finish-rate <rate>', text: 'ignore competitors below this finish rate, 0 to 1; "off" for none' },
  { flags: '--min-orders <n>', text: 'ignore competitors with fewer orders; "off" for none' },
  { flags: '--min-remaining <amount>', text: 'ignore competitors with less of the asset left; "off" for none' },
  {
    flags: '--max-deviation <ratio>',
    text: 'ignore competitors farther than this from the reference price (default: 0.05); "off" for none',
  },
  { flags: '--ignore <nickname>', text: 'ignore this competitor', repeats: true },
  { flags: '--min-change <ticks>', text: 'leave smaller changes alone (default: 1)' },
  { flags: '--hold <duration>', text: 'keep a price at least this long (default: 0s)' },
  { flags: '--order <place>', text: 'of the own ads of a market, which is priced first; "off": by ad number' },
  {
    flags: '--behind-own <side>',
    text: 'where to stand beside an own ad in the way: merchant (dearer to sell) or taker (default: merchant)',
  },
  {
    flags: '--when-bound <what>',
    text: 'when a limit binds for minutes: keep (say it) or offline (take the ad offline until resume) (default: keep)',
  },
];

export const limitOptions: readonly OptionSpec[] = [
  { flags: '--floor <price>', text: 'never below this price' },
  { flags: '--ceiling <price>', text: 'never above this price' },
];

export const releaseOptions: readonly OptionSpec[] = [
  {
    flags: '--release <policy>',
    text: 'approve (a human), match (a matching payment) or paid (simulator only) (default: approve)',
  },
  { flags: '--amount-cap <amounts>', text: 'never release an order above this total, such as "5000 BOB"' },
  { flags: '--counterparty-min-orders <n>', text: 'release only to those with as many completed orders' },
  { flags: '--counterparty-min-finish-rate <rate>', text: 'release only to those with this finish rate, 0 to 1' },
  { flags: '--counterparty-min-days <n>', text: 'release only to those registered this long' },
  { flags: '--approvers <n>', text: 'so many different people approve a release (default: 1)' },
  { flags: '--approvers-above <amounts>', text: 'more of them above this total, such as "5000 BOB"; "off" for none' },
  { flags: '--approvers-then <n>', text: 'so many above that total' },
];
