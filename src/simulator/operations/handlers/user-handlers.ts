import { merchantOf } from '../../world/marketplace.ts';
import { callerOf, type SimAnswer, type SimCall } from '../../world/sim-call.ts';
import { accountParty } from '../../trade/order-party.ts';

/** POST user/baseDetail: the account's identity, and whether its business is open. */
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
