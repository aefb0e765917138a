/** Wire forms as live answers carry them: decimals as text, times and states as integers. */
const ad = (index: number) => ({
  advNo: `116293847561029384${String(index).padStart(2, '0')}`,
  classify: 'mass',
  tradeType: 'SELL',
  asset: 'USDT',
  fiatUnit: 'BOB',
  advStatus: null,
  priceType: null,
  price: `11.${620 + index}`,
  initAmount: null,
  surplusAmount: '320.50000000',
  tradableQuantity: '320.18',
  minSingleTransAmount: '100.00',
  maxSingleTransAmount: '3000.00',
  dynamicMaxSingleTransAmount: '2900.00',
  payTimeLimit: 15,
  priceScale: 3,
  assetScale: 2,
  fiatScale: 2,
  fiatSymbol: 'Bs',
  isTradable: true,
  takerAdditionalKycRequired: 0,
  tradeMethods: ['BANK', 'QR', 'WALLET'].map((identifier, at) => ({
    payId: 12_345_678 + at,
    payType: identifier,
    identifier,
    tradeMethodName: `${identifier} transfer`,
    iconUrlColor: 'https://images.example/pay.png',
  })),
  tradeMethodCommissionRateVoList: [{ tradeMethodIdentifier: 'BANK', commissionRate: '0.00100000' }],
});

const advertiser = (index: number) => ({
  userNo: `s${String(index).padStart(32, '0')}`,
  nickName: `merchant-${index}`,
  monthOrderCount: 120 + index,
  monthFinishRate: 0.98,
  advConfirmTime: 900,
  userType: 'merchant',
  tagIconUrls: [],
});

const historyRow = (index: number) => ({
  orderNumber: `227512345678901234${String(index).padStart(2, '0')}`,
  advNo: ad(index).advNo,
  tradeType: 'SELL',
  asset: 'USDT',
  fiat: 'BOB',
  fiatSymbol: 'Bs',
  amount: '25.00000000',
  totalPrice: '290.50000000',
  unitPrice: '11.62',
  orderStatus: 'COMPLETED',
  createTime: 1_768_000_100_000,
  commission: '0.02500000',
  counterPartNickName: 'Ana***',
  payMethodName: 'BANK',
  additionalKycVerify: 0,
  advertisementRole: 'MAKER',
});

const rows = <T>(count: number, row: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => row(at));

const page = (data: unknown[]) => ({ code: '000000', message: 'success', data, total: data.length, success: true });

export const historyPath = '/sapi/v1/c2c/orderMatch/listUserOrderHistory';
export const searchPath = '/sapi/v1/c2c/ads/search';

/** What a search answers: a page of the market. */
export const searchAnswer = page(rows(20, (index) => ({ adv: ad(index), advertiser: advertiser(index) })));

/** By path: what the server of the benchmarks answers. The history holds one order, so that the caller is measured. */
export const answers: Readonly<Record<string, unknown>> = {
  [historyPath]: page(rows(1, historyRow)),
  [searchPath]: searchAnswer,
  '/sapi/v1/c2c/ads/update': { code: '000000', message: 'success', data: true, success: true },
  '/sapi/v1/c2c/ads/getDetailByNo': { code: '000000', message: 'success', data: ad(0), success: true },
};
