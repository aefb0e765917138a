import type { OptionSpec } from '../kit/command-spec.ts';
import { configOption } from './common-options.ts';

/** Options of the commands that replay a recorded market. */
export const backtestOptions: readonly OptionSpec[] = [
  { flags: '--market <file>', text: 'a recorded market: CSV, or JSON lines of `peerdesk record`', repeats: true },
  { flags: '--rules <name>', text: 'the rules: a [rules.NAME] or [ads.NAME] of peerdesk.toml, or a .json file' },
  { flags: '--side <side>', text: "the ad's side: sell or buy (default: sell)" },
  { flags: '--pair <asset/fiat>', text: 'the market, where a recording holds several or names none' },
  { flags: '--scale <n>', text: 'decimals of the prices of a CSV file (default: those of its best prices)' },
  { flags: '--ad <number>', text: 'the own ad that is replayed: the zones of the other recorded ones then hold' },
  { flags: '--floor <price>', text: 'never below this price; replaces that of the rules' },
  { flags: '--ceiling <price>', text: 'never above this price; replaces that of the rules' },
  { flags: '--takers-per-hour <n>', text: 'how many people take an ad of this side in an hour (default: 6)' },
  { flags: '--order-size <amount>', text: 'what each of them takes, in the asset (default: 100)' },
  configOption,
];
