import { endOf, orderControl, startOrder } from '../../client/index.ts';
import { refusal } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { presentRules } from '../desk/present-rules.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { chooseMode, servicePlace } from '../session/mode-choice.ts';
import { runningDesk } from '../session/running-desk.ts';
import { inFreshTime, type TemporalSession, warnWhenUnserved, withTemporal } from '../session/temporal-session.ts';
import { prepareNamespace, settingsPart } from '../session/workflow-start.ts';
import { timeText } from '../text/time-zone.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { orderStartOptions } from '../options/order-options.ts';

/** `peerdesk order start`: carries one existing order, as the desk's intake would; a running one is left as it is. */
export const orderStart: CommandRun = async (call, context) => {
  const orderNumber = readArgument(numberIdValue, call, { index: 0, name: 'the order' });
  const options = readOptions(orderStartOptions, call);
  return await withTemporal(context, options, async (session) => {
    const mode = options.mode ?? (await runningDesk(session))?.mode;
    const chosen = await chooseMode({ ...options, mode }, servicePlace(session, context.env), context);
    const release = await presentRules(session);
    await inFreshTime(session, async () => {
      await prepareNamespace(context, session);
      const startedBy = operatorOf(options, context.env);
      const order = { account: session.account, orderNumber, mode: chosen, release, startedBy };
      const input = { ...order, ...settingsPart(context.env) };
      const started = await startOrder(session.client, { ...input, group: await session.group() });
      if (!started) await refuseEnded(session, orderNumber);
      tell(context, { json: options.json, started, account: session.account, orderNumber, mode: chosen });
      await warnWhenUnserved(context, session);
    });
    return undefined;
  });
};

/** An order with a completed workflow is not taken up again: it must be finished in the app. */
async function refuseEnded({ client, account }: TemporalSession, orderNumber: string): Promise<void> {
  const end = await endOf(client, orderControl(client, account, orderNumber).workflowId);
  if (end === null) return;
  throw refusal(
    `refused: order ${orderNumber} was carried to its end or stopped at ${timeText(end.atMs)}: finish it in the app`,
  );
}

interface Told {
  json: boolean;
  started: boolean;
  account: string;
  orderNumber: string;
  mode: string;
}

function tell(context: CommandContext, { json, ...data }: Told): void {
  const { started, orderNumber, mode } = data;
  if (!started) note(context, `order ${orderNumber} is carried already and nothing changed`);
  const text = started ? `is carried from now on, mode ${mode}` : 'is carried';
  print(context, { json, data, text: () => `order ${orderNumber} ${text}: \`peerdesk order show ${orderNumber}\`` });
}
