import {
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ExitCode, worstOf } from '../../../src/cli/kit/exit-code.ts';
import { misuse, refusal } from '../../../src/cli/kit/cli-failure.ts';
import { describeFailure, failureJson } from '../../../src/cli/session/failure-report.ts';
import { RegisterSilent } from '../../../src/register/register.ts';
import { CommandTimeoutError } from '../../../src/client/kit/command-answer.ts';
import { ExchangeError } from '../../../src/exchange/exchange-error.ts';
import { ConfigurationError } from '../../../src/config/environment/service-environment.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** What the client throws for a gRPC status. */
function grpcError(code: number, details: string): Error {
  const cause = Object.assign(new Error(`${code} STATUS: ${details}`), { code, details, metadata: {} });
  return Object.assign(new Error('the call failed'), { cause });
}

/** What the client throws without an answer. */
function late(asked: 'command' | 'query' | 'start' | 'read'): Error {
  return new CommandTimeoutError('ad:main:1', { waitedMs: 500, asked }, new Error('over'));
}

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

const unsent = { endpoint: 'update', sent: 'no' } as const;

describe('exit codes and lines', () => {
  it.each([
    [4, misuse('--floor is missing'), /^--floor is missing$/],
    [6, refusal('add --yes'), /^add --yes$/],
    [4, new ConfigurationError('PEERDESK_BASE_URL is not set'), /PEERDESK_BASE_URL/],
    [
      3,
      new RegisterSilent({ code: 'unusable', kind: 'sqlite', at: 'x', reason: 'disk full' }),
      /^the register x cannot be used: disk full$/,
    ],
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
    [5, late('command'), /may be lost: look, and repeat: a repetition does no harm; .*`peerdesk worker`/],
    [5, late('query'), /`peerdesk worker`/],
    [5, late('start'), /Temporal server.*ad:main:1 may have been started.*--timeout/],
    [
      5,
      late('read'),
      /^no answer from the Temporal server in 500 ms to a question about ad:main:1 \(--timeout waits longer\)$/,
    ],
    [5, grpcError(4, 'deadline exceeded'), /^no answer from the Temporal server in time \(--timeout waits longer\)$/],
    [3, grpcError(14, 'no connection'), /TEMPORAL_ADDRESS/],
    [3, grpcError(9, 'no poller seen'), /`peerdesk worker`/],
    [4, grpcError(16, 'who are you'), /TEMPORAL_API_KEY/],
    [3, grpcError(3, 'invalid search attribute: PeerdeskAccount'), /search attributes.*`peerdesk worker`/],
    [1, grpcError(13, 'internal'), /Temporal answered: internal/],
    [4, grpcError(5, 'Namespace shop is not found.'), /^Namespace shop is not found: check TEMPORAL_NAMESPACE$/],
    [
      4,
      new Error(
        'polling failed: Status { code: NotFound, message: "Namespace shop is not found.", details: b"\\x08" }',
      ),
      /^Namespace shop is not found: check TEMPORAL_NAMESPACE$/,
    ],
    [
      3,
      new Error('Status { code: Unavailable, message: "tcp connect error", source: Some(x) }'),
      /^Temporal cannot be reached \(tcp connect error\): .*TEMPORAL_ADDRESS$/,
    ],
    [
      3,
      Object.assign(
        new Error(
          'tonic::transport::Error(Transport, ConnectError(ConnectError("tcp connect error", 127.0.0.1:1, Os { code: 111, kind: ConnectionRefused, message: "Connection refused" })))',
        ),
        { name: 'TransportError' },
      ),
      /^Temporal cannot be reached \(Connection refused\): .*TEMPORAL_ADDRESS$/,
    ],
    [4, systemError('ENOENT', "ENOENT: no such file, open 'x.csv'"), /x\.csv.*check the path/],
    [4, systemError('EADDRINUSE', 'listen EADDRINUSE: 127.0.0.1:8400'), /8400.*choose another/],
    [1, new Error('surprise'), /surprise.*PEERDESK_DEBUG/],
    [1, 'a text', /^a text$/],
  ])('%d: %s', async (exitCode, error, line) => {
    const report = await describeFailure(error, {});
    expect([report.exitCode, report.line]).toEqual([exitCode, expect.stringMatching(line)]);
  });

  it.each([
    [4, { ...unsent, message: 'no', code: '-2015' }],
    [4, { ...unsent, message: 'no', code: '-2008' }],
    [2, { ...unsent, message: 'gone', httpStatus: 404, sent: 'yes' }],
    [5, { ...unsent, message: 'no full answer within 5000 ms', sent: 'unknown' }],
    [3, { ...unsent, message: 'the host refused the connection (ECONNREFUSED)' }],
    [3, { ...unsent, message: 'the connection failed (ERR_SSL_WRONG_VERSION_NUMBER)' }],
    [3, { ...unsent, message: 'the connection failed (ERR_TLS_CERT_ALTNAME_INVALID)' }],
    [3, { ...unsent, message: 'the connection failed (EHOSTUNREACH)' }],
    [6, { ...unsent, message: 'not allowed', code: '83628', category: 'NON_RETRIABLE_BUSINESS' }],
    [6, { ...unsent, message: 'closed', code: '83229', category: 'AD_OFFLINE' }],
    [6, { ...unsent, message: 'Operation illegal.', code: '83998', httpStatus: 400, sent: 'yes' }],
    [6, { ...unsent, message: 'cannot be paid', code: '83023', httpStatus: 400, sent: 'yes' }],
    [6, { ...unsent, message: 'used', code: '200001035', httpStatus: 400, sent: 'yes' }],
    [6, { ...unsent, message: 'ad status', code: '187049', httpStatus: 400, sent: 'yes' }],
    [6, { ...unsent, message: 'the limited range 9-11', code: '-9000', httpStatus: 400, sent: 'yes' }],
    [4, { ...unsent, message: 'clock', code: '-1021', httpStatus: 400, sent: 'yes' }],
    [4, { ...unsent, message: 'illegal parameter', code: '000002', httpStatus: 200, sent: 'yes' }],
    [1, { ...unsent, message: '187022', code: '-9000', httpStatus: 400, sent: 'yes' }],
    [1, { ...unsent, message: 'unknown error', code: '-1000', httpStatus: 400, sent: 'yes' }],
    [1, { ...unsent, message: 'broken', code: '83998', httpStatus: 500, sent: 'yes' }],
    [1, { ...unsent, message: 'too many', code: '-1003', httpStatus: 429, sent: 'yes' }],
    [1, { ...unsent, message: 'too many', code: '-1003', httpStatus: 418, sent: 'yes' }],
    [1, { ...unsent, message: 'no such thing', code: 'BREAKER_OPEN' }],
    [1, { ...unsent, message: 'said false', httpStatus: 200, sent: 'yes' }],
    [1, { ...unsent, message: 'banned', category: 'IP_BAN' }],
    [1, { ...unsent, message: 'slow down', category: 'RATE_LIMITED', sent: 'yes' }],
    [1, { ...unsent, message: 'reset', sent: 'unknown' }],
  ] as const)('%d for a failed call: %j', async (exitCode, failure) => {
    const report = await describeFailure(new ExchangeError(failure), {});
    expect(report.exitCode).toBe(exitCode);
    expect(report.line).toMatch(/^update: .+ \[code .+, category [A-Z_]+.*\] .+/);
  });
});

describe('wire-facts 2.3: a code that was seen says what to do about it', () => {
  const answered = { httpStatus: 400, sent: 'yes' } as const;

  it.each([
    ['getUserOrderDetail', '83998', 'Operation illegal.', /not yours.*check its number/],
    ['releaseCoin', '83998', 'Operation illegal.', /not yours.*check its number/],
    ['markOrderAsPaid', '83023', 'no', /cannot be paid any more, or is marked as paid/],
    ['releaseCoin', '200001035', 'used', /wait for the next one/],
    ['getDetailByNo', '-1002', 'no', /permissions of the API key/],
    ['retrieveChatCredential', '-31002', 'illegal parameter', /clientType/],
    ['searchPublicAds', '000002', 'illegal parameter', /more than 20 rows/],
    ['update', '-9000', '187022', /number of the ad.*online/],
    ['update', '-9000', ' 187040 ', /below the least/],
    ['update', '-9000', '187049', /pause for minutes/],
    ['update', '187055', 'overlap', /five ticks/],
    ['update', '-9000', '187055', /five ticks/],
    ['getReferencePrice', '-9000', 'FIAT_ASSET_ILLEGAL', /no such market/],
    ['search', '-9000', 'constructor', /Try again later/],
    ['placeOrder', '-9000', '187022', /may have taken effect: read the order/],
    ['releaseCoin', '83021', 'not paid', /read the order or the ad before anything else/],
  ] as const)('%s: %s %s', async (...row) => {
    const [endpoint, code, message, advice] = row;
    const report = await describeFailure(new ExchangeError({ ...answered, endpoint, code, message }), {});
    expect(report.line).toMatch(advice);
  });
});

it('reliability 2.1: of a money step that met a 5xx no code proves anything', async () => {
  const failure = { endpoint: 'releaseCoin', code: '83998', message: 'no', httpStatus: 502, sent: 'yes' } as const;
  expect((await describeFailure(new ExchangeError(failure), {})).line).toMatch(/may have taken effect: read the order/);
});

describe('a connection that is not secure', () => {
  it.each(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
    '%s says where to look',
    async (code) => {
      const error = new ExchangeError({ ...unsent, message: `the connection failed (${code})` });
      expect((await describeFailure(error, {})).line).toMatch(/https service.*certificate/);
    },
  );
});

describe('a failure as JSON', () => {
  it('holds what the error knows and the exit code', async () => {
    const failure = { ...unsent, message: 'slow down', code: '-1003', httpStatus: 429, retryAfterMs: 2_000 } as const;
    const report = await describeFailure(new ExchangeError(failure), {});
    expect(JSON.parse(failureJson(report))).toEqual({
      ...failure,
      category: 'RATE_LIMITED',
      advice: expect.any(String),
      exitCode: 1,
    });
  });

  it('of any other error holds its line, and its stack when one is asked for', async () => {
    const report = await describeFailure(misuse('--floor is missing'), {});
    expect(JSON.parse(failureJson(report))).toEqual({ message: '--floor is missing', exitCode: 4 });
    expect(JSON.parse(failureJson(report, 'at x'))).toMatchObject({ stack: 'at x' });
  });

  it('holds no secret', async () => {
    const report = await describeFailure(misuse('sent key-in-a-variable'), { PEERDESK_API_KEY: 'key-in-a-variable' });
    expect(failureJson(report, 'at key-in-a-variable')).not.toMatch(/in-a-variable/);
  });
});

describe('a failure on the terminal', () => {
  it('is one line', async () => {
    expect((await describeFailure(new Error('one\n  two\n\nthree'), {})).line).toMatch(/^one two three/);
  });

  it('holds no secret, of a variable or of a file', async () => {
    const file = join(await temporaryDirectory(), 'secret');
    writeFileSync(file, 'secret-in-a-file\n');
    const env = { PEERDESK_API_KEY: 'key-in-a-variable', PEERDESK_API_SECRET_FILE: file };
    const error = new Error('sent key-in-a-variable with secret-in-a-file');
    const report = await describeFailure(error, env);
    expect(report.line).toMatch(/^sent \*\*\* with \*\*\*/);
    expect(report.redact(error.stack ?? '')).not.toMatch(/in-a-/);
  });
});

it('several outcomes end with the exit code of the worst: what may have half happened first', () => {
  const { OK, ERROR, NOT_FOUND, TIMEOUT, REFUSED } = ExitCode;
  expect(worstOf([])).toBe(OK);
  expect(worstOf([OK, OK])).toBe(OK);
  expect(worstOf([OK, NOT_FOUND, OK])).toBe(NOT_FOUND);
  expect(worstOf([NOT_FOUND, REFUSED])).toBe(REFUSED);
  expect(worstOf([REFUSED, TIMEOUT, NOT_FOUND])).toBe(TIMEOUT);
  expect(worstOf([TIMEOUT, ERROR])).toBe(ERROR);
});
