/**
 * Preloaded with `--import` into a process under test: SIGUSR2 makes it fail as a mistake in its code would, with a
 * secret in the words of the failure.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('SIGUSR2', () => {
    void Promise.reject(new TypeError(`no such thing as ${process.env['PEERDESK_API_SECRET']}`));
  });
}
