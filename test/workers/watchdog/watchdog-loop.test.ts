import { describe, expect, it } from 'vitest';
import { NoticeNotDelivered } from '../../../src/activities/notices/notice-activities.ts';
import { newWatchdog, type DeskReport, type WatchdogMemory } from '../../../src/domain/watchdog/watchdog-state.ts';
import { WatchdogLoop } from '../../../src/workers/watchdog/watchdog-loop.ts';
import { mark, openWatchdog, type WatchdogWorld } from './watchdog-fixture.ts';

const reason = 'the watchdog takes the ads offline: no market was looked at since 2026-01-09 23:06:40 UTC';

function seen({ sight }: WatchdogWorld): DeskReport {
  if (typeof sight !== 'object') throw new Error('the desk is not seen');
  return sight;
}

interface Started {
  loop: WatchdogLoop;
  /** Waits until something holds of what is kept. */
  until: (holds: (memory: WatchdogMemory) => boolean) => Promise<WatchdogMemory>;
  is: (kind: WatchdogMemory['state']['kind']) => Promise<WatchdogMemory>;
  /** Ends it, as a process ends. */
  end: () => Promise<void>;
}

/** Starts the loop of a world. Its pauses cost no time. */
function start(world: WatchdogWorld): Started {
  const loop = new WatchdogLoop(world.watched);
  const running = loop.run();
  const until: Started['until'] = async (holds) => {
    for (;;) {
      if (world.kept !== null && holds(world.kept)) return world.kept;
      await new Promise(setImmediate);
    }
  };
  const end = async (): Promise<void> => {
    world.stop();
    await running;
  };
  return { loop, until, is: (kind) => until(({ state }) => state.kind === kind), end };
}

/** The state of an act that has begun, as an earlier process kept it. */
function begun(world: WatchdogWorld): WatchdogMemory {
  const taken = world.adNumbers.slice(0, 2);
  const acting = { kind: 'acting', lookedAtMs: mark, sinceMs: 2, banUntilMs: null, taken, left: taken } as const;
  return {
    ...newWatchdog,
    state: { ...acting, why: null },
    sight: seen(world),
    owed: { lookedAtMs: mark, atMs: 2, inRegister: false },
  };
}

const acted = (world: WatchdogWorld, part: Partial<WatchdogMemory> = {}): WatchdogMemory => ({
  ...begun(world),
  state: { kind: 'acted', lookedAtMs: mark, atMs: 3, taken: world.adNumbers.slice(0, 2) },
  owed: null,
  ...part,
});

const writes = ({ callsOf }: WatchdogWorld): number => callsOf('ads/updateStatus');

describe('ADR 0034: from the last look to a person', () => {
  it('after the limit it engages the switch, takes the ads offline, notifies, and waits until a person opens the switch', async () => {
    const world = await openWatchdog();
    const { is, until, end, loop } = start(world);
    const memory = await is('acted');
    expect(memory).toMatchObject({ owed: null, lastAct: { ads: 2 }, state: { lookedAtMs: mark } });
    expect([world.marks, writes(world)]).toEqual([[reason], 1]);
    await until(({ notice }) => notice === null);
    expect(world.told.map(({ text }) => text)).toEqual([expect.stringContaining('has taken 2 ads offline')]);
    expect(loop.standing()).toBe('ok');
    world.switchOpen = true;
    await is('watching');
    await end();
  });

  it('only two answers in a row that the switch is open end the wait: one may be early, and silence is engaged', async () => {
    const answers = [true, null, false, true, null, true, true];
    const world = await openWatchdog({ isSwitchOpen: async () => answers.shift() ?? null });
    world.kept = acted(world);
    const { is, end } = start(world);
    await is('watching');
    expect(answers).toEqual([]);
    await end();
  });

  it('a desk that looks keeps its ads, and one that looks again after the question, too', async () => {
    const world = await openWatchdog();
    let looks = 0;
    const readDesk = async () => {
      looks += 1;
      return { ...seen(world), lookedAtMs: mark + looks };
    };
    const alive = start({ ...world, watched: { ...world.watched, readDesk } });
    while (looks < 100) await new Promise(setImmediate);
    await alive.end();
    expect([world.calls, world.marks]).toEqual([[], []]);
  });

  it('what prevents it is notified of once, tried again, and answered at the health port', async () => {
    const world = await openWatchdog();
    world.sight = { ...seen(world), banUntilMs: world.clock.now() + 600_000 };
    const { is, until, end, loop } = start(world);
    await is('prevented');
    await until(({ notice }) => notice === null);
    expect(loop.standing()).toContain('may not act: the service has banned');
    expect(world.told).toHaveLength(1);
    await is('acted');
    expect(world.told[0]?.text).toContain('may not call the service');
    await end();
  });
});

describe('ADR 0034: it acts without Temporal', () => {
  it('with what it knows of the desk, by the register of this machine, and pays the guard once Temporal answers', async () => {
    const world = await openWatchdog();
    world.inRegister = [];
    const before = seen(world);
    const { until, is, end } = start(world);
    await until(({ sight }) => sight !== null);
    world.sight = 'silent';
    const memory = await is('acted');
    expect(memory.owed).toMatchObject({ lookedAtMs: mark, inRegister: true });
    expect([world.marks, world.inRegister]).toEqual([[], [expect.objectContaining({ reason })]]);
    expect(writes(world)).toBe(1);
    world.sight = { ...before, lookedAtMs: mark + 1 };
    await until(({ owed }) => owed === null);
    expect([world.marks, world.kept?.state.kind]).toEqual([[reason], 'acted']);
    await end();
  });

  it('without a register a desk that looks again is not stopped, and a person hears that its ads are offline', async () => {
    const world = await openWatchdog({ hasOwnAddress: true });
    const before = seen(world);
    world.kept = { ...newWatchdog, sight: before };
    world.sight = 'silent';
    const { is, until, end } = start(world);
    expect((await is('acted')).owed).toMatchObject({ inRegister: false });
    world.sight = { ...before, lookedAtMs: mark + 1, ads: [] };
    await is('watching');
    await until(({ notice }) => notice === null);
    expect([world.marks, world.told.length]).toEqual([[], 1]);
    await end();
  });

  it('a switch that a person has lifted in the register is not engaged at the guard', async () => {
    const world = await openWatchdog();
    world.inRegister = [];
    world.kept = acted(world, { owed: { lookedAtMs: mark, atMs: 2, inRegister: true } });
    const { is, end } = start(world);
    await is('watching');
    expect(world.marks).toEqual([]);
    await end();
  });

  it('the process of this machine that leads and looks keeps it from acting', async () => {
    const world = await openWatchdog();
    let looks = 0;
    const leaderHere = async () => {
      looks += 1;
      return { lookedAtMs: mark + looks, isHeld: false, banUntilMs: null };
    };
    world.kept = { ...newWatchdog, sight: seen(world) };
    world.sight = 'silent';
    const { end, loop } = start({ ...world, watched: { ...world.watched, leaderHere } });
    while (looks < 100) await new Promise(setImmediate);
    expect(loop.standing()).toBe('ok');
    await end();
    expect(world.calls).toEqual([]);
  });

  it('where nothing is known of the desk it says that it cannot judge, and does nothing', async () => {
    const world = await openWatchdog({ hasOwnAddress: true });
    world.sight = 'silent';
    const { end, loop } = start(world);
    expect(loop.standing(), 'its first look is on its way').toBe('ok');
    while (world.told.length === 0) await new Promise(setImmediate);
    expect(loop.standing()).toBe('cannot judge: Temporal does not answer');
    world.sight = 'unread';
    while (!loop.standing().includes('answers nothing')) await new Promise(setImmediate);
    await end();
    expect([world.calls, world.told[0]?.needs[0]?.kind]).toEqual([[], 'blind']);
  });
});

describe('ADR 0034: a process that follows one that died goes on from its state', () => {
  it('an act that was begun is finished, with the switch before it', async () => {
    const world = await openWatchdog();
    world.kept = begun(world);
    world.sight = { ...seen(world), ads: [], isHeld: true };
    const { is, end } = start(world);
    await is('acted');
    expect([world.marks, writes(world)]).toEqual([[reason], 1]);
    await end();
  });

  it('an act whose switch was not engaged yet is given up where the desk has looked since', async () => {
    const world = await openWatchdog();
    world.kept = begun(world);
    world.sight = { ...seen(world), lookedAtMs: mark + 1 };
    const { is, end } = start(world);
    await is('watching');
    expect([world.marks, writes(world)]).toEqual([[], 0]);
    await end();
  });

  it('a person who has opened the switch meanwhile keeps his ads', async () => {
    const world = await openWatchdog();
    world.kept = { ...begun(world), owed: null };
    world.switchOpen = true;
    const { is, end } = start(world);
    await is('watching');
    expect(writes(world)).toBe(0);
    await end();
  });

  it('an owed switch is engaged, and a message is sent on the ways on which it has not arrived', async () => {
    const told: string[] = [];
    const couriers = {
      url: { deliver: async () => told.push('url') },
      command: { deliver: async () => told.push('command') },
    };
    const world = await openWatchdog({ couriers });
    const notice = { kind: 'offline', ads: 2, lookedAtMs: mark, sinceMs: 2, told: ['command'] } as const;
    world.kept = acted(world, { owed: { lookedAtMs: mark, atMs: 2, inRegister: false }, notice });
    const { until, end } = start(world);
    await until((memory) => memory.owed === null && memory.notice === null);
    expect([world.marks, told]).toEqual([[reason], ['url']]);
    await end();
  });

  it('a ban that its own call met holds for the next process, too', async () => {
    const world = await openWatchdog();
    const banUntilMs = world.clock.now() + 120_000;
    const prevented = { kind: 'prevented', lookedAtMs: mark, sinceMs: 1, why: 'banned', banUntilMs } as const;
    world.kept = { ...newWatchdog, state: prevented, sight: seen(world) };
    const calledAtMs: number[] = [];
    world.simulator.on(({ type }) => void (type === 'request' && calledAtMs.push(world.clock.now())));
    const { is, end } = start(world);
    await is('acted');
    expect(Math.min(...calledAtMs)).toBeGreaterThanOrEqual(banUntilMs);
    await end();
  });

  it('a stop that cuts off a look ends no doubt: the next process goes on from it, and knows its ban', async () => {
    const world = await openWatchdog({ readDesk: async () => (world.stop(), 'unread') });
    const prevented = { kind: 'prevented', lookedAtMs: mark, sinceMs: 1, why: 'banned', banUntilMs: 2 } as const;
    const kept = { ...newWatchdog, state: prevented, sight: seen(world) };
    world.kept = kept;
    await start(world).end();
    expect(world.kept).toEqual(kept);
  });

  it('a message that does not arrive is tried again on that way alone, and its failure names no address', async () => {
    let tries = 0;
    const url = {
      deliver: async () => {
        tries += 1;
        if (tries < 3) throw new NoticeNotDelivered('the address answered HTTP 500');
      },
    };
    let others = 0;
    const command = { deliver: async () => (others += 1) };
    const world = await openWatchdog({ couriers: { url, command } });
    const { until, end } = start(world);
    await until(({ state, notice }) => state.kind === 'acted' && notice === null);
    expect([tries, others]).toEqual([3, 1]);
    expect(world.reports.map(({ message }) => message)).toContain('not sent: url: the address answered HTTP 500');
    await end();
  });
});

describe('ADR 0034: nothing ends a watchdog but its stop', () => {
  it('a failure that was not foreseen is said, and it goes on', async () => {
    let fails = 1;
    const world = await openWatchdog({
      admit: async () => {
        fails -= 1;
        if (fails >= 0) throw new TypeError('no such thing');
      },
    });
    const { is, end } = start(world);
    await is('acted');
    expect(world.reports.map(({ message }) => message)).toContain('TypeError: no such thing');
    await end();
  });

  it('a register that does not answer holds nothing up, and the switch stays owed to it', async () => {
    const silent = {
      engage: () => Promise.reject(new Error('locked')),
      isEngaged: () => Promise.reject(new Error('locked')),
    };
    const world = await openWatchdog({ register: () => silent, hasOwnAddress: true });
    world.kept = { ...newWatchdog, sight: seen(world) };
    world.sight = 'silent';
    const { is, end } = start(world);
    expect((await is('acted')).owed).toMatchObject({ inRegister: false });
    await end();
  });
});
