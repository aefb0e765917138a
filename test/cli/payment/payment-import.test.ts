import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountOf, closedLeaves } from '../../door/statement/ofx-samples.ts';
import { RegisterMachine } from '../register/register-world.ts';

let machine: RegisterMachine;

const config = `[account.main]
service = "https://api.example.com"

[payments.files]
scheme = "statement"
class = "hint"
currency = "BOB"
decimal = ","
delimiter = "semicolon"
columns = { date = "Day", amount = "Sum", payer = "Name" }
`;

beforeEach(async () => {
  machine = await RegisterMachine.open();
  machine.env['PEERDESK_CONFIG'] = write('peerdesk.toml', config);
});

function write(name: string, text: string): string {
  const path = join(machine.folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(machine.folder, 0o700);
  return path;
}

const good = 'Day;Sum;Name\n2026-11-28;400,00;Ana Perez\n2026-11-28;-3,00;\n';

describe('peerdesk payment import', () => {
  it('payments: takes the payments of a statement in, once, as the list shows them', async () => {
    await machine.make();
    const path = write('november.csv', good);
    const dry = await machine.peerdesk('payment', 'import', 'files', path, '--dry-run');
    expect(dry).toMatchObject({ exitCode: 0, stderr: `${path}: 2 rows are taken in …\n` });
    expect(dry.stdout).toBe(
      '2 rows: 1 would be new, 0 known, 1 of money that went out, 0 refused\nNOTHING WAS WRITTEN: a dry run\n',
    );
    const first = await machine.peerdesk('payment', 'import', 'files', path);
    expect(first.stdout).toBe('2 rows: 1 new, 0 known, 1 of money that went out, 0 refused\n');
    const again = await machine.peerdesk('payment', 'import', 'files', path, '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ source: 'files', read: 2, new: 0, known: 1, isWritten: true });
    expect((await machine.peerdesk('payment', 'list')).stdout).toMatch(/400\.00 BOB +Ana Perez +hint, booked/);
  });

  it('mistake 10: names the line of an amount that could be two, and writes nothing of its file', async () => {
    await machine.make();
    const path = write('bad.csv', `${good}2026-11-28;1,234;Eva\n${'2026-11-28;x;Eva\n'.repeat(25)}`);
    const { stdout, exitCode } = await machine.peerdesk('payment', 'import', 'files', path);
    expect(exitCode).toBe(6);
    expect(stdout).toContain(
      '  line 4: "1,234" is no amount, or could be two: is the decimal mark of the source right?\n',
    );
    expect(stdout).toMatch(/ {2}and 6 more\nNOTHING WAS WRITTEN: correct the file or its source, or .* --skip-bad\n$/);
    const skipped = await machine.peerdesk('payment', 'import', 'files', path, '--skip-bad', '--json');
    expect(skipped.exitCode).toBe(0);
    expect(JSON.parse(skipped.stdout)).toMatchObject({ new: 1, isWritten: true, refused: { length: 26 } });
  });

  it('payments: names the rows that have changed since, and writes nothing of them', async () => {
    await machine.make();
    const numbered = config.replace(' payer', ' reference = "Number", payer');
    machine.env['PEERDESK_CONFIG'] = write('peerdesk.toml', numbered);
    const rows = (payer: string, count = 1): string =>
      Array.from({ length: count }, (_, index) => `2026-11-28;${index + 400},00;${payer};TRX-${index}\n`).join('');
    const path = write('november.csv', `Day;Sum;Name;Number\n${rows('Ana', 21)}`);
    await machine.peerdesk('payment', 'import', 'files', path);
    write('november.csv', `Day;Sum;Name;Number\n${rows('Eva\u001b[31m', 21)}`);
    const said = await machine.peerdesk('payment', 'import', 'files', path);
    expect(said.exitCode).toBe(0);
    expect(said.stdout).toContain('21 rows: 0 new, 0 known, 21 changed, 0 of money that went out, 0 refused\n');
    expect(said.stdout).toContain(
      '  line 2 CHANGED, and nothing of it is written: payment 1 (TRX-0) had payer Ana, now Eva [31m: look at the bank\n',
    );
    expect(said.stdout).toMatch(/ {2}and 1 more\n$/);
    const again = await machine.peerdesk('payment', 'import', 'files', path, '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({
      new: 0,
      known: 0,
      changed: {
        length: 21,
        0: { place: 'line 2', payment: 1, reference: 'TRX-0', text: expect.stringContaining('now Eva') },
      },
    });
    expect((await machine.peerdesk('payment', 'list')).stdout).not.toContain('Eva');
  });

  it('payments: takes OFX in by the letters of its head, as the list shows it', async () => {
    await machine.make();
    const path = write('november.ofx', '');
    writeFileSync(path, closedLeaves, 'latin1');
    const said = await machine.peerdesk('payment', 'import', 'files', path);
    expect(said.stdout).toBe('2 rows: 1 new, 0 known, 1 of money that went out, 0 refused\n');
    const { stdout } = await machine.peerdesk('payment', 'show', '1');
    expect(stdout).toContain('memo PIX José & Irmãos');
    expect(stdout).toContain(`reference ${accountOf('9988', '0341')} NR:28/11/26:1250.50:1`);
  });

  it('payments: a statement that does not add up is refused as a whole', async () => {
    await machine.make();
    const path = write(
      'november.sta',
      ':20:X\n:25:1\n:60F:C261127BOB0,00\n:61:261128C5,00NTRFA\n:62F:C261128BOB6,00\n-\n',
    );
    const { exitCode, stderr } = await machine.peerdesk('payment', 'import', 'files', path, '--skip-bad');
    expect({ exitCode, stderr }).toEqual({ exitCode: 6, stderr: expect.stringContaining('the difference is 1:') });
    expect((await machine.peerdesk('payment', 'list', '--json')).stdout).toBe('[]\n');
  });

  it.each([
    [
      ['other', 'november.csv'],
      4,
      /other is no source of statements \(.* has of these: files\): write \[payments\.other\]/,
    ],
    [['files', 'absent.csv'], 4, /absent\.csv cannot be read: .*ENOENT/],
    [['files', 'november.csv', '--format', 'xls'], 4, /--format must be one of csv, camt, mt940, ofx/],
    [['files', 'november.csv', '--format', 'camt'], 6, /november\.csv: it is no whole document of XML/],
  ])('payments: %j is refused with %i', async ([source = '', name = '', ...more], exitCode, stderr) => {
    await machine.make();
    write('november.csv', good);
    const said = await machine.peerdesk('payment', 'import', source, join(machine.folder, name), ...more);
    expect(said).toMatchObject({ exitCode, stderr: expect.stringMatching(stderr) });
  });
});
