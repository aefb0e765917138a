import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createRegister, openRegister } from '../../../src/register/open-register.ts';
import type { RegisterPlace } from '../../../src/domain/register/register-place.ts';
import type { Register } from '../../../src/register/register.ts';
import { processRegister } from '../../../src/workers/register/process-register.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const minting = { generation: 'a-generation', nowMs: 1_800_000_000_000 };

async function placeOf(isSimulators: boolean): Promise<Extract<RegisterPlace, { kind: 'sqlite' }>> {
  return { kind: 'sqlite', file: join(await temporaryDirectory(), 'register.sqlite'), isSimulators };
}

function opened(place: RegisterPlace): Register {
  const register = processRegister(place, pino({ level: 'silent' }));
  onTestFinished(() => register.close());
  return register;
}

it('a worker of the simulator makes its register by itself, and says so in it', async () => {
  const place = await placeOf(true);
  const first = await opened(place).identity();
  expect(first).toMatchObject({ how: 'simulator' });
  expect(await opened(place).identity()).toEqual(first);
});

it('a worker of real money makes none: money waits, and the text names the command', async () => {
  const place = await placeOf(false);
  await expect(opened(place).beginTerm({ account: 'main', leader: '1@here', signers: null, nowMs: 1 })).rejects.toThrow(
    /there is no register at .*peerdesk register create/,
  );
  expect(existsSync(place.file)).toBe(false);
});

it('real money takes no register that the worker of a simulator has made', async () => {
  const place = await placeOf(false);
  await createRegister(place, { ...minting, how: 'simulator' });
  await expect(opened(place).identity()).rejects.toThrow(/made by the worker of a simulator.*peerdesk register create/);
  const register = await openRegister(place, { migrate: false });
  await register.mint({ ...minting, how: 'created' });
  await register.close();
  expect(await opened(place).identity()).toMatchObject({ how: 'created' });
});
