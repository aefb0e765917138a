import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { enrolmentNotes } from '../../../src/cli/page/enrolment-notes.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

async function machineOf(page: string) {
  const home = await temporaryDirectory();
  const account = '[account.main]\nservice = "https://api.example.com"\n';
  writeFileSync(join(home, 'peerdesk.toml'), `${account}${page}`, { mode: 0o600 });
  const env = { PEERDESK_STATE_DIR: join(home, 'state'), PEERDESK_CONFIG: join(home, 'peerdesk.toml') };
  return { env, enrol: (...args: string[]) => runInProcess(['door', 'enrol', ...args], env) };
}

const page = '[door.page]\norigin = "https://desk.example.net"\npeople = { ana = "approve" }\n';

describe('peerdesk door enrol', () => {
  it('phone: prints a word for a person of the page, and where it is typed', async () => {
    const { env, enrol } = await machineOf(page);
    const { stdout, exitCode } = await enrol('ana');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^[\w-]{14}\nfor ana, once, at https:\/\/desk\.example\.net\/enrol until /);
    expect(enrolmentNotes(env).take(stdout.split('\n')[0] ?? '', Date.now())).toEqual({
      person: 'ana',
      by: 'the machine of the desk',
    });
    const json = JSON.parse((await enrol('ana', '--json')).stdout) as unknown;
    expect(json).toMatchObject({ person: 'ana', address: 'https://desk.example.net/enrol' });
  });

  it('phone: refuses who is not named, a device in the place of a person, and a file without a page', async () => {
    const { enrol } = await machineOf(page);
    expect(await enrol('ben')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('does not name ben') });
    expect(await enrol('ana+phone')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('the person must') });
    expect(await enrol()).toMatchObject({ exitCode: 4 });
    const without = await machineOf('');
    expect(await without.enrol('ana')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('has no [door.page]'),
    });
  });
});
