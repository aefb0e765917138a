import { channels, type Channel } from '../../domain/notices/reported-needs.ts';
import { NoticeNotDelivered, type Courier } from '../../activities/notices/notice-activities.ts';
import type { NoticeMessage } from '../../activities/notices/notice-message.ts';
import type { ReportLine } from '../../activities/dependencies.ts';

/** The ways that are set, and where it is said what failed. */
export interface Ways {
  readonly couriers: Partial<Record<Channel, Courier>>;
  readonly report: (line: ReportLine) => void;
}

/**
 * Notifies on every way that is set and was not used yet; each message that arrived is added. Returns what failed, in words that
 * hold no address, which may carry a token. Never rejects.
 */
export async function sendOnEachChannel(
  { couriers, report }: Ways,
  message: NoticeMessage,
  { told, onReported = () => undefined }: { told: Set<Channel>; onReported?: () => void },
): Promise<string[]> {
  const failures: string[] = [];
  for (const channel of channels) {
    const courier = couriers[channel];
    if (courier === undefined || told.has(channel)) continue;
    try {
      await courier.deliver(message);
      told.add(channel);
      onReported();
    } catch (error) {
      failures.push(`${channel}: ${error instanceof NoticeNotDelivered ? error.message : 'an unexpected failure'}`);
    }
  }
  if (failures.length > 0) {
    report({ event: 'notice', level: 'error', mode: null, message: `not sent: ${failures.join('; ')}` });
  }
  return failures;
}
