import type { DeskPort, SeenOrder } from '../../src/activities/ports/desk-port.ts';
import type { PricingRules } from '../../src/domain/pricing/pricing-rules.ts';
import type { IntakeReport } from '../../src/workflows/contract/desk-contract.ts';

/** A desk that no Temporal server stands behind: it writes down what activities ask of it. */
export interface FakeDesk extends DeskPort {
  /** What was told of orders; status null: that it left the list. */
  told: (SeenOrder | { orderNumber: string; status: null })[];
  /** Orders whose workflows run when an intake begins. */
  running: string[];
  kept: { adNumber: string; rules: PricingRules }[];
  reports: IntakeReport[];
  switches: Record<'repricing', 'open' | 'closed' | 'unknown'>;
  /** Orders whose workflow has ended as done. */
  ended: Set<string>;
  /** Orders whose workflow cannot be told. */
  unreachable: Set<string>;
  /** Ads whose workflow runs otherwise, and how. */
  otherwiseKept: Map<string, string>;
}

/** Makes a desk that runs nothing yet. */
export function createFakeDesk(): FakeDesk {
  const desk: FakeDesk = {
    told: [],
    kept: [],
    reports: [],
    switches: { repricing: 'open' },
    ended: new Set(),
    unreachable: new Set(),
    otherwiseKept: new Map(),
    running: [],
    orderSeen: async (order) => {
      const { orderNumber } = order;
      if (desk.unreachable.has(orderNumber)) throw new Error('the server of the workflows is away');
      desk.told.push(order);
      if (desk.ended.has(orderNumber)) return 'ended';
      if (desk.running.includes(orderNumber)) return 'told';
      desk.running.push(orderNumber);
      return 'started';
    },
    orderGone: async (orderNumber) => {
      desk.running = desk.running.filter((other) => other !== orderNumber);
      desk.told.push({ orderNumber, status: null });
    },
    runningOrders: async () => desk.running,
    killSwitch: async (name) => desk.switches[name],
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
