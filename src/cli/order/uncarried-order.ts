import type { WorkflowNotFoundError } from '@temporalio/client';
import { deskControl, endOf, orderControl, type OrderStart } from '../../client/index.ts';
import { CliFailure } from '../cli-failure.ts';
import { presentRules } from '../desk/present-rules.ts';
import { ExitCode } from '../exit-code.ts';
import { runningDesk } from '../running-desk.ts';
import type { TemporalSession } from '../temporal-session.ts';
import { timeText } from '../text/time-zone.ts';

/**
 * Returns why no workflow carries an order: it is over, its workflow was ended from outside, or it waits to be taken in;
 * the error itself where no one knows the order.
 */
export async function uncarriedFailure(
  session: TemporalSession,
  orderNumber: string,
  error: WorkflowNotFoundError,
): Promise<Error> {
  const control = orderControl(session.client, session.account, orderNumber).within(session.timeoutMs);
  const end = await endOf(session.client, control.workflowId).catch(() => null);
  if (end === null) {
    const where = await placeInQueue(session, orderNumber);
    return where === null ? error : new CliFailure(ExitCode.NOT_FOUND, waitingLine(orderNumber, where));
  }
  const at = timeText(end.atMs);
  if (end.how !== 'completed') {
    const line = `the workflow of order ${orderNumber} was ended at ${at} (${end.how}): a desk that runs takes it up again while the order lives`;
    return new CliFailure(ExitCode.NOT_FOUND, line);
  }
  const status = await control.state().then(
    (view) => view.status,
    () => 'over',
  );
  return new CliFailure(ExitCode.REFUSED, `refused: order ${orderNumber} is ${status}, its workflow ended at ${at}`);
}

/**
 * Takes an order up before its turn, by the mode of the desk that would take it in and the account's release rules.
 * Returns its place among those that wait; null when it does not wait, or has ended meanwhile.
 */
export async function startWaiting(
  session: TemporalSession,
  orderNumber: string,
  start: (session: TemporalSession, wish: OrderStart) => Promise<boolean>,
): Promise<string | null> {
  const where = await placeInQueue(session, orderNumber);
  if (where === null) return null;
  const desk = await runningDesk(session);
  if (desk === null) return null;
  const { account } = session;
  const release = await presentRules(session);
  const wish = { account, orderNumber, mode: desk.mode, release, group: await session.group() };
  return (await start(session, wish)) ? where : null;
}

/** Returns such as "place 3 of 80" of an order that the intake of the desk has listed and not taken up; else null. */
async function placeInQueue({ client, account }: TemporalSession, orderNumber: string): Promise<string | null> {
  const waiting = await deskControl(client, account)
    .waiting()
    .catch((): string[] => []);
  const index = waiting.indexOf(orderNumber);
  return index === -1 ? null : `place ${index + 1} of ${waiting.length}`;
}

/** ADR 0031: why it waits, and what a person can do before its turn. */
function waitingLine(orderNumber: string, where: string): string {
  return [
    `order ${orderNumber} waits to be taken in, ${where}: orders are taken in as fast as the account reads them, paid and old ones first`,
    'Nothing was noted: say it again once `peerdesk order list` shows the order',
    `\`peerdesk order start ${orderNumber}\` takes it up now, \`peerdesk order hold ${orderNumber}\` takes it up held`,
  ].join('. ');
}
