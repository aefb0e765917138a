import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { processRegister } from '../../../src/workers/register/process-register.ts';
import { runPeerdesk } from '../../setup/run-peerdesk.ts';
import { PostgresProcess, postgresMissing } from '../../register/postgres-process.ts';
import { RegisterMachine } from './register-world.ts';

const missing = postgresMissing();
const title =
  missing === null
    ? 'peerdesk register on PostgreSQL'
    : `peerdesk register on PostgreSQL, which cannot be had: ${missing}`;

describe.skipIf(missing !== null)(title, () => {
  const server = new PostgresProcess();
  beforeAll(() => server.start());
  afterAll(() => server.end());

  /** A machine whose register is a database, and what its person types; the password appears in nothing. */
  async function machineWithDatabase() {
    const url = await server.createDatabase();
    const machine = await RegisterMachine.open();
    machine.env['PEERDESK_REGISTER_URL'] = url;
    const peerdesk = async (...args: string[]) => {
      const run = await machine.peerdesk('register', ...args);
      expect(run.stdout + run.stderr).not.toContain(server.password);
      return run;
    };
    return { url, machine, peerdesk };
  }

  it('makes one in the database, once, and shows it', async () => {
    const { url, peerdesk } = await machineWithDatabase();
    expect(await peerdesk('show')).toMatchObject({ exitCode: 3 });
    const made = await peerdesk('create', '--json');
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const { kind, generation } = JSON.parse(made.stdout) as { kind: string; generation: string };
    expect(kind).toBe('postgres');
    expect(await (await server.open(url)).identity()).toMatchObject({ generation, how: 'created' });
    expect(await peerdesk('create')).toMatchObject({ exitCode: 6 });
    expect((await peerdesk('show')).stdout).toMatch(new RegExp(`generation +${generation}, made by a person`));
  });

  it('ends each command as a process of its own only when it is done', async () => {
    const { machine } = await machineWithDatabase();
    const env = Object.fromEntries(Object.entries(machine.env).map(([name, value]) => [name, String(value)]));
    for (let round = 0; round < 3; round += 1) {
      const missing = await runPeerdesk(['register', 'show'], env);
      expect(missing).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('peerdesk register create') });
    }
    const made = await runPeerdesk(['register', 'create'], env);
    expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('made the register') });
    expect(await runPeerdesk(['register', 'show'], env)).toMatchObject({ exitCode: 0 });
  });

  it('explains releases there as in a file', async () => {
    const { url, peerdesk } = await machineWithDatabase();
    await peerdesk('create');
    const register = await server.open(url);
    await register.beginTerm({ account: 'main', leader: '1@here', signers: null, nowMs: Date.now() });
    await register.compareReleases({ account: 'main', orderNumbers: ['order-9'], nowMs: Date.now() });
    expect((await peerdesk('show')).stdout).toContain('order-9: no money moves until');
    const told = await peerdesk('explain', 'main', '--released-in-app', '--yes', '--count', '1', '--by', 'ana');
    expect(told).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 explained by ana') });
    expect(await register.unexplainedReleases({ account: 'main' })).toEqual([]);
  });

  it('leaves the copy to the tools of the database, and begins a new generation for one that was put back', async () => {
    const { url, peerdesk } = await machineWithDatabase();
    await peerdesk('create');
    const before = await (await server.open(url)).identity();
    expect(await peerdesk('backup', 'file')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('pg_dump') });
    expect(await peerdesk('restore', 'file')).toMatchObject({ exitCode: 4 });
    expect(await peerdesk('restore')).toMatchObject({ exitCode: 6 });
    expect(await peerdesk('restore', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
    const after = await (await server.open(url)).identity();
    expect(after).toMatchObject({ how: 'restored' });
    expect(after?.generation).not.toBe(before?.generation);
  });

  it('recovers one in a transaction with the restriction of its releases: no worker opens it in between', async () => {
    const { url, machine, peerdesk } = await machineWithDatabase();
    // Neither service nor Temporal answers: what is made before them is looked at.
    Object.assign(machine.env, {
      PEERDESK_BASE_URL: 'https://127.0.0.1:1',
      PEERDESK_API_KEY: 'key-of-main-0123456789',
      PEERDESK_API_SECRET: 'secret-of-main-0123456789',
    });
    expect(await peerdesk('recover', '--yes', '--by', 'ana', '--timeout', '2s')).toMatchObject({
      stdout: expect.stringContaining('account main: releases are switched off'),
    });
    const { entries } = await (await server.open(url)).restrictions({ account: 'main' });
    expect(entries).toMatchObject([{ kind: 'switch', key: 'releases' }]);
    const database = await server.connect(url);
    try {
      // The number of the transaction that wrote a row.
      const { rows } = await database.query<{ together: boolean }>(
        'SELECT identity.xmin = restrictions.xmin AS together FROM identity, restrictions',
      );
      expect(rows).toEqual([{ together: true }]);
    } finally {
      await database.end();
    }
  });

  it('is made by no worker that serves real money: it claims nothing, and the text names the command', async () => {
    const { url, peerdesk } = await machineWithDatabase();
    const place = { kind: 'postgres', url, isSimulators: false } as const;
    const register = processRegister(place, pino({ level: 'silent' }));
    try {
      await expect(
        register.beginTerm({ account: 'main', leader: '1@here', signers: null, nowMs: Date.now() }),
      ).rejects.toThrow(/no register in this database.*"peerdesk register create"/);
    } finally {
      await register.close();
    }
    expect(await peerdesk('show')).toMatchObject({ exitCode: 3 });
  });

  it('recovers none that answers', async () => {
    const { peerdesk } = await machineWithDatabase();
    await peerdesk('create');
    expect(await peerdesk('recover', '--yes')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('answers'),
    });
  });
});
