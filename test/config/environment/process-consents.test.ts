import { expect, it } from 'vitest';
import { boundEnvironment, readProcessConsents } from '../../../src/config/environment/process-consents.ts';

const sealed = { PEERDESK_CODEC_KEYS_FILE: '/keys' };

it('what is not sealed is obeyed without keys, and while a desk changes over', () => {
  const obeys = (env: Record<string, string>): boolean => readProcessConsents(env).obeysUnsealed;
  expect([{}, { ...sealed, PEERDESK_CODEC: ' migrate ' }].map(obeys)).toEqual([true, true]);
  expect([sealed, { ...sealed, PEERDESK_CODEC: 'strict' }].map(obeys)).toEqual([false, false]);
});

it('a process goes by what was agreed to, and keeps the variables that say no more', () => {
  const env = { ...sealed, PEERDESK_CODEC: 'migrate', PEERDESK_ALLOW_PLAIN_TEMPORAL: 'yes', HOME: '/home' };
  const agreed = { allowPlainTemporal: true, obeysUnsealed: true };
  const held = { allowPlainTemporal: false, obeysUnsealed: false };
  expect(boundEnvironment(env, agreed)).toEqual(env);
  expect(boundEnvironment(env, held)).toEqual({
    ...env,
    PEERDESK_CODEC: 'strict',
    PEERDESK_ALLOW_PLAIN_TEMPORAL: 'no',
  });
  // Without keys there is nothing to be strict with: no live write is served then.
  expect(boundEnvironment({ HOME: '/home' }, held)).toEqual({ HOME: '/home' });
  expect(boundEnvironment(sealed, held)).toEqual(sealed);
});
