import { transfersIn } from '../../domain/people/assignment.ts';
import { refusal } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { orderTakeOptions } from '../options/order-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { accountOf, operatorOf } from '../session/effective-environment.ts';
import { timeText } from '../text/time-zone.ts';

/** `peerdesk order take`: one works at an order, so that no other one pays it, too. */
export const orderTake: CommandRun = async (call, context) => {
  const orderNumber = readArgument(numberIdValue, call, { index: 0, name: 'the order' });
  const options = readOptions(orderTakeOptions, call);
  const { drop: drops, json } = options;
  const { by } = operatorOf({ by: options.by }, context.env);
  const account = accountOf(options.account, context.env);
  const { place } = chosenRegister(options, context);
  const { taken, known, transfers } = await withRegister(place, async ({ register }) => ({
    transfers: transfersIn(await register.heldPayments({ account, orderNumber })).map(({ proof }) => proof),
    taken: await register.takeOrder({ account, orderNumber, by, drops, nowMs: Date.now() }),
    known: await register.dealingOf({ account, orderNumber }),
  }));
  if (taken !== null && taken.assignee !== by)
    throw refusal(`order ${orderNumber}: ${taken.assignee} has it until ${timeText(taken.untilMs)}`);
  const text = taken === null ? 'no one has it' : `${by} has it until ${timeText(taken.untilMs)}`;
  const status = known?.status ?? null;
  // It may be mistyped, of another account, or about to arrive.
  const order = status ?? 'the desk has not read it yet, so compare its number';
  const paid = transfers.map((proof) => `; PAID before, as reported: ${proof}`).join('');
  const data = { orderNumber, assigned: taken, status, transfers };
  print(context, { json, data, text: () => `order ${orderNumber}: ${text}; ${order}${paid}` });
  return undefined;
};
