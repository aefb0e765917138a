import { onTestFinished } from 'vitest';
import { openNoticeReceiver, type NoticeReceiver } from '../../setup/notice-receiver.ts';

export type { NoticeReceiver } from '../../setup/notice-receiver.ts';

/** A real HTTP receiver; ended with the test. */
export async function startNoticeReceiver(): Promise<NoticeReceiver> {
  const receiver = await openNoticeReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}
