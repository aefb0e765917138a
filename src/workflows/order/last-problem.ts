import type { OrderProblem } from '../../domain/orders/order-wait.ts';
import type { OrderMemory } from '../contract/order-contract.ts';
import { bounded } from '../kit/bounded.ts';
import type { Run } from '../kit/run.ts';

/** Notes what failed last. Anyone who may fail an activity by hand writes its message. */
export function noteProblem(run: Run<OrderMemory>, problem: OrderProblem): void {
  run.remember({ lastProblem: bounded(problem) });
}
