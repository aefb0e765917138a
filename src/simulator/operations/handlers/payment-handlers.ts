import { z } from 'zod';
import { integerField } from '../../http/request-field.ts';
import { payMethodToWire } from '../../trade/order-payment.ts';
import { bankName, ownMethodsOf, tradeMethods } from '../../trade/payment-method.ts';
import { callerOf, integerParameter, type SimAnswer, type SimCall } from '../../world/sim-call.ts';
import { illegalParameter } from '../../world/sim-refusal.ts';
import { SimAdStatus, type PaymentMethod } from '../../world/simulator-state.ts';
import { accountParty } from '../../trade/order-party.ts';

/** EP-36: the payId of orders and ads. */
export const payMethodRequest = z.looseObject({ id: integerField });

/** EP-36: an own method; another account's is not found. */
export function getPayMethodById(call: SimCall): SimAnswer {
  const row = ownMethods(call).find(({ id }) => id === integerParameter(call, 'id'));
  if (row === undefined) throw illegalParameter();
  return { data: row };
}

/** EP-37, both forms: the account's own payment methods. */
export function getPayMethodByUserId(call: SimCall): SimAnswer {
  return { data: ownMethods(call) };
}

const ownMethods = (call: SimCall) =>
  ownMethodsOf(call.marketplace, callerOf(call)).map((method) => ownMethod(call, method));

function ownMethod(call: SimCall, method: PaymentMethod) {
  const account = callerOf(call);
  const party = accountParty(account);
  const uses = [...call.marketplace.ads.values()].filter(
    (ad) =>
      ad.status !== SimAdStatus.CLOSED &&
      ad.account === account &&
      ad.paymentMethods.some(({ payId }) => payId === method.payId),
  );
  return {
    id: method.payId,
    payStatus: 'ACTIVE',
    tradeMethodIdentifier: method.identifier,
    tradeMethod: { identifier: method.identifier, name: method.name, shortName: method.name },
    // In an order these flags are booleans; here they are numbers.
    fieldList: payMethodToWire(method, party.realName).fields.map((field) => ({
      ...field,
      isRequired: Number(field.isRequired),
      isCopyable: Number(field.isCopyable),
    })),
    payType: method.identifier,
    payee: party.realName,
    payAccount: method.account,
    payBank: bankName,
    advCount: uses.length,
    isRemoved: 0,
  };
}

/** EP-38. */
export function listTradeMethods(): SimAnswer {
  const data = tradeMethods.map(({ id, identifier, name }) => ({
    id,
    identifier,
    name,
    tradeMethodName: name,
    shortName: name,
    iconUrlColor: '',
    typeCode: 'BANK',
    sequence: id,
  }));
  return { data, total: data.length };
}
