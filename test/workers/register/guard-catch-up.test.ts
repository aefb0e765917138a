/** What a worker carries between a guard and its register. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { describe, expect, it, vi } from 'vitest';
import { CommandTimeoutError } from '../../../src/client/index.ts';
import { throwSwitch } from '../../../src/domain/guard/guard-memory.ts';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import {
  catchUp,
  informAfterReset,
  introduceRegister,
  memoryOf,
} from '../../../src/workers/register/guard-catch-up.ts';
import { emptyGuardRunMemory } from '../../../src/workflows/contract/guard-contract.ts';
import { accountRegister, generation, memoryRegister } from '../../register/memory-register.ts';

const thrown = { by: 'ana', reason: 'a doubt', atMs: 1_000 };
const known = { number: 1, callId: 'known' };
const ofCopy = { number: 2, callId: 'of another copy' };

/** A register with one switch engaged, and a guard that remembers this and keeps what it is told. */
async function between(memory: Partial<typeof emptyGuardRunMemory>) {
  const of = memoryRegister();
  const register = await accountRegister(of, { account: 'main', clock: { now: () => 1_000 } });
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
  /** Who has restricted something, in turn. */
  const restrictors = async (): Promise<unknown[]> => {
    const entries = await of.register.journal({ afterSeq: 0, limit: 1_000 });
    const said = entries.filter(({ kind }) => kind === 'restricted');
    return said.map(({ body }) => (JSON.parse(body) as { by: unknown }).by);
  };
  return { guard, register, told, restrictors };
}

describe('money-steps#when-something-fails: a guard that is behind', () => {
  it('has its own words kept, and is told all that the register restricts', async () => {
    const { switches } = throwSwitch(emptyGuardRunMemory, 'ads', thrown);
    const { guard, register, told, restrictors } = await between({ switches, resetId: 'reset-1' });
    await catchUp({ guard, register }, { generation, known });
    expect(await restrictors()).toEqual(['ana', 'guard']);
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

  it('takes the call that the term knows where the register has its own, or belongs to another one', async () => {
    const money = { asset: 'USDT', amount: '10', price: '7', total: '70', fiat: 'BOB', counterparty: null };
    const wish = { step: 'release', subject: 'order-1', epoch: 0, ...money, payments: [], perDay: null } as const;
    const { guard, register, told } = await between({});
    const claim = await register.claim(wish);
    const own = claim.claimed ? { number: claim.number, callId: claim.callId } : null;
    const after = async (of: string, permitted: typeof own) => {
      const memory = async () => ({ ...emptyGuardRunMemory, generation: of, permitted });
      await catchUp({ guard: { ...guard, memory }, register }, { generation, known });
      return told.at(-1);
    };
    expect(await after(generation, own)).toMatchObject({ known, compared: own });
    expect(await after(generation, ofCopy)).toMatchObject({ known: ofCopy, compared: ofCopy });
    // From here on it is known to be an older copy.
    expect(await after('another', ofCopy)).toMatchObject({ known, compared: ofCopy });
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

/** A guard of Temporal that a client reaches: what it remembers, and what it is told. */
function guardAtTemporal(remembered: Partial<typeof emptyGuardRunMemory>) {
  const seen = { told: [] as unknown[], queues: [] as string[], deadlines: [] as number[] };
  const memory = { ...emptyGuardRunMemory, ...remembered };
  const client = {
    options: { namespace: 'default' },
    withDeadline: (untilMs: number, use: () => unknown) => {
      seen.deadlines.push(untilMs);
      return use();
    },
    withAbortSignal: (_: AbortSignal, use: () => unknown) => use(),
    workflow: {
      getHandle: () => ({ query: async () => memory }),
      executeUpdateWithStart: async (
        _update: unknown,
        { args, startWorkflowOperation: start }: UpdateWithStart,
      ): Promise<unknown> => {
        await Promise.resolve();
        seen.told.push(...args);
        seen.queues.push(start.options.taskQueue);
        return memory;
      },
    },
  };
  return { client: client as unknown as Client, seen };
}

interface UpdateWithStart {
  args: unknown[];
  startWorkflowOperation: { options: { taskQueue: string } };
}

describe('money-steps#the-guard: a register and its guard at the beginning of a term', () => {
  const account = 'main';
  const term = { term: 1, generation, known, isOtherTemporal: false };
  const introduced = async (memory: Partial<typeof emptyGuardRunMemory>) => {
    const { register } = await between({});
    const { client, seen } = guardAtTemporal(memory);
    const isOlder = await introduceRegister({ client, account, group: 'home', register }, term);
    const claims = await register.compareGuard({ generation, permitted: null });
    return { isOlder, seen, isRefused: claims };
  };

  it('a guard of another register, or of none yet, is told which one this is, before anything is claimed', async () => {
    for (const of of ['another', null]) {
      const { isOlder, isRefused, seen } = await introduced({ generation: of, permitted: ofCopy });
      expect([isOlder, isRefused]).toEqual([false, false]);
      expect(seen.told).toMatchObject([{ generation, known, compared: ofCopy, switches: { releases: thrown } }]);
      expect(seen.queues).toEqual(['peerdesk:home']);
    }
  });

  it('a guard of this register is told nothing; one that has permitted a call that is not here shows an older copy', async () => {
    const usual = await introduced({ generation, permitted: null });
    expect(usual).toMatchObject({ isOlder: false, isRefused: false, seen: { told: [] } });
    const older = await introduced({ generation, permitted: ofCopy });
    expect(older).toMatchObject({ isOlder: true, isRefused: true, seen: { told: [] } });
  });

  it('a guard that does not answer is waited for for ten seconds', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000);
    const { seen } = await introduced({ generation: 'another' });
    expect(seen.deadlines).toEqual([11_000]);
  });

  it('rejects where the register does not answer, or the guard does not take it', async () => {
    const memory = memoryRegister();
    const register = await accountRegister(memory, { account, clock: { now: () => 1_000 } });
    memory.silent = true;
    for (const of of [generation, 'another']) {
      const { client, seen } = guardAtTemporal({ generation: of });
      const silent = introduceRegister({ client, account, group: 'home', register }, term);
      await expect(silent).rejects.toMatchObject({ name: 'RegisterSilent' });
      expect(seen.told).toEqual([]);
    }
    memory.silent = false;
    const { client } = guardAtTemporal({ generation: 'another' });
    vi.spyOn(client.workflow, 'executeUpdateWithStart').mockRejectedValue(new Error('no'));
    const refused = introduceRegister({ client, account, group: 'home', register }, term);
    await expect(refused).rejects.toThrow('no');
  });
});

describe('money-steps#the-guard: the memory of a guard', () => {
  /** A guard whose first answer is a failure. */
  const failingOnce = (failure: Error) => {
    const done: string[] = [];
    const memory = async () => {
      done.push('asked');
      if (!done.includes('started') && done.length === 1) throw failure;
      return emptyGuardRunMemory;
    };
    return { done, guard: { memory, start: async () => void done.push('started') } };
  };

  it('is that of the guard as it runs', async () => {
    const { done, guard } = failingOnce(new Error('none'));
    done.push('asked before');
    expect(await memoryOf(guard)).toBe(emptyGuardRunMemory);
    expect(done).toEqual(['asked before', 'asked']);
  });

  it('a guard that is missing or has ended is started, and asked again', async () => {
    const { done, guard } = failingOnce(new WorkflowNotFoundError('none', 'guard:main', undefined));
    expect(await memoryOf(guard)).toBe(emptyGuardRunMemory);
    expect(done).toEqual(['asked', 'started', 'asked']);
  });

  it('one that does not answer in time may run: it is not started', async () => {
    const late = new CommandTimeoutError('guard:main', { waitedMs: 1, asked: 'query' }, new Error('late'));
    const { done, guard } = failingOnce(late);
    await expect(memoryOf(guard)).rejects.toBe(late);
    expect(done).toEqual(['asked']);
  });
});
