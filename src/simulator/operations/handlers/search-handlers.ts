import { z } from 'zod';
import {
  countField,
  decimalField,
  flagField,
  integerField,
  sideField,
  sortFields,
  textField,
  textListField,
  yesNoField,
} from '../../http/request-field.ts';
import { Amount } from '../../world/amounts.ts';
import { sortRows, type ListOrder } from '../../trade/list-order.ts';
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
} from '../../world/sim-call.ts';
import { illegalParameter } from '../../world/sim-refusal.ts';
import type { TradeSide } from '../../world/simulator-state.ts';

const maxRows = 20;

/** EP-6. The names are in the order in which the live service complains about them. */
export const adSearchRequest = z.looseObject({
  tradeType: sideField,
  fiat: textField,
  asset: textField,
  page: countField,
  rows: countField,
  additionalKycVerifyFilter: yesNoField.optional(),
  countries: textListField.optional(),
  filterType: z.enum(['all', 'tradable']).optional(),
  payTypes: textListField.optional(),
  publisherType: z.enum(['user', 'merchant']).optional(),
  transAmount: decimalField.optional(),
  ...sortFields,
});

/** EP-6: `tradeType` is the searcher's side, so BUY finds sellers, cheapest first. Own ads are included. */
export function searchAds(call: SimCall): SimAnswer {
  const rows = sortRows(call, foundRows(call), searchOrder(call));
  return { data: pageOf(call, rows, maxRows).map(({ adv, advertiser }) => ({ adv, advertiser })), total: rows.length };
}

/** EP-0: the parameters of EP-6, and those of the web page. */
export const publicSearchRequest = adSearchRequest.extend({
  classifies: textListField.optional(),
  followed: flagField.optional(),
  periods: z.array(integerField).optional(),
  proMerchantAds: flagField.optional(),
  shieldMerchantAds: flagField.optional(),
  tradedWith: flagField.optional(),
});

/** EP-0: the same market as the web page shows it; more than twenty rows are refused, not cut. */
export function searchPublicAds(call: SimCall): SimAnswer {
  if ((integerParameter(call, 'rows') ?? maxRows) > maxRows) throw illegalParameter();
  const found = foundRows(call).filter((row) => matchesPage(call, row));
  const rows = sortRows(call, found, searchOrder(call));
  return { data: pageOf(call, rows, maxRows).map(publicRow), total: rows.length };
}

const makerSideOf = (call: SimCall): TradeSide => (sideParameter(call) === 'BUY' ? 'SELL' : 'BUY');

function foundRows(call: SimCall): SearchRow[] {
  const makerSide = makerSideOf(call);
  const best = makerSide === 'SELL' ? 1 : -1;
  return marketRows(call.marketplace, { asset: requiredText(call, 'asset'), fiat: requiredText(call, 'fiat') })
    .filter((row) => row.side === makerSide && matchesSearch(call, row))
    .sort((a, b) => best * new Amount(a.price).cmp(b.price));
}

/** More filters of the web page: lengths of the time to pay, in minutes, and classes; none means all. */
function matchesPage(call: SimCall, { adv }: SearchRow): boolean {
  const periods = textList(call, 'periods');
  const classifies = textList(call, 'classifies');
  if (periods.length > 0 && !periods.includes(String(adv.payTimeLimit))) return false;
  return classifies.length === 0 || classifies.includes(adv.classify);
}

/** The best price for the searcher comes first; other columns sort descending, then by price. `sort` reverses. */
const searchOrder = (call: SimCall): ListOrder<SearchRow> => ({
  columns: searchColumns,
  usual: 'price',
  directionOf: (column) => (column === 'price' && makerSideOf(call) === 'SELL' ? 'asc' : 'desc'),
});

const searchColumns: ListOrder<SearchRow>['columns'] = {
  dynamicMaxSingleTransAmount: ({ adv }) => adv.dynamicMaxSingleTransAmount,
  maxSingleTransAmount: ({ adv }) => adv.maxSingleTransAmount,
  minSingleTransAmount: ({ adv }) => adv.minSingleTransAmount,
  monthFinishRate: ({ advertiser }) => advertiser.monthFinishRate,
  monthOrderCount: ({ advertiser }) => advertiser.monthOrderCount,
  positiveRate: ({ advertiser }) => advertiser.positiveRate,
  price: ({ price }) => price,
  surplusAmount: ({ adv }) => adv.surplusAmount,
  tradableQuantity: ({ adv }) => adv.tradableQuantity,
  // The web page's names for three of them (wire-facts 11).
  completion_rate: ({ advertiser }) => advertiser.monthFinishRate,
  feedback_rating: ({ advertiser }) => advertiser.positiveRate,
  trade_count: ({ advertiser }) => advertiser.monthOrderCount,
};

function matchesSearch(call: SimCall, row: SearchRow): boolean {
  const amount = decimalParameter(call, 'transAmount');
  const publisher = textParameter(call, 'publisherType');
  const payTypes = textList(call, 'payTypes');
  if (publisher !== null && row.advertiser.userType !== publisher) return false;
  if (payTypes.length > 0 && !payTypes.some((wanted) => row.payTypes.includes(wanted))) return false;
  if (integerParameter(call, 'additionalKycVerifyFilter') === 1 && row.adv.takerAdditionalKycRequired === 1)
    return false;
  // The tradable amount counts, not what the ad once offered (wire-facts 15).
  const maxFiat = row.adv.dynamicMaxSingleTransAmount;
  return amount === null || (new Amount(amount).gte(row.minFiat) && new Amount(amount).lte(maxFiat));
}

const nullsOf = (names: string): Record<string, null> =>
  Object.fromEntries(names.split(' ').map((name) => [name, null]));

/** Fields that the public page never shows, wire-facts 11. */
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
