import { rm } from 'node:fs/promises';
import { describe, it } from 'vitest';
import { registerPlace } from '../../../src/config/environment/register-environment.ts';
import { openRegister } from '../../../src/register/open-register.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, until } from '../desk-harness.ts';
import { openServerWorld } from './worker-world.ts';

interface Shown {
  accounts: { account: string; isOtherTemporal: boolean }[];
}

describe('a Temporal whose database was lost', () => {
  it('is noticed by the worker, the register, doctor and desk show, and no money moves until a person has accepted it', async ({
    expect,
    onTestFinished,
  }) => {
    const dbFile = `${await temporaryDirectory(onTestFinished)}/temporal.db`;
    const state = { PEERDESK_STATE_DIR: await temporaryDirectory(onTestFinished) };
    const { startWorker, server, restart, env: own } = await openServerWorld(onTestFinished, { dbFile });
    const env = { ...own, ...state };
    const worker = await startWorker(state, '--json');
    let log = '';
    worker.child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await worker.firstLine;
    const register = await until(
      'the worker has made its register',
      () => openRegister(registerPlace(env, true), { migrate: false }),
      () => true,
    );
    onTestFinished(() => register.close());
    const standing = async () => {
      const { accounts } = await register.summary({ nowMs: Date.now() });
      return accounts.find((one) => one.account === account);
    };
    await until('the first term', standing, (known) => (known?.term ?? 0) > 0 && known?.isOtherTemporal === false);
    /** A claim as the leading process makes it, of an order that there is not: nothing of it leaves. */
    const claim = async (subject: string) => {
      const amounts = { asset: 'USDT', amount: '1', price: '1', total: '1', fiat: 'BOB', counterparty: null };
      const term = (await standing())?.term ?? 0;
      const begunIn = (await register.identity())?.generation ?? '';
      const named = { account, term, begunIn, callId: subject, step: 'release', subject, epoch: 0 } as const;
      return register.claim({ ...named, ...amounts, payments: [], perDay: null, nowMs: Date.now() });
    };
    expect(await claim('order-1')).toMatchObject({ claimed: true });
    const lose = async (running: typeof server) => {
      await running.stop();
      for (const end of ['', '-wal', '-shm']) await rm(`${dbFile}${end}`, { force: true });
      return await restart();
    };
    const emptied = await lose(server);
    await until(
      'the words of the worker',
      () => log,
      (text) => text.includes('Temporal has begun empty'),
    );
    expect(await claim('order-2')).toMatchObject({ claimed: false, reason: 'OTHER_TEMPORAL' });
    const show = async () => JSON.parse((await runInProcess(['register', 'show', '--json'], env)).stdout) as Shown;
    expect((await show()).accounts).toMatchObject([{ account, isOtherTemporal: true }]);
    expect((await runInProcess(['doctor', '--json'], env)).stdout).toMatch(
      /Temporal has begun empty.*`peerdesk register show`/,
    );
    expect((await runInProcess(['desk', 'show'], env)).stderr).toMatch(/Temporal has begun empty/);
    expect(await runInProcess(['recover'], env)).toMatchObject({ exitCode: 6 });
    expect(await claim('order-2')).toMatchObject({ claimed: false, reason: 'OTHER_TEMPORAL' });
    const recover = ['recover', '--yes', '--by', 'ana'];
    expect(await runInProcess(recover, env)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/0 of 0 open orders are carried/),
    });
    expect(await claim('order-2')).toMatchObject({ claimed: true });
    // What is done already asks nothing.
    expect(await runInProcess(['recover'], env)).toMatchObject({ exitCode: 0 });
    // Lost once more, and recovered as soon as a worker takes work: it waits until that one leads.
    await lose(emptied);
    await until(
      'a worker serves it',
      () => runInProcess(recover, env),
      ({ exitCode }) => exitCode === 0,
    );
    expect(await claim('order-3')).toMatchObject({ claimed: true });
    const generation = (await register.identity())?.generation ?? '';
    const permitted = { number: 99, callId: 'forgotten' };
    await register.compareGuard({ account, generation, permitted, nowMs: Date.now() });
    // What stops money is said at the end, and that is no good one.
    expect(await runInProcess(['recover'], env)).toMatchObject({
      exitCode: 6,
      stdout: expect.stringMatching(/no money moves: `peerdesk register explain .* --older-copy`/),
    });
  });
});
