import { expect, it } from 'vitest';
import { broken, ok, skipped, warning } from '../../../src/cli/doctor/check.ts';
import { examine, checksOf } from '../../../src/cli/doctor/report.ts';
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
