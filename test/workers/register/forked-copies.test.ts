import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GuardControl } from '../../../src/client/index.ts';
import { catchUpMemory } from '../../../src/domain/guard/inherited-memory.ts';
import { decidePermit } from '../../../src/domain/guard/permit.ts';
import { numberOf } from '../../../src/domain/guard/permitted-call.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { AccountRegister } from '../../../src/register/account-register.ts';
import type { LeadTerm } from '../../../src/register/operations/terms.ts';
import { askPermit } from '../../../src/workers/register/ask-permit.ts';
import { emptyGuardRunMemory, type GuardRunMemory } from '../../../src/workflows/contract/guard-contract.ts';
import { seed } from '../../domain/seeded.ts';
import { laterMs, startMs, untilMs } from '../../register/contract/test-desk.ts';
import { generation, memoryRegister, type MemoryRegister } from '../../register/memory-register.ts';

const account = 'main';
const money = { asset: 'USDT', amount: '10', price: '7', total: '70', fiat: 'BOB', counterparty: null };

/** What happens to copies of one register that know nothing of each other. */
interface Act {
  readonly who: number;
  readonly kind: 'begin' | 'claim' | 'ask' | 'ask-in-vain' | 'ask-while-another' | 'book' | 'fork';
}

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    who: fc.integer({ min: 0, max: 1 }),
    kind: fc.constantFrom<Act['kind'][]>(
      'begin',
      'claim',
      'claim',
      'claim',
      'ask',
      'ask',
      'ask',
      'ask-in-vain',
      'ask-while-another',
      'book',
      'fork',
    ),
  }),
  { minLength: 20, maxLength: 60 },
);

/** How often each of these was seen: a property that never meets its case says nothing. */
const seen = { permitted: 0, refused: 0, higher: 0, stopped: 0, between: 0 };

/** One guard for all copies, by the rules of the product. */
class Guard {
  memory: GuardRunMemory = { ...emptyGuardRunMemory, generation };
  /** Every call that it has permitted. */
  readonly permitted: string[] = [];
  /** What happens between the comparison of a worker and its word to the guard, once. */
  meanwhile: (() => Promise<unknown>) | null = null;

  controlFor(copy: Copy): Pick<GuardControl, 'permit' | 'memory' | 'catchUp'> {
    return {
      permit: async (request) => this.#permit(copy, request),
      memory: async () => this.memory,
      catchUp: async ({ toldReset: _reset, ...known }) => {
        const between = this.meanwhile;
        this.meanwhile = null;
        await between?.();
        this.memory = { ...this.memory, ...catchUpMemory(this.memory, known) };
        return this.memory;
      },
    };
  }

  #permit(copy: Copy, request: PermitRequest) {
    const lacks = copy.lacks(this.permitted);
    const { memory, answer } = decidePermit(this.memory, request);
    if (answer.permitted) expect(lacks).toEqual([]);
    if (lacks.length > 0) seen.refused += 1;
    if (lacks.length > 0 && request.number > numberOf(this.memory.permitted)) seen.higher += 1;
    this.memory = { ...this.memory, ...memory };
    if (answer.permitted) this.permitted.push(request.callId);
    return { ...answer, atMs: startMs };
  }
}

/** One copy of the register, and the worker on it. */
class Copy {
  readonly #guard: Guard;
  readonly #memory: MemoryRegister;
  readonly #claimed: Set<string>;
  readonly #own: AccountRegister;
  #term: LeadTerm | null = null;
  #callId = '';
  /** Claimed, and not asked for yet. */
  #pending: PermitRequest | null = null;

  constructor(guard: Guard, memory: MemoryRegister, claimed: Iterable<string> = []) {
    this.#guard = guard;
    this.#memory = memory;
    this.#claimed = new Set(claimed);
    this.#own = new AccountRegister({
      register: memory.register,
      account,
      term: async () => this.#term ?? (await this.#begun()),
      uncompared: async () => null,
      clock: { now: () => startMs },
      nextCallId: () => this.#callId,
    });
  }

  fork(): Copy {
    return new Copy(this.#guard, this.#memory.copy(), this.#claimed);
  }

  lacks(callIds: readonly string[]): string[] {
    return callIds.filter((callId) => !this.#claimed.has(callId));
  }

  async #begun(): Promise<LeadTerm> {
    this.#term = await this.#memory.register.beginTerm({ account, leader: 'a', signers: null, nowMs: startMs });
    return this.#term;
  }

  /** A new process: what was claimed and not armed is over, and the guard is compared. */
  async begin(): Promise<void> {
    this.#pending = null;
    await this.#begun();
    const { permitted } = this.#guard.memory;
    const isOlder = await this.#own.compareGuard({ generation, permitted });
    if (isOlder) seen.stopped += 1;
    else expect(this.lacks(this.#guard.permitted)).toEqual([]);
  }

  /** A claim that is followed by another one was never asked for, as where the withdrawal of it failed. */
  async claim(callId: string): Promise<void> {
    this.#callId = callId;
    const wish = { step: 'release', subject: `order of ${callId}`, epoch: 0, ...money, payments: [], perDay: null };
    const reply = await this.#own.claim({ ...wish, step: 'release' });
    if (!reply.claimed) return;
    this.#claimed.add(callId);
    const { claimed: _claimed, ...call } = reply;
    this.#pending = { step: 'release', subject: wish.subject, ...call };
  }

  /** Asks the guard, and arms what it permits; `inVain`: that is withdrawn before it is armed. */
  async ask({ inVain = false } = {}): Promise<void> {
    const asked = this.#pending;
    if (asked === null) return;
    this.#pending = null;
    const isWhole = this.lacks(this.#guard.permitted).length === 0;
    const isAlone = this.#guard.meanwhile === null;
    const inTime = <T>(question: () => Promise<T>): Promise<T> => question();
    const { permitted } = await askPermit({ guard: this.#guard.controlFor(this), register: this.#own, inTime }, asked);
    if (isWhole && isAlone) expect(permitted).toBe(true);
    if (permitted) seen.permitted += 1;
    if (permitted && !inVain) await this.#arm(asked);
    else await this.#own.withdraw(asked.number, 'a test');
  }

  async #arm({ number, subject }: PermitRequest): Promise<void> {
    const { epoch, revision } = await this.#own.marksOf(subject);
    const rest = { payments: [], codeStep: null, guardAtMs: startMs, untilMs };
    await this.#own.arm({ number, seen: { generation, epoch, revision }, ...rest });
  }

  /** Released elsewhere: it takes a number that no guard has permitted. */
  async book(orderNumber: string): Promise<void> {
    const order = { orderNumber, side: 'SELL', status: 'COMPLETED', ...money } as const;
    await this.#own.orderSeen({ ...order, payments: [], resetId: null, beganAtMs: laterMs });
  }
}

async function openCopies(guard: Guard): Promise<[Copy, Copy]> {
  const memory = memoryRegister();
  await memory.register.mint({ generation, how: 'created', nowMs: startMs });
  const first = new Copy(guard, memory);
  return [first, first.fork()];
}

async function run(list: readonly Act[]): Promise<void> {
  const guard = new Guard();
  const copies = await openCopies(guard);
  for (const [at, { who, kind }] of list.entries()) {
    const [one, other] = who === 0 ? copies : [copies[1], copies[0]];
    if (kind === 'begin') await one.begin();
    else if (kind === 'claim') await one.claim(`call-${at}`);
    else if (kind === 'book') await one.book(`booked-${at}`);
    else if (kind === 'fork') copies[who === 0 ? 1 : 0] = one.fork();
    else if (kind === 'ask') await one.ask();
    else if (kind === 'ask-in-vain') await one.ask({ inVain: true });
    else {
      guard.meanwhile = () => ((seen.between += 1), other.ask());
      await one.ask();
      guard.meanwhile = null;
    }
  }
}

describe('ADR 0048: copies of one register that are used at once, with one guard, in any order', () => {
  it('none that lacks a permitted call is permitted another one, or passes a comparison; one that has all is not stopped', async () => {
    await fc.assert(fc.asyncProperty(acts, run), { seed, numRuns: 400 });
    expect(seen.permitted).toBeGreaterThan(800);
    expect(seen.refused).toBeGreaterThan(200);
    expect(seen.higher).toBeGreaterThan(50);
    expect(seen.stopped).toBeGreaterThan(50);
    expect(seen.between).toBeGreaterThan(3);
  });
});
