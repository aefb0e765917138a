import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandGroups, singleCommands } from '../../../src/cli/program.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { goodFile } from '../../config/file/file-fixture.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const keys = { MAIN_KEY: 'the-key', MAIN_SECRET: 'the-secret' };

/** What has no configuration, or makes it. */
const withoutFile = 'up, init, simulator, version, record, completion, config schema, approver init, approver list';

const nameOf = (usage: string): string => usage.split(' ')[0] ?? '';
const commands = [
  ...singleCommands.map((spec) => ({ name: nameOf(spec.usage), spec })),
  ...commandGroups.flatMap((group) =>
    group.commands.map((spec) => ({ name: `${group.name} ${nameOf(spec.usage)}`, spec })),
  ),
];

describe('every command that talks to Temporal reads peerdesk.toml', () => {
  it('takes --config, or passes everything through, but for those that have nothing to read', () => {
    const takes = ({ options, passesThrough, ownHelp }: (typeof commands)[number]['spec']): boolean =>
      passesThrough === true || ownHelp === true || options.some(({ flags }) => flags.startsWith('--config '));
    expect(
      commands
        .filter(({ spec }) => !takes(spec))
        .map(({ name }) => name)
        .join(', '),
    ).toBe(withoutFile);
  });

  it.each([
    ['replay', '--from-server'],
    ['codec', 'check'],
    ['deploy', 'status'],
    ['deploy', 'promote', 'v2', '--yes'],
    ['deploy', 'drain', 'v1'],
    ['order', 'list'],
    ['audit'],
  ])('%s asks the server that the file names', async (...args) => {
    const address = `127.0.0.1:${await freePort()}`;
    const path = join(await temporaryDirectory(), 'peerdesk.toml');
    writeFileSync(path, goodFile.replace('localhost:7233', address), { mode: 0o600 });
    const run = await runInProcess([...args, '--config', path], keys);
    const start = `\`peerdesk start --config ${path}\` starts it with worker and watchdog`;
    expect(run.stderr).toContain(`no Temporal server answers at ${address}: ${start}`);
    expect(run.exitCode).toBe(3);
  });
});
