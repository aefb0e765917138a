import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import type { OrderSheet, SheetMethod } from '../../../src/domain/sheet/order-sheet.ts';
import { sheetOrder } from '../../../src/domain/sheet/sheet-facts.ts';

export const atMs = Date.UTC(2026, 10, 21, 8, 0, 0);

export const bank: SheetMethod = {
  payId: '1',
  identifier: 'BANK',
  name: 'Bank Transfer',
  fields: [
    { kind: 'payee', name: 'Name', value: 'Rosa Seller' },
    { kind: 'pay_account', name: 'Account number', value: '40000001001' },
    { kind: 'bank', name: 'Bank name', value: 'Banco Simulado' },
  ],
};

export const zelle: SheetMethod = { payId: '2', identifier: 'Zelle', name: '', fields: [] };

/** A sale whose buyer says that he has paid. */
export const fullOrder: OrderFacts = {
  orderNumber: '88',
  adNumber: '7',
  side: 'SELL',
  asset: 'USDT',
  fiat: 'BOB',
  amount: '34.72000000',
  price: '11.52000000',
  totalPrice: '400.00000000',
  status: 'PAID',
  createdAtMs: atMs - 120_000,
  payDeadlineMs: atMs + 780_000,
  releaseDeadlineMs: atMs + 889_000,
  buyerName: 'ANA MARIA PEREZ ROJAS',
  sellerName: 'Rosa Seller',
  counterpartyNickname: 'ana0',
  counterpartyNumber: 's1a2b3c4',
  ownNumber: 's9',
  selectedPayId: '1',
  payMethodIds: ['1'],
  additionalKyc: 0,
  complaint: false,
};

export const saleSheet: OrderSheet = {
  account: 'main',
  orderNumber: '88',
  readAtMs: atMs - 2_000,
  order: { known: sheetOrder({ order: { ...fullOrder, paidAtMs: atMs - 11_000 }, methods: [bank, zelle], unread: 3 }) },
  record: {
    known: {
      completedOrders: 240,
      finishRate: 0.98,
      registerDays: 400,
      completedLately: 12,
      finishRateLately: 0.975,
      withUsLately: 0,
    },
  },
  payments: { known: { seen: [], more: 0 } },
  block: { known: { kind: 'clear' } },
  chat: {
    known: {
      lines: [
        { id: '51', atMs: atMs - 60_000, by: 'service', kind: 'other', text: 'seller_payed', unread: false },
        {
          id: '52',
          atMs: atMs - 9_000,
          by: 'them',
          kind: 'text',
          text: 'Hola, ya pague con la cuenta de mi esposa',
          unread: true,
        },
        { id: '53', atMs: null, by: 'us', kind: 'image', text: 'receipt.jpg', unread: false },
      ],
      unread: 2,
      hasOlder: false,
      odd: [],
    },
  },
  person: {
    known: {
      remark: null,
      assigned: null,
      before: { orders: 0, running: 0, completed: 0, cancelled: 0, appealed: 0, sums: [] },
    },
  },
  tips: { known: ['Trade only with the payment account of the person whose name you see.'] },
};
