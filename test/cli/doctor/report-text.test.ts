import { expect, it } from 'vitest';
import { broken, ok, skipped, warning } from '../../../src/cli/doctor/check.ts';
import { examine, checksOf } from '../../../src/cli/doctor/report.ts';
import { reportInKeys } from '../../../src/cli/doctor/file-words.ts';
import { reportText } from '../../../src/cli/doctor/report-text.ts';

const path = `/${'long/'.repeat(20)}path`;

it('a report has a line for each finding and what to do below it, within 80 columns', async () => {
  const checks = [
    { id: 'a', look: () => ok('all is well') },
    { id: 'b', look: () => [warning(`${'word '.repeat(30)}end`, `look at ${path}`), skipped('nothing there')] },
    { id: 'c', look: () => Promise.reject(new TypeError('it fell over')) },
    { id: 'd', needs: 'c', look: () => ok('not reached') },
    { id: 'e', needs: 'd', look: () => broken('nor this', 'never') },
  ];
  const report = await examine([checksOf({ title: 'Group', checks, env: {} }, null)], Date.UTC(2030, 0, 1));
  expect(report.verdict).toBe('broken');
  const lines = reportText(report).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'Group',
    '  ok        all is well',
    '  warning   word word word word word word word word word word word word word',
  ]);
  expect(lines).toContain('            → look at');
  expect(lines).toContain(`            ${path}`);
  expect(lines).toContain('  broken    c: it fell over (PEERDESK_DEBUG=1 shows where)');
  expect(lines).toContain('  skipped   2 more checks wait for what is broken');
  expect(lines.at(-1)).toBe('1 broken, 1 warning (2030-01-01T00:00:00Z)');
  expect(lines.filter((line) => line.length > 80 && !line.includes(path))).toEqual([]);
});

it('with a file what to do is told by its keys, but for what the environment sets over it', async () => {
  const remedies = [
    'set PEERDESK_MAX_RELEASE and PEERDESK_MAX_RELEASE_PER_DAY',
    'PEERDESK_APPROVALS=signed, with keys of `peerdesk approver init`',
    'on a machine of your own PEERDESK_ALLOW_DEV_SERVER=yes allows live writes',
    'check TEMPORAL_API_KEY and the TEMPORAL_TLS_ variables',
    'set PEERDESK_API_SECRET, or PEERDESK_API_SECRET_FILE',
    'PEERDESK_SETTING_MARKET_INTERVAL_MS is too long, and PEERDESK_SKIP_DOCTOR=yes is set',
    'PEERDESK_CODEC_KEYS_FILE names a file that cannot be read',
    'start it, or set TEMPORAL_ADDRESS',
  ];
  const checks = [
    {
      id: 'a',
      look: () => remedies.map((remedy) => warning('nothing is written (PEERDESK_ALLOW_LIVE is not set)', remedy)),
    },
  ];
  const report = await examine([checksOf({ title: 'Group', checks, env: {} }, null)], 0);
  const own = { TEMPORAL_ADDRESS: 'localhost:7233' };
  const findings = reportInKeys(report, { account: 'main', ownEnv: own }).groups.flatMap((group) => group.findings);
  expect(findings.map(({ remedy }) => remedy)).toEqual([
    'set account.main.release.max and account.main.release.max_per_day',
    'account.main.release.approvals = "signed", with keys of `peerdesk approver init`',
    'on a machine of your own temporal.allow_dev_server = true allows live writes',
    'check temporal.api_key_env and the TEMPORAL_TLS_ variables',
    'set account.main.api_secret_env, or account.main.api_secret_file',
    'settings.market_interval_ms is too long, and PEERDESK_SKIP_DOCTOR=yes is set',
    'temporal.codec_keys_file names a file that cannot be read',
    'start it, or set TEMPORAL_ADDRESS',
  ]);
  expect(findings[0]?.text).toBe('nothing is written (account.main.mode = "live" is not set)');
});
