import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testMessage } from '../../../src/activities/notices/notice-message.ts';
import { createCommandCourier } from '../../../src/workers/notices/command-courier.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const message = testMessage('acme', 1_700_000_000_000);

async function script(lines: string): Promise<{ command: string; folder: string }> {
  const folder = await temporaryDirectory();
  const command = join(folder, 'tell');
  await writeFile(command, `#!/bin/sh\n${lines}\n`);
  await chmod(command, 0o755);
  return { command, folder };
}

describe('U16: a message by a program', () => {
  it('gets the JSON on its stdin, and no key in its environment', async () => {
    const { command, folder } = await script('cat > "$HOME/message"; env > "$HOME/env"; echo sent');
    const env = { PATH: process.env['PATH'], HOME: folder, PEERDESK_API_SECRET: 'hush', OTHER_TOKEN: 'hush' };
    expect(await createCommandCourier({ command, env }).deliver(message)).toEqual({
      words: 'exit code 0',
      output: 'sent\n',
    });
    expect(JSON.parse(await readFile(join(folder, 'message'), 'utf8'))).toEqual(message);
    expect(await readFile(join(folder, 'env'), 'utf8')).not.toContain('hush');
  });

  it('a program that fails, that is not there, or that takes too long is a failure', async () => {
    const failing = await script('echo broken; exit 3');
    const failure = createCommandCourier({ command: failing.command, env: {} }).deliver(message);
    await expect(failure).rejects.toMatchObject({ message: 'the command ended with code 3', output: 'broken\n' });
    const absent = createCommandCourier({ command: join(failing.folder, 'absent'), env: {} }).deliver(message);
    await expect(absent).rejects.toThrow('the command could not be started');
    const slow = await script('sleep 600');
    const late = createCommandCourier({ command: slow.command, env: process.env, timeoutMs: 200 }).deliver(message);
    await expect(late).rejects.toThrow('the command took longer than 0.2 s');
  });

  it('a program that reads nothing, or leaves another behind, has delivered all the same', async () => {
    const { command } = await script('sleep 600 & exit 0');
    const courier = createCommandCourier({ command, env: process.env });
    expect(await courier.deliver(message)).toMatchObject({ words: 'exit code 0' });
  });
});
