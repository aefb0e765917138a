import { withEightDecimals } from '../../world/amounts.ts';
import { adTermFields } from '../requests/ad-requests.ts';
import { decimalParameter, integerParameter, textParameter, type SimCall } from '../../world/sim-call.ts';
import type { AdTerms } from '../../world/simulator-state.ts';

const decimals: ReadonlySet<string> = new Set([
  'buyerBtcPositionLimit',
  'rateFloatingRatio',
  'userTradeCompleteRateMin',
  'userTradeVolumeMax',
  'userTradeVolumeMin',
]);
const texts: ReadonlySet<string> = new Set(['userTradeVolumeAsset']);

/** The terms that a call carries. */
export function termsFrom(call: SimCall): AdTerms {
  const entries = Object.keys(adTermFields).map((name) => [name, readTerm(call, name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string | number] => entry[1] !== null));
}

function readTerm(call: SimCall, name: string): string | number | null {
  if (decimals.has(name)) return decimalParameter(call, name);
  return texts.has(name) ? textParameter(call, name) : integerParameter(call, name);
}

/** The terms as an ad shows them; four are always present, with the values that mean "off". */
export function termsToWire(terms: AdTerms): AdTerms {
  return {
    ...terms,
    buyerKycLimit: terms['buyerKycLimit'] ?? 0,
    buyerRegDaysLimit: terms['buyerRegDaysLimit'] ?? -1,
    buyerBtcPositionLimit: withEightDecimals(terms['buyerBtcPositionLimit'] ?? '0'),
    rateFloatingRatio: withEightDecimals(terms['rateFloatingRatio'] ?? '0'),
  };
}
