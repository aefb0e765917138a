import type { RefusalCode } from './refusal-meaning.ts';

/** What a person should know of an operation beyond its row. */
interface OperationGuide {
  /** Likely codes, beside those that any call may meet. */
  readonly refusals: readonly RefusalCode[];
  /** When the answer is false, where only true is a success. */
  readonly falseWhen?: string;
  /** Where it is documented: interface, wire-facts, the field tables of release 7.4. */
  readonly source: string;
}

const foreignOrder = ['83998'] as const;

/** For every operation by name. */
export const operationGuides: Readonly<Record<string, OperationGuide>> = {
  getAvailableAdsCategory: { refusals: [], source: 'interface 4.2 rule 6; wire-facts 4, 6' },
  getDetailByNo: { refusals: ['404'], source: 'interface 4.2 rule 1, 7.7; wire-facts 6, 12.1' },
  getReferencePrice: { refusals: [], source: 'interface 4.2, 5 rule 4; wire-facts 6, 15' },
  listWithPagination: { refusals: [], source: 'interface 4.2; wire-facts 6, 12.1' },
  post: {
    refusals: ['83229', '83230', '187055', '187040', '-1111', '-9000'],
    source: 'interface 7.3, 7.4; wire-facts 6, 13, 15',
  },
  search: { refusals: ['-1102'], source: 'interface 4.2 rule 4, 5 rule 4; wire-facts 3, 6, 12.7' },
  update: {
    refusals: ['187049', '187055', '187022', '187031', '187040', '83229', '83230', '-1111', '-9000'],
    source: 'interface 4.2 rule 2, 7.2 to 7.6; wire-facts 2.3, 6',
  },
  updateStatus: { refusals: ['83229', '83230'], source: 'interface 4.2 rule 3, 7.4; wire-facts 3, 6, 13' },

  cancelOrder: { refusals: foreignOrder, source: 'wire-facts 3, 5, 13' },
  checkIfAllowedCancelOrder: { refusals: foreignOrder, source: 'interface 4.1; wire-facts 5' },
  checkIfCanPlaceOrder: { refusals: [], source: 'interface 4.1; wire-facts 5, 16 row 14' },
  checkIfCanReleaseCoin: { refusals: foreignOrder, source: 'interface 4.1; wire-facts 5' },
  getUserOrderDetail: {
    refusals: foreignOrder,
    source: 'interface 4.1 rule 1, 5 rule 5; wire-facts 2.3, 5, 12.4',
  },
  getUserOrderSummary: { refusals: [], source: 'interface 4.1; wire-facts 5' },
  listOrders: { refusals: [], source: 'interface 4.1; wire-facts 5, 12.2' },
  listUserOrderHistory: { refusals: [], source: 'interface 4.1 rule 2, 5 rule 6; wire-facts 3, 5, 12.3' },
  markOrderAsPaid: { refusals: ['83023', '83998'], source: 'interface 4.1; wire-facts 2.3, 5' },
  placeOrder: {
    refusals: ['-1013', '-2019', '-2015', '187022'],
    source: 'interface 4.1, 7.3; wire-facts 2.3, 5, 17',
  },
  queryCounterPartyOrderStatistic: { refusals: foreignOrder, source: 'interface 4.1; wire-facts 2.4, 5' },
  releaseCoin: {
    refusals: ['-3026', '200001035', '83998'],
    source: 'interface 4.1, 7.3; wire-facts 2.3, 3, 5',
  },
  verifiedAdditionalKyc: { refusals: foreignOrder, source: 'interface 4.1; wire-facts 2.3, 5, 13' },

  getRiskWarningTips: { refusals: [], source: 'interface 4.3; wire-facts 3, 7' },
  getImagePreSignedUrl: { refusals: ['429'], source: 'interface 4.3 rule 3; wire-facts 7, 14' },
  markOrderMessagesAsRead: { refusals: [], source: 'interface 4.3 rule 2, 5 rule 7; wire-facts 4, 7' },
  markUserMessagesAsRead: { refusals: [], source: 'interface 4.3 rule 2, 5 rule 7; wire-facts 4, 7' },
  retrieveChatCredential: { refusals: [], source: 'interface 2, 4.3; wire-facts 7, 7.1, 16 row 1' },
  retrieveChatMessagesWithPagination: { refusals: [], source: 'interface 4.3; wire-facts 7, 12.6' },

  closeBusiness: { refusals: [], source: 'interface 4.7, 7.3; wire-facts 10, 13' },
  endRest: {
    refusals: [],
    falseWhen: 'your business is closed, which startBusiness changes',
    source: 'interface 4.7; wire-facts 10, 13',
  },
  getAdDetails: { refusals: [], source: 'interface 4.1 rule 4, 5 rule 5; wire-facts 4, 10' },
  getOffline: { refusals: [], source: 'interface 4.7; wire-facts 10, 13' },
  getOnline: { refusals: [], source: 'interface 4.7; wire-facts 10, 13' },
  startBusiness: { refusals: [], source: 'interface 4.7; wire-facts 10, 13' },
  startRest: { refusals: [], source: 'interface 4.7, 7.3; wire-facts 10, 13' },

  baseDetail: { refusals: [], source: 'interface 4.7; wire-facts 3, 10' },
  getPayMethodById: { refusals: [], source: 'interface 4.4 rule 2; wire-facts 8, 12.5' },
  getPayMethodByUserId: { refusals: [], source: 'interface 4.4 rule 1; wire-facts 8, 12.5' },
  getPayMethodByUserIdViaGet: { refusals: [], source: 'interface 4.4 rule 1; wire-facts 8, 12.5' },
  listAll: { refusals: [], source: 'interface 4.4 rule 2; wire-facts 8, 12.5' },
  overview: { refusals: [], source: 'interface 4.5; wire-facts 9' },
  taker: { refusals: [], source: 'interface 4.5; wire-facts 3, 9' },
  digitalCurrencyList: { refusals: [], source: 'interface 4.7; wire-facts 10' },
  fiatCurrencyList: { refusals: [], source: 'interface 4.7; wire-facts 10' },

  searchPublicAds: { refusals: ['000002'], source: 'interface 4.6, 9 rule 7; wire-facts 2.3, 11' },
  time: { refusals: [], source: 'interface 5 rule 3' },
};
