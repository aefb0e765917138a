/** Which register a command finds on its machine, beside what the guard says of the one that it permits. */
import { chmodSync, existsSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  restrictHere,
  withFoundRegister,
  withLocalRegister,
  writtenHere,
  type FoundRegister,
} from '../../../src/cli/register/found-register.ts';
import type { TemporalSession } from '../../../src/cli/session/temporal-session.ts';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { migrations } from '../../../src/register/schema.ts';
import { RegisterSilent } from '../../../src/register/register.ts';
import { changeFile } from '../../register/sqlite-folder.ts';
import { RegisterMachine } from './register-world.ts';

const account = 'main';
const by = 'ana';
const nowMs = 1_800_000_000_000;
const thrown = switchEntry('releases', { by, reason: 'a doubt', atMs: 1 });
const none = { keeper: null, why: 'there is no register on this machine', isSilent: false };

let machine: RegisterMachine;
/** What the guard says of its register; undefined: it does not answer. */
let guardGeneration: string | null | undefined;
/** How long ago a worker has asked for work; null: none has. */
let polledAgoMs: number | null;
let asked: { queries: number; untilMs: number[] };

beforeEach(async () => {
  machine = await RegisterMachine.open();
  // The command does not know whether its worker uses the register of real money.
  delete machine.env['PEERDESK_BASE_URL'];
  guardGeneration = null;
  polledAgoMs = 0;
  asked = { queries: 0, untilMs: [] };
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
});

/** A server with the account's guard. */
function session(): TemporalSession {
  const query = async () => {
    asked.queries += 1;
    if (guardGeneration === undefined) throw new Error('no answer');
    return { generation: guardGeneration };
  };
  const describeTaskQueue = async () => ({
    pollers: polledAgoMs === null ? [] : [{ lastAccessTime: { seconds: (nowMs - polledAgoMs) / 1_000 } }],
  });
  const client = {
    options: { namespace: 'default' },
    workflowService: { describeTaskQueue },
    withDeadline: (untilMs: number, ask: () => unknown) => {
      asked.untilMs.push(untilMs);
      return ask();
    },
    withAbortSignal: (_: AbortSignal, ask: () => unknown) => ask(),
    workflow: { getHandle: () => ({ query }) },
  };
  return { client, account, group: async () => account, address: '', timeoutMs: 60_000 } as unknown as TemporalSession;
}

const context = () => {
  const sink = { write: () => true };
  return { env: machine.env, stdout: sink, stderr: sink };
};

/** What a command finds, with the place of the register; `use` comes while it is open. */
function found(use: (it: FoundRegister) => unknown = () => undefined) {
  return withFoundRegister(context(), session(), async (it) => {
    await use(it);
    return { ...it, keeper: it.keeper === null ? null : it.keeper.place };
  });
}

/** The registers of real money and of simulators, with their generations. */
async function both() {
  const [real, sim] = [machine.file(), machine.file('register-sim')];
  const [ofReal, ofSim] = ['of real money', 'of simulators'];
  await machine.make(real, 'created', ofReal);
  await machine.make(sim, 'simulator', ofSim);
  return { real, sim, ofReal, ofSim };
}

/** SQLite takes this file away when the last one closes the register. */
const isOpen = (file: string) => existsSync(`${file}-wal`);
const taken = (keeper: string) => ({ keeper, why: '', isSilent: false });
const notTheWorkers = (file: string) => ({
  keeper: null,
  why: `the register ${file} is not the one that the worker uses`,
  isSilent: false,
});

describe('design 6: the register that a command writes to', () => {
  it('is the one whose generation the guard permits, also where it is the second of the machine', async () => {
    const { real, sim, ofReal, ofSim } = await both();
    guardGeneration = ofReal;
    expect(await found()).toEqual(taken(real));
    guardGeneration = ofSim;
    expect(await found()).toEqual(taken(sim));
    machine.env['PEERDESK_BASE_URL'] = 'https://api.example.com';
    expect(await found()).toEqual(notTheWorkers(real));
  });

  it('is none where the guard permits another one: nothing is written, and the first is named', async () => {
    const { real } = await both();
    guardGeneration = 'of another machine';
    const left = await found(async (it) => {
      expect(await restrictHere(it, [thrown], by)).toEqual(it);
    });
    expect(left).toEqual(notTheWorkers(real));
    for (const file of [real, machine.file('register-sim')])
      expect(await machine.within((register) => register.restrictions({ account }), file)).toMatchObject({
        entries: [],
      });
  });

  it('is the one of this machine where the guard knows none, does not answer, or has no worker', async () => {
    const { real } = await both();
    expect(await found()).toEqual(taken(real));
    expect(asked).toMatchObject({ queries: 1, untilMs: [nowMs + 3_000] });
    guardGeneration = undefined;
    expect(await found()).toEqual(taken(real));
    guardGeneration = 'of another machine';
    asked.queries = 0;
    for (polledAgoMs of [null, 3_600_000]) expect(await found()).toEqual(taken(real));
    expect(asked.queries).toBe(0);
  });

  it('is the only one that is there; without any it is said', async () => {
    expect(await found()).toEqual(none);
    await machine.make(machine.file('register-sim'), 'simulator');
    expect(await found()).toEqual(taken(machine.file('register-sim')));
    guardGeneration = 'of another machine';
    expect(await found()).toEqual(notTheWorkers(machine.file('register-sim')));
  });

  it('without Temporal it is the one of this machine', async () => {
    guardGeneration = 'of another machine';
    const local = () => withLocalRegister(context(), account, async ({ keeper, ...rest }) => [keeper?.place, rest]);
    expect(await local()).toEqual([undefined, { why: none.why, isSilent: false }]);
    await machine.make();
    expect(await local()).toEqual([machine.file(), { why: '', isSilent: false }]);
    expect(asked.queries).toBe(0);
  });

  it('that does not answer is silent and says why; one of an older version waits for its worker', async () => {
    await machine.make();
    chmodSync(machine.file(), 0o644);
    const why = expect.stringContaining('may be read by others');
    expect(await found()).toEqual({ keeper: null, why, isSilent: true });
    guardGeneration = 'of another machine';
    expect(await found()).toEqual({ keeper: null, why, isSilent: true });
    chmodSync(machine.file(), 0o600);
    changeFile(machine.file(), `PRAGMA user_version = ${migrations.length - 1}`);
    const older = expect.stringMatching(/^the register .* is of an older version/);
    expect(await found()).toEqual({ keeper: null, why: older, isSilent: false });
  });

  it('that does not answer is no other one: without a word of the guard the first of the machine is meant', async () => {
    const { real, sim, ofSim } = await both();
    chmodSync(real, 0o644);
    const silent = { keeper: null, why: expect.stringContaining('may be read by others'), isSilent: true };
    expect(await found()).toEqual(silent);
    expect(await withLocalRegister(context(), account, async (it) => it)).toEqual(silent);
    chmodSync(real, 0o600);
    changeFile(real, `PRAGMA user_version = ${migrations.length - 1}`);
    expect(await found()).toMatchObject({ keeper: null, why: expect.stringContaining('older version') });
    guardGeneration = ofSim;
    expect(await found()).toEqual(taken(sim));
  });

  it('is open for the length of the command, and no other one', async () => {
    const { real, sim, ofSim } = await both();
    guardGeneration = ofSim;
    await found(async ({ keeper }) => {
      await keeper?.restrictions();
      expect([isOpen(real), isOpen(sim)]).toEqual([false, true]);
    });
    expect([isOpen(real), isOpen(sim)]).toEqual([false, false]);
    const failed = found(() => Promise.reject(new Error('the command failed')));
    await expect(failed).rejects.toThrow('the command failed');
    expect(isOpen(sim)).toBe(false);
  });
});

describe('design 6: a word that restricts', () => {
  it('is written before the command goes on, and the register is left to write to', async () => {
    await machine.make();
    await found(async (it) => {
      expect(await restrictHere(it, [thrown], by)).toBe(it);
      expect((await it.keeper?.restrictions())?.entries).toEqual([thrown]);
    });
  });

  it('that a register does not take is for the guard alone, and the register is silent', async () => {
    await machine.make();
    let kept: FoundRegister | undefined;
    await found((it) => void (kept = it));
    if (kept === undefined) throw new Error('nothing was found');
    expect(kept.keeper).not.toBeNull();
    const silent = { keeper: null, why: expect.stringContaining('closed'), isSilent: true };
    expect(await restrictHere(kept, [thrown], by)).toEqual(silent);
    const fault = { code: 'too-slow' } as const;
    const late = writtenHere(kept, () => Promise.reject(new RegisterSilent(fault)));
    expect(await late).toEqual({ keeper: null, why: 'the register was too slow', isSilent: true });
    const broken = writtenHere(kept, () => Promise.reject(new Error('a fault of the program')));
    await expect(broken).rejects.toThrow('a fault of the program');
  });
});
