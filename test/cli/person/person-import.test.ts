import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { RegisterMachine } from '../register/register-world.ts';

let machine: RegisterMachine;

beforeEach(async () => {
  machine = await RegisterMachine.open();
  await machine.make();
});

function write(name: string, text: string): string {
  const path = join(machine.folder, name);
  writeFileSync(path, text);
  return path;
}

const imported = (text: string, ...args: string[]) =>
  machine.peerdesk('person', 'import', write('people.csv', text), '--by', 'ana', ...args);
const exported = async (): Promise<string> => (await machine.peerdesk('person', 'list', '--csv')).stdout;
const head = 'person,word,text,by\r\n';
const good = `${head}s1a2b3c4,block,chargeback,ben\r\ns1a2b3c4,note,"pays; in parts",\r\nnickname:Mallory,block,,\r\n`;
/** Kept in the register, while Temporal is away. */
const alone = 8;

describe('ADR 0059: peerdesk person import', () => {
  it('blocks and notes the people of a file, once, and the list writes the same file', async () => {
    const dry = await imported(good, '--dry-run');
    expect(dry).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('read no order with 2 of these numbers'),
    });
    expect(dry.stdout).toBe(
      'account main: 3 lines: 2 would be blocked, 0 would be allowed, 1 would be noted, 0 known, 0 refused\nNOTHING WAS WRITTEN: a dry run\n',
    );
    expect(await exported()).toBe(head);
    expect(await imported(good)).toMatchObject({
      exitCode: alone,
      stdout: expect.stringMatching(
        /^account main: 3 lines: 2 blocked, 0 allowed, 1 noted, 0 known, 0 refused; kept in/,
      ),
    });
    const list = await exported();
    expect(list).toBe(
      `${head}nickname:Mallory,block,,ana\r\ns1a2b3c4,block,chargeback,ben\r\ns1a2b3c4,note,"pays; in parts",ana\r\n`,
    );
    for (const again of [good, list]) expect((await imported(again)).stdout).toContain('0 noted, 3 known');
    expect(await exported()).toBe(list);
    const acts = await machine.within((register) => register.acts({ sinceMs: 0 }));
    expect(acts.filter(({ kind }) => kind === 'restricted')).toHaveLength(1);
  });

  it('a changed reason or note takes the place of the one before', async () => {
    await imported(good);
    const { stdout } = await imported(`${head}s1a2b3c4,block,twice,ben\r\ns1a2b3c4,note,no more,\r\n`);
    expect(stdout).toMatch(/1 blocked, 0 allowed, 1 noted, 0 known/);
    expect(await exported()).toMatch(/s1a2b3c4,block,twice,ben\r\ns1a2b3c4,note,no more,ana/);
  });

  it('names every line that is wrong, and writes nothing of its file', async () => {
    const wrong = [
      's1a2b3c4,block,,',
      's1a2b3c4,allow,,',
      'Mal***,block,,',
      'ok,forbid,,',
      'ok2,note,,',
      `ok3,note,${'x'.repeat(161)},`,
      'ok4,allow,,ben',
      'ok5,block,a,b,c',
    ];
    const { exitCode, stdout } = await imported(`${head}${wrong.join('\n')}\n`);
    expect(exitCode).toBe(6);
    expect(stdout).toMatch(/8 lines: .* 7 refused\n/);
    expect(stdout).toContain('  line 3: line 2 says something of the same person\n');
    expect(stdout).toMatch(/ {2}line 4: .*masked/);
    expect(stdout).toContain('  line 5: its word is none of block, allow, note\n');
    expect(stdout).toContain('  line 6: it notes nothing: `peerdesk person note --drop` takes one away\n');
    expect(stdout).toContain('  line 7: text and by have at most 160 bytes each\n');
    expect(stdout).toContain('  line 8: ana imports it: who allows says so by himself, and is not named in a file\n');
    expect(stdout).toMatch(
      / {2}line 9: it has more cells than the first line\nNOTHING WAS WRITTEN: correct these lines\n$/,
    );
    expect(await exported()).toBe(head);
  });

  it('the own number of the account is refused, and what is longer than the list may be', async () => {
    await machine.withDesk('main', async (desk) => {
      for (const [order, counterparty] of [
        ['order-1', 's1b1'],
        ['order-2', 's1b2'],
      ] as const)
        await desk.see(order, { counterparty, own: 's0f0' });
    });
    expect((await imported(`${head}s0f0,block,,\n`)).stdout).toContain("line 2: s0f0 is the account's own number");
    const many = Array.from({ length: 1_001 }, (_, index) => `${100_000 + index},block,,`);
    expect((await imported(`${head}${many.join('\n')}\n`)).stdout).toMatch(/ 1 refused\n {2}line 1002: .*1000/);
  });

  it('to allow someone takes Temporal, and then nothing of the file is written; one who is not blocked is known', async () => {
    await imported(good);
    const before = await exported();
    const file = `${head}s5,block,,\ns1a2b3c4,allow,,\n`;
    expect(await imported(file)).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('line 3 allows s1a2b3c4, and Temporal does not answer: nothing was written'),
    });
    expect(await exported()).toBe(before);
    expect((await imported(`${head}s77,allow,,\n`)).stdout).toContain('0 allowed, 0 noted, 1 known');
  });

  it('what a spreadsheet would run stands behind an apostrophe in the list, and is read back without it', async () => {
    const file = `${head}1234567890123456,note,=1+1,\nnickname:-Ana,note,"a;-b",\n`;
    await imported(file);
    const list = await exported();
    expect(list).toContain(`"=""1234567890123456""",note,'=1+1,ana\r\n`);
    expect(list).toContain(`nickname:-ana,note,"a;'-b",ana\r\n`);
    expect((await imported(list)).stdout).toContain('0 noted, 2 known');
    expect((await imported(list.replaceAll(',', ';').replace('"a;\'-b"', '"a;\'-b"'))).stdout).toContain('2 known');
  });

  it.each([
    ['', 'has no columns person and word: its first line is person,word,text,by'],
    [`${head}s1,"block,,\n`, 'line 2: Quote Not Closed'],
  ])('%j is no file of people', async (text, why) =>
    expect(await imported(text)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(why) }),
  );

  it('says which file cannot be read', async () => {
    const absent = join(machine.folder, 'absent.csv');
    expect(await machine.peerdesk('person', 'import', absent)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/absent\.csv cannot be read: .*ENOENT/),
    });
    writeFileSync(absent, Buffer.from([0x70, 0xff]));
    expect((await machine.peerdesk('person', 'import', absent)).stderr).toContain('it is not written in UTF-8');
    expect(await machine.peerdesk('person', 'list', '--csv', '--json')).toMatchObject({ exitCode: 4 });
  });
});
