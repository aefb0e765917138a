import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextApply, statedOf, type Stated } from '../../../src/cli/apply/next-apply.ts';
import type { CommandContext } from '../../../src/cli/kit/command-context.ts';
import type { TemporalSession } from '../../../src/cli/session/temporal-session.ts';
import { loadPlace, type LoadedFile } from '../../../src/config/file/load-file.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { keptAd } from '../ad/ad-view.ts';

const text = `[egress.home]
[account.main]
service = "https://api.example.com"
mode = "shadow"
other_ads = "leave"
api_key_env = "KEY"
api_secret_env = "SECRET"
counterparty = { blocked = ["Ana"] }
kill = { releases = true }
[ads.77]
status = "online"
floor = "9"
ceiling = "10"
[ads.78]
floor = "9"
ceiling = "10"
`;
const published = `[ads.fresh]
floor = "9"
ceiling = "10"
[ads.fresh.terms]
asset = "USDT"
fiat = "BOB"
side = "SELL"
quantity = "200"
min_order = "100"
max_order = "900"
pay_methods = ["BANK"]
`;

let file: LoadedFile;
let withName: LoadedFile;
const sink = { write: () => true };
const contextOf = (part: Partial<CommandContext>): CommandContext => ({ env: {}, stdout: sink, stderr: sink, ...part });
// A retry that waits would throw in its timer once this is closed.
const connection = Connection.lazy({ address: '127.0.0.1:1', interceptors: [] });
const session = { client: new Client({ connection }), account: 'main', timeoutMs: 300 } as unknown as TemporalSession;
afterAll(() => connection.close());
beforeAll(async () => {
  const folder = await temporaryDirectory(afterAll);
  const load = (name: string, content: string): LoadedFile => {
    const path = join(folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return loadPlace({ path, isNamed: true });
  };
  file = load('peerdesk.toml', text);
  withName = load('named.toml', text + published);
});

const undone = async (...stated: Stated[]): Promise<string> =>
  (await nextApply(contextOf({ file, fileOption: ' --config X' }), session, ...stated)).end;

describe('what the next apply undoes of a command', () => {
  it('is said of no command without a file, and of none of an account that the file does not have', async () => {
    const stated: Stated = { kind: 'desk', mode: null };
    expect(await nextApply(contextOf({}), session, stated)).toEqual({ data: {}, end: '' });
    const other = { ...session, account: 'other' };
    expect(await nextApply(contextOf({ file }), other, stated)).toEqual({ data: {}, end: '' });
  });

  it.each<[string, Stated, RegExp]>([
    ['a desk that is stopped', { kind: 'desk', mode: null }, /: start main: desk, mode shadow/],
    ['a desk of another mode', { kind: 'desk', mode: 'live' }, /desk, mode live becomes shadow/],
    ['a switch', { kind: 'switch', name: 'releases', thrown: false }, /kill switch releases engaged/],
    ['a block', { kind: 'block', counterparty: 'nickname:ana', isBlocked: false }, /Ana joins the block list/],
    ['an ad that is stopped', { kind: 'ad', adNumber: '77', ad: null, states: [] }, /start main: ad 77, mode shadow/],
    ['an ad that is promoted', statedOf(keptAd, 'mode'), /ad 77, mode sim becomes shadow/],
    ['an ad that a worker is to take off the market', { kind: 'off-market', adNumber: '77' }, /ad 77 is put online/],
    [
      'an ad that was taken off it',
      statedOf({ ...keptAd, state: { kind: 'offline', cause: 'command' } as never }, 'market'),
      /ad 77 is put online .*LOOSENS/,
    ],
  ])('is named for %s, with the command and the file', async (_, stated, expected) => {
    const said = await undone(stated);
    expect(said).toMatch(expected);
    expect(said).toContain(`${file.path} says otherwise: the next \`peerdesk config apply --config X\` undoes this`);
  });

  it.each<[string, Stated]>([
    ['a switch that the file does not name', { kind: 'switch', name: 'all', thrown: true }],
    ['a block that it has', { kind: 'block', counterparty: 'Ana', isBlocked: true }],
    ['release rules, where it has none', { kind: 'rules', rules: null }],
    ['the rules of an ad alone, whatever its mode is', statedOf({ ...keptAd, adNumber: '77' }, 'rules')],
    ['an ad whose place on the market it does not state', { kind: 'off-market', adNumber: '78' }],
    ['an ad that it leaves alone', statedOf({ ...keptAd, adNumber: '99' }, 'rules', 'mode', 'market')],
  ])('is nothing for %s', async (_, stated) => {
    expect(await undone(stated)).toBe('');
  });

  it('is not to keep an ad that was closed for good: the file still has it', async () => {
    const { end, data } = await nextApply(contextOf({ file }), session, { kind: 'closed', adNumber: '77' });
    expect(end).toMatch(
      /still has it: take it out there, or the next `peerdesk config apply` does this and finds it closed: .*77/,
    );
    expect(data.nextApply).toMatchObject([{ change: { kind: 'start-ad', adNumber: '77' } }]);
    expect(await nextApply(contextOf({ file }), session, { kind: 'closed', adNumber: '99' })).toMatchObject({
      end: '',
    });
  });

  it('needs no Temporal where the account alone says it', async () => {
    const { end } = await nextApply(
      contextOf({ file }),
      { account: 'main' },
      { kind: 'block', counterparty: 'Eve', isBlocked: true },
    );
    expect(end).toMatch(/undoes this.*Eve/);
  });

  it('is a publication that was given up, which is published after all', async () => {
    const { end, data } = await nextApply(contextOf({ file: withName }), session, { kind: 'withdrawn', name: 'fresh' });
    expect(end).toMatch(/publish main: ad fresh/);
    expect(data.nextApply).toMatchObject([{ does: 'publish', text: expect.stringContaining('ad fresh') }]);
  });

  it('is said to be not known where it cannot be found out: the command is done all the same', async () => {
    const context = contextOf({ file: withName });
    const { end, data } = await nextApply(context, session, statedOf(keptAd, 'mode'));
    expect(data).toEqual({ nextApply: null });
    expect(end).toMatch(/^\nwhat the next `peerdesk config apply` undoes of this is not known: /);
  });
});
