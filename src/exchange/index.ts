/**
 * The marketplace over the wire: one typed method for every operation, one error class, one gate for each address.
 *
 * In the examples `client` is that of `createExchangeClient`; `baseUrl`, `apiKey`, `apiSecret`, `adNumber` and `orderNumber`
 * are yours.
 */
export { authPlans, checkAuthSteps } from './call/auth-plan.ts';
export type { AuthPlan, AuthStepName, AuthStepOverrides } from './call/auth-plan.ts';
export type { AttemptReport, CallInput, CallOptions, Door, Fence, Priority } from './call-options.ts';
export { createExchangeClient } from './create-client.ts';
export type { Credentials, ExchangeClient, ExchangeClientOptions, Page } from './client.ts';
export { readList } from './whole-list.ts';
export type { WholeList } from './whole-list.ts';
export { oddName } from './table/odd-row.ts';
export type { OddRow } from '../domain/odd-row.ts';
export { adNumberOf, offerNumberOf } from './mapping/row-number.ts';
export { readEach } from './mapping/read-each.ts';
export { oddRowError } from './mapping/odd-row-error.ts';
export { judgeMoneyFailure } from '../domain/orders/money-outcome.ts';
export type { MoneyOutcome } from '../domain/orders/money-outcome.ts';
export { defaultExchangeSettings } from '../domain/exchange-settings.ts';
export type { ExchangeSettings } from '../domain/exchange-settings.ts';
export type { BreakerState } from '../domain/failures/circuit-breaker.ts';
export type { FailureCategory } from '../domain/failures/error-category.ts';
export type { AdFacts, MarketOffer } from '../domain/ads/ad-facts.ts';
export type { OrderFacts } from '../domain/orders/order-facts.ts';
export { ExchangeError } from './exchange-error.ts';
export type { ExchangeFailure, Sent } from './exchange-error.ts';
export { AddressBudget } from './limits/address-budget.ts';
export { createAddress } from './limits/address.ts';
export type { Address } from './limits/address.ts';
export { createGate } from './limits/gate.ts';
export type { Gate, GateState, GateVerdict } from './limits/gate.ts';
export type { BudgetUse } from './limits/budget-use.ts';
export type { AuthMode, HttpMethod, Operation, OperationGroup, RetryClass } from './table/operation.ts';
export { findOperation, operations } from './table/operations.ts';
export type { AnswerOf, InputOf, OperationName } from './operation-data.ts';
export {
  adStatusToWire,
  toAdFacts,
  toAdStatus,
  toMarketOffer,
  toMarketSearch,
  toPriceUpdate,
  toFailedAds,
  toStatusUpdate,
  toUnpricedAd,
} from './mapping/ad-mapping.ts';
export {
  toAdPost,
  toCatalogueMethod,
  toListedAd,
  toOwnMethod,
  toStockFacts,
  toTermsUpdate,
  toUnpricedListedAd,
} from './mapping/ad-terms-mapping.ts';
export { toHistoryPage, toHistoryQuery } from './mapping/history-mapping.ts';
export { toMakerFee } from './mapping/fee-mapping.ts';
export { toCountedOrder, toPayment } from './mapping/counted-order-mapping.ts';
export { toCounterparty, toOrderFacts, toOrdersOfAd, toPlaceOrder } from './mapping/order-mapping.ts';
export { toChatLine, toSheetAppeal, toSheetMethods } from './mapping/sheet-mapping.ts';
export { createOneTimeCodes } from './one-time-code.ts';
export type { OneTimeCode, OneTimeCodes } from './one-time-code.ts';
export { openChatSocket } from './chat/chat-socket.ts';
export type { ChatSocket, ChatSocketOptions, ChatSocketState } from './chat/chat-socket.ts';
export { downloadImage } from './chat/image-download.ts';
export type { LoadedImage } from './chat/image-download.ts';
export { uploadImage } from './chat/image-upload.ts';
export type { ChatImage, UploadOptions } from './chat/image-upload.ts';
export type { ChatHandshake } from './chat/chat-connection.ts';
export { decodeChatFrame } from './chat/chat-frame.ts';
export type { ChatEvent, ChatOrderEvent, ChatOrderEventKind } from './chat/chat-frame.ts';
export { encodeQuery, signQuery } from './wire/query-string.ts';
export type { QueryPair } from './wire/query-string.ts';
export type { WireAd, WireSearchItem } from './table/schemas/ad-schema.ts';
export type { WireChatMessage } from './table/schemas/chat-schema.ts';
export type { WireOrderDetail } from './table/schemas/order-detail-schema.ts';
export type { WireCounterparty, WireHistoryRow, WireOrderRow } from './table/schemas/order-schema.ts';
