import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writePrivateFile } from '../../../src/cli/kit/private-files.ts';
import { runningWatchdogs, watchdogKeeper } from '../../../src/cli/door/watchdog-note.ts';
import { newWatchdog, type WatchdogMemory } from '../../../src/domain/watchdog/watchdog-state.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { otherProcess } from './other-process.ts';

const memory: WatchdogMemory = {
  state: {
    kind: 'acting',
    lookedAtMs: 1,
    sinceMs: 2,
    banUntilMs: 3,
    taken: ['7', '8'],
    left: ['8'],
    why: 'no answer',
  },
  sight: { lookedAtMs: 1, isHeld: false, banUntilMs: null, ads: [{ adNumber: '7', mode: 'live' }] },
  owed: { lookedAtMs: 1, atMs: 2, inRegister: true },
  notice: { kind: 'left', ads: 1, lookedAtMs: 1, sinceMs: 2, told: ['url'] },
  lastAct: { atMs: 2, ads: 2 },
};

async function openFolder() {
  const folder = await temporaryDirectory();
  const env = { PEERDESK_STATE_DIR: folder };
  const troubles: string[] = [];
  const open = () => watchdogKeeper('main', { env, healthPort: 8_080, onTrouble: (text) => void troubles.push(text) });
  return { folder, env, troubles, open, file: join(folder, 'watchdog-main.json') };
}

describe('ADR 0034: the state of a watchdog outlives its process', () => {
  it('the next process reads all that was kept, and the file is its user’s alone', async () => {
    const { open, troubles, file } = await openFolder();
    expect(open().read()).toBeNull();
    open().keep(memory);
    expect(open().read()).toEqual(memory);
    expect(troubles).toEqual([]);
    chmodSync(file, 0o666);
    expect(open().read()).toBeNull();
  });

  it.each([
    ['is broken', '{"host":'],
    ['holds something else', '{"host":"a","pid":1,"healthPort":null,"memory":{"state":{"kind":"sleeping"}}}'],
  ])('a file that %s is said, and counts as none', async (_, text) => {
    const { open, troubles, file } = await openFolder();
    writePrivateFile(file, text);
    expect(open().read()).toBeNull();
    expect(troubles).toEqual([expect.stringContaining('cannot be read: it counts as none')]);
  });

  it('a folder that cannot be written is said once, and again after it could be', async () => {
    const { open, troubles, folder } = await openFolder();
    const keeper = open();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    keeper.keep(memory);
    keeper.keep(memory);
    expect(troubles).toEqual([expect.stringContaining('is not kept')]);
    rmSync(folder);
    keeper.keep(memory);
    expect(open().read()).toEqual(memory);
  });

  it('two of one machine keep what they do apart, and one that has died leaves its place', async () => {
    const { open, env, file, folder } = await openFolder();
    const other = otherProcess();
    const held = (pid: number) => ({ host: hostname(), pid, healthPort: null, memory });
    writePrivateFile(file, JSON.stringify(held(other)));
    open().keep(newWatchdog);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(held(other));
    expect(JSON.parse(readFileSync(join(folder, 'watchdog-main.2.json'), 'utf8'))).toMatchObject({
      memory: newWatchdog,
    });
    expect(runningWatchdogs(env, 'main').map(({ pid }) => pid)).toEqual([other]);
    writePrivateFile(file, JSON.stringify(held(2 ** 22 + 1)));
    expect(open().read()).toEqual(memory);
  });
});
