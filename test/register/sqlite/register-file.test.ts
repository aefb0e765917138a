import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { applicationId, openRegisterFile } from '../../../src/register/sqlite/register-file.ts';
import { migrations } from '../../../src/register/schema.ts';
import { backUpSqliteRegister, createSqliteRegister } from '../../../src/register/sqlite/sqlite-register.ts';
import { startMs, TestDesk } from '../contract/test-desk.ts';
import { changeFile, SqliteFolder } from '../sqlite-folder.ts';

const folder = new SqliteFolder();
afterAll(() => folder.end());

const silent = (message: RegExp) =>
  expect.objectContaining({ name: 'RegisterSilent', message: expect.stringMatching(message) });

describe('the file of a register', () => {
  it('design 6: is made private, and never over another one', async () => {
    const file = await folder.create();
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    const register = await folder.open(file);
    const identity = await register.identity();
    expect(statSync(`${file}-wal`).mode & 0o077).toBe(0);
    const again = createSqliteRegister({ file, generation: 'another', how: 'created', nowMs: startMs });
    await expect(again).rejects.toThrow(`${file} is there already: nothing was changed`);
    await expect(again).rejects.toMatchObject({ fault: { code: 'file-present', file } });
    expect(await register.identity()).toEqual(identity);
  });

  it('money-steps#lifting: is made with what restricts it, and whose signature lifts that: nothing is free before', async () => {
    const file = `${await folder.create()}.founded`;
    const entries = [switchEntry('releases', { by: 'ana', reason: 'rebuilt', atMs: startMs })];
    const signers = { keys: { ana: 'a key' }, lifeMs: 900_000 };
    const restricted = [{ account: 'main', entries, signers, by: 'ana' }];
    await createSqliteRegister({ file, generation: 'minted-1', how: 'recovered', nowMs: startMs, restricted });
    const register = await folder.open(file);
    expect(await register.restrictions({ account: 'main' })).toEqual({ revision: 1, entries });
    expect(await register.signers({ account: 'main' })).toEqual(signers);
  });

  it('design 6: is not made where the log of another one is left', async () => {
    const file = await folder.create();
    writeFileSync(`${file}-wal`, 'left');
    renameSync(file, `${file}.moved`);
    const again = createSqliteRegister({ file, generation: 'another', how: 'created', nowMs: startMs });
    await expect(again).rejects.toThrow(`${file}-wal is there already`);
    expect(existsSync(file)).toBe(false);
  });

  it('design 6: each commit is on the disk before it is answered', async () => {
    const database = openRegisterFile({ file: await folder.create(), migrate: false, busyMs: 0 });
    const said = (name: string) => database.prepare(`PRAGMA ${name}`).get()?.[name];
    // 2: FULL. With less, the last commits are gone after a loss of power, which no killed process shows.
    expect([said('journal_mode'), said('synchronous')]).toEqual(['wal', 2]);
    database.close();
  });

  it('design 6: one that is missing is never made by opening it', async () => {
    const file = `${await folder.create()}.missing`;
    await expect(folder.open(file)).rejects.toEqual(silent(/no register at .*missing.*"peerdesk register create"/));
    expect(existsSync(file)).toBe(false);
  });

  it('design 6: one that is moved away is not written any more', async () => {
    const file = await folder.create();
    const register = await folder.open(file);
    const desk = await TestDesk.open({ register, change: async (sql) => changeFile(file, sql) });
    renameSync(file, `${file}.moved`);
    await expect(desk.claim('order-1')).rejects.toEqual(silent(/no register at/));
    renameSync(`${file}.moved`, file);
    expect(await desk.claim('order-1')).toMatchObject({ claimed: true, number: 1 });
  });

  it('design 6: one that takes the place of another is read from then on', async () => {
    const [file, other] = [await folder.create(), await folder.create()];
    const register = await folder.open(file);
    const theirs = await (await folder.open(other)).identity();
    expect(await register.identity()).not.toEqual(theirs);
    for (const end of ['-wal', '-shm']) renameSync(`${file}${end}`, `${file}.old${end}`);
    await backUpSqliteRegister({ file: other, to: `${file}.new` });
    renameSync(`${file}.new`, file);
    expect(await register.identity()).toEqual(theirs);
  });

  it('design 6: one that others may read is refused', async () => {
    const file = await folder.create();
    for (const mode of [0o640, 0o604]) {
      chmodSync(file, mode);
      await expect(folder.open(file)).rejects.toEqual(silent(/may be read by others: chmod 600/));
    }
    chmodSync(file, 0o600);
    expect(await (await folder.open(file)).identity()).toMatchObject({ how: 'created' });
  });

  it('design 6: anything else is no register', async () => {
    const file = await folder.create();
    const other = `${file}.other`;
    writeFileSync(other, 'no database, but a text that is long enough to be read as one'.repeat(100), { mode: 0o600 });
    await expect(folder.open(other)).rejects.toEqual(silent(/cannot be used: file is not a database/));
    const foreign = `${file}.foreign`;
    writeFileSync(foreign, '', { mode: 0o600 });
    changeFile(foreign, 'CREATE TABLE identity (generation TEXT)');
    await expect(folder.open(foreign, { migrate: true })).rejects.toEqual(silent(/is not a register of Peerdesk/));
    mkdirSync(`${file}.folder`, { mode: 0o700 });
    await expect(folder.open(`${file}.folder`)).rejects.toEqual(silent(/is not a file/));
  });

  it('design 6: one that is damaged is silent', async () => {
    const file = await folder.create();
    const damaged = `${file}.damaged`;
    copyFileSync(file, damaged);
    changeFile(damaged, 'PRAGMA journal_mode = DELETE');
    const size = statSync(damaged).size;
    const database = new DatabaseSync(damaged);
    const pageBytes = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
    database.close();
    const bytes = Buffer.alloc(size - pageBytes, 0xa5);
    writeFileSync(damaged, bytes, { flag: 'r+' });
    await expect(folder.open(damaged)).rejects.toEqual(silent(/not a database/));
    copyFileSync(file, damaged);
    const descriptor = openSync(damaged, 'r+');
    // The first page says what the file is; the tables follow.
    writeSync(descriptor, bytes, 0, size - pageBytes, pageBytes);
    closeSync(descriptor);
    // The list of its tables may be longer than the first page: then it is silent as soon as it is opened.
    const used = folder.open(damaged).then((register) => TestDesk.open({ register, change: async () => undefined }));
    await expect(used).rejects.toEqual(silent(/malformed|disk image/));
  });
});

describe('the schema of a register', () => {
  it.each([false, true])('design 6: a newer one is refused (migrate: %s)', async (migrate) => {
    const file = await folder.create();
    const register = await folder.open(file);
    changeFile(file, `PRAGMA user_version = ${migrations.length + 1}`);
    await expect(folder.open(file, { migrate })).rejects.toEqual(silent(/written by a newer version of Peerdesk/));
    await expect(register.identity()).rejects.toEqual(silent(/written by a newer version of Peerdesk/));
  });

  it('design 6: an older one waits for the leading worker, which brings it up to date', async () => {
    const file = `${await folder.create()}.older`;
    writeFileSync(file, '', { mode: 0o600 });
    changeFile(file, `PRAGMA application_id = ${applicationId}; PRAGMA user_version = 0`);
    const older = silent(/older version .*the leading worker brings it up to date/);
    await expect(folder.open(file)).rejects.toEqual(older);
    await expect(folder.open(file)).rejects.toMatchObject({ fault: { code: 'older-schema', at: file, version: 0 } });
    const leader = await folder.open(file, { migrate: true });
    expect(await leader.identity()).toBeNull();
    const register = await folder.open(file);
    expect(await register.identity()).toBeNull();
    // As an older process finds it that is still there.
    changeFile(file, 'PRAGMA user_version = 0');
    await expect(register.identity()).rejects.toEqual(older);
  });
});

describe('a backup of a register', () => {
  it('design 6: is whole and private while others write', async () => {
    const file = await folder.create();
    const register = await folder.open(file);
    const desk = await TestDesk.open({ register, change: async () => undefined }, 'main');
    let isOver = false;
    const writing = (async () => {
      for (let round = 0; !isOver; round += 1) await desk.sent(`order-${round}`);
    })();
    for (let copy = 0; copy < 5; copy += 1) {
      const to = `${file}.copy-${copy}`;
      const [before] = (await register.journal({ afterSeq: 0, limit: 10_000 })).slice(-1);
      await backUpSqliteRegister({ file, to });
      expect(statSync(to).mode & 0o777).toBe(0o600);
      const copied = await folder.open(to);
      expect(await copied.brokenJournalEntry()).toBeNull();
      const [last] = (await copied.journal({ afterSeq: 0, limit: 10_000 })).slice(-1);
      expect(last?.seq).toBeGreaterThanOrEqual(before?.seq ?? Infinity);
      expect(await copied.identity()).toEqual(await register.identity());
    }
    isOver = true;
    await writing;
  });

  it('design 6: replaces nothing, and needs a register', async () => {
    const file = await folder.create();
    const to = `${file}.copy`;
    writeFileSync(to, 'another');
    await expect(backUpSqliteRegister({ file, to })).rejects.toMatchObject({
      fault: { code: 'file-present', file: to },
    });
    const missing = `${file}.missing`;
    await expect(backUpSqliteRegister({ file: missing, to: `${to}-2` })).rejects.toEqual(silent(/no register at/));
    expect([existsSync(missing), existsSync(`${to}-2`)]).toEqual([false, false]);
  });
});
