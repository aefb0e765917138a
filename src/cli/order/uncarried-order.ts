import type { WorkflowNotFoundError } from '@temporalio/client';
import { deskControl, endOf, orderControl, type OrderStart } from '../../client/index.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { presentRules } from '../desk/present-rules.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { runningDesk } from '../session/running-desk.ts';
import { isServed, workerMissing, type TemporalSession } from '../session/temporal-session.ts';
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
    return where === null ? error : await waitingFailure(session, orderNumber, where);
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
 * Takes an order up before its turn, by the mode of the desk that would take it in and the account's release rules: one
 * that waits to be taken in, or one that the desk cannot see now. Returns why it was not carried; null when it is none of
 * these, or has ended meanwhile.
 */
export async function startWaiting(
  session: TemporalSession,
  orderNumber: string,
  start: (session: TemporalSession, wish: OrderStart) => Promise<boolean>,
): Promise<string | null> {
  const desk = await runningDesk(session);
  if (desk === null) return null;
  const why = (await queueText(session, orderNumber)) ?? (await blindText(session, orderNumber));
  if (why === null) return null;
  const { account } = session;
  const release = await presentRules(session);
  const wish = { account, orderNumber, mode: desk.mode, release, group: await session.group() };
  return (await start(session, wish)) ? why : null;
}

async function queueText(session: TemporalSession, orderNumber: string): Promise<string | null> {
  const where = await placeInQueue(session, orderNumber);
  return where === null ? null : `it waited to be taken in (${where}) and is carried from now on, held`;
}

/** While the intake waits out a trouble no one knows whether the service lists the order: a hold must not wait for it. */
async function blindText({ client, account }: TemporalSession, orderNumber: string): Promise<string | null> {
  const trouble = await deskControl(client, account)
    .blindness()
    .catch(() => null);
  if (trouble === null) return null;
  const unknown = `if it does not exist: \`peerdesk order stop ${orderNumber}\``;
  return `the desk sees no new orders now (${trouble}); it is carried from now on and read as soon as the service answers (${unknown}), held`;
}

/** Returns such as "place 3 of 80" of an order that the intake of the desk has listed and not taken up; else null. */
async function placeInQueue({ client, account }: TemporalSession, orderNumber: string): Promise<string | null> {
  const waiting = await deskControl(client, account)
    .waiting()
    .catch((): string[] => []);
  const index = waiting.indexOf(orderNumber);
  return index === -1 ? null : `place ${index + 1} of ${waiting.length}`;
}

/** The desk's last words outlive the worker that said them: without one no order is taken in. */
async function waitingFailure(session: TemporalSession, orderNumber: string, where: string): Promise<CliFailure> {
  if (await isServed(session)) return new CliFailure(ExitCode.NOT_FOUND, waitingLine(orderNumber, where));
  const { message } = workerMissing(session);
  return new CliFailure(ExitCode.NOT_RUNNING, `order ${orderNumber} waits to be taken in, ${where}, and ${message}`);
}

/** ADR 0031: why it waits, and what a person can do before its turn. */
function waitingLine(orderNumber: string, where: string): string {
  return [
    `order ${orderNumber} waits to be taken in, ${where}: orders are taken in as fast as the account reads them, paid and old ones first`,
    'Nothing was noted: say it again once `peerdesk order list` shows the order',
    `\`peerdesk order start\` takes it up now, \`peerdesk order hold ${orderNumber}\` takes it up held`,
  ].join('. ');
}
