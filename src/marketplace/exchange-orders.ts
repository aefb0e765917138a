import type { DeskSettings } from '../domain/settings.ts';
import type { HistoryPage } from '../domain/books/history-mark.ts';
import type { Turn } from '../domain/sending.ts';
import {
  readEach,
  toCounterparty,
  toHistoryPage,
  toHistoryQuery,
  toOrderFacts,
  toOrdersOfAd,
  toPlaceOrder,
  toSheetAppeal,
  toSheetMethods,
  type ExchangeClient,
} from '../exchange/index.ts';
import type { ListedHistory, MarketplaceOrders, OrdersOnAd, Release } from './marketplace.ts';
import { findMessage, lastMessages, loadPicture } from './order-messages.ts';
import { listOfDay, listRunning, listUnread, numberOf, readPayment } from './order-lists.ts';
import { listReleased } from './released-orders.ts';

/** The newest page of the orders on an ad. */
const rowsOnAd = 20;
/** The user whose key it is (wire-facts 7, EP-31). */
const ourselves = 0;

/** Orders: EP-11 to EP-21, and their chats: EP-29, EP-31 and EP-34. */
export function ordersOf(exchange: ExchangeClient, settings: Pick<DeskSettings, 'orderRows'>): MarketplaceOrders {
  const { orders, chat } = exchange;
  return {
    read: async (orderNumber, { role, ...turn }) =>
      toOrderFacts(await orders.getUserOrderDetail(orderNumber, turn), role),
    listRunning: (turn) => listRunning(exchange, settings, turn),
    listUnread: (turn) => listUnread(exchange, settings, turn),
    listOfDay: (wish, turn) => listOfDay(exchange, settings, { ...wish, ...turn }),
    readPayment: (orderNumber, turn) => readPayment(exchange, orderNumber, turn),
    listReleased: (known) => listReleased(exchange, settings, known),
    listHistory: (page, turn) => listHistory(exchange, page, turn),
    listOnAd: (adNumber, turn) => listOnAd(exchange, adNumber, turn),
    counterparty: async (orderNumber, turn) =>
      toCounterparty(await orders.queryCounterPartyOrderStatistic(orderNumber, turn)),
    mayRelease: (orderNumber, turn) => orders.checkIfCanReleaseCoin({ orderNumber }, turn),
    mayCancel: (orderNumber, turn) => orders.checkIfAllowedCancelOrder({ orderNumber }, turn),
    mayPlace: (adNumber, turn) => orders.checkIfCanPlaceOrder(adNumber, turn),
    readInFull: async (orderNumber, turn) => {
      const detail = await orders.getUserOrderDetail(orderNumber, turn);
      const unread = detail.unreadCount ?? detail.chatUnreadCount ?? -1;
      return {
        order: toOrderFacts(detail),
        methods: toSheetMethods(detail),
        unread: unread < 0 ? null : unread,
        appeal: toSheetAppeal(detail),
      };
    },
    lastMessages: (orderNumber, wish) => lastMessages(exchange, orderNumber, wish),
    picture: (orderNumber, wish) => loadPicture(exchange, orderNumber, wish),
    findMessage: (orderNumber, wish) => findMessage(exchange, orderNumber, wish),
    markRead: async (orderNumber, turn) => {
      await chat.markOrderMessagesAsRead({ orderNo: orderNumber, userId: ourselves }, turn);
    },
    riskTips: async ({ fiat, orderNumber }, turn) => {
      const within =
        orderNumber === undefined ? { scene: 'Portal' as const } : { scene: 'Chat' as const, orderNo: orderNumber };
      const tips = await chat.getRiskWarningTips({ fiat, ...within }, turn);
      return (tips.riskHints ?? []).map((hint) => String(hint.riskTips ?? ''));
    },
    confirmIdentity: async (orderNumber, turn) => {
      await orders.verifiedAdditionalKyc(orderNumber, turn);
    },
    markPaid: async ({ orderNumber, payId }, by) => {
      await orders.markOrderAsPaid({ orderNumber, ...(payId === null ? {} : { payId }) }, by);
    },
    cancel: async ({ orderNumber, reason, text }, by) => {
      const info = text === null ? {} : { orderCancelAdditionalInfo: text };
      await orders.cancelOrder({ orderNumber, orderCancelReasonCode: reason, ...info }, by);
    },
    release: async (release, by) => {
      await orders.releaseCoin(toReleaseCoin(release), by);
    },
    place: async (placement, by) => (await orders.placeOrder(toPlaceOrder(placement), by)).orderMatch.orderNumber,
  };
}

function toReleaseCoin({ orderNumber, payId, code }: Release) {
  const factor = code === null ? {} : { authType: 'GOOGLE', code: code.code, googleVerifyCode: code.code };
  return { orderNumber, confirmPaidType: 'normal', ...(payId === null ? {} : { payId }), ...factor };
}

async function listOnAd({ orders }: ExchangeClient, adNumber: string, turn: Turn): Promise<OrdersOnAd> {
  const page = await orders.listOrders(toOrdersOfAd({ adNumber, page: 1, rows: rowsOnAd }), turn);
  const { items, odd } = readEach(page.items, (row) => toOrderFacts(row), numberOf);
  const length = page.items.length + page.odd.length;
  const isAll = length < rowsOnAd && (page.total ?? 0) <= length;
  return { items, odd: [...page.odd, ...odd], isAll };
}

async function listHistory({ orders }: ExchangeClient, page: HistoryPage, turn: Turn): Promise<ListedHistory> {
  return toHistoryPage(await orders.listUserOrderHistory(toHistoryQuery(page), turn));
}
