import { z } from 'zod';
import { integerField, textField, textListField } from '../../http/request-field.ts';

/** EP-36: the payId of orders and ads. */
export const payMethodRequest = z.looseObject({ id: integerField });

/** POST commission-rate/overview. */
export const commissionOverviewRequest = z.looseObject({ fiat: textField.optional() });

/** POST commission-rate/taker; the side is written in lower case. */
export const takerCommissionRequest = z.looseObject({
  area: z.enum(['express', 'p2pZone']).optional(),
  asset: textField.optional(),
  classify: z.enum(['block', 'mass', 'profession']).optional(),
  fiat: textField.optional(),
  tradeMethodIdentifier: textListField.optional(),
  tradeType: z.enum(['buy', 'sell', 'BUY', 'SELL']).optional(),
});

/** EP-24: `merchantNo` is a merchant's userNo; default: the caller's. */
export const merchantAdsRequest = z.looseObject({ merchantNo: textField.optional() });
