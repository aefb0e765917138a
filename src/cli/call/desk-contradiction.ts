/** Calls by hand that a desk may contradict: it is asked first. */
import { WorkflowNotFoundError } from '@temporalio/client';
import { orderControl, type OrderView } from '../../client/index.ts';
import type { Operation } from '../../exchange/table/operation.ts';
import { CliFailure, refusal } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import { accountOf } from '../session/effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { connectForCommand } from '../session/command-connection.ts';
import { namesTemporal, refuseClosedPort, temporalAddress } from '../session/temporal-address.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Null: it may be sent. */
type Contradiction = (view: OrderView) => string | null;

const contradictions: Readonly<Record<string, Contradiction>> = {
  cancelOrder: cancelled,
  releaseCoin: ({ orderNumber }) => ownStep(orderNumber, 'order approve-release'),
  markOrderAsPaid: ({ orderNumber }) => ownStep(orderNumber, 'order transferred'),
};

const ownStep = (orderNumber: string, command: string): string =>
  `this desk carries order ${orderNumber} and takes this step itself, once: \`peerdesk ${command}\` says when`;

/** Once money is on its way, a cancelled order leaves one side without it. */
function cancelled(view: OrderView): string | null {
  const { orderNumber, status, payments, paymentConfirmedBy, hasLeft, mayHaveLeft, undecided } = view;
  const reasons = [
    paymentConfirmedBy === null ? null : `${paymentConfirmedBy} has confirmed its payment`,
    payments.length === 0
      ? null
      : `a payment is attached to it (${payments.map(({ reference }) => reference).join(', ')})`,
    hasLeft || mayHaveLeft !== null || undecided !== null ? 'a money step of it has left, or may have' : null,
    status === 'AWAITING_PAYMENT' ? null : `it is ${status}`,
  ].filter((reason) => reason !== null);
  return reasons.length === 0
    ? null
    : `this desk carries order ${orderNumber}, and ${reasons.join('; ')}; the way is \`peerdesk order cancel\``;
}

const answerBoundMs = 6_000;
const viewBoundMs = 4_000;

/**
 * Rejects with a refusal where the desk that carries the order knows better. Where a configured Temporal, or its worker,
 * does not answer, an order is not cancelled: whether it was paid is not known. Other calls are made with a warning.
 */
export async function refuseAgainstDesk(context: CommandContext, { name }: Operation, fields: Fields): Promise<void> {
  const contradiction = contradictions[name];
  const number = fields['orderNumber'];
  if (contradiction === undefined || (typeof number !== 'string' && typeof number !== 'number')) return;
  const found = await carriedOrder(context, String(number));
  if (found.kind === 'silent') return refuseUnknown(context, name, String(number));
  if (found.kind === 'none' || found.view.waitingFor.code === 'nothing' || found.view.mode === 'shadow') return;
  const reason = contradiction(found.view);
  if (reason !== null) throw refusal(`refused: not sent: ${reason}: look (\`peerdesk order show ${String(number)}\`)`);
}

function refuseUnknown(context: CommandContext, name: string, number: string): void {
  const why = `whether this desk carries order ${number}, and whether it was paid, is not known: the desk does not answer`;
  if (name !== 'cancelOrder') return note(context, `warning: ${why}`);
  throw new CliFailure(ExitCode.NOT_RUNNING, `not sent: ${why}; start \`peerdesk worker\`, or cancel it in the app`);
}

type Found = { kind: 'carried'; view: OrderView } | { kind: 'none' } | { kind: 'silent' };

/** Never rejects. Without a server of its own configuration there is no desk to ask. */
async function carriedOrder(context: CommandContext, orderNumber: string): Promise<Found> {
  const { env } = context;
  const address = temporalAddress(env);
  const isNamed = namesTemporal(env);
  try {
    await refuseClosedPort(address);
  } catch {
    return { kind: isNamed ? 'silent' : 'none' };
  }
  try {
    const peerdesk = await connectForCommand(address, context);
    const { client } = peerdesk;
    try {
      const control = orderControl(client, accountOf(undefined, env), orderNumber).within(viewBoundMs);
      const view = await client.withDeadline(Date.now() + answerBoundMs, () => control.state());
      return { kind: 'carried', view };
    } finally {
      await peerdesk.close();
    }
  } catch (error) {
    return { kind: error instanceof WorkflowNotFoundError ? 'none' : 'silent' };
  }
}
