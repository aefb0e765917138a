import type { OrderTrouble } from '../../domain/orders/order-wait.ts';
import { OrderStatus, isTerminal } from '../../domain/orders/order-status.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import { noRefusedMessages } from '../contract/message.ts';
import type { OrderMemory, ParsedOrderInput } from '../contract/order-contract.ts';
import { resetIdOf } from '../kit/new-run.ts';
import { createRun, type Run } from '../kit/run.ts';
import { watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { createKeptApprovals, type KeptApprovals } from './order-approvals.ts';
import { orderPage } from './order-page.ts';
import { createOrderPayments, type OrderPayments } from './order-payments.ts';
import { createOrderReading, type OrderReading } from './order-reading.ts';
import { createOrderRegister, type OrderRegister } from './order-register.ts';
import { createOrderSteps, type OrderSteps } from './order-steps.ts';
import { createOrderWaits, type OrderWaits } from './order-waiting.ts';

/** One order inside its workflow. */
export interface OrderRun {
  readonly input: ParsedOrderInput;
  settings: DeskSettings;
  readonly run: Run<OrderMemory>;
  readonly troubles: TroubleWatch<OrderTrouble>;
  readonly waits: OrderWaits;
  readonly steps: OrderSteps;
  readonly register: OrderRegister;
  readonly approvals: KeptApprovals;
  readonly payments: OrderPayments;
  readonly reading: OrderReading;
}

/** Creates the run of an order from the workflow's input; continues with the memory from continue-as-new. */
export function createOrderRun(input: ParsedOrderInput): OrderRun {
  // A part that the version before did not carry over gets its initial value.
  const resetId = resetIdOf(input.memory?.resetId ?? null);
  const run = createRun<OrderMemory>({ ...freshMemory(input), ...input.memory, resetId }, (memory) =>
    orderPage(input, memory),
  );
  const troubles = watchTroubles<OrderTrouble>(run);
  const steps = createOrderSteps(run, troubles);
  const register = createOrderRegister({ input, run, troubles });
  const waits = createOrderWaits(run, troubles);
  const settings = (): DeskSettings => order.settings;
  const order: OrderRun = {
    input,
    settings: input.settings ?? defaultSettings,
    run,
    troubles,
    waits,
    steps,
    register,
    approvals: createKeptApprovals({ run, steps, settings }),
    payments: createOrderPayments({ run, steps, register }),
    reading: createOrderReading({ input, run, troubles, waits, register, settings }),
  };
  return order;
}

/** Returns what an order's first run remembers before it has read anything. */
export function freshMemory(input: ParsedOrderInput): OrderMemory {
  const sinceMs = Date.now();
  return {
    refused: noRefusedMessages,
    troubles: {},
    progress: { status: OrderStatus.AWAITING_PAYMENT, since: sinceMs },
    order: null,
    mark: null,
    open: null,
    resetId: null,
    unkept: [],
    stale: true,
    placedBy: input.placedBy ?? null,
    wait: { what: { code: 'reading' }, asks: 'nobody', sinceMs, untilMs: null },
    approvals: [],
    signedOnly: false,
    usedSignatures: [],
    match: null,
    payment: null,
    held: null,
    kycVerifiedBy: null,
    checks: [],
    idleLooks: 0,
    resolution: null,
    undecided: null,
    blockedUntilMs: null,
    sending: null,
    sendingIsStopped: false,
    doneSteps: [],
    attempts: { place: 0, 'mark-paid': 0, release: 0 },
    refusals: 0,
    lastProblem: null,
    stoppedBy: null,
    nextMode: null,
  };
}

/** Reports whether the order has ended at the service, or must not be carried any longer. */
export function isOver({ run: { memory } }: OrderRun): boolean {
  return isTerminal(memory.progress.status) || memory.stoppedBy !== null;
}
