import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { RegisterMachine } from '../register/register-world.ts';

let machine: RegisterMachine;

const config = `[account.main]
service = "https://api.example.com"

[payments.phone]
scheme = "text"
class = "hint"
secret_file = "phone"
currency = "BOB"
date_format = "DD/MM/YYYY"
templates = ["Got {amount} from {payer} on {date}: {memo}", "Got {amount}"]
`;

beforeEach(async () => {
  machine = await RegisterMachine.open();
  machine.env['PEERDESK_CONFIG'] = write('peerdesk.toml', config);
  write('phone', 'a key of sixteen bytes');
});

function write(name: string, text: string): string {
  const path = join(machine.folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(machine.folder, 0o700);
  return path;
}

it('payments: says what is read in each message, and why another one is not', async () => {
  const path = write(
    'samples.txt',
    'Got 400.00 from Ana\nPerez on 28/11/2026: rent\n\nGot 5\n\n\nYour code is 7\n\nGot 1.234\n',
  );
  const { stdout, exitCode } = await machine.peerdesk('payment', 'test', 'phone', path);
  expect(exitCode).toBe(6);
  const [first, second, third, fourth] = stdout.split('\n');
  expect(first).toMatch(/^seen: 400\.00 BOB, payer Ana Perez, reference none, memo rent, dated .*2026/);
  expect(second).toBe('seen: 5 BOB, payer none, reference none, dated when it arrives');
  expect(third).toBe('NO: "Your code is 7": no template fits the whole of it: the door does not keep it');
  expect(fourth).toMatch(/^NO: "Got 1\.234": its amount is none, or could be two/);
  const good = write('good.txt', 'Got 5');
  const json = await machine.peerdesk('payment', 'test', 'phone', good, '--json');
  expect(json.exitCode).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject([{ sample: 'Got 5', seen: { amount: '5' } }]);
});

it.each([
  [['other', 'x'], /other is no source of texts \(there is phone\): write \[payments\.other\] with scheme = "text"/],
  [['phone', '/absent/file'], /\/absent\/file cannot be read/],
])('payments: %j is refused', async (args, stderr) => {
  expect(await machine.peerdesk('payment', 'test', ...args)).toMatchObject({
    exitCode: 4,
    stderr: expect.stringMatching(stderr),
  });
});
