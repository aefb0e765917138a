import type { OrderPlace, PageDesk, Shown, WordToSign } from '../../door/page/page-desk.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { ExitCode } from '../kit/exit-code.ts';
import { commandOrders } from '../order/command-orders.ts';
import type { Asking } from '../window/ask-window.ts';
import { callOf } from './captured-command.ts';

type ApprovalSaid = Parameters<PageDesk['approve']>[1];

/** Asks the worker of this machine for what a person signs who approves, with the end that the worker has drawn. */
export async function askWordToSign(
  _asking: Asking,
  _orderNumber: string,
  _keyName: string,
): Promise<Shown<WordToSign>> {
  return { missing: 'not yet' };
}

const commandLimitMs = 10_000;

/** Sends an approval that a passkey has signed, as `order approve-release` sends one of a key on this machine. */
export function approveSigned(
  context: CommandContext,
  { account, orderNumber }: OrderPlace,
  { by, note, signed, seen }: ApprovalSaid,
): Promise<ExitCode> {
  const call = callOf('peerdesk order approve-release', [orderNumber], {});
  const options = { account, timeout: commandLimitMs, json: false };
  const operator = note === null ? { by } : { by, note };
  return commandOrders({ call, context, options, verb: 'approve', by, oneByOne: true }, (control) =>
    control.approve({ ...operator, signed: { ...signed, seen } }),
  );
}
