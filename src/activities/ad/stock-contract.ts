import type { InventoryRule, RememberedStock } from '../../domain/ads/inventory.ts';
import type { AdStatusInput, WriteReceipt } from '../activity-contract.ts';

export interface UpdateAdStockInput extends AdStatusInput {
  rule: InventoryRule;
  wish: RememberedStock;
}

export interface StockReceipt extends WriteReceipt {
  quantity: string;
}
