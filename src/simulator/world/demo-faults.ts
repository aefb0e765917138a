import type { FaultScript } from './fault-script.ts';

export type DemoFaults = 'none' | 'mild' | 'storm';

const reads = ['getUserOrderDetail', 'listOrders', 'listWithPagination', 'search', 'checkIfCanReleaseCoin'] as const;
const moneySteps = ['releaseCoin', 'markOrderAsPaid', 'placeOrder'] as const;

/** An ordinary day: never a ban. */
function mild(): FaultScript {
  return [
    ...reads.map((operation) => errorAt(operation, unknownError, 0.01)),
    errorAt('update', staleSurplus, 0.03),
    errorAt('update', systemError, 0.01),
    { operation: '*', when: { probability: 0.03 }, fault: { kind: 'delay', ms: 350 } },
    ...moneySteps.map((operation) => resetAt(operation, 'after', 0.08)),
  ];
}

/** A bad day: all faults at once, including a rate limit and a short ban. */
function storm(): FaultScript {
  return [
    ...reads.map((operation) => errorAt(operation, unknownError, 0.05)),
    ...reads.map((operation): FaultScript[number] => ({
      operation,
      when: { probability: 0.03 },
      fault: { kind: 'stale', ms: 3_000 },
    })),
    errorAt('update', staleSurplus, 0.1),
    errorAt('update', updateFailed, 0.03),
    { operation: '*', when: { probability: 0.08 }, fault: { kind: 'delay', ms: 700 } },
    { operation: '*', when: { probability: 0.01 }, fault: { kind: 'reset', when: 'before' } },
    { operation: '*', when: { probability: 0.005 }, fault: { kind: 'skew', ms: 8_000 } },
    ...moneySteps.map((operation) => resetAt(operation, 'after', 0.2)),
    ...moneySteps.map((operation) => resetAt(operation, 'before', 0.1)),
    { operation: 'releaseCoin', when: { probability: 0.05 }, fault: { kind: 'hang', when: 'after' } },
    { operation: 'chat', when: { probability: 0.1 }, fault: { kind: 'duplicate-events' } },
    { operation: 'chat', when: { probability: 0.1 }, fault: { kind: 'shuffle-events' } },
    { operation: '*', when: { nth: 150 }, fault: { kind: 'http', status: 429, retryAfterS: 2 } },
    { operation: '*', when: { nth: 400 }, fault: { kind: 'http', status: 418, retryAfterS: 10 } },
  ];
}

interface DemoError {
  code: number;
  message: string;
}

const unknownError: DemoError = { code: -1000, message: 'An unknown error occurred while processing the request.' };
const staleSurplus: DemoError = { code: -9000, message: '187049' };
const systemError: DemoError = { code: -9000, message: 'System error' };
const updateFailed: DemoError = { code: 187031, message: 'Ad update failed.' };

const errorAt = (operation: string, error: DemoError, probability: number): FaultScript[number] => ({
  operation,
  when: { probability },
  fault: { kind: 'error', ...error },
});

const resetAt = (operation: string, when: 'before' | 'after', probability: number): FaultScript[number] => ({
  operation,
  when: { probability },
  fault: { kind: 'reset', when },
});

export function demoFaults(kind: DemoFaults): FaultScript {
  if (kind === 'none') return [];
  return kind === 'mild' ? mild() : storm();
}
