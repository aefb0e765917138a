import { beforeEach, describe, expect, it } from 'vitest';
import { RegisterMachine } from '../register/register-world.ts';

let machine: RegisterMachine;

beforeEach(async () => {
  machine = await RegisterMachine.open();
  await machine.make();
});

const origin = { by: 'ana', note: 'chargeback', atMs: 1_800_000_000_000 };
const noted = (...args: string[]) => machine.peerdesk('person', 'note', ...args, '--by', 'ben');

describe('peerdesk person', () => {
  it('ADR 0059: lists who is blocked and of whom something is noted, each once, with who, when and why', async () => {
    expect((await machine.peerdesk('person', 'list')).stdout).toContain('no one is blocked');
    const value = JSON.stringify({ kind: 'number', number: 's1a2', ...origin });
    await machine.within((register) =>
      register.restrict({
        account: 'main',
        entries: [{ kind: 'block', key: 's1a2', value }],
        by: 'ana',
        nowMs: origin.atMs,
      }),
    );
    await noted('S1A2', '--note', 'pays in parts');
    await noted('nickname:Mallory', '--note', 'asks for another account');
    const { stdout } = await machine.peerdesk('person', 'list');
    const [titles, first, second] = stdout.split('\n');
    expect(titles).toMatch(/^PERSON +BLOCKED +WHY +NOTE +BY$/);
    expect(first).toMatch(/^s1a2 +by ana at .* chargeback +pays in parts +by ben at /);
    expect(second).toMatch(/^nickname:mallory +- +- +asks for another account +by ben at /);
    expect(JSON.parse((await machine.peerdesk('person', 'list', '--json')).stdout)).toMatchObject([
      { person: 's1a2', blocked: origin, remark: { text: 'pays in parts', by: 'ben' } },
      { person: 'nickname:mallory', blocked: null, remark: { by: 'ben' } },
    ]);
  });

  it('ADR 0059: a note is taken away, and one of a masked name or without end is refused', async () => {
    await noted('s1a2', '--note', 'pays in parts');
    expect((await noted('s1a2', '--drop')).stdout).toContain('nothing is noted any more');
    expect(JSON.parse((await machine.peerdesk('person', 'list', '--json')).stdout)).toEqual([]);
    for (const unclear of [[], ['--drop', '--note', 'x']])
      expect(await noted('s1a2', ...unclear)).toMatchObject({ exitCode: 4 });
    expect(await noted('Mal***', '--note', 'x')).toMatchObject({ exitCode: 6 });
    expect(await noted('s1a2', '--note', 'é'.repeat(81))).toMatchObject({ exitCode: 6 });
  });

  it('ADR 0059: a number that stands in no order is warned of, and the account’s own is not blocked', async () => {
    const block = (number: string) => machine.peerdesk('person', 'block', number, '--by', 'ana');
    expect((await noted('s1a2', '--note', 'x')).stderr).toContain('the desk has read no order with s1a2');
    expect((await block('s1a2')).stderr).toContain('the desk has read no order with s1a2');
    await machine.withDesk('main', async (desk) => {
      await desk.see('order-1', { counterparty: 's1a2', own: 's9a9' });
      await desk.see('order-2', { counterparty: 's3', own: 's9a9' });
    });
    expect(await noted('s1a2', '--note', 'x')).toMatchObject({ stderr: '' });
    expect((await block('s1a2')).stderr).not.toContain('read no order');
    const own = await block('S9A9');
    expect(own).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('own number: every order would be held'),
    });
    const { entries } = await machine.within((register) => register.restrictions({ account: 'main' }));
    expect(entries.map(({ key }) => key)).toEqual(['s1a2']);
  });

  it('ADR 0059: shows one person with the orders that the desk has carried', async () => {
    await machine.withDesk('main', async (desk) => {
      await desk.see('order-1', { counterparty: 's1a2', status: 'COMPLETED' });
      await desk.see('order-2', { counterparty: 's1a2', status: 'IN_APPEAL', total: '30' });
      await desk.see('order-2', { counterparty: 's1a2', status: 'CANCELLED', total: '30' });
    });
    const { stdout } = await machine.peerdesk('person', 'show', 's1a2');
    expect(stdout).toMatch(/blocked +no/);
    expect(stdout).toContain('2 orders: 1 completed, 1 cancelled, 1 was in appeal; sold for 70 BOB');
    expect(stdout).toMatch(/order-2 SELL 30 BOB, CANCELLED, was in appeal, /);
    expect((await machine.peerdesk('person', 'show', 'Trudy')).stdout).toContain('no order that this desk has carried');
    const { stdout: json } = await machine.peerdesk('person', 'show', 's1a2', '--json');
    expect(JSON.parse(json)).toMatchObject({ person: 's1a2', completed: 1, appealed: 1, dealings: [{}, {}] });
  });
});
