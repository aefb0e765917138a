import { describe, expect, it } from 'vitest';
import { runInProcess } from '../setup/run-in-process.ts';

const proxied = {
  PEERDESK_BASE_URL: 'https://api.example.invalid',
  PEERDESK_API_KEY: 'k',
  PEERDESK_API_SECRET: 's',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  HTTPS_PROXY: 'http://user:geheim@127.0.0.1:1',
};
const refusal = /HTTPS_PROXY names a proxy, .*api\.example\.invalid.*PEERDESK_PROXY=none/s;

describe('a proxy that would be passed by: nothing is called', () => {
  it.each([['worker'], ['watchdog'], ['call', 'baseDetail']])('%s %s', async (...args) => {
    const run = await runInProcess(args, proxied);
    expect(run.exitCode).toBe(4);
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toMatch(refusal);
    expect(`${run.stdout}${run.stderr}`).not.toContain('geheim');
  });

  it('doctor names it as broken', async () => {
    const run = await runInProcess(['doctor'], proxied);
    expect(run.exitCode).not.toBe(0);
    expect(`${run.stdout}${run.stderr}`.replaceAll(/\s+/g, ' ')).toMatch(refusal);
  });
});
