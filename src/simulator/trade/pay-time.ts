import { integerParameter, type SimCall } from '../world/sim-call.ts';
import { missingParameters } from '../world/sim-refusal.ts';
import type { SimulatorSettings } from '../world/simulator-options.ts';

const minuteMs = 60_000;
/** Live ads allow fifteen to some ninety minutes and more; the maximum is not published, so a day is our choice. */
const maxMinutes = 1_440;

type PaySetting = Pick<SimulatorSettings, 'paymentWindowMs'>;

/**
 * How long the buyer has to pay, in milliseconds: the ad's own limit, else the simulator's setting (wire-facts 2.4).
 */
export const payWindowMs = ({ paymentWindowMs }: PaySetting, minutes: number | null): number =>
  minutes === null ? paymentWindowMs : minutes * minuteMs;

/** The same in whole minutes, as ads show it. */
export const payMinutes = (settings: PaySetting, minutes: number | null): number =>
  Math.ceil(payWindowMs(settings, minutes) / minuteMs);

/** Returns the `payTimeLimit` of EP-5 and EP-7 in minutes; null when absent. Refuses more than a day (-1102). */
export function payTimeParameter(call: SimCall): number | null {
  const minutes = integerParameter(call, 'payTimeLimit');
  if (minutes !== null && (minutes < 1 || minutes > maxMinutes)) throw missingParameters(['payTimeLimit']);
  return minutes;
}
