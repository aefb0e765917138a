/** A register that no person and no worker has made: nothing rests on it. */
import { describe, expect, it } from 'vitest';
import { startMs } from './contract/test-desk.ts';
import { memoryRegister } from './memory-register.ts';

describe('ADR 0048: a register without an identity', () => {
  it('begins no term, claims nothing, and says of no order how it stands', async () => {
    const { register } = memoryRegister();
    const [account, subject, nowMs] = ['main', 'order-1', startMs];
    const never = 'the register was never created';
    expect(await register.identity()).toBeNull();
    await expect(register.beginTerm({ account, leader: '1@here', signers: null, nowMs })).rejects.toThrow(never);
    await expect(register.marksOf({ account, subject })).rejects.toThrow(never);
    const trade = { asset: 'USDT', amount: '10', price: '7', total: '70', fiat: 'BOB', counterparty: null };
    const call = {
      callId: 'a call',
      term: 0,
      begunIn: '',
      step: 'release',
      epoch: 0,
      payments: [],
      perDay: null,
    } as const;
    await expect(register.claim({ account, subject, nowMs, ...trade, ...call })).rejects.toThrow(never);
    expect(await register.stepRows({ account, step: 'release', subject })).toEqual([]);
  });
});
