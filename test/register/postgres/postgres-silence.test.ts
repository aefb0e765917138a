import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PostgresAddress } from '../../../src/register/postgres/postgres-address.ts';
import { PostgresConnection } from '../../../src/register/postgres/postgres-connection.ts';
import { createPostgresRegister, openPostgresRegister } from '../../../src/register/postgres/postgres-register.ts';
import { beginAlone } from '../../../src/register/postgres/postgres-schema.ts';
import type { Register } from '../../../src/register/register.ts';
import { migrations } from '../../../src/register/schema.ts';
import { startMs, TestDesk } from '../contract/test-desk.ts';
import { PostgresProcess, postgresMissing } from '../postgres-process.ts';
import { CutConnection } from './cut-connection.ts';

const missing = postgresMissing();
const title =
  missing === null ? 'a register in PostgreSQL' : `a register in PostgreSQL, which cannot be had: ${missing}`;

const silent = (message: RegExp) =>
  expect.objectContaining({ name: 'RegisterSilent', message: expect.stringMatching(message) });

const deskOf = (register: Register): Promise<TestDesk> => TestDesk.open({ register, change: async () => undefined });

describe('the address of a register', () => {
  it.each(['no address, but s3cret', 'mysql://ana:s3cret@127.0.0.1/desk', '/run/s3cret'])(
    'design 6: %s is none, and not shown',
    async (url) => {
      const refusal = await openPostgresRegister({ url, migrate: false }).catch((error: unknown) => error);
      expect(refusal).toEqual(silent(/begins with postgres:/));
      expect(inspect(refusal, { depth: null, showHidden: true })).not.toContain('s3cret');
    },
  );

  it('design 6: the password of one that does not answer is not shown', async () => {
    const url = 'postgres://ana:s3cret%2F1@127.0.0.1:1/desk?sslrootcert=missing-s3cret%2F1';
    for (const address of [url, url.replace(/\?.*/, '')]) {
      const refusal = await openPostgresRegister({ url: address, migrate: false }).catch((error: unknown) => error);
      expect(refusal).toEqual(silent(/^the register in PostgreSQL at 127.0.0.1:1\/desk cannot be used: /));
      expect(inspect(refusal, { depth: null, showHidden: true })).not.toContain('s3cret');
    }
  });
});

describe.skipIf(missing !== null)(title, () => {
  const server = new PostgresProcess();
  const ways: CutConnection[] = [];
  beforeAll(() => server.start());
  afterAll(async () => {
    for (const way of ways) way.close();
    await server.end();
  });

  async function cutWay(url: string): Promise<{ way: CutConnection; address: string }> {
    const way = new CutConnection(url);
    ways.push(way);
    return { way, address: await way.open(url) };
  }

  it('design 6: is never made by opening it, nor over another one', async () => {
    const url = await server.createDatabase();
    await expect(server.open(url, { migrate: true })).rejects.toEqual(
      silent(/no register .*"peerdesk register create"/),
    );
    const minting = { generation: 'minted-1', how: 'created', nowMs: startMs } as const;
    await createPostgresRegister({ url, ...minting });
    await expect(createPostgresRegister({ url, ...minting, generation: 'minted-2' })).rejects.toThrow(
      'register already',
    );
    expect(await (await server.open(url)).identity()).toMatchObject({ generation: 'minted-1' });
  });

  it('design 6: shows no password where it is refused', async () => {
    const url = (await server.create()).replace(server.password, 'wrong-s3cret');
    const refusal = await server.open(url).catch((error: unknown) => error);
    expect(refusal).toEqual(silent(/password authentication failed/));
    expect(inspect(refusal, { depth: null, showHidden: true })).not.toContain('s3cret');
  });

  it('design 6: a newer schema is refused, and an older one waits for the leading worker', async () => {
    const url = await server.create();
    const register = await server.open(url);
    await server.query(url, `UPDATE schema_version SET version = ${migrations.length + 1}`);
    for (const migrate of [false, true])
      await expect(server.open(url, { migrate })).rejects.toEqual(silent(/written by a newer version of Peerdesk/));
    await expect(register.identity()).rejects.toEqual(silent(/written by a newer version of Peerdesk/));
    const tables = await tablesOf(url);
    await server.query(url, `UPDATE schema_version SET version = 0; DROP TABLE ${tables.join(', ')}`);
    const older = silent(/the leading worker brings it up to date/);
    await expect(server.open(url)).rejects.toEqual(older);
    await expect(register.identity()).rejects.toEqual(older);
    await server.open(url, { migrate: true });
    expect(await register.identity()).toBeNull();
    expect(await tablesOf(url)).toEqual(tables);
  });

  async function tablesOf(url: string): Promise<string[]> {
    const client = await server.connect(url);
    const text = `SELECT tablename FROM pg_tables WHERE schemaname = 'peerdesk_register' ORDER BY tablename`;
    const { rows } = await client.query<{ tablename: string }>(text);
    await client.end();
    return rows.map(({ tablename }) => tablename).filter((name) => name !== 'schema_version');
  }

  it('design 6: one that another holds for longer than the limit is silent, and what it was asked never happens', async () => {
    const url = await server.create();
    const desk = await deskOf(await server.open(url));
    const hasty = await server.open(url, { answerLimitMs: 300 });
    const other = await server.connect(url);
    await other.query(`BEGIN; SELECT pg_advisory_xact_lock(${0x50_44_72_67})`);
    const beginning = { account: desk.account, leader: '2@here', signers: null, nowMs: startMs };
    for (let time = 0; time < 2; time += 1)
      await expect(hasty.beginTerm(beginning)).rejects.toEqual(silent(/lock timeout|did not answer within 300 ms/));
    // Reading the journal waits for no one.
    expect(await hasty.brokenJournalEntry()).toBeNull();
    await other.end();
    expect(await desk.claim('order-1')).toMatchObject({ claimed: true, number: 1 });
  });

  it('design 6: after a crash of the server it answers again, with all that was acknowledged', async () => {
    const url = await server.create();
    const register = await server.open(url);
    const desk = await deskOf(register);
    await desk.sent('order-1');
    await server.stop('SIGQUIT');
    await expect(desk.claim('order-2')).rejects.toEqual(silent(/cannot be used/));
    await server.serve();
    expect(await desk.states('order-1')).toEqual(['leaving']);
    expect(await desk.claim('order-2')).toMatchObject({ claimed: true, number: 2 });
    expect(await register.brokenJournalEntry()).toBeNull();
  });

  it('design 6: a connection that ends is opened again by the next call', async () => {
    const url = await server.create();
    const register = await server.open(url);
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'peerdesk-register'`;
    await server.query(url, `${end} AND datname = current_database()`);
    const first = await register.identity().catch((error: unknown) => error);
    // Either it has heard of the end already, or it is silent once.
    if (first instanceof Error) expect(first).toEqual(silent(/cannot be used/));
    expect(await register.identity()).toMatchObject({ how: 'created' });
  });

  it('design 6: a commit whose answer is lost is silence, whatever has become of it', async () => {
    const url = await server.create();
    const { way, address } = await cutWay(url);
    const patient = await server.open(url);
    const desk = await deskOf(patient);
    const hasty = await server.open(address, { answerLimitMs: 1_000 });
    // The statement itself, and not the isolation at the beginning.
    way.silentAfter = 'COMMIT\0';
    const word = {
      account: desk.account,
      orderNumber: 'order-1',
      what: 'revoke',
      by: 'ana',
      note: '',
      nowMs: 1,
    } as const;
    await expect(hasty.takeBack(word)).rejects.toEqual(silent(/did not answer within 1000 ms|cannot be used/));
    await expect.poll(() => desk.marks('order-1'), { timeout: 30_000 }).toMatchObject({ epoch: 1 });
    way.silentAfter = null;
    await expect.poll(() => hasty.identity(), { timeout: 30_000 }).toEqual(await patient.identity());
  });

  it('design 6: a server that hangs is silence in time, and asked by a new connection then', async () => {
    const url = await server.create();
    const { way, address } = await cutWay(url);
    const hasty = await server.open(address, { answerLimitMs: 500 });
    way.silentAfter = 'BEGIN';
    const begun = performance.now();
    const calls = Array.from({ length: 3 }, () => hasty.identity());
    const settled = await Promise.allSettled(calls);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(performance.now() - begun).toBeLessThan(30_000);
    way.silentAfter = null;
    await expect.poll(() => hasty.identity(), { timeout: 30_000 }).toMatchObject({ how: 'created' });
  });

  it('design 6: a role without rights is silence, not an answer', async () => {
    const url = await server.create();
    await server.query(url, `DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'guest'`);
    const guest = url.replace(/\/\/[^@]*@/, '//guest:guest@');
    await expect(server.open(guest)).rejects.toEqual(silent(/permission denied/));
  });

  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['remote_apply', 'remote_apply'],
  ])('design 6: with synchronous_commit %s its transactions have %s, and see the last holder', async (set, used) => {
    const url = await server.create();
    const database = new URL(url).pathname.slice(1);
    const settings = { synchronous_commit: set, default_transaction_isolation: 'serializable' };
    for (const [name, value] of Object.entries(settings))
      await server.query(url, `ALTER DATABASE "${database}" SET ${name} = '${value}'`);
    const connection = await PostgresConnection.open(new PostgresAddress(url), 30_000);
    await beginAlone(connection, { limitMs: 30_000 });
    const schema = z.object({ commits: z.string(), isolation: z.string(), place: z.string() });
    const text = `SELECT current_setting('synchronous_commit') AS commits,
      current_setting('transaction_isolation') AS isolation, current_schema() AS place`;
    expect(await connection.rows(schema, text)).toEqual([
      { commits: used, isolation: 'read committed', place: 'peerdesk_register' },
    ]);
    await connection.close();
  });
});
