/** The quantity of an ad, and the ad off the market while there is too little of it (ads#the-quantity). */
import type { StockReceipt } from '../../activities/ad/stock-contract.ts';
import type { ShownStock, StockDecision } from '../../domain/ads/inventory.ts';
import type { OfflineState } from '../../domain/ads/state/offline-state.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { workOrChange } from '../kit/wait.ts';
import { stockText } from '../../words/ads/stock-words.ts';
import { stayOffMarket } from './ad-offline.ts';
import { stockWish } from './ad-return.ts';
import type { AdRun } from './ad-run.ts';

interface StockNews {
  readonly decision: StockDecision;
  readonly seen: ShownStock | null;
}

/** Does what a look at the stock found to be due. */
export async function actOnStock(adRun: AdRun, { decision, seen }: StockNews): Promise<void> {
  const { run, standing } = adRun;
  run.remember({ stock: { ...run.memory.stock, seen } });
  switch (decision.kind) {
    case 'change':
      return changeQuantity(adRun, stockText(decision.note));
    case 'empty':
      return standing.leaveByRules({ cause: 'stock', note: decision.note });
    case 'stocked':
      return standing.comeBack();
    case 'keep':
      return undefined;
  }
}

/** Keeps an ad off the market until there is enough of it, or until its rules ask for no quantity any more. */
export async function awaitStock(adRun: AdRun, state: OfflineState): Promise<void> {
  const { run, standing } = adRun;
  const { inventory: rule } = run.memory.rules;
  // A paused one waits for its human, whatever its stock.
  const isFree = state.paused === undefined;
  if (rule === null && isFree) return standing.comeBack();
  const inventory = rule === null || !isFree ? {} : { inventory: { rule, wish: stockWish(run.memory) } };
  const look = await stayOffMarket(adRun, state, inventory);
  if (look?.stock !== undefined && run.memory.standing.state === state) await actOnStock(adRun, look.stock);
}

/**
 * The activity decides once more, on a read of its own, so that a change which is repeated, or late, sets what is right
 * then. What was refused waits, longer each time, and its block is that of any refusal (interface 7.4).
 */
async function changeQuantity(adRun: AdRun, note: string): Promise<void> {
  const { input, run, refusals } = adRun;
  const { mode, adNumber } = input;
  const { inventory: rule } = run.memory.rules;
  if (rule === null) return;
  const { revision } = run;
  const wish = stockWish(run.memory);
  const writes = repeatableWrites(`Keeping its quantity: ${note}`);
  const work = () => writes.updateAdStock({ mode, adNumber, rule, wish });
  try {
    const receipt = await workOrChange(run, { revision, work, onChange: 'await-end' });
    if (receipt !== null) noteChange(adRun, receipt);
  } catch (error) {
    const refused = refusals.noteChange(error, run.memory.stock.refusals);
    run.remember({ stock: { ...run.memory.stock, ...refused } });
  }
}

function noteChange({ run }: AdRun, { kind, atMs, quantity }: StockReceipt): void {
  const { stock, intents } = run.memory;
  const intended = kind === 'intent' ? quantity : null;
  run.remember({ stock: { ...stock, lastChangeAtMs: atMs, intended, refusals: 0, refusedUntilMs: null } });
  if (kind === 'intent') run.remember({ intents: intents + 1 });
}
