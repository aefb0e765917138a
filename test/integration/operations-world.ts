/** A live worker, a server and a marketplace, and Temporal's own command line as an operator uses it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, inject } from 'vitest';
import { orderControl, placeOrder, startOrder } from '../../src/client/index.ts';
import type { OrderControl, PlacementControl } from '../../src/client/index.ts';
import type { ReleasePolicyName } from '../../src/domain/orders/release-rules.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import type { Ledger } from '../../src/simulator/ledger.ts';
import { account, askAdNumber, noRules, openDeskWorld, quickSettings, until } from './desk-harness.ts';
import type { DeskWorld, WorkerProcess } from './desk-harness.ts';

/** What one run of a command line gave. */
export interface CommandEnd {
  exitCode: number;
  /** Both of its streams. */
  text: string;
}

export interface OperationsWorld extends DeskWorld {
  worker: WorkerProcess;
  /** Runs Temporal's command line against the server. */
  temporal: (...args: string[]) => Promise<CommandEnd>;
  /** Runs it and rejects when it fails. */
  mustTemporal: (...args: string[]) => Promise<string>;
  /** A paid order that the desk sells, carried by its workflow. */
  sale: (policy: ReleasePolicyName) => Promise<CarriedOrder>;
  /** A purchase on a stranger's ad. */
  placement: (requestId: string) => Promise<PlacementControl>;
}

export interface CarriedOrder {
  orderNumber: string;
  workflowId: string;
  control: OrderControl;
  /** Waits until the page says that it waits for this. */
  waitsFor: (reason: string) => Promise<void>;
}

export const releaseRules = (policy: ReleasePolicyName) => ({ policy, amountCap: null, counterparty: noRules });

/** Opens one world for all tests of a file: a server and a worker cost seconds. */
export function shareOperationsWorld(settings: Partial<DeskSettings> = {}): () => OperationsWorld {
  const ends: (() => unknown)[] = [];
  let world: OperationsWorld | null = null;
  beforeAll(async () => {
    const desk = await openDeskWorld({}, { ...quickSettings, ...settings }, (end) => ends.push(end));
    world = operationsOf(desk, { ...quickSettings, ...settings });
    await until('the worker serves', desk.log, (log) => log.includes('what this worker may do'));
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    if (world === null) throw new Error('the world is not open');
    return world;
  };
}

const run = promisify(execFile);

function operationsOf(desk: DeskWorld, settings: Partial<DeskSettings>): OperationsWorld {
  const { client, simulator, address } = desk;
  const temporal = async (...args: string[]): Promise<CommandEnd> => {
    const place = ['--address', address, '--namespace', 'default'];
    try {
      const { stdout, stderr } = await run(inject('temporalCli'), [...args, ...place]);
      return { exitCode: 0, text: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { exitCode: code, text: stdout + stderr };
    }
  };
  const mustTemporal = async (...args: string[]): Promise<string> => {
    const { exitCode, text } = await temporal(...args);
    if (exitCode !== 0) throw new Error(`temporal ${args.join(' ')}: ${text}`);
    return text;
  };
  return {
    ...desk,
    worker: desk.startWorker(),
    temporal,
    mustTemporal,
    sale: async (policy) => {
      const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
      const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
      simulator.counterparties.pay(orderNumber);
      await startOrder(client, { account, orderNumber, mode: 'sim', release: releaseRules(policy), settings });
      return carriedOrder(desk, orderNumber);
    },
    placement: (requestId) => {
      const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' } as const;
      const rest = { account, requestId, mode: 'sim', adNumber: askAdNumber, settings } as const;
      return placeOrder(client, { ...trade, ...rest, release: releaseRules('approve') });
    },
  };
}

/** An order that a workflow carries, whoever started it. */
export function carriedOrder({ client }: Pick<DeskWorld, 'client'>, orderNumber: string): CarriedOrder {
  const control = orderControl(client, account, orderNumber);
  return {
    orderNumber,
    workflowId: control.workflowId,
    control,
    waitsFor: async (reason) => {
      await until(
        `order ${orderNumber} waits for ${reason}`,
        () => control.state(),
        (view) => view.waitingFor === reason,
      );
    },
  };
}

/** How often something of an order happened at the service. */
export function effects({ entries }: Ledger, kind: 'release' | 'pay' | 'place', orderNumber: string): number {
  return entries.filter((entry) => entry.kind === kind && entry.orderNumber === orderNumber).length;
}
