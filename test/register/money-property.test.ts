import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Register } from '../../src/register/register.ts';
import { memoryRegister, generation } from './memory-register.ts';
import { seed } from '../domain/seeded.ts';
import { dayMs, payment, startMs, TestDesk } from './contract/test-desk.ts';

const hourMs = 3_600_000;
const perDay = 100;
/** From arming to the moment by which a call shows, or never will. */
const openMs = 30_000;

interface Act {
  /** A release that is asked for, with what becomes of it; or what the service, a process or a read does. */
  readonly kind: 'release' | 'late' | 'lands' | 'refused' | 'unarmed' | 'read' | 'withdraw' | 'new-term' | 'cancel';
  readonly order: string;
  readonly proof: string;
  readonly total: number;
  readonly pauseMs: number;
}

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'release',
      'release',
      'late',
      'lands',
      'refused',
      'unarmed',
      'read',
      'read',
      'withdraw',
      'new-term',
      'cancel',
    ),
    order: fc.constantFrom('A', 'A', 'A', 'B', 'C'),
    proof: fc.constantFrom('REF1', 'REF2', 'REF3', 'REF4'),
    total: fc.integer({ min: 1, max: 60 }),
    pauseMs: fc.constantFrom(0, 1, 1, 1, openMs, hourMs, 12 * hourMs),
  }),
  { minLength: 10, maxLength: 30 },
);

/** A coin that has left at the service. */
interface Left extends Pick<Act, 'order' | 'proof' | 'total'> {
  readonly atMs: number;
}

/** A service that knows what has left, and the desk's register beside it. */
class World {
  readonly left: Left[] = [];
  /** Armed and on their way: the service may still carry them out, until their time is over. */
  #under: Left[] = [];
  readonly #cancelled = new Set<string>();
  readonly #desk: TestDesk;
  #nowMs = startMs;
  #last = 0;

  constructor(desk: TestDesk) {
    this.#desk = desk;
  }

  async act(act: Act): Promise<void> {
    this.#nowMs += act.pauseMs;
    if (act.kind === 'lands') return this.#land();
    if (act.kind === 'read') return this.#read(act.order);
    if (act.kind === 'withdraw') return this.#withdraw();
    if (act.kind === 'new-term') return this.#newTerm();
    if (act.kind === 'cancel') return this.#cancel(act.order);
    return this.#release(act);
  }

  async #release({ kind, order, proof, total }: Act): Promise<void> {
    const nowMs = this.#nowMs;
    const wish = { payments: [payment(proof)], total: String(total), perDay: String(perDay), nowMs };
    const reply = await this.#desk.claim(order, wish);
    if (!reply.claimed) return;
    this.#last = reply.number;
    if (kind === 'unarmed') return;
    const moments = { guardAtMs: nowMs, untilMs: nowMs + openMs, nowMs };
    const armed = await this.#desk.arm(reply.number, order, { payments: [proof], ...moments });
    if (!armed.armed || kind === 'refused') return;
    this.#under.push({ order, proof, total, atMs: nowMs });
    if (kind === 'release') this.#land();
  }

  /** Whether an answer arrives or not: only reads tell. The service carries out none whose order has ended. */
  #land(): void {
    const inTime = this.#under.filter(({ order, atMs }) => this.#nowMs < atMs + openMs && !this.#cancelled.has(order));
    this.left.push(...inTime);
    this.#under = [];
  }

  async #read(order: string): Promise<void> {
    const released = this.left.some((one) => one.order === order);
    const ended = this.#cancelled.has(order) ? 'CANCELLED' : 'PAID';
    const nowMs = this.#nowMs;
    await this.#desk.see(order, { status: released ? 'COMPLETED' : ended, beganAtMs: nowMs, nowMs });
  }

  /** A sender withdraws only what it knows not to have left. */
  async #withdraw(): Promise<void> {
    const { account, register } = this.#desk;
    const rows = await register.stepRows({ account, step: 'release', subject: 'A' });
    const own = rows.find(({ number, state }) => number === this.#last && state === 'asked');
    if (own !== undefined) await register.withdraw({ account, number: own.number, nowMs: this.#nowMs, why: 'a test' });
  }

  async #newTerm(): Promise<void> {
    const { account, register } = this.#desk;
    const { term } = await register.beginTerm({ account, leader: 'another', signers: null, nowMs: this.#nowMs });
    this.#desk.term = term;
  }

  /** The service cancels no order whose coin has left. */
  async #cancel(order: string): Promise<void> {
    if (this.left.some((one) => one.order === order)) return;
    this.#cancelled.add(order);
    await this.#read(order);
  }

  expectKept(): void {
    for (const part of ['order', 'proof'] as const) {
      const seen = this.left.map((one) => one[part]);
      expect(seen).toEqual([...new Set(seen)]);
    }
    const ofTheDay = this.left.filter(({ atMs }) => atMs > this.#nowMs - dayMs);
    expect(ofTheDay.reduce((sum, { total }) => sum + total, 0)).toBeLessThanOrEqual(perDay);
  }
}

async function openRegister(): Promise<Register> {
  const { register } = memoryRegister();
  await register.mint({ generation, how: 'created', nowMs: startMs });
  return register;
}

describe('design 6: the register, for any releases, reads and deaths in any order', () => {
  it('S8: a proof never backs two orders, and no day exceeds its cap', async () => {
    let left = 0;
    const property = fc.asyncProperty(acts, async (list) => {
      const register = await openRegister();
      const world = new World(await TestDesk.open({ register, change: async () => undefined }));
      for (const act of list) {
        await world.act(act);
        world.expectKept();
      }
      left += world.left.length;
      expect(await register.brokenJournalEntry()).toBeNull();
      await register.close();
    });
    await fc.assert(property, { seed, numRuns: 600 });
    expect(left).toBeGreaterThan(200);
  });
});
