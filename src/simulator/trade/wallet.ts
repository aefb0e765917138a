import { Amount } from '../world/amounts.ts';
import type { Marketplace } from '../world/marketplace.ts';
import type { AdRecord, SimulatorState } from '../world/simulator-state.ts';

const keyOf = (account: string, asset: string): string => `${account}/${asset}`;

/** What a wallet has free of an asset; null: it is not limited, which is so until it was filled once. */
export function freeOf({ state }: { state: SimulatorState }, account: string, asset: string): Amount | null {
  const free = state.wallets?.[keyOf(account, asset)];
  return free === undefined ? null : new Amount(free);
}

/** Sets what a wallet has free: from now on orders lock, return and add to it. */
export function fillWallet({ state }: { state: SimulatorState }, { account, asset, free }: WalletFill): void {
  (state.wallets ??= {})[keyOf(account, asset)] = free;
}

export interface WalletFill {
  account: string;
  asset: string;
  free: string;
}

/** Changes what a wallet has free, if it is limited; a simulated person has no wallet. */
export function moveFree(
  marketplace: { state: SimulatorState },
  { account, asset }: { account: string | null; asset: string },
  change: Amount,
): void {
  if (account === null) return;
  const free = freeOf(marketplace, account, asset);
  if (free !== null) fillWallet(marketplace, { account, asset, free: free.plus(change).toString() });
}

/** Whether the wallet of a selling ad suffices for its smallest order (wire-facts 13); a buying ad needs none. */
export function walletCovers(
  marketplace: Marketplace,
  { account, asset, side, minFiat, commissionRate }: AdRecord,
  price: string,
): boolean {
  const free = side === 'SELL' ? freeOf(marketplace, account, asset) : null;
  if (free === null) return true;
  return free.gte(new Amount(minFiat).div(price).mul(new Amount(1).plus(commissionRate)));
}
