import { expect, it } from 'vitest';
import { healthProblems, noneFailing } from '../../../src/domain/health/health.ts';
import { RegisterSilent, type Register } from '../../../src/register/register.ts';
import { watchRegister } from '../../../src/workers/register/register-watch.ts';
import { memoryRegister } from '../../register/memory-register.ts';

function watched(register: Register) {
  const clock = { ms: 0 };
  const watch = watchRegister(register, () => clock.ms);
  const problems = (): string[] =>
    healthProblems({
      silentMs: 0,
      leader: '7@host',
      quietMs: 0,
      failing: noneFailing,
      register: watch.silence(),
    }).map((problem) => (problem.code === 'register-silent' ? problem.why : problem.code));
  return { ...watch, clock, problems };
}

it('a register that cannot be read is silent once that has lasted, and speaks again with the next answer', async () => {
  const memory = memoryRegister();
  const { register, silence, clock, problems } = watched(memory.register);
  expect(silence()).toBe(null);
  await register.identity();
  memory.silent = true;
  await expect(register.identity()).rejects.toThrow('closed');
  expect([silence()?.lastedMs, problems()]).toEqual([0, []]);
  clock.ms = 11_000;
  await expect(register.identity()).rejects.toThrow('closed');
  expect(problems()).toEqual(['the register of this process is closed']);
  memory.silent = false;
  await register.identity();
  expect([silence(), problems()]).toEqual([null, []]);
});

it('one that can be read and not written is silent, although each read is answered', async () => {
  const memory = memoryRegister();
  const full = {
    ...memory.register,
    takeBack: () => Promise.reject(new RegisterSilent({ code: 'unopened', reason: 'the disk is full' })),
  };
  const { register, clock, problems } = watched(full);
  const word = { account: 'main', orderNumber: '1', what: 'hold', by: 'ana', note: '', nowMs: 1 } as const;
  for (clock.ms = 0; clock.ms <= 30_000; clock.ms += 15_000) {
    await expect(register.takeBack(word)).rejects.toThrow('full');
    await register.identity();
  }
  expect(problems()).toEqual(['the disk is full']);
  // Nothing is asked of it any more: what was, says nothing of now.
  clock.ms += 130_000;
  expect(problems()).toEqual([]);
});

it('different operations that fail one after the other are one silence', async () => {
  const memory = memoryRegister();
  const { register, clock, problems } = watched(memory.register);
  memory.silent = true;
  await expect(register.identity()).rejects.toThrow('closed');
  clock.ms = 12_000;
  await expect(register.leavingRows({ account: 'main' })).rejects.toThrow('closed');
  expect(problems()).toEqual(['the register of this process is closed']);
});

it('a failure that is no silence passes through, and is none', async () => {
  const broken = { ...memoryRegister().register, identity: () => Promise.reject(new TypeError('a fault')) };
  const { register, silence } = watched(broken);
  await expect(register.identity()).rejects.toThrow(TypeError);
  expect(silence()).toBe(null);
  await register.close();
});
