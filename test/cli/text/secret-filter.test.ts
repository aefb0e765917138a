import { expect, it } from 'vitest';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import { secretFilter, secretsOf } from '../../../src/cli/text/secret-filter.ts';

const url = 'postgresql://desk:geheim-42@db.example.com/peerdesk';
const env = {
  PEERDESK_BASE_URL: 'https://api.example.com',
  PEERDESK_API_KEY: 'a-key-of-main',
  PEERDESK_API_SECRET: 'a-secret-of-main',
  PEERDESK_REGISTER_URL: url,
};

it('the address of the register stands in no text, nor its password alone', () => {
  const redact = secretFilter(env);
  expect(redact(`cannot reach ${url}`)).toBe('cannot reach ***');
  expect(redact('password "geheim-42" is wrong')).toBe('password "***" is wrong');
});

it('every variable with a secret is filtered: the way to the merchant and its key, too', () => {
  const redact = secretFilter({
    PEERDESK_NOTIFY_URL: 'https://hook.example.com/token-42',
    PEERDESK_NOTIFY_SECRET: 'the-key-that-signs',
    TEMPORAL_CODEC_AUTH: 'Bearer of-the-codec',
  });
  expect(redact('https://hook.example.com/token-42, the-key-that-signs, Bearer of-the-codec')).toBe('***, ***, ***');
});

it('nor does that of a process whose file names it', () => {
  expect(secretsOf(readEgressConfig(env))).toContain(url);
  const { PEERDESK_REGISTER_URL: _url, ...others } = env;
  expect(secretsOf(readEgressConfig(others))).toEqual(['a-key-of-main', 'a-secret-of-main']);
});
