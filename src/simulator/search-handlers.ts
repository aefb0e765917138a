import { Amount } from './amounts.ts';
import { marketRows, type SearchRow } from './search-rows.ts';
import {
  decimalParameter,
  integerParameter,
  pageOf,
  requiredText,
  sideParameter,
  textList,
  textParameter,
  type SimAnswer,
  type SimCall,
} from './sim-call.ts';
import { illegalParameter } from './sim-refusal.ts';

const mostRows = 20;

/** EP-6: `tradeType` is the searcher's side, so BUY finds those who sell, cheapest first. Own ads are among them. */
export function searchAds(call: SimCall): SimAnswer {
  const rows = foundRows(call);
  return { data: pageOf(call, rows, mostRows).map(({ adv, advertiser }) => ({ adv, advertiser })), total: rows.length };
}

/** EP-0: the same market as the web page sees it; more than twenty rows are refused, not cut. */
export function searchPublicAds(call: SimCall): SimAnswer {
  if ((integerParameter(call, 'rows') ?? mostRows) > mostRows) throw illegalParameter();
  const rows = foundRows(call);
  return { data: pageOf(call, rows, mostRows).map(publicRow), total: rows.length };
}

function foundRows(call: SimCall): SearchRow[] {
  const makerSide = sideParameter(call) === 'BUY' ? 'SELL' : 'BUY';
  const best = makerSide === 'SELL' ? 1 : -1;
  return marketRows(call.marketplace, { asset: requiredText(call, 'asset'), fiat: requiredText(call, 'fiat') })
    .filter((row) => row.side === makerSide && matchesSearch(call, row))
    .sort((a, b) => best * new Amount(a.price).cmp(b.price));
}

function matchesSearch(call: SimCall, row: SearchRow): boolean {
  const amount = decimalParameter(call, 'transAmount');
  const publisher = textParameter(call, 'publisherType');
  const payTypes = textList(call, 'payTypes');
  if (publisher !== null && row.advertiser.userType !== publisher) return false;
  if (payTypes.length > 0 && !payTypes.some((wanted) => row.payTypes.includes(wanted))) return false;
  if (integerParameter(call, 'additionalKycVerifyFilter') === 1 && row.adv.takerAdditionalKycRequired === 1)
    return false;
  // What can still be traded counts, not what the ad once offered (api-facts section 15).
  const most = row.adv.dynamicMaxSingleTransAmount;
  return amount === null || (new Amount(amount).gte(row.minFiat) && new Amount(amount).lte(most));
}

const nullsOf = (names: string): Record<string, null> =>
  Object.fromEntries(names.split(' ').map((name) => [name, null]));

/** What the public page never tells, api-facts section 11. */
const hiddenOfAd = nullsOf(
  'advStatus priceType priceFloatingRatio rateFloatingRatio currencyRate initAmount amountAfterEditing buyerKycLimit ' +
    'buyerRegDaysLimit buyerBtcPositionLimit remarks autoReplyMsg createTime advUpdateTime fiatVo assetVo assetLogo ' +
    'advVisibleRet tradeMethodCommissionRates userTradeCountFilterTime userBuyTradeCountMin userBuyTradeCountMax ' +
    'userSellTradeCountMin userSellTradeCountMax userAllTradeCountMin userAllTradeCountMax ' +
    'userTradeCompleteRateFilterTime userTradeCompleteCountMin userTradeCompleteRateMin userTradeVolumeFilterTime ' +
    'userTradeType userTradeVolumeMin userTradeVolumeMax userTradeVolumeAsset offlineReason',
);
const hiddenOfAdvertiser = nullsOf(
  'realName orderCount advConfirmTime margin marginUnit email mobile registrationTime proMerchant vipLevel isBlocked',
);
const hiddenOfMethod = nullsOf('payAccount payBank paySubBank');

const publicRow = ({ adv, advertiser }: SearchRow) => ({
  adv: {
    ...hiddenOfAd,
    ...adv,
    tradeMethods: adv.tradeMethods.map((method) => ({ ...method, ...hiddenOfMethod })),
  },
  advertiser: { ...hiddenOfAdvertiser, ...advertiser },
  privilegeDesc: null,
  privilegeType: null,
});
