import { describe, expect, it } from 'vitest';
import { misspeltVariables } from '../../../src/cli/session/known-variables.ts';
import { readProjectFile } from '../../project/project-files.ts';

describe('a variable that nothing reads', () => {
  it.each([
    ['PEERDESK_NOTIFY_UR', 'PEERDESK_NOTIFY_URL'],
    ['PEERDESK_ALOW_LIVE', 'PEERDESK_ALLOW_LIVE'],
    ['PEERDESK_MAX_RELEASES', 'PEERDESK_MAX_RELEASE'],
    ['PEERDESK_notify_url', 'PEERDESK_NOTIFY_URL'],
  ])('%s is reported as a misspelt %s', (name, meant) => {
    expect(misspeltVariables({ [name]: 'x' })).toEqual([{ name, meant }]);
  });

  it('is left alone when it is near to none, and so are settings, which are refused elsewhere', () => {
    expect(misspeltVariables({ PEERDESK_HOST_OF_MY_OWN: 'x', PEERDESK_SETTING_X: '1', NOTIFY_URL: 'x' })).toEqual([]);
  });

  it('is none of those that the appendix lists', () => {
    const listed = readProjectFile('docs/reference/settings.md').match(/\bPEERDESK_[A-Z]+(?:_[A-Z]+)*\b/g) ?? [];
    expect(listed.length).toBeGreaterThan(30);
    expect(misspeltVariables(Object.fromEntries(listed.map((name) => [name, 'x'])))).toEqual([]);
  });
});
