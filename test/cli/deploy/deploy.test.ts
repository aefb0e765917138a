import { describe, expect, it } from 'vitest';
import { ownVersion } from '../../../src/cli/process/own-version.ts';
import { packageVersion } from '../../../src/cli/process/version-show.ts';
import { runInProcess } from '../../setup/run-in-process.ts';

describe('the version that a worker serves', () => {
  it('is null without a deployment', async () => {
    expect(await ownVersion({})).toBeNull();
    expect(await ownVersion({ PEERDESK_DEPLOYMENT: '' })).toBeNull();
  });

  it('is the given build, or the release with a hash of the workflows', async () => {
    const deploymentName = 'desk';
    expect(await ownVersion({ PEERDESK_DEPLOYMENT: 'desk', PEERDESK_BUILD_ID: 'v1.2+a' })).toEqual({
      deploymentName,
      buildId: 'v1.2+a',
    });
    const own = await ownVersion({ PEERDESK_DEPLOYMENT: 'desk' });
    expect(own?.buildId).toMatch(new RegExp(`^${packageVersion().replaceAll('.', '\\.')}-[0-9a-f]{8}$`));
    expect(await ownVersion({ PEERDESK_DEPLOYMENT: 'desk' })).toEqual(own);
  });

  it.each([
    [{ PEERDESK_BUILD_ID: 'v1' }, /^PEERDESK_BUILD_ID needs PEERDESK_DEPLOYMENT/],
    [{ PEERDESK_DEPLOYMENT: 'a.b' }, /^PEERDESK_DEPLOYMENT must be letters, digits, dash and underscore/],
    [{ PEERDESK_DEPLOYMENT: 'desk', PEERDESK_BUILD_ID: 'a:b' }, /^PEERDESK_BUILD_ID must be letters/],
    [{ PEERDESK_DEPLOYMENT: 'desk', PEERDESK_BUILD_ID: "x' OR 'y" }, /^PEERDESK_BUILD_ID must be letters/],
  ])('%j is refused with the rule', async (env, reason) => {
    await expect(ownVersion(env)).rejects.toThrow(reason);
  });
});

describe('peerdesk deploy', () => {
  it.each([
    [['deploy', 'promote'], /missing required argument 'version'/],
    [['deploy', 'drain', "x' OR 'y"], /the version must be a build id/],
    [['deploy', 'status', '--deployment', 'a:b'], /--deployment letters, digits, dash/],
  ])('%j is refused before anything is asked', async (args, line) => {
    const { exitCode, stderr } = await runInProcess(args);
    expect(stderr).toMatch(line);
    expect(exitCode).toBe(4);
  });
});
