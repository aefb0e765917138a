import { existsSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { backUpSqliteRegister, replaceSqliteRegister } from '../../../src/register/sqlite/sqlite-register.ts';
import { TestDesk } from '../contract/test-desk.ts';
import { SqliteFolder } from '../sqlite-folder.ts';

const folder = new SqliteFolder();
afterAll(() => folder.end());

/** A register with a release, and a backup from before it. */
async function registerAndBackup() {
  const file = await folder.create();
  const register = await folder.open(file);
  await TestDesk.open({ register, change: async () => undefined }, 'main');
  const backup = `${file}.backup`;
  await backUpSqliteRegister({ file, to: backup });
  const desk = await TestDesk.open({ register, change: async () => undefined }, 'main');
  await desk.sent('order-1');
  return { file, register, backup, aside: `${file}.aside` };
}

describe('a register that takes the place of another', () => {
  it('is what the file says from then on, private, and the other one stays aside with all that it had', async () => {
    const { file, register, backup, aside } = await registerAndBackup();
    await register.close();
    await replaceSqliteRegister({ file, by: backup, aside });
    const rows = async (of: string) => (await (await folder.open(of)).leavingRows({ account: 'main' })).length;
    expect([await rows(file), await rows(aside)]).toEqual([0, 1]);
    expect(existsSync(backup)).toBe(false);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('waits for no one: while a process has the register open nothing is changed', async () => {
    const { file, register, backup, aside } = await registerAndBackup();
    await expect(replaceSqliteRegister({ file, by: backup, aside })).rejects.toThrow(/stop every worker/);
    expect([existsSync(backup), existsSync(aside)]).toEqual([true, false]);
    expect(await register.leavingRows({ account: 'main' })).toHaveLength(1);
  });

  it('takes the place of one that is broken, or gone', async () => {
    const { file, register, backup, aside } = await registerAndBackup();
    await register.close();
    writeFileSync(file, 'no database at all');
    await replaceSqliteRegister({ file, by: backup, aside });
    expect(existsSync(aside)).toBe(true);
    expect(await (await folder.open(file)).identity()).not.toBeNull();
  });
});
