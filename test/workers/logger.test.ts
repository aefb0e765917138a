import { expect, it } from 'vitest';
import { withoutStatus } from '../../src/workers/logger.ts';

it.each([
  [
    String.raw`shutdown_worker rpc errored: Status { code: NotFound, message: "Namespace shop is not found.", details: b"\x08", source: None }`,
    'shutdown_worker rpc errored: NotFound: Namespace shop is not found.',
  ],
  ['Worker state changed', 'Worker state changed'],
])('design 7: a line of the log is for people: %s', (message, shown) => {
  expect(withoutStatus(message)).toBe(shown);
});
