import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { watchdog } from '../../../src/cli/doctor/watchdog-check.ts';
import { writePrivateFile } from '../../../src/cli/kit/private-files.ts';
import { newWatchdog, type WatchdogState } from '../../../src/domain/watchdog/watchdog-state.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { otherProcess } from '../door/other-process.ts';

const accounts = [{ account: 'main' }];
/** What the doctor finds of a watchdog that has left its state in the folder. */
async function foundOf({ pid = otherProcess(), host = hostname(), state = newWatchdog.state }: Partial<Left>) {
  const folder = await temporaryDirectory();
  const note = { host, pid, healthPort: null, memory: { ...newWatchdog, state } };
  writePrivateFile(join(folder, 'watchdog-main.json'), JSON.stringify(note));
  return watchdog({ env: { PEERDESK_STATE_DIR: folder }, accounts });
}

interface Left {
  pid: number;
  host: string;
  state: WatchdogState;
}

describe('ADR 0034: what the doctor finds of the watchdog of this machine', () => {
  it('none, where there never was one, where it has ended, and where it is one of another machine', async () => {
    const none = { verdict: 'warning', remedy: expect.stringContaining('run `peerdesk watchdog`') };
    expect(watchdog({ env: { PEERDESK_STATE_DIR: await temporaryDirectory() }, accounts })).toMatchObject([none]);
    expect(await foundOf({ pid: 2 ** 22 + 1 })).toMatchObject([none]);
    expect(await foundOf({ host: 'elsewhere' })).toMatchObject([none]);
  });

  it('one that runs, and one that may not act, with why', async () => {
    const pid = otherProcess();
    expect(await foundOf({ pid })).toMatchObject([{ verdict: 'ok', text: expect.stringContaining(`${pid}@`) }]);
    const state = { kind: 'prevented', lookedAtMs: 1, sinceMs: 2, banUntilMs: null, why: 'no answer' } as const;
    const [found] = await foundOf({ state });
    expect(found).toMatchObject({ verdict: 'warning', text: expect.stringContaining('it may not act: no answer') });
  });

  it('is not looked for without a configuration', () => {
    expect(watchdog({ env: {}, accounts: [] })).toMatchObject([{ verdict: 'skipped' }]);
  });
});
