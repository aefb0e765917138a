import { closedRefusal } from '../../trade/ad-desk.ts';
import { Amount } from '../../world/amounts.ts';
import type { Marketplace } from '../../world/marketplace.ts';
import { paymentMethodOf } from '../../trade/payment-method.ts';
import {
  callerOf,
  decimalParameter,
  integerParameter,
  requiredText,
  sideParameter,
  textParameter,
  type SimCall,
} from '../../world/sim-call.ts';
import { foreignOrder, missingParameters, SimRefusal, wrapped } from '../../world/sim-refusal.ts';
import { findTakeable, type Takeable } from '../../trade/takeable.ts';

/**
 * Returns what the account would take, or why it cannot: EP-11 asks for this and EP-18 obeys it.
 *
 * An ad that does not exist, is closed or used up is 187022, an own one 83998. A merchant that is closed (83229) or on
 * a break (83230) takes nothing, as no new order reaches it (wire-facts 10).
 */
export function findPlacement(marketplace: Marketplace, account: string, advNo: string): Takeable | SimRefusal {
  const target = findTakeable(marketplace, advNo);
  if (target === null) return wrapped('187022');
  if (target.maker.account === account) return foreignOrder();
  return closedRefusal(marketplace, account) ?? target;
}

/**
 * Returns the ad that a call of EP-18 takes. Refuses as `findPlacement` does, and facts that differ from the ad's
 * (-1102).
 */
export function requirePlacement(call: SimCall): Takeable {
  const target = findPlacement(call.marketplace, callerOf(call), requiredText(call, 'advOrderNumber'));
  if (target instanceof SimRefusal) throw target;
  const wrong = wrongFacts(call, target);
  if (wrong.length > 0) throw missingParameters(wrong);
  return target;
}

/** Returns the parameters that do not fit the ad. A seller must say where to be paid (EP-18, payId). */
function wrongFacts(call: SimCall, target: Takeable): string[] {
  const takerSide = target.makerSide === 'SELL' ? 'BUY' : 'SELL';
  const seen = decimalParameter(call, 'matchPrice');
  const ownPayId = paymentMethodOf(callerOf(call)).payId;
  const fits = {
    asset: (textParameter(call, 'asset') ?? target.asset) === target.asset,
    fiatUnit: (textParameter(call, 'fiatUnit') ?? target.fiat) === target.fiat,
    tradeType: (sideParameter(call) ?? takerSide) === takerSide,
    matchPrice: seen === null || new Amount(seen).eq(target.price),
    payId: takerSide === 'BUY' || integerParameter(call, 'payId') === ownPayId,
  };
  return Object.entries(fits).flatMap(([name, isFitting]) => (isFitting ? [] : [name]));
}
