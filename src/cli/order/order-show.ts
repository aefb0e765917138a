import { WorkflowNotFoundError } from '@temporalio/client';
import { endOf, orderControl, placementControl, type OrderView, type WorkflowEnd } from '../../client/index.ts';
import type { OrderSheet } from '../../domain/sheet/order-sheet.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ask, withTemporal, type TemporalSession } from '../session/temporal-session.ts';
import { askSheet, type WindowAnswer } from '../window/ask-window.ts';
import { orderText, placementText } from './order-text.ts';
import { uncarriedFailure } from './uncarried-order.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { orderShowOptions } from '../options/order-options.ts';

/** `peerdesk order show`: one order, or one placement by its request id. */
export const orderShow: CommandRun = async (call, context) => {
  const number = readArgument(numberIdValue, call, { index: 0, name: 'the order' });
  const options = readOptions(orderShowOptions, call);
  const { json } = options;
  await withTemporal(context, options, async (session) => {
    const { client, account, timeoutMs } = session;
    if (options.placement) {
      const control = placementControl(client, account, number).within(timeoutMs);
      const data = await ask(session, control.workflowId, () => control.state());
      print(context, { json, data, text: () => placementText(data) });
    } else {
      const { view, end, answer } = await lookAtOrder(context, session, number);
      const sheet = 'shown' in answer ? answer.shown : null;
      const sheetMissing = 'missing' in answer ? answer.missing : null;
      const text = (): string => orderText(view, end, answer);
      print(context, { json, data: { ...view, end, sheet, sheetMissing }, text });
    }
  });
  return undefined;
};

/** An order as its workflow and the window of this machine show it. */
interface OrderLook {
  readonly view: OrderView;
  readonly end: WorkflowEnd | null;
  readonly answer: WindowAnswer<OrderSheet>;
}

/** Looks at an order. Rejects with the reason where no workflow carries it. */
export async function lookAtOrder(
  context: CommandContext,
  session: TemporalSession,
  number: string,
): Promise<OrderLook> {
  const { client, account, timeoutMs } = session;
  const control = orderControl(client, account, number).within(timeoutMs);
  const asked = askSheet({ context, account, timeoutMs }, number);
  const view = await ask(session, control.workflowId, () => control.state()).catch(async (error: unknown) => {
    throw error instanceof WorkflowNotFoundError ? await uncarriedFailure(session, number, error) : error;
  });
  return { view, end: await endOf(client, control.workflowId), answer: await asked };
}
