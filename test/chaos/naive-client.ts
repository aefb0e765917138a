import type { WireCaller } from '../simulator/wire-caller.ts';

interface Row {
  [name: string]: unknown;
}

export interface NaiveCounts {
  calls: number;
  retries: number;
}

/** A desk as it is often written: look, act, and on any error do it again. No protocol, no memory. */
export interface NaiveClient {
  /** Marks as paid and releases what the list of orders shows. */
  lookAtOrders: () => Promise<void>;
  /** Takes the best offer of a market for about its smallest amount of fiat money, each time for another total. */
  buy: (market: { asset: string; fiat: string }) => Promise<void>;
  counts: NaiveCounts;
}

export interface NaiveOptions {
  caller: WireCaller;
  ownAds: ReadonlySet<string>;
  maxAttempts: number;
  /** Lets time pass between two attempts. */
  pause: () => void;
}

/** Makes a client that simply retries. */
export function createNaiveClient({ caller, ownAds, maxAttempts, pause }: NaiveOptions): NaiveClient {
  const counts: NaiveCounts = { calls: 0, retries: 0 };
  const once = async (path: string, body: Row): Promise<unknown> => {
    counts.calls += 1;
    const { json } = await caller.call(path, { body });
    if (json['code'] !== '000000') throw new TypeError(`${path} was refused`);
    return json['data'] ?? null;
  };
  const persistently = async (path: string, body: Row): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(path, body);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        if (attempt === maxAttempts) return null;
        counts.retries += 1;
        pause();
      }
    }
  };
  const rowsOf = async (path: string, body: Row): Promise<Row[]> => {
    const data = await persistently(path, body);
    return Array.isArray(data) ? (data as Row[]) : [];
  };
  const used = new Set<number>();
  /** Two placements never have the same total, so the ledger sees only what the client repeats. */
  const unused = (least: number): string => {
    const total = used.has(least) ? Number(unused(least + 1)) : least;
    used.add(total);
    return String(total);
  };
  return {
    counts,
    lookAtOrders: async () => {
      for (const row of await rowsOf('orderMatch/listOrders', { page: 1, rows: 100 })) {
        const path = moneyStepFor(row);
        if (path !== null) await persistently(path, { orderNumber: row['orderNumber'] });
      }
    },
    buy: async ({ asset, fiat }) => {
      const rows = await rowsOf('ads/search', { asset, fiat, tradeType: 'BUY', page: 1, rows: 10 });
      const offer = rows.map((row) => row['adv'] as Row).find(({ advNo }) => !ownAds.has(String(advNo)));
      if (offer === undefined) return;
      const totalAmount = unused(Math.ceil(Number(offer['minSingleTransAmount'])));
      await persistently('orderMatch/placeOrder', { advOrderNumber: offer['advNo'], totalAmount });
    },
  };
}

const trading = 1;
const paid = 2;

function moneyStepFor({ tradeType, orderStatus }: Row): string | null {
  if (tradeType === 'BUY' && orderStatus === trading) return 'orderMatch/markOrderAsPaid';
  return tradeType === 'SELL' && orderStatus === paid ? 'orderMatch/releaseCoin' : null;
}
