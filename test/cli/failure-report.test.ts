import {
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { misuse, refusal } from '../../src/cli/cli-failure.ts';
import { describeFailure } from '../../src/cli/failure-report.ts';
import { ExchangeError } from '../../src/exchange/exchange-error.ts';
import { ConfigurationError } from '../../src/workers/service-environment.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

/** What the client throws when the server answers with a gRPC status. */
function grpcError(code: number, details: string): Error {
  const cause = Object.assign(new Error(`${code} STATUS: ${details}`), { code, details, metadata: {} });
  return Object.assign(new Error('the call failed'), { cause });
}

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

const unsent = { endpoint: 'update', sent: 'no' } as const;

describe('exit codes and lines', () => {
  test.each([
    [4, misuse('--floor is missing'), /^--floor is missing$/],
    [6, refusal('add --yes'), /^add --yes$/],
    [4, new ConfigurationError('PEERDESK_BASE_URL is not set'), /PEERDESK_BASE_URL/],
    [2, new WorkflowNotFoundError('none', 'ad:main:77', undefined), /ad 77 is not kept.*`peerdesk ad list --all`/],
    [
      2,
      new WorkflowNotFoundError('none', 'order:main:88', undefined),
      /order 88 is not carried.*`peerdesk order list --all`/,
    ],
    [2, new WorkflowNotFoundError('none', 'desk:main', undefined), /`peerdesk desk start --account main`/],
    [2, new WorkflowNotFoundError('none', 'other', undefined), /there is no workflow other/],
    [
      6,
      new WorkflowUpdateFailedError('failed', ApplicationFailure.nonRetryable('ana has approved already', 'REFUSED')),
      /^refused: ana has approved already$/,
    ],
    [1, new WorkflowUpdateFailedError('failed', ApplicationFailure.nonRetryable('oops', 'BUG')), /oops.*Web UI/],
    [5, new WorkflowUpdateRPCTimeoutOrCancelledError('late'), /`peerdesk worker`/],
    [5, grpcError(4, 'deadline exceeded'), /`peerdesk worker`/],
    [3, grpcError(14, 'no connection'), /TEMPORAL_ADDRESS/],
    [3, grpcError(9, 'no poller seen'), /`peerdesk worker`/],
    [4, grpcError(16, 'who are you'), /TEMPORAL_API_KEY/],
    [3, grpcError(3, 'invalid search attribute: PeerdeskAccount'), /search attributes.*`peerdesk worker`/],
    [1, grpcError(13, 'internal'), /Temporal answered: internal/],
    [4, systemError('ENOENT', "ENOENT: no such file, open 'x.csv'"), /x\.csv.*check the path/],
    [4, systemError('EADDRINUSE', 'listen EADDRINUSE: 127.0.0.1:8400'), /8400.*choose another/],
    [1, new Error('surprise'), /surprise.*PEERDESK_DEBUG/],
    [1, 'a text', /^a text$/],
  ])('%d: %s', async (exitCode, error, line) => {
    const report = await describeFailure(error, {});
    expect([report.exitCode, report.line]).toEqual([exitCode, expect.stringMatching(line)]);
  });

  test.each([
    [4, { ...unsent, message: 'no', code: '-2015' }],
    [4, { ...unsent, message: 'no', code: '-2008' }],
    [2, { ...unsent, message: 'gone', httpStatus: 404, sent: 'yes' }],
    [5, { ...unsent, message: 'no full answer within 5000 ms', sent: 'unknown' }],
    [3, { ...unsent, message: 'the host refused the connection (ECONNREFUSED)' }],
    [6, { ...unsent, message: 'not allowed', code: '83628', category: 'NON_RETRIABLE_BUSINESS' }],
    [6, { ...unsent, message: 'closed', code: '83229', category: 'AD_OFFLINE' }],
    [1, { ...unsent, message: 'banned', category: 'IP_BAN' }],
    [1, { ...unsent, message: 'slow down', category: 'RATE_LIMITED', sent: 'yes' }],
    [1, { ...unsent, message: 'reset', sent: 'unknown' }],
  ] as const)('%d for a failed call: %j', async (exitCode, failure) => {
    const report = await describeFailure(new ExchangeError(failure), {});
    expect(report.exitCode).toBe(exitCode);
    expect(report.line).toMatch(/^update: .+ \[code .+, category [A-Z_]+.*\] .+/);
  });
});

describe('a failure on the terminal', () => {
  test('is one line', async () => {
    expect((await describeFailure(new Error('one\n  two\n\nthree'), {})).line).toMatch(/^one two three/);
  });

  test('holds no secret, of a variable or of a file', async () => {
    const file = join(await temporaryDirectory(), 'secret');
    writeFileSync(file, 'secret-in-a-file\n');
    const env = { PEERDESK_API_KEY: 'key-in-a-variable', PEERDESK_API_SECRET_FILE: file };
    const error = new Error('sent key-in-a-variable with secret-in-a-file');
    const report = await describeFailure(error, env);
    expect(report.line).toMatch(/^sent \*\*\* with \*\*\*/);
    expect(report.redact(error.stack ?? '')).not.toMatch(/in-a-/);
  });
});
