import { NoticeNotDelivered } from '../../activities/notices/notice-activities.ts';
import { testMessage, type NoticeMessage } from '../../activities/notices/notice-message.ts';
import { channels, type Channel } from '../../domain/notices/reported-needs.ts';
import type { NoticeConfig } from '../../config/egress-config.ts';
import { createPushCourier } from './push-courier.ts';
import { inQuietHours } from './quiet-hours.ts';
import { couriersOf } from './run-notices.ts';
import type { AnsweringCourier } from './url-courier.ts';

/** What became of a test message on one way. */
export interface NoticeTest {
  channel: Channel;
  arrived: boolean;
  /** Such as "HTTP 200" or "the address answered HTTP 404". */
  answer: string;
  /** The beginning of what came back; empty when nothing did. */
  output: string;
}

/** Sends a message that reports no need on each way that the configuration names, and says what came back. */
export async function testNotices(config: NoticeConfig, account: string): Promise<NoticeTest[]> {
  const couriers = couriersOf(config);
  const message = testMessage(account, Date.now());
  const tests = channels.map(async (channel): Promise<NoticeTest[]> => {
    const courier = couriers[channel];
    if (courier === undefined) return [];
    return [{ channel, ...(await testOf(courier, message)) }];
  });
  return (await Promise.all(tests)).flat();
}

/** Sends such a message to one device on the list of the page. */
export async function testDevice(
  way: Parameters<typeof createPushCourier>[0],
  account: string,
): Promise<Omit<NoticeTest, 'channel'>> {
  const courier = inQuietHours(createPushCourier(way), { quiet: null, clock: way.clock });
  return await testOf(courier, testMessage(account, way.clock.now()));
}

async function testOf(courier: AnsweringCourier, message: NoticeMessage): Promise<Omit<NoticeTest, 'channel'>> {
  try {
    const { words, output } = await courier.deliver(message);
    return { arrived: true, answer: words, output };
  } catch (error) {
    if (!(error instanceof NoticeNotDelivered)) throw error;
    return { arrived: false, answer: error.message, output: error.output };
  }
}
