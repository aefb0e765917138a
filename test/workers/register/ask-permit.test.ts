/** What a worker asks a guard, and how often. */
import { describe, expect, it } from 'vitest';
import { CommandTimeoutError } from '../../../src/client/index.ts';
import { OwnFailure } from '../../../src/domain/failures/own-failures.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { askPermit } from '../../../src/workers/register/ask-permit.ts';
import { memoryOf } from '../../../src/workers/register/guard-catch-up.ts';

import { emptyGuardRunMemory, type PermitReply } from '../../../src/workflows/contract/guard-contract.ts';

const permitted = { number: 6, callId: 'call-6' };
const memory = { ...emptyGuardRunMemory, generation: 'one', permitted };
const request: PermitRequest = {
  step: 'release',
  subject: 'order-1',
  generation: 'one',
  number: 7,
  callId: 'call-7',
  known: null,
};

/** Asks a guard that refuses at first; returns what was asked of it and of the register, in order. */
async function askedAfter(reason: OwnFailure, isOlderCopy = false): Promise<string[]> {
  const asked: string[] = [];
  const noted = <T>(name: string, answer: T) => {
    asked.push(name);
    return Promise.resolve(answer);
  };
  const answer = (isFirst: boolean): PermitReply =>
    isFirst ? { permitted: false, reason, code: 'guard-behind', atMs: 1 } : { permitted: true, atMs: 1 };
  const reply = await askPermit(
    {
      guard: {
        permit: ({ known }) => noted(`permit knowing ${known?.number ?? 'none'}`, answer(asked.length === 0)),
        memory: () => noted('memory', memory),
        catchUp: () => noted('catch-up', memory),
      },
      register: {
        compareGuard: () => noted('compare', isOlderCopy),
        restrict: () => noted('restrict', { revision: 0, entries: [] }),
        restrictions: () => noted('restrictions', { revision: 0, entries: [] }),
      },
      inTime: (ask) => ask(),
    },
    request,
  );
  return [...asked, reply.permitted ? 'permitted' : 'refused'];
}

describe('ADR 0048: a permit', () => {
  it('that a switch, or anything that no comparison changes, refuses is asked for once', async () => {
    for (const reason of [OwnFailure.SWITCHED_OFF, OwnFailure.INVARIANT, OwnFailure.GUARD_SILENT])
      expect(await askedAfter(reason)).toEqual(['permit knowing none', 'refused']);
  });

  it('of a guard that is behind is asked for again once it has caught up', async () => {
    const between = ['memory', 'compare', 'restrict', 'catch-up'];
    const all = ['permit knowing none', ...between, 'permit knowing none', 'permitted'];
    expect(await askedAfter(OwnFailure.GUARD_BEHIND)).toEqual(all);
  });

  it('of a register that does not name the last call is asked for again where that call is there, and not in an older copy', async () => {
    const compared = ['permit knowing none', 'memory', 'compare'];
    expect(await askedAfter(OwnFailure.REGISTER_BEHIND)).toEqual([...compared, 'permit knowing 6', 'permitted']);
    expect(await askedAfter(OwnFailure.REGISTER_BEHIND, true)).toEqual([...compared, 'refused']);
  });
});

describe('I12: the memory of a guard', () => {
  const guardThat = (error: Error) => {
    const state = { isStarted: false };
    const start = async (): Promise<void> => {
      state.isStarted = true;
    };
    const read = () => (state.isStarted ? Promise.resolve(memory) : Promise.reject(error));
    return { state, guard: { memory: read, start } };
  };

  it('is read after the start of one that is missing', async () => {
    const { guard, state } = guardThat(new Error('there is none'));
    expect(await memoryOf(guard)).toEqual(memory);
    expect(state.isStarted).toBe(true);
  });

  it('of one that is slow is not replaced: none is started beside it', async () => {
    const late = new CommandTimeoutError('guard:main', { waitedMs: 1, asked: 'query' }, new Error('late'));
    const { guard, state } = guardThat(late);
    await expect(memoryOf(guard)).rejects.toBe(late);
    expect(state.isStarted).toBe(false);
  });
});
