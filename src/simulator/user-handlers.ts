import { paymentMethodOf } from './ad-desk.ts';
import { merchantOf } from './marketplace.ts';
import { payMethodToWire } from './order-wire.ts';
import { callerOf, type SimAnswer, type SimCall } from './sim-call.ts';
import { accountParty } from './take-ad.ts';

/** POST user/baseDetail: who the account is, and whether its business is open. */
export function baseDetail(call: SimCall): SimAnswer {
  const party = accountParty(callerOf(call));
  return {
    data: {
      nickname: party.nickname,
      existsNickname: true,
      businessStatus: merchantOf(call.marketplace, callerOf(call)).status,
      kycPassed: true,
      kycType: 1,
      kycFullName: party.realName,
      userKycStatus: 'PASS',
      countryCode: 'BO',
      isUserGoogle: true,
      isUserMobile: true,
      bindMobileStatus: 'BIND',
      isSubUser: false,
      fiatProtocolConfirm: true,
      overComplained: 0,
      registerDays: party.statistic.registerDays,
    },
  };
}

/** EP-37, both forms: the account's own payment methods. */
export function getPayMethodByUserId(call: SimCall): SimAnswer {
  const party = accountParty(callerOf(call));
  const method = paymentMethodOf(callerOf(call));
  const { fields } = payMethodToWire(method, party.realName);
  const row = {
    id: method.payId,
    payStatus: 'ACTIVE',
    tradeMethodIdentifier: method.identifier,
    tradeMethod: { identifier: method.identifier, name: method.name, shortName: method.name },
    fieldList: fields,
    payType: method.identifier,
    payee: party.realName,
    payAccount: method.account,
    isRemoved: 0,
  };
  return { data: [row] };
}
