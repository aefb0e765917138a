import type { InventoryRule, StockWish } from '../../domain/ads/inventory.ts';
import type { AdStatusInput, WriteReceipt } from '../activity-contract.ts';

export interface UpdateAdStockInput extends AdStatusInput {
  rule: InventoryRule;
  wish: StockWish;
}

export interface StockReceipt extends WriteReceipt {
  quantity: string;
}
