/** What a worker carries between a guard and its register. */
import { describe, expect, it } from 'vitest';
import { throwSwitch } from '../../../src/domain/guard/guard-memory.ts';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { catchUp, informAfterReset } from '../../../src/workers/register/guard-catch-up.ts';
import { emptyGuardRunMemory } from '../../../src/workflows/contract/guard-contract.ts';
import { accountRegister, generation, memoryRegister } from '../../register/memory-register.ts';

const thrown = { by: 'ana', reason: 'a doubt', atMs: 1_000 };
const known = { number: 1, callId: 'known' };
const ofCopy = { number: 2, callId: 'of another copy' };

/** A register with one switch engaged, and a guard that remembers this and keeps what it is told. */
async function between(memory: Partial<typeof emptyGuardRunMemory>) {
  const register = await accountRegister(memoryRegister(), { account: 'main', clock: { now: () => 1_000 } });
  await register.restrict({ entries: [switchEntry('releases', thrown)], by: 'ana' });
  const told: unknown[] = [];
  const remembered = { ...emptyGuardRunMemory, ...memory };
  const guard = {
    memory: () => Promise.resolve(remembered),
    catchUp: (news: unknown) => {
      told.push(news);
      return Promise.resolve(remembered);
    },
  };
  return { guard, register, told };
}

describe('money-steps#when-something-fails: a guard that is behind', () => {
  it('has its own words kept, and is told all that the register restricts', async () => {
    const { switches } = throwSwitch(emptyGuardRunMemory, 'ads', thrown);
    const { guard, register, told } = await between({ switches, resetId: 'reset-1' });
    await catchUp({ guard, register }, { generation, known });
    expect((await register.restrictions()).entries.map(({ key }) => key)).toEqual(['ads', 'releases']);
    const both = { ...switches, releases: thrown };
    expect(told).toMatchObject([{ generation, known, compared: null, switches: both, toldReset: 'reset-1' }]);
  });

  it('is told nothing while it takes over from the guard before it', async () => {
    const { guard, register, told } = await between({ after: 'run-1' });
    await catchUp({ guard, register }, { generation, known });
    expect(told).toEqual([]);
  });

  it('keeps a call that the register does not have, and only one of the same register', async () => {
    const kept = async (of: string) => {
      const { guard, register, told } = await between({ generation: of, permitted: ofCopy });
      await catchUp({ guard, register }, { generation, known });
      return told;
    };
    expect(await kept(generation)).toMatchObject([{ known: ofCopy, compared: ofCopy }]);
    expect(await kept('another')).toMatchObject([{ known, compared: ofCopy }]);
  });

  it('after a reset is told what it had permitted of this register, and nothing of another one', async () => {
    const known = async (of: string) => {
      const { guard, register, told } = await between({});
      await informAfterReset({ guard, register }, { ...emptyGuardRunMemory, generation: of, permitted: ofCopy });
      return told;
    };
    expect(await known(generation)).toMatchObject([{ generation, known: ofCopy }]);
    expect(await known('another')).toMatchObject([{ generation, known: null }]);
  });
});
