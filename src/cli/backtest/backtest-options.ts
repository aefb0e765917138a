import { z } from 'zod';
import { usualDemand, type Demand } from '../../domain/backtest/demand.ts';
import { misuse } from '../kit/cli-failure.ts';
import { flagValue, pairValue, priceScaleValue, priceValue, shareValue, textValue } from '../kit/option-values.ts';
import { PreparedRecording } from './prepared-recording.ts';
import { readRecording, type Recording } from './recording-file.ts';

/** Options of the commands that replay a recorded market. */
export const backtestShape = {
  floor: priceValue.optional(),
  ceiling: priceValue.optional(),
  market: z.array(textValue).default([]),
  side: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['BUY', 'SELL'], 'must be buy or sell'))
    .default('SELL'),
  pair: pairValue.optional(),
  scale: priceScaleValue.optional(),
  ad: textValue.optional(),
  config: textValue.optional(),
  rules: textValue.optional(),
  takersPerHour: shareValue.transform(Number).default(usualDemand.takersPerHour),
  orderSize: priceValue.transform(Number).default(usualDemand.orderSize),
  html: textValue.optional(),
  json: flagValue,
};
const backtestSchema = z.object(backtestShape);
type BacktestOptions = z.output<typeof backtestSchema>;

/** What a replay needs besides the rules. */
export interface Replay {
  recording: Recording;
  prepared: PreparedRecording;
  demand: Demand;
}

/** Reads the recordings that the options name. Throws a failure for what is missing. */
export function openReplay({ market, side, pair, scale, ad, takersPerHour, orderSize }: BacktestOptions): Replay {
  if (market.length === 0) throw misuse('--market is needed: a recorded market, such as usdt-bob-2026.csv');
  const recording = readRecording(market, { side, pair: pair ?? null, ad: ad ?? null, scale: scale ?? null });
  if (ad !== undefined && !recording.ownAds.includes(ad)) {
    const seen = recording.ownAds.length === 0 ? 'none' : recording.ownAds.join(', ');
    throw misuse(`the recording shows no own ad ${ad} on the ${side} side, but ${seen}`);
  }
  return {
    recording,
    prepared: new PreparedRecording(recording),
    demand: { ...usualDemand, takersPerHour, orderSize },
  };
}
