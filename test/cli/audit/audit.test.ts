import { expect, it } from 'vitest';
import { auditQuery } from '../../../src/cli/audit/audit.ts';
import { runInProcess } from '../../setup/run-in-process.ts';

const sinceMs = Date.UTC(2026, 10, 21);
const lately = `(ExecutionStatus = 'Running' OR CloseTime > '2026-11-21T00:00:00.000Z')`;

it('an audit reads what an order, an ad, a placement or a publication of that number or name was sent, else those of a whole account', () => {
  expect(auditQuery({ account: 'main', number: '88', sinceMs })).toBe(
    `WorkflowId IN ('order:main:88', 'ad:main:88', 'place:main:88', 'publish:main:88', 'change:main:88') AND ${lately}`,
  );
  expect(auditQuery({ account: 'main', number: undefined, sinceMs })).toBe(
    `(PeerdeskAccount = 'main' OR WorkflowId IN ('desk:main', 'guard:main')) AND ${lately}`,
  );
});

it('an audit of all accounts reads every workflow of the desks and the addresses, and no number, which is one account’s', async () => {
  const query = auditQuery({ account: null, number: undefined, sinceMs });
  for (const type of ['guard', 'accountDesk', 'egress', 'orderLifecycle']) expect(query).toContain(`'${type}'`);
  expect(query).toMatch(/^WorkflowType IN \([^)]+\) AND /);
  for (const other of [['88'], ['--account', 'main']]) {
    expect(await runInProcess(['audit', ...other, '--all-accounts'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('exclude each other'),
    });
  }
});
