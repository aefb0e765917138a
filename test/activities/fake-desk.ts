import type { UnreadOrders } from '../../src/domain/orders/intake/unread-orders.ts';
import type { AdSwitch, DeskPort, SeenOrder } from '../../src/activities/ports/desk-port.ts';
import type { TakeAdOff } from '../../src/workflows/contract/ad-contract.ts';
import type { PricingRules } from '../../src/domain/pricing/pricing-rules.ts';
import type { IntakeReport } from '../../src/workflows/contract/desk-contract.ts';
import type { EngagedSwitch } from '../../src/domain/switch-state.ts';

/** A desk without a Temporal server: it records what activities ask of it. */
export interface FakeDesk extends DeskPort {
  /** Reports of orders; status null: it left the list. */
  told: (SeenOrder | { orderNumber: string; status: null })[];
  /** Orders whose workflows run when an intake begins. */
  running: string[];
  /** Whether the workflow of an order reads it as soon as it is taken up. */
  readsAtOnce: boolean;
  kept: { adNumber: string; rules: PricingRules }[];
  reports: IntakeReport[];
  switches: Record<AdSwitch, 'open' | 'closed' | 'unknown'>;
  /** How old the answers about switches might be; undefined: as old as usual. */
  switchAges: (number | undefined)[];
  /** Those who took every ad off the market. */
  takenOff: (TakeAdOff & { which: 'all' | 'priced' })[];
  /** Orders with a completed workflow. */
  ended: Set<string>;
  /** Orders with an unreachable workflow. */
  unreachable: Set<string>;
  /** Ads with a workflow that runs differently, and how. */
  otherwiseKept: Map<string, string>;
}

/** Makes a desk that runs nothing yet. */
export function createFakeDesk(unread?: UnreadOrders): FakeDesk {
  const desk: FakeDesk = {
    told: [],
    kept: [],
    reports: [],
    switches: { repricing: 'open', ads: 'open' },
    switchAges: [],
    takenOff: [],
    ended: new Set(),
    unreachable: new Set(),
    otherwiseKept: new Map(),
    running: [],
    readsAtOnce: true,
    orderSeen: async (order) => {
      const { orderNumber } = order;
      if (desk.unreachable.has(orderNumber)) throw new Error('the server of the workflows is away');
      desk.told.push(order);
      if (desk.ended.has(orderNumber)) return 'ended';
      if (desk.running.includes(orderNumber)) return 'told';
      desk.running.push(orderNumber);
      if (desk.readsAtOnce) unread?.end(orderNumber);
      return 'started';
    },
    orderGone: async (orderNumber) => {
      desk.running = desk.running.filter((other) => other !== orderNumber);
      desk.told.push({ orderNumber, status: null });
    },
    runningOrders: async () => desk.running,
    killSwitch: async (name, maxAgeMs) => {
      desk.switchAges.push(maxAgeMs);
      const stand = desk.switches[name];
      return stand === 'closed' ? engagedBy(name) : stand;
    },
    takeAdsOff: async (wish, which) => desk.takenOff.push({ ...wish, which }),
    keepAd: async ({ adNumber }, rules) => {
      const why = desk.otherwiseKept.get(adNumber);
      if (why !== undefined) return { kind: 'left', why };
      desk.kept.push({ adNumber, rules });
      return { kind: 'kept' };
    },
    reportIntake: async (count) => {
      desk.reports.push(count);
    },
  };
  return desk;
}

const engagedBy = (name: AdSwitch): EngagedSwitch => ({ name, by: 'ana', reason: 'a test', atMs: 0 });
