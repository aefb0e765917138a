/** What a person takes back while no Temporal server answers. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { laterMs } from '../../register/contract/test-desk.ts';
import { RegisterMachine } from './register-world.ts';

const account = 'main';
let machine: RegisterMachine;
const peerdesk = (...args: string[]) => machine.peerdesk(...args, '--account', account, '--by', 'ana');

beforeEach(async () => {
  machine = await RegisterMachine.open();
});

const restricted = async (): Promise<string[]> => {
  const { entries } = await machine.within((register) => register.restrictions({ account }));
  return entries.map(({ kind, key }) => `${kind} ${key}`);
};
const mark = () => machine.within((register) => register.marksOf({ account, subject: '88' }));

/** Each command that takes back and needs nothing of Temporal, with what it says. */
const words: readonly (readonly [args: string[], said: string, keeps: () => Promise<void>])[] = [
  [
    ['desk', 'kill', 'releases'],
    'account main: kill switch releases engaged by ana; ',
    async () => expect(await restricted()).toEqual(['switch releases']),
  ],
  [
    ['person', 'block', 's1a2'],
    'account main: user number s1a2 blocked; ',
    async () => expect(await restricted()).toEqual(['block s1a2']),
  ],
  [
    ['order', 'hold', '88'],
    'order 88: hold by ana; ',
    async () => expect(await mark()).toMatchObject({ epoch: 1, held: { by: 'ana' } }),
  ],
  [
    ['order', 'revoke', '88'],
    'order 88: revoke by ana; ',
    async () => expect(await mark()).toMatchObject({ epoch: 1, held: null }),
  ],
  [
    ['order', 'not-received', '88', '--payment', 'REF-1'],
    'order 88: unmatch by ana; ',
    async () => expect(await mark()).toMatchObject({ epoch: 1, held: null }),
  ],
  [
    ['order', 'stop', '88', '--yes'],
    'order 88: stop by ana; ',
    async () => expect(await mark()).toMatchObject({ epoch: 1, held: { note: 'stopped' } }),
  ],
];

describe('design 6: taken back while Temporal is away', () => {
  it.each(words)('%j: the answer says what is kept, what is not, why, and exits with 8', async (args, said, keeps) => {
    await machine.make();
    const run = await peerdesk(...args);
    expect(run).toMatchObject({
      exitCode: 8,
      stderr: expect.stringMatching(/^(?:warning: .*\n)?Temporal does not have it: no Temporal/),
    });
    expect(run.stdout.startsWith(said)).toBe(true);
    expect(run.stdout).toContain(`kept in the register ${machine.file()} alone, and every worker obeys it; `);
    expect(run.stdout).toMatch(/ does not have it yet: say it again once Temporal answers\n$/);
    await keeps();
  });

  it.each(words)(
    '%j: without a register, or with one that does not answer, nothing is kept, and that is said',
    async (args) => {
      const none = {
        exitCode: 3,
        stdout: '',
        stderr: expect.stringMatching(
          /^peerdesk: nothing is kept: there is no register on this machine; and Temporal: no Temporal server answers/,
        ),
      };
      expect(await peerdesk(...args)).toEqual(none);
      await machine.make();
      // What others may read is not used.
      chmodSync(machine.file(), 0o644);
      const silent = {
        ...none,
        stderr: expect.stringMatching(
          /^peerdesk: nothing is kept: .*may be read by others.*; and Temporal: no Temporal/,
        ),
      };
      expect(await peerdesk(...args)).toEqual(silent);
      chmodSync(machine.file(), 0o600);
      expect([await restricted(), (await mark()).epoch]).toEqual([[], 0]);
    },
  );

  it('what may have left before is named, and a program reads the same', async () => {
    await machine.make();
    await machine.withDesk(account, (desk) => desk.sent('88', { nowMs: laterMs }));
    const killed = JSON.parse((await peerdesk('desk', 'kill', '--json')).stdout) as unknown;
    expect(killed).toMatchObject({ kept: true, atTemporal: false, confirmed: false, mayHaveLeft: ['release 88'] });
    const several = await peerdesk('order', 'hold', '88', '89');
    expect(several).toMatchObject({
      exitCode: 8,
      stdout: expect.stringMatching(/^order 88: .*; may have left before: release 88\norder 89: [^\n]*\n$/),
    });
  });

  it('the ads of a thrown switch stand until a worker runs, and what the file says otherwise is named', async () => {
    await machine.make();
    const file = join(machine.folder, 'peerdesk.toml');
    const kill = '{ ads = false, releases = false }';
    const text = `[egress.home]\n[account.main]\nservice = "https://api.example.com"\nmode = "shadow"\napi_key_env = "KEY"\napi_secret_env = "SECRET"\nkill = ${kill}\n`;
    writeFileSync(file, text, { mode: 0o600 });
    machine.env['PEERDESK_CONFIG'] = file;
    delete machine.env['PEERDESK_BASE_URL'];
    const killed = await peerdesk('desk', 'kill', 'ads');
    expect(killed).toMatchObject({ exitCode: 8, stderr: expect.stringMatching(/^Temporal does not have it/) });
    expect(killed.stdout).toContain(
      '; the ads go off the market once a worker runs: until then take them off in the app',
    );
    expect(killed.stdout).toMatch(
      /says otherwise: the next `peerdesk config apply[^`]*` undoes this.*: kill switch ads lifted \[money\]; LOOSENS.*\n$/,
    );
    const json = await peerdesk('desk', 'kill', 'releases', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      nextApply: [{ change: { kind: 'switch', name: 'releases', thrown: false } }],
    });
  });

  it('what allows is not sent and not kept: it says that Temporal does not answer', async () => {
    await machine.make();
    await peerdesk('desk', 'kill');
    for (const args of [
      ['desk', 'open'],
      ['order', 'unhold', '88'],
      ['person', 'allow', 's1a2'],
      ['order', 'approve-release', '88', '89', '--each', '--amount', '88=1', '--amount', '89=1'],
    ])
      expect(await peerdesk(...args)).toMatchObject({
        exitCode: 3,
        stdout: '',
        stderr: expect.stringMatching(/^peerdesk: (?:not sent: )?no Temporal server answers/),
      });
    expect(await restricted()).toEqual(['switch all']);
  });
});
