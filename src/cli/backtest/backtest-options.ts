import { type Demand, usualDemand } from '../../domain/backtest/demand.ts';
import { misuse } from '../kit/cli-failure.ts';
import { PreparedRecording } from './prepared-recording.ts';
import { readRecording, type Recording } from './recording-file.ts';
import { type OptionsOf } from '../kit/option-values.ts';
import type { backtestOptions } from '../options/backtest-options.ts';

type BacktestOptions = OptionsOf<typeof backtestOptions>;

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
