import { describe, expect, it } from 'vitest';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import { CliFailure, refusal } from '../../../src/cli/kit/cli-failure.ts';
import { notSent } from '../../../src/cli/order/not-sent.ts';
import { CommandTimeoutError } from '../../../src/client/kit/command-answer.ts';

const head = 'order 7: not sent';

/** What the client throws for a gRPC status. */
function grpcError(code: number): Error {
  const cause = Object.assign(new Error(`${code} STATUS`), { code, details: 'over', metadata: {} });
  return Object.assign(new Error('the call failed'), { cause });
}

const late = (asked: 'command' | 'query' | 'read'): Error =>
  new CommandTimeoutError('order:main:7', { waitedMs: 500, asked }, new Error('over'));

describe('a command to an order that was not sent says so', () => {
  it.each<[string, Error, [ExitCode, RegExp]]>([
    [
      'its order does not answer',
      late('query'),
      [ExitCode.TIMEOUT, /: it did not answer in time: .*`peerdesk worker`/],
    ],
    ['the server does not say who serves it', late('read'), [ExitCode.TIMEOUT, /: the Temporal server did not answer/]],
    [
      'the server is late before anything left',
      grpcError(4),
      [ExitCode.TIMEOUT, /: the Temporal server did not answer/],
    ],
    ['no server answers', new CliFailure(ExitCode.NOT_RUNNING, 'no server'), [ExitCode.NOT_RUNNING, /: no server$/]],
  ])('%s', (_, error, [exitCode, line]) => {
    const failure = notSent(error, head);
    expect([failure?.exitCode, failure?.message]).toEqual([exitCode, expect.stringMatching(line)]);
    expect(failure?.message).toMatch(/^order 7: not sent: /);
  });

  it.each([
    ['may have arrived', late('command')],
    ['was refused', refusal('ana has approved already')],
    ['met a server that broke off', grpcError(14)],
  ])('and one that %s does not', (_, error) => {
    expect(notSent(error, head)).toBeNull();
  });
});
