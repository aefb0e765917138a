import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AccountConfig } from '../../../src/config/egress-config.ts';
import { openDoor } from '../../../src/cli/door/door.ts';
import { leaveNote, notedWorkers } from '../../../src/cli/door/worker-note.ts';
import { reloadRoute } from '../../../src/cli/reload/reload-route.ts';
import type { RunningWorker } from '../../../src/workers/accounts/running-worker.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { account, env, live, openFile, refusedInClear, shadow, startInClear } from './followed-world.ts';

/** A running worker that notes what it is asked to serve, and refuses the accounts that the test names. */
function notingWorker(unsafe: Record<string, string> = {}) {
  const calls: string[] = [];
  const served: AccountConfig[] = [];
  const worker: RunningWorker = {
    accounts: () => served.map((config) => config.account),
    refused: () => Object.entries(unsafe).map(([name, why]) => ({ account: name, why })),
    serveAccount: (config) => {
      calls.push(`serve ${config.account}`);
      served.push(config);
      return config.account in unsafe ? Promise.reject(new Error('unsafe')) : Promise.resolve();
    },
    window: () => ({ kind: 'unserved' }),
    dropAccount: (name) => {
      calls.push(`drop ${name}`);
      return Promise.resolve();
    },
  };
  return { worker, calls, served };
}

const plain = { consent: null, isTrial: false };

describe('a worker and its file', () => {
  it('the first start agrees to the file; later a restart holds what a reload would hold', async () => {
    const { write, start, said } = await openFile(shadow);
    expect(start().standing()).toMatchObject({ held: 0, isBroken: false });
    write(live);
    const restarted = start();
    expect(restarted.standing().held).toBe(2);
    expect(restarted.config.accounts[0]).toMatchObject({
      allowLive: false,
      releasePermission: { maxRelease: { BOB: '100' } },
    });
    expect(said).toEqual([
      expect.stringContaining('HELD main: mode live: writes to a real service'),
      expect.stringContaining('HELD main: largest release: 900 BOB instead of 100 BOB'),
    ]);
  });

  it('consent lasts: it takes effect at once, and at the next start', async () => {
    const { write, start } = await openFile(shadow);
    const followed = start();
    const { worker, served } = notingWorker();
    followed.follow(worker);
    write(live);
    const { consent, held } = await followed.reload({ consent: null, isTrial: true });
    expect(held).toHaveLength(2);
    expect(served).toEqual([]);
    const report = await followed.reload({ consent, isTrial: false });
    expect(report).toMatchObject({
      held: [],
      changed: [{ account: 'main', parts: ['live writes', 'release limits'] }],
    });
    expect(served[0]).toMatchObject({ allowLive: true, releasePermission: { maxRelease: { BOB: '900' } } });
    expect(start().config.accounts[0].allowLive).toBe(true);
  });

  it('consent to a file that was changed since does nothing', async () => {
    const { write, start } = await openFile(shadow);
    const followed = start();
    const { worker, calls } = notingWorker();
    followed.follow(worker);
    write(live);
    const { consent } = await followed.reload({ consent: null, isTrial: true });
    write(live.replace('900', '90000'));
    expect(await followed.reload({ consent, isTrial: false })).toMatchObject({ isStale: true });
    expect(calls).toEqual([]);
    expect(followed.config.accounts[0].allowLive).toBe(false);
  });

  it('a restart does not begin to obey what is not sealed, nor a connection in clear; consent does, for the next start', async () => {
    const temporal = (rest: string): string => `[temporal]\ncodec_keys_file = "keys"\n${rest}${shadow}`;
    const { write, start } = await openFile(temporal(''));
    start();
    write(temporal('codec = "migrate"\nallow_plain = true\n'));
    const restarted = start();
    expect(restarted.config).toMatchObject({ obeysUnsealed: false, allowPlainTemporal: false });
    restarted.follow(notingWorker().worker);
    const { consent, held } = await restarted.reload({ consent: null, isTrial: true });
    expect(held).toEqual(['a connection in clear controls live writes', 'what is not sealed is obeyed']);
    const { restart, changed } = await restarted.reload({ consent, isTrial: false });
    expect({ restart: restart.length, changed }).toEqual({ restart: 2, changed: [] });
    expect(start().config).toMatchObject({ obeysUnsealed: true, allowPlainTemporal: true });
  });

  it('a live worker does not start over a connection in clear that a later file allows', async () => {
    expect(await startInClear(['worker'])).toMatchObject(refusedInClear);
  });

  it('what was made stricter is not made looser again without consent', async () => {
    const { write, start } = await openFile(live);
    const followed = start();
    followed.follow(notingWorker().worker);
    write(shadow);
    expect(await followed.reload(plain)).toMatchObject({ held: [], changed: [{ account: 'main' }] });
    write(live);
    expect(await followed.reload(plain)).toMatchObject({ changed: [], held: [expect.any(String), expect.any(String)] });
  });

  it('touches only the accounts that differ, and tries those again that were refused', async () => {
    const { write, start } = await openFile(account('main') + account('second') + account('third'));
    const followed = start();
    const { worker, calls } = notingWorker({ third: 'the Temporal server is a development server' });
    followed.follow(worker);
    write(account('main') + account('third') + account('fourth'));
    expect(await followed.reload(plain)).toMatchObject({
      added: ['fourth'],
      dropped: ['second'],
      changed: [],
      refused: ['third: the Temporal server is a development server'],
    });
    expect(calls).toEqual(['drop second', 'serve third', 'serve fourth']);
  });

  it('a file that cannot be used changes nothing and is said, until one comes that can', async () => {
    const { write, start, said } = await openFile(shadow);
    const followed = start();
    const { worker, calls } = notingWorker();
    followed.follow(worker);
    write(shadow.replace('service', 'serwice'));
    const report = await followed.reload(plain);
    expect(report.mistakes).toContain('peerdesk.toml:3: account.main.serwice is unknown: write service');
    expect(followed.standing().isBroken).toBe(true);
    expect(said.join('\n')).toContain('goes on with the last good one');
    expect(calls).toEqual([]);
    write(shadow);
    await followed.reload(plain);
    expect(followed.standing().isBroken).toBe(false);
  });

  it('the last account behind the address is not reloaded away: the answer says what ends the worker instead', async () => {
    const { write, start, said } = await openFile(account('main') + account('second'));
    const followed = start();
    const { worker, calls } = notingWorker();
    followed.follow(worker);
    write(account('main'));
    expect(await followed.reload(plain)).toMatchObject({ dropped: ['second'], mistakes: [] });
    write(`[egress.away]\n${account('other', 'egress = "away"\n')}`);
    expect((await followed.reload(plain)).mistakes).toEqual([
      expect.stringMatching(
        /no account is behind egress home any more.*main is served on as before\. Stop this worker/,
      ),
    ]);
    expect(said.join('\n')).toContain('Stop this worker instead');
    expect(calls).toEqual(['drop second']);
    expect(followed.config.accounts.map((config) => config.account)).toEqual(['main']);
    write(account('main') + account('third'));
    expect(await followed.reload(plain)).toMatchObject({ added: ['third'], mistakes: [] });
  });

  it('keys that cannot be read, and an egress without accounts, change nothing', async () => {
    const { write, start } = await openFile(shadow);
    const followed = start();
    const { worker, calls } = notingWorker();
    followed.follow(worker);
    write(shadow.replace('MAIN_KEY', 'NO_KEY'));
    expect((await followed.reload(plain)).mistakes).toEqual([expect.stringContaining('account.main.api_key_env')]);
    write(`[egress.away]\n${account('main', 'egress = "away"\n')}`);
    expect((await followed.reload(plain)).mistakes).toEqual([expect.stringContaining('home')]);
    expect(calls).toEqual([]);
  });

  it('another service is not called before someone agrees, neither by a reload nor by a restart', async () => {
    const { write, start } = await openFile(live);
    const followed = start();
    const { worker, calls } = notingWorker();
    followed.follow(worker);
    write(live.replace('main.example.com', 'elsewhere.example.net'));
    const elsewhere = 'main: calls and keys go to https://elsewhere.example.net instead of https://main.example.com';
    expect(await followed.reload(plain)).toMatchObject({ held: [elsewhere], changed: [] });
    expect(start().config.accounts[0]).toMatchObject({ baseUrl: 'https://main.example.com', allowLive: true });
    write(account('new', 'mode = "live"\n'));
    expect(start().config.accounts[0]).toMatchObject({ baseUrl: 'https://main.example.com', allowLive: false });
    expect(calls).toEqual([]);
  });

  it('keys of another account write nothing live before someone agrees: those that run go on, a restart only reads', async () => {
    const { write, start } = await openFile(live);
    const followed = start();
    const { worker, served } = notingWorker();
    followed.follow(worker);
    const swapped = live.replaceAll('MAIN_', 'OTHER_');
    write(swapped);
    const { held, consent } = await followed.reload(plain);
    expect(held).toEqual([
      expect.stringMatching(/^main: live writes with API key [0-9a-f]{12} instead of [0-9a-f]{12}$/),
    ]);
    expect(followed.config.accounts[0]).toMatchObject({ allowLive: true, credentials: { apiKey: env.MAIN_KEY } });
    expect(await followed.reload({ consent, isTrial: false })).toMatchObject({
      held: [],
      changed: [{ parts: ['keys'] }],
    });
    expect(served[0]).toMatchObject({ allowLive: true, credentials: { apiKey: env.OTHER_KEY } });
    write(live);
    expect(start().config.accounts[0]).toMatchObject({ allowLive: false, credentials: { apiKey: env.MAIN_KEY } });
  });

  it('messages go to no other address before someone agrees: those that run go on, a restart sends none', async () => {
    const hooked = (name: string): string => `${shadow}notify = { url_env = "${name}" }\n`;
    const { state, write, start } = await openFile(hooked('HOOK'));
    const followed = start();
    followed.follow(notingWorker().worker);
    write(hooked('OTHER_HOOK'));
    const report = await followed.reload(plain);
    expect(report.held).toEqual([
      expect.stringMatching(/^main: messages go to hook\.example\.net \(\w+\) instead of hook\./),
    ]);
    expect(followed.config.accounts[0].notices?.url?.href).toBe(env.HOOK);
    expect(start().config.accounts[0].notices).toBeNull();
    const kept = readdirSync(state)
      .map((name) => readFileSync(join(state, name), 'utf8'))
      .join();
    expect(kept + JSON.stringify(report)).not.toMatch(/token|the-key|the-secret/);
  });

  it('a record of consent that is damaged or that others may write is not believed', async () => {
    const { state, start } = await openFile(shadow);
    start();
    const [name = ''] = readdirSync(state);
    const file = join(state, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o666);
    expect(start).toThrow(/not this user's alone/);
    chmodSync(file, 0o600);
    writeFileSync(file, '{');
    expect(start).toThrow(/is damaged/);
  });

  it('a folder that cannot be written costs the memory of consent, not the start', async () => {
    const { state, start, said, write } = await openFile(shadow);
    writeFileSync(state, 'a file in its place');
    const followed = start();
    expect(said.join()).toContain('cannot be kept on this machine');
    followed.follow(notingWorker().worker);
    write(live);
    expect((await followed.reload(plain)).held).toHaveLength(2);
  });
});

describe('`peerdesk config reload`', () => {
  async function running(unsafe: Record<string, string> = {}) {
    const desk = await openFile(shadow);
    const followed = desk.start();
    const { worker, served } = notingWorker(unsafe);
    followed.follow(worker);
    const door = await openDoor([reloadRoute((wish) => followed.reload(wish))]);
    onTestFinished(() => door.close());
    const surroundings = { PEERDESK_STATE_DIR: desk.state };
    const { port, token } = door;
    leaveNote(surroundings, { port, token, file: desk.path, egress: 'home', accounts: ['main'] });
    const reload = (...args: string[]) =>
      runInProcess(['config', 'reload', '--config', desk.path, ...args], surroundings);
    return { ...desk, served, door, surroundings, reload };
  }

  it('asks before it loosens, and --yes agrees', async () => {
    const { write, reload, served } = await running();
    expect(await reload()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('nothing to do') });
    write(live);
    expect(await reload()).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('LOOSENS main: mode live') });
    expect(served).toEqual([]);
    expect(await reload('--yes')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('change main: live') });
    expect(served).toMatchObject([{ allowLive: true }]);
  });

  it('shows what loosens one change a line, and all of it in what it refuses as JSON', async () => {
    const { write, reload } = await running();
    write(live);
    const loosens = ['mode live: writes to a real service', 'largest release: 900 BOB instead of 100 BOB'];
    const changes = loosens.map((text) => `LOOSENS main: ${text}`);
    const message = '2 changes have to be agreed to: add --yes to mean them';
    expect((await reload()).stderr.trimEnd().split('\n')).toEqual([...changes, `peerdesk: ${message}`]);
    expect(JSON.parse((await reload('--json')).stderr)).toEqual({ message, changes, exitCode: 6 });
  });

  it('ends with code 4 for a broken file, 1 for an account that is refused, 3 where no worker runs', async () => {
    const { write, reload, door, surroundings } = await running({ main: 'live writes would be unsafe' });
    expect(await reload()).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('NOT served: main: live') });
    expect((await reload('--egress', 'away')).exitCode).toBe(3);
    write('mode =');
    expect(await reload()).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('peerdesk.toml:2:') });
    await door.close();
    expect(await reload()).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('PEERDESK_STATE_DIR') });
    expect(notedWorkers(surroundings)).toEqual([]);
  });
});
