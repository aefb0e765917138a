import type { MockActivityEnvironment } from '@temporalio/testing';
import { CancelledFailure } from '@temporalio/common';
import { expect } from 'vitest';
import type { WatchOrdersInput, WatchOrdersVerdict } from '../../../src/activities/order/intake-contract.ts';
import type { IntakeMemory } from '../../../src/domain/orders/intake/intake-memory.ts';
import { eventually, type ActivityWorld } from '../activity-fixture.ts';

interface Intake {
  env: MockActivityEnvironment;
  beats: Record<string, unknown>[];
  verdict: Promise<WatchOrdersVerdict>;
}

interface IntakePart {
  periodMs?: number;
  stepMs?: number;
  memory?: IntakeMemory | null;
  heartbeatDetails?: unknown;
}

export function intake(world: ActivityWorld, part: IntakePart = {}): Intake {
  const { periodMs = 3_600_000, stepMs = 0, memory = null, heartbeatDetails } = part;
  const env = world.scheduled({ heartbeatDetails });
  const beats: Record<string, unknown>[] = [];
  env.on('heartbeat', (beat: Record<string, unknown>) => {
    beats.push(beat);
    world.clock.advance(stepMs);
  });
  const input: WatchOrdersInput = { periodMs, intake: memory };
  const verdict = env.run(world.watching.watchOrders, input) as Promise<WatchOrdersVerdict>;
  verdict.catch(() => undefined);
  return { env, beats, verdict };
}

export async function cancelled({ env, verdict }: Intake): Promise<void> {
  env.cancel();
  await expect(verdict).rejects.toBeInstanceOf(CancelledFailure);
}

export const listed = (world: ActivityWorld): number => world.callsOf('orderMatch/listOrders');

/** Waits until this many more polls are over. */
export async function polls(world: ActivityWorld, more: number): Promise<void> {
  const from = listed(world);
  await eventually(`${more} more polls`, () => listed(world) >= from + more + 1);
}

export const toldOf = (world: ActivityWorld, orderNumber: string) =>
  world.fakeDesk.told.filter((order) => order.orderNumber === orderNumber).map((order) => order.status);

export const take = (world: ActivityWorld, adNumber: string): string =>
  world.simulator.counterparties.take({ adNumber, totalPrice: '100.00' });

/** Lets people take so many orders, one after the other; returns their numbers, the oldest first. */
export const flood = (world: ActivityWorld, count: number): string[] => {
  const adNumber = world.addAd({ initAmount: '1000000' });
  return Array.from({ length: count }, () => {
    world.clock.advance(1);
    return take(world, adNumber);
  });
};
