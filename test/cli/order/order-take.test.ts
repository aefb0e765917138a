import { beforeEach, expect, it } from 'vitest';
import { RegisterMachine } from '../register/register-world.ts';

let machine: RegisterMachine;
const number = '22698351074563940352';
const take = (...args: string[]) => machine.peerdesk('order', 'take', number, ...args);

beforeEach(async () => {
  machine = await RegisterMachine.open();
  await machine.make();
});

it('ADR 0059: one works at an order, another one hears who, and only who has it drops it', async () => {
  expect((await take('--by', 'ana')).stdout).toMatch(/^order \d+: ana has it until /);
  expect(await take('--by', 'ben')).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('ana has it until '),
  });
  expect(await take('--by', 'ben', '--drop')).toMatchObject({ exitCode: 6 });
  expect((await take('--by', 'ana', '--drop')).stdout).toContain('no one has it');
  const { stdout } = await take('--by', 'ben', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ orderNumber: number, assigned: { assignee: 'ben' }, status: null });
});

it('ADR 0059: one that was paid already, or that was never read, is taken all the same, and that is said', async () => {
  expect((await take('--by', 'ana')).stdout).toContain('the desk has not read it yet, so compare its number');
  await machine.withDesk('main', (desk) => desk.see(number, { side: 'BUY', status: 'PAID' }));
  expect(await take('--by', 'ana')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/ana has it.*; PAID\n$/),
  });
});
