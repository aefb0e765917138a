/** What lifts a restriction where approvals are signed, on the machine of the register, beside a worker. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createApproverKey } from '../../../src/cli/approver/approver-files.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import { guardControl } from '../../../src/client/index.ts';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import type { Register } from '../../../src/register/register.ts';
import { registerOf } from '../attacks/attack-world.ts';
import { account, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { environmentOf, operatorOf, type Peerdesk } from '../operator.ts';

let world: DeskWorld;
let peerdesk: Peerdesk;
let register: Register;

beforeEach(async () => {
  world = await openDeskWorld();
  world.env['PEERDESK_APPROVER_DIR'] = join(world.env['PEERDESK_STATE_DIR'] ?? '', 'approvers');
  const { publicKey } = createApproverKey(world.env, 'ana');
  // The worker does not know this one.
  createApproverKey(world.env, 'eva');
  world.env['PEERDESK_APPROVALS'] = 'signed';
  world.env['PEERDESK_APPROVERS'] = `ana=${publicKey}`;
  await world.runWorker();
  await until(
    'the guard knows the register',
    () => guardControl(world.client, account).state(),
    ({ generation }) => generation !== null,
  );
  peerdesk = operatorOf(world);
  register = await registerOf(world, onTestFinished);
});

/** What the register restricts, as `kind key`; rules by their cap alone. */
async function restricted(): Promise<string[]> {
  const { entries } = await register.restrictions({ account });
  return entries.map(({ kind, key, value }) => {
    if (kind !== 'rules') return `${kind} ${key}`;
    const { amountCap } = JSON.parse(value) as { amountCap: object | null };
    return `rules ${JSON.stringify(amountCap)}`;
  });
}

/** The last loosening, as the journal keeps it. */
async function lastLoosening(): Promise<unknown> {
  const entries = await register.journal({ afterSeq: 0, limit: 10_000 });
  const last = entries.findLast(({ kind }) => kind === 'loosened');
  return last === undefined ? null : JSON.parse(last.body);
}

/** A command is refused without a key and with a foreign one, changes nothing, and is done with the key of an approver. */
async function takesSignature(before: string[], ...args: string[]): Promise<string> {
  const asked = await peerdesk(...args);
  expect(asked).toMatchObject({ exitCode: 6, stdout: '' });
  expect(asked.stderr).toContain(
    'the loosening is not signed: look at what holds (`peerdesk desk show`), then say it again with --key NAME, NAME being ana',
  );
  const foreign = await peerdesk(...args, '--key', 'eva');
  expect(foreign).toMatchObject({ exitCode: 6, stdout: '' });
  expect(foreign.stderr).toMatch(/eva signs the loosening: .*is signed with a key that this worker does not know/s);
  expect(await peerdesk(...args, '--key', 'zoe')).not.toMatchObject({ exitCode: 0 });
  expect(await restricted()).toEqual(before);
  expect(await lastLoosening()).not.toMatchObject({ signed: { keyId: 'eva' } });
  const done = await peerdesk(...args, '--key', 'ana');
  expect(done).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^ana signs the loosening: account "acme", /m),
  });
  expect(await lastLoosening()).toMatchObject({ by: 'ana', signed: { keyId: 'ana' } });
  return done.stdout;
}

describe('S25: beside a worker that counts signed approvals only', () => {
  it('`desk kill` and `person block` take no signature; `desk open` and `person allow` take one', async () => {
    expect(await peerdesk('desk', 'kill', 'releases', '--by', 'ben')).toMatchObject({ exitCode: 0 });
    expect(await peerdesk('person', 'block', 's1a2', '--by', 'ben')).toMatchObject({ exitCode: 0 });
    const both = ['block s1a2', 'switch releases'];
    expect(await takesSignature(both, 'desk', 'open', 'releases')).toContain('no kill switch is engaged');
    expect(await restricted()).toEqual(['block s1a2']);
    await takesSignature(['block s1a2'], 'person', 'allow', 's1a2');
    expect(await restricted()).toEqual([]);
    expect(await guardControl(world.client, account).state()).toMatchObject({
      blocked: [],
      switches: { releases: null },
    });
  });

  it('ADR 0059: a file of people that allows one takes one signature for all it allows, and without it nothing is written', async () => {
    for (const number of ['s1a2', 's1a3']) await peerdesk('person', 'block', number, '--by', 'ben');
    const file = join(world.env['PEERDESK_STATE_DIR'] ?? '', 'people.csv');
    writeFileSync(
      file,
      'person,word,text,by\ns1a2,allow,,\ns1a3,allow,,\ns1a4,block,"pays; late",ben\ns1a5,note,new,\n',
    );
    const dry = await peerdesk('person', 'import', file, '--dry-run', '--timeout', '60s');
    expect(dry.stdout).toContain(
      '4 lines: 1 would be blocked, 2 would be allowed, 1 would be noted, 0 known, 0 refused',
    );
    const both = ['block s1a2', 'block s1a3'];
    expect(await takesSignature(both, 'person', 'import', file, '--timeout', '60s')).toMatch(
      /4 lines: 1 blocked, 2 allowed, 1 noted, 0 known, 0 refused; kept in the register\n/,
    );
    expect(await restricted()).toEqual(['block s1a4']);
    const { blocked } = await guardControl(world.client, account).state();
    expect(blocked).toMatchObject([{ number: 's1a4', by: 'ben', note: 'pays; late' }]);
    expect((await peerdesk('person', 'import', file, '--timeout', '60s')).stdout).toContain('0 noted, 4 known');
  });

  it('stricter rules take none, looser ones do, by `desk set` and by `desk start`', async () => {
    const strict = ['rules {"BOB":"5000"}'];
    expect(await peerdesk('desk', 'set', '--amount-cap', '5000 BOB')).toMatchObject({ exitCode: 0 });
    expect(await restricted()).toEqual(strict);
    await takesSignature(strict, 'desk', 'set', '--amount-cap', '6000 BOB', '--yes');
    const looser = ['rules {"BOB":"6000"}'];
    expect(await restricted()).toEqual(looser);
    await takesSignature(looser, 'desk', 'start', '--amount-cap', '7000 BOB', '--yes');
    expect(await restricted()).toEqual(['rules {"BOB":"7000"}']);
    expect(await guardControl(world.client, account).state()).toMatchObject({ rules: { amountCap: { BOB: '7000' } } });
  });

  it('a signature is over the revision that was shown: what was engaged meanwhile refuses it', async () => {
    await peerdesk('desk', 'set', '--amount-cap', '5000 BOB');
    let said = '';
    const sink = { write: (text: string) => (said += text) };
    const askPerson = async (): Promise<string> => {
      const entries = [switchEntry('all', { by: 'ben', reason: 'stop', atMs: Date.now() })];
      await register.restrict({ account, entries, by: 'ben', nowMs: Date.now() });
      return 'y';
    };
    const context = { env: environmentOf(world), stdout: sink, stderr: sink, askPerson };
    const args = ['desk', 'set', '--amount-cap', '6000 BOB', '--key', 'ana', '--timeout', '60s'];
    expect(await runCli(args, context)).toBe(6);
    expect(said).toMatch(/ana signs the loosening.*the restrictions have changed since they were shown .* look again/s);
    expect(await restricted()).toEqual(['rules {"BOB":"5000"}', 'switch all']);
  });

  it('whose signature it takes is the worker’s to say: a command without its variables takes one as well', async () => {
    await peerdesk('desk', 'kill', '--by', 'ben');
    delete world.env['PEERDESK_APPROVALS'];
    delete world.env['PEERDESK_APPROVERS'];
    expect(await operatorOf(world)('desk', 'open')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('kill switch all stays engaged: the loosening is not signed'),
    });
    expect(await restricted()).toEqual(['switch all']);
  });

  it('a switch that is lifted at the guard alone stays engaged in the register', async () => {
    await peerdesk('desk', 'kill', 'releases', '--by', 'ben');
    const guard = guardControl(world.client, account);
    await guard.killSwitch({ name: 'releases', thrown: false, by: 'a stranger', reason: 'none' });
    expect(await restricted()).toEqual(['switch releases']);
    expect(await lastLoosening()).toBeNull();
  });
});
