import { orderStatusFromWire, type OrderStatus } from '../domain/orders/order-status.ts';
import { sideOf } from './operations/handlers/order-wire.ts';
import type { Simulator } from './simulator.ts';
import type { TradeSide } from './world/simulator-state.ts';

/** An order of a desk's account as the marketplace has it: the truth behind what the desk is shown. */
export interface DeskOrder {
  orderNumber: string;
  /** The desk's own side. */
  side: TradeSide;
  asset: string;
  fiat: string;
  amount: string;
  price: string;
  totalPrice: string;
  status: OrderStatus | null;
  createdAtMs: number;
}

/** All orders of an account, oldest first. */
export function deskOrders(simulator: Simulator, account: string): DeskOrder[] {
  return [...simulator.marketplace.orders.values()]
    .filter((order) => order.maker.account === account || order.taker.account === account)
    .map((order) => ({
      orderNumber: order.orderNumber,
      side: sideOf(order, account),
      asset: order.asset,
      fiat: order.fiat,
      amount: order.amount,
      price: order.price,
      totalPrice: order.totalPrice,
      status: orderStatusFromWire(order.status),
      createdAtMs: order.createdAtMs,
    }));
}
