import { ServiceError } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { isFinalRefusal } from '../../../src/client/connection/temporal-trouble.ts';

/** As the client hears it. */
function heard(code: number, details: string): Error {
  const cause = Object.assign(new Error(`${code} ${details}`), { code, details, metadata: {} });
  return new ServiceError('the request failed', { cause });
}

/** As the native part of a worker writes it. */
const written = (code: string, words: string): Error =>
  new Error(`Unexpected error: Status { code: ${code}, message: "${words}", details: b"\\x08" }`);

describe('U10, U10b: what ends a worker, because no time heals it', () => {
  it.each([
    ['a namespace that is gone', heard(5, 'Namespace shop is not found.')],
    ['the same in the words of a poll', written("'NotFound'", 'Namespace shop is not found.')],
    ['a refused key', heard(16, 'invalid key')],
    ['a right that was taken away', heard(7, 'not allowed')],
    ['the same in the words of a poll', written('PermissionDenied', 'not allowed')],
  ])('%s', (_, error) => {
    expect(isFinalRefusal(error)).toBe(true);
  });

  it.each([
    ['a server that is away', heard(14, 'no connection')],
    ['an answer that is late', heard(4, 'deadline exceeded')],
    ['a workflow that is not there', heard(5, 'workflow not found')],
    ['a failure of another kind', new Error('a bug')],
    ['what is no error', 'namespace not found'],
  ])('%s does not', (_, error) => {
    expect(isFinalRefusal(error)).toBe(false);
  });
});
