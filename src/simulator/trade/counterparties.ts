import type { Marketplace } from '../world/marketplace.ts';
import { cancel, dispute, markPaid, release, resolve, say, settle, type Resolution } from './order-flow.ts';
import { SimRefusal } from '../world/sim-refusal.ts';
import type { OrderRecord, PartyStatistic, PlannedAction } from '../world/simulator-state.ts';
import { nameFor, simulatedParty } from './order-party.ts';
import { takeAd, type Quantity } from './take-ad.ts';
import { findTakeable } from './takeable.ts';

/** A simulated person takes an ad. */
interface Take {
  adNumber: string;
  /** Quantity of the asset, or `totalPrice` in fiat money; exactly one of them. */
  amount?: string | undefined;
  totalPrice?: string | undefined;
  nickname?: string | undefined;
  realName?: string | undefined;
  statistic?: Partial<PartyStatistic>;
  additionalKyc?: boolean | undefined;
  /** What it does by itself, by `tick`; default: nothing. */
  plan?: PlannedAction[];
  afterPayment?: OrderRecord['afterPayment'];
  /** How it pays; default: as the simulated bank draws it. */
  payerHabit?: OrderRecord['payerHabit'];
}

/** Simulated people, moved by hand: each call is one action of a person. Refusals are thrown as `SimRefusal`. */
export interface Counterparties {
  /** Takes an ad and returns the order's number. */
  take: (take: Take) => string;
  /**
   * With a reference, the ledger detects when one transfer serves the release of several orders. Without `payId` it is paid
   * to the first method of the order.
   */
  pay: (orderNumber: string, reference?: string, payId?: number) => void;
  cancel: (orderNumber: string) => void;
  release: (orderNumber: string) => void;
  dispute: (orderNumber: string, reason?: string) => void;
  resolve: (orderNumber: string, outcome: Resolution) => void;
  say: (orderNumber: string, text: string) => void;
}

/** Makes the people who trade with the desk. */
export function createCounterparties(marketplace: Marketplace): Counterparties {
  const orderAt = (orderNumber: string): OrderRecord => {
    const order = marketplace.orders.get(orderNumber);
    if (order === undefined) throw new SimRefusal(404, `There is no order ${orderNumber}.`, 404);
    return settle(marketplace, order);
  };
  return {
    take: (take) => takeByPerson(marketplace, take).orderNumber,
    pay: (orderNumber, reference, payId) => {
      const order = orderAt(orderNumber);
      markPaid(marketplace, order, payId ?? null);
      if (reference !== undefined) order.paymentReference = reference;
    },
    cancel: (orderNumber) => cancel(marketplace, orderAt(orderNumber), { code: 1, info: null }),
    release: (orderNumber) => release(marketplace, orderAt(orderNumber)),
    dispute: (orderNumber, reason) => dispute(marketplace, orderAt(orderNumber), reason ?? 'No answer.'),
    resolve: (orderNumber, outcome) => resolve(marketplace, orderAt(orderNumber), outcome),
    say: (orderNumber, text) => say(marketplace, orderAt(orderNumber), text),
  };
}

function takeByPerson(marketplace: Marketplace, take: Take): OrderRecord {
  const target = findTakeable(marketplace, take.adNumber);
  if (target === null) throw new SimRefusal(404, `No one can take the ad ${take.adNumber} now.`, 404);
  const nickname = take.nickname ?? `User-${marketplace.random.integer(10_000, 99_999)}`;
  const quantity: Quantity =
    take.amount === undefined ? { totalPrice: take.totalPrice ?? target.minFiat } : { amount: take.amount };
  const order = takeAd(marketplace, {
    target,
    taker: simulatedParty(nickname, take.realName ?? nameFor(nickname), take.statistic),
    quantity,
    ...(take.additionalKyc === undefined ? {} : { additionalKyc: take.additionalKyc }),
    ...(take.afterPayment === undefined ? {} : { afterPayment: take.afterPayment }),
    ...(take.payerHabit === undefined ? {} : { payerHabit: take.payerHabit }),
  });
  order.plan.push(...(take.plan ?? []));
  return order;
}
