import { addOwnMethod } from './trade/payment-method.ts';
import { fillWallet, type WalletFill } from './trade/wallet.ts';
import { addAd, type NewAd } from './trade/ad-desk.ts';
import { createAdminApi } from './http/admin-api.ts';
import { createCallPipeline } from './http/call-pipeline.ts';
import { createChatServer } from './chat/chat-socket.ts';
import { createChatTickets } from './chat/chat-tickets.ts';
import { createCounterparties, type Counterparties } from './trade/counterparties.ts';
import { doWhatIsDue } from './trade/due-actions.ts';
import { createFaultEngine, type FaultScript } from './world/fault-script.ts';
import { createHttpService } from './http-service.ts';
import { createImageStore } from './chat/image-store.ts';
import { showPicture } from './chat/shown-picture.ts';
import type { Ledger } from './world/ledger.ts';
import { openBank } from './bank/bank.ts';
import { openBankRoute } from './bank/bank-route.ts';
import { createMarketplace, merchantOf, type Marketplace } from './world/marketplace.ts';
import { describeService } from './http/open-api.ts';
import { createRateKeeper } from './http/rate-keeper.ts';
import { systemClock } from './world/sim-clock.ts';
import type { SimListener } from './world/sim-event.ts';
import { configureOperations, simOperations } from './operations/sim-operations.ts';
import { resolveSettings, type SimulatorOptions } from './world/simulator-options.ts';
import type { BankRoute } from './world/bank-state.ts';
import { BusinessStatus, type SimulatorState } from './world/simulator-state.ts';
import { loadState, saveState } from './world/state-file.ts';

export type { Ledger } from './world/ledger.ts';
export type { SimAccount } from './world/simulator-options.ts';

export interface ListenOptions {
  /** 0, the default, uses any free port. */
  port?: number;
  host?: string;
}

/** The marketplace stand-in. */
export interface Simulator {
  listen: (options?: ListenOptions) => Promise<{ baseUrl: string; port: number }>;
  close: () => Promise<void>;
  /** Returns a copy of what really happened so far. */
  ledger: () => Ledger;
  snapshot: () => SimulatorState;
  /** Listens to internal events; returns a function that stops. */
  on: (listener: SimListener) => () => void;
  /** Adds an ad of an account to the marketplace and returns its number. */
  ads: { add(ad: NewAd): string };
  counterparties: Counterparties;
  /** A counterparty shows a picture in the chat of an order: it lies in the storage of the service that listens. */
  showPicture: (orderNumber: string, picture: { name: string; bytes: Buffer }) => void;
  /** Opens or closes an account's business, or sends it on a break until a moment. */
  setMerchant: (account: string, status: 'open' | 'closed' | 'break', untilMs?: number) => void;
  /** Reports what arrives at the simulated bank, until it is closed or what this returns is called. */
  reportTransfers: (route: BankRoute) => () => void;
  /** Limits what an account's wallet has free of an asset. */
  fillWallet: (fill: WalletFill) => void;
  /** Adds a payment account by a method of the catalogue, and returns its id; null if it is not in the catalogue. */
  addMethod: (account: string, identifier: string) => number | null;
  setFaults: (rules: FaultScript) => void;
  addFaults: (rules: FaultScript) => void;
  /** Bans the address from now on. */
  ban: (durationMs: number) => void;
  /** Sets the service's clock this far ahead of the right time (negative: behind). */
  shiftClock: (ms: number) => void;
  /** Does everything that is due now. */
  tick: () => void;
  /** Called at each tick after the due work; returns a function that stops. */
  onTick: (listener: () => void) => () => void;
  marketplace: Marketplace;
}

const merchantStatuses = { open: BusinessStatus.OPEN, closed: BusinessStatus.CLOSED, break: BusinessStatus.RESTING };
const idleSaveMs = 2_000;

/**
 * Creates a marketplace stand-in; it neither listens nor moves before `listen` or `tick`.
 *
 * With `stateFile` it continues from that file, and writes it before each money step is answered.
 */
export function createSimulator(options: SimulatorOptions): Simulator {
  const marketplace = openMarketplace(options);
  const keeper = createRateKeeper(marketplace);
  const tickets = createChatTickets(options.seed, marketplace.clock);
  const images = createImageStore(options.seed, marketplace.clock);
  const chat = createChatServer(marketplace, { tickets, images });
  const operations = configureOperations(simOperations({ tickets, images }), marketplace.settings);
  const pipeline = createCallPipeline(marketplace, keeper, operations);
  const admin = createAdminApi(marketplace, keeper);
  const describe = (): unknown => describeService(operations);
  const service = createHttpService({ marketplace, pipeline, admin, chat, keeper, images, describe });
  openBank(marketplace);
  const routes: (() => void)[] = [];
  const ticking = createTicking(marketplace);
  let origin = '';
  return {
    marketplace,
    listen: async ({ port = 0, host = '127.0.0.1' } = {}) => {
      const actual = await service.listen(port, host);
      ticking.start();
      origin = `http://${host}:${actual}`;
      return { baseUrl: origin, port: actual };
    },
    close: async () => {
      ticking.stop();
      for (const end of routes) end();
      chat.close();
      await service.close();
      marketplace.persist();
    },
    ledger: () => structuredClone(marketplace.ledger),
    snapshot: marketplace.snapshot,
    on: marketplace.listen,
    ads: { add: (ad) => addAd(marketplace, ad).advNo },
    counterparties: createCounterparties(marketplace),
    showPicture: (orderNumber, picture) => showPicture({ marketplace, images, origin }, orderNumber, picture),
    setMerchant: (account, status, untilMs) => {
      Object.assign(merchantOf(marketplace, account), {
        status: merchantStatuses[status],
        restUntilMs: untilMs ?? null,
      });
    },
    reportTransfers: (route) => {
      const end = openBankRoute(marketplace, route);
      routes.push(end);
      return end;
    },
    fillWallet: (fill) => fillWallet(marketplace, fill),
    addMethod: (account, identifier) => addOwnMethod(marketplace, account, identifier)?.payId ?? null,
    setFaults: marketplace.faults.set,
    addFaults: marketplace.faults.add,
    ban: keeper.ban,
    shiftClock: marketplace.clock.shiftTo,
    tick: ticking.tick,
    onTick: ticking.onTick,
  };
}

function openMarketplace(options: SimulatorOptions): Marketplace {
  const settings = resolveSettings(options);
  const { stateFile } = options;
  return createMarketplace({
    settings,
    accounts: options.accounts,
    clock: options.clock ?? systemClock,
    feed: options.market,
    faults: createFaultEngine(options.seed, options.faults),
    state: options.state ?? (stateFile === undefined ? null : loadState(stateFile)),
    persist: (gather) => {
      if (stateFile !== undefined) saveState(stateFile, gather());
    },
  });
}

function createTicking(marketplace: Marketplace) {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  let savedAtMs = 0;
  let changed = true;
  marketplace.listen((event) => {
    changed ||= event.type === 'order' || event.type === 'price' || event.type === 'transfer';
  });
  const tick = (): void => {
    doWhatIsDue(marketplace);
    for (const listener of listeners) listener();
    if (!changed || marketplace.clock.now() - savedAtMs < idleSaveMs) return;
    savedAtMs = marketplace.clock.now();
    changed = false;
    marketplace.persist();
  };
  return {
    tick,
    start: (): void => {
      const { tickIntervalMs } = marketplace.settings;
      if (tickIntervalMs > 0) timer = setInterval(tick, tickIntervalMs).unref();
    },
    stop: (): void => {
      if (timer !== null) clearInterval(timer);
    },
    onTick: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
