import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { Register } from '../../../src/register/register.ts';
import { claimReplySchema } from '../claim-reply.ts';
import { SqliteFolder } from '../sqlite-folder.ts';
import { ended, startProgram } from '../processes/register-process.ts';
import { raceContract, type Claimant } from '../race-contract.ts';

const folder = new SqliteFolder();
const children: ReturnType<typeof startProgram>[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const child of children) await ended(child);
  await folder.end();
});

const start: typeof startProgram = (...args) => {
  const child = startProgram(...args);
  children.push(child);
  return child;
};

describe('processes of one register', () => {
  raceContract(async (count) => {
    const file = await folder.create();
    const claimants = Array.from({ length: count }, (_, index) => start('claimant', [file, `account-${index}`]));
    await Promise.all(claimants.map((child) => once(child, 'message')));
    return claimants.map((child): Claimant => async (key) => {
      const reply = once(child, 'message');
      child.send(key);
      return claimReplySchema.parse((await reply)[0]);
    });
  });
});

describe('a process that is killed while it writes', () => {
  const times = 50;
  const atOnce = 5;

  it(`design 6: loses nothing that was acknowledged, ${times} times`, async () => {
    const file = await folder.create();
    for (let time = 0; time < times; time += atOnce) {
      const accounts = Array.from({ length: atOnce }, (_, index) => `account-${time + index}`);
      const said = await Promise.all(
        accounts.map((account, index) => killedWriter(file, { account, afterMs: 7 * index + time })),
      );
      const register = await folder.open(file);
      expect(await register.brokenJournalEntry()).toBeNull();
      for (const [index, lines] of said.entries()) await expectKept(register, accounts[index] ?? '', lines);
      await register.close();
    }
  });

  async function expectKept(register: Register, account: string, lines: readonly string[]): Promise<void> {
    expect(lines.length).toBeGreaterThan(0);
    const last = new Map(lines.map((line) => line.split(' ')).map(([state = '', order = '']) => [order, state]));
    for (const [order, state] of last) {
      const [row] = await register.stepRows({ account, step: 'release', subject: order });
      expect(reached(row?.state ?? 'lost', state)).toBe(true);
      const { held } = await register.marksOf({ account, subject: order });
      if (state === 'held') expect(held).not.toBeNull();
    }
  }

  /** The register may know of one step more than it could acknowledge. */
  const life = ['asked', 'leaving', 'done'];
  const reached = (state: string, said: string): boolean =>
    life.indexOf(state) >= (said === 'held' ? 1 : life.indexOf(said));

  async function killedWriter(file: string, { account, afterMs }: { account: string; afterMs: number }) {
    const child = start('writer', [file, account]);
    const { stdout } = child;
    if (stdout === null) throw new Error('the writer has no output');
    const chunks: Buffer[] = [];
    stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(stdout, 'data');
    await delay(afterMs);
    child.kill('SIGKILL');
    await once(child, 'close');
    const lines = Buffer.concat(chunks).toString().split('\n');
    // The last one is empty, or was cut off.
    return lines.slice(0, -1);
  }
});

describe('a process with a register', () => {
  it('design 6: ends by itself, and says nothing of experiments', async () => {
    const child = start('visitor', [await folder.create()]);
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('the visitor has no output');
    const [said, complaint] = await Promise.all([text(stdout), text(stderr), ended(child)]);
    expect({ said, complaint, code: child.exitCode }).toEqual({ said: 'created\n', complaint: '', code: 0 });
  });
});
