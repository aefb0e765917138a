import { expect, it } from 'vitest';
import { allowedOnly, withoutStatus } from '../../src/workers/logger.ts';

it.each([
  [
    String.raw`shutdown_worker rpc errored: Status { code: NotFound, message: "Namespace shop is not found.", details: b"\x08", source: None }`,
    'shutdown_worker rpc errored: NotFound: Namespace shop is not found.',
  ],
  ['Worker state changed', 'Worker state changed'],
])('design 7: a line of the log is for people: %s', (message, shown) => {
  expect(withoutStatus(message)).toBe(shown);
});

it('S4: of an entry of the SDK only fields that are known to hold no secret stand in the log', () => {
  const input = { code: 123456, payerName: 'Juan Perez' };
  const entry = { account: 'main', mode: 'sim', workflowInput: input, headers: { 'x-mbx-apikey': 'key' }, env: {} };
  expect(allowedOnly({ ...entry, error: new TypeError('no answer') })).toEqual({
    account: 'main',
    mode: 'sim',
    error: 'TypeError: no answer',
  });
});
