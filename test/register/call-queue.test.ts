import { describe, expect, it } from 'vitest';
import { memoryRegister } from './memory-register.ts';
import { registerOver, type RegisterEngine } from '../../src/register/call-queue.ts';

/** An engine that answers when the test says so, and keeps what it was asked. */
class SlowEngine implements RegisterEngine {
  readonly ran: string[] = [];
  abandoned = 0;
  #answer = Promise.withResolvers<null>();

  async run({ name }: { readonly name: string }): Promise<unknown> {
    this.ran.push(name);
    return this.#answer.promise;
  }

  answer(): void {
    this.#answer.resolve(null);
  }

  abandon(): void {
    this.abandoned += 1;
  }

  async close(): Promise<void> {
    this.ran.push('close');
  }
}

const silent = (message: RegExp) =>
  expect.objectContaining({ name: 'RegisterSilent', message: expect.stringMatching(message) });

describe('calls of a register', () => {
  it('design 6: one that waits too long never begins', async () => {
    const engine = new SlowEngine();
    const register = registerOver({ engine, answerLimitMs: 50 });
    const first = register.identity();
    const second = register.restrictions({ account: 'main' });
    await expect(first).rejects.toEqual(silent(/did not answer within 50 ms \(identity\)/));
    await expect(second).rejects.toEqual(silent(/did not answer within 50 ms \(restrictions\)/));
    expect(engine.abandoned).toBe(1);
    engine.answer();
    expect(await register.identity()).toBeNull();
    expect(engine.ran).toEqual(['identity', 'identity']);
  });

  it('design 6: the engine is closed after the call that runs, and what waits is silence', async () => {
    const engine = new SlowEngine();
    const register = registerOver({ engine, answerLimitMs: 60_000 });
    const first = register.identity();
    const second = register.identity();
    const closed = register.close();
    await expect(second).rejects.toEqual(silent(/was closed/));
    engine.answer();
    expect(await first).toBeNull();
    await closed;
    expect(engine.ran).toEqual(['identity', 'close']);
  });
});

describe('a register that was never made whole', () => {
  it('money-steps#what-is-where: has no mint, so nothing of it is permitted', async () => {
    const { register } = memoryRegister();
    expect(await register.identity()).toBeNull();
    await expect(register.marksOf({ account: 'main', subject: 'order-1' })).rejects.toThrow('never created');
  });
});
