import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { broken, ok, skipped, warning, type Finding } from './check.ts';

interface ClockWorld {
  client: () => Promise<Client>;
  now: () => number;
}

/** Beyond it the times that the desk compares across machines mislead. */
const clockLimitMs = { warning: 2_000, broken: 5_000 } as const;
/** The server refuses a poll without an end. */
const pollLimitMs = 30_000;

/** The server shows its time only in what it records: here the moment of a poll, on a queue that no one uses. */
export async function clock({ client, now }: ClockWorld): Promise<Finding> {
  const { workflowService, connection, options } = await client();
  const taskQueue = { name: 'peerdesk:doctor' };
  const identity = `peerdesk doctor ${randomUUID()}`;
  const over = new AbortController();
  const at = { namespace: options.namespace, taskQueue };
  const poll = connection
    .withDeadline(now() + pollLimitMs, () =>
      connection.withAbortSignal(over.signal, () => workflowService.pollActivityTaskQueue({ ...at, identity })),
    )
    .catch(() => undefined);
  const askedMs = now();
  try {
    for (let look = 0; look < 20; look += 1) {
      const { pollers: seen } = await workflowService.describeTaskQueue({ ...at, taskQueueType: 2 });
      const time = seen?.find((poller) => poller.identity === identity)?.lastAccessTime;
      if (time === undefined || time === null) {
        await delay(100);
        continue;
      }
      const serverMs = Number(time.seconds) * 1_000 + (time.nanos ?? 0) / 1_000_000;
      return clockFinding(serverMs, { askedMs, toldMs: now() });
    }
    return skipped('the server does not report its time');
  } finally {
    over.abort();
    await poll;
  }
}

/** The server noted its moment between the two of ours. */
function clockFinding(serverMs: number, { askedMs, toldMs }: { askedMs: number; toldMs: number }): Finding {
  const aheadMs = Math.round(Math.max(askedMs - serverMs, 0) - Math.max(serverMs - toldMs, 0));
  const text = `this clock is ${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the server's`;
  const remedy = 'let a time service (chrony, systemd-timesyncd) set the clock';
  if (Math.abs(aheadMs) >= clockLimitMs.broken) return broken(text, remedy);
  if (Math.abs(aheadMs) >= clockLimitMs.warning) return warning(text, remedy);
  return ok('this clock agrees with that of the server');
}
