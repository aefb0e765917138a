import type { Fault, FaultRule, FaultScript } from '../../src/simulator/world/fault-script.ts';

const at = (operation: string, probability: number, fault: Fault): FaultRule => ({
  operation,
  when: { probability },
  fault,
});

const orderReads = ['getUserOrderDetail', 'listOrders'] as const;

/** Faults that the demo's storm omits: order reads that lag or hang, and untrue answers. */
export const harderFaults: FaultScript = [
  ...orderReads.map((operation) => at(operation, 0.05, { kind: 'stale', ms: 8_000 })),
  ...orderReads.map((operation) => at(operation, 0.005, { kind: 'hang', when: 'before' })),
  at('releaseCoin', 0.05, { kind: 'false-success' }),
  at('markOrderAsPaid', 0.05, { kind: 'false-success' }),
  at('update', 0.05, { kind: 'false-success' }),
  at('releaseCoin', 0.05, { kind: 'roll-back', afterMs: 3_000 }),
  at('getUserOrderDetail', 0.01, { kind: 'answer', fields: { orderStatus: 99 } }),
  at('getUserOrderDetail', 0.01, { kind: 'answer', fields: { amount: 'many' } }),
];
