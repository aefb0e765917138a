import { z } from 'zod';
import { usualDemand } from '../../domain/backtest/demand.ts';
import { option, pairValue, priceScaleValue, priceValue, shareValue, textValue } from '../kit/option-values.ts';
import { configOption } from './common-options.ts';

/** Options of the commands that replay a recorded market. */
export const backtestOptions = [
  option({
    flags: '--market <file>',
    text: 'a recorded market: CSV, or JSON lines of `peerdesk record`',
    repeats: true,
    value: z.array(textValue).default([]),
  }),
  option({
    flags: '--rules <name>',
    text: 'the rules: a [rules.NAME] or [ads.NAME] of peerdesk.toml, or a .json file',
    value: textValue.optional(),
  }),
  option({
    flags: '--side <side>',
    text: "the ad's side: sell or buy (default: sell)",
    value: z
      .string()
      .toUpperCase()
      .pipe(z.enum(['BUY', 'SELL'], 'must be buy or sell'))
      .default('SELL'),
  }),
  option({
    flags: '--pair <asset/fiat>',
    text: 'the market, where a recording holds several or names none',
    value: pairValue.optional(),
  }),
  option({
    flags: '--scale <n>',
    text: 'decimals of the prices of a CSV file (default: those of its best prices)',
    value: priceScaleValue.optional(),
  }),
  option({
    flags: '--ad <number>',
    text: 'the own ad that is replayed: the zones of the other recorded ones then hold',
    value: textValue.optional(),
  }),
  option({
    flags: '--floor <price>',
    text: 'never below this price; replaces that of the rules',
    value: priceValue.optional(),
  }),
  option({
    flags: '--ceiling <price>',
    text: 'never above this price; replaces that of the rules',
    value: priceValue.optional(),
  }),
  option({
    flags: '--takers-per-hour <n>',
    text: 'how many people take an ad of this side in an hour (default: 6)',
    value: shareValue.transform(Number).default(usualDemand.takersPerHour),
  }),
  option({
    flags: '--order-size <amount>',
    text: 'what each of them takes, in the asset (default: 100)',
    value: priceValue.transform(Number).default(usualDemand.orderSize),
  }),
  configOption,
] as const;
