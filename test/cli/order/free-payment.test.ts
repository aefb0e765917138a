import { beforeEach, describe, expect, it } from 'vitest';
import { payment } from '../../register/contract/test-desk.ts';
import { RegisterMachine } from '../register/register-world.ts';

let machine: RegisterMachine;

beforeEach(async () => {
  machine = await RegisterMachine.open();
  machine.env['PEERDESK_ACCOUNT'] = 'main';
  await machine.make();
});

const order = '22698351074563940352';
const meant = ['--amount', '400.00', '--note', 'seen in the app'];
const free = (...args: string[]) => machine.peerdesk('register', 'free-payment', order, ...args);

describe('peerdesk register free-payment asks the service for nothing', () => {
  const noted = ['--note', 'seen'];
  it.each([
    { title: 'without a reason', args: ['--amount', '400.00'], exitCode: 4, words: /--note is missing/ },
    { title: 'without a total, where no person can be asked', args: noted, exitCode: 6, words: /add --amount with/ },
    { title: 'with one that could be two', args: [...noted, '--amount', '1.250'], exitCode: 4, words: /or 1\.25/ },
    { title: 'for an order without a release', args: meant, exitCode: 2, words: /knows no release of order \d+$/m },
  ])('$title', async ({ args, exitCode, words }) => {
    expect(await free(...args)).toMatchObject({ exitCode, stdout: '', stderr: expect.stringMatching(words) });
  });

  it('while the release may have left, once it is done, where several payments or another one are meant', async () => {
    await machine.withDesk('main', async (desk) => {
      await desk.sent(order, { payments: [payment('ONE'), payment('TWO')] });
    });
    expect(await free(...meant)).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('may have left') });
    await machine.withDesk('main', (desk) => desk.seeTwice(order));
    expect(await free(...meant)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/holds 2 payments: say which with --payment: as reported: ONE, as reported: TWO/),
    });
    expect(await free(...meant, '--payment', 'THREE')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('does not hold payment THREE'),
    });
    await machine.withDesk('main', (desk) => desk.see(order, { status: 'COMPLETED' }));
    expect(await free(...meant)).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('is done') });
  });
});
