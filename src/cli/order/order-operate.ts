import {
  holdFromStart,
  type Operator,
  type OrderControl,
  type OrderStart,
  type OrderView,
} from '../../client/index.ts';
import { unholdWord } from '../../domain/signing/signed-unhold.ts';
import { pageToSign } from '../approver/sign-approval.ts';
import { speakerOf, type Sign } from '../approver/sign-word.ts';
import { refusal } from '../kit/cli-failure.ts';
import { requireConsent } from '../session/consent.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { commandOrders } from './command-orders.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import type { OrderVerb } from './order-answers.ts';
import { readOptions } from '../kit/option-values.ts';
import { actingOptions } from '../options/common-options.ts';
import { orderStopOptions, orderUnholdOptions, orderUnmatchOptions } from '../options/order-options.ts';

/** `peerdesk order revoke` */
export const orderRevoke: CommandRun = takeBack('revoke', (control, operator) => control.revoke(operator));
/** `peerdesk order verify-kyc` */
export const orderVerifyKyc: CommandRun = operate('verify-kyc', (control, operator) => control.verifyKyc(operator));
/** `peerdesk order unhold`: signed when this machine has a key of the person. */
export const orderUnhold: CommandRun = async (call, context) => {
  const options = readOptions(orderUnholdOptions, call);
  const { operator, sign } = speakerOf(options, context);
  return await commandOrders({ call, context, options, verb: 'unhold', by: operator.by }, async (control) => {
    const page = sign === null ? null : await pageToSign(control);
    // Only a hold is lifted by a signature: that an order goes on allows nothing.
    if (sign === null || page === null || page.held === null) return await control.unhold(operator);
    return await control.unhold({ ...operator, ...signedUnhold(page, operator, sign) });
  });
};

/** The signature covers the hold that the order shows. */
function signedUnhold({ account, orderNumber, mark }: OrderView, { by }: Operator, sign: Sign) {
  if (mark === null) throw refusal(`order ${orderNumber} has not been read yet: try again in a moment`);
  const { generation, epoch } = mark;
  return { generation, epoch, signed: sign(unholdWord({ account, orderNumber, generation, epoch, by })) };
}

/** `peerdesk order stop`: permanent, because the desk never takes a stopped order up again. */
export const orderStop: CommandRun = async (call, context) => {
  const { yes } = readOptions(orderStopOptions, call);
  const what = `from then on the desk neither watches, pays nor releases ${call.args.join(' ')}, and you finish it in the app`;
  await requireConsent(context, { agreed: yes, what });
  return await takeBack('stop', (control, operator) => control.stop(operator))(call, context);
};

type OrderOf = (control: OrderControl, operator: Operator) => Promise<OrderView>;

/** It needs no worker: the register keeps it, and Temporal as a signal. */
function takeBack(what: 'revoke' | 'stop' | 'hold', command: OrderOf, ahead?: HoldAhead): CommandRun {
  return async (call, context) => {
    const { yes: _yes, ...options } = readOptions(orderStopOptions, call);
    const operator = operatorOf(options, context.env);
    const begins = ahead === undefined ? {} : { ahead: ahead(operator) };
    const kept = { what, ...operator };
    return await commandOrders({ call, context, options, verb: what, by: operator.by, kept, ...begins }, (control) =>
      command(control, operator),
    );
  };
}

function operate(verb: OrderVerb, command: OrderOf): CommandRun {
  return async (call, context) => {
    const options = readOptions(actingOptions, call);
    const operator = operatorOf(options, context.env);
    return await commandOrders({ call, context, options, verb, by: operator.by }, (control) =>
      command(control, operator),
    );
  };
}

type HoldAhead = (operator: Operator) => (session: TemporalSession, start: OrderStart) => Promise<boolean>;

const heldFromStart: HoldAhead =
  (operator) =>
  ({ client }, start) =>
    holdFromStart(client, start, operator);

/** `peerdesk order hold`: an order that waits for its turn is taken up held. */
export const orderHold: CommandRun = takeBack('hold', (control, operator) => control.hold(operator), heldFromStart);

/** `peerdesk order not-received`: takes an attached payment back, before a release rests on it. */
export const orderUnmatch: CommandRun = async (call, context) => {
  const options = readOptions(orderUnmatchOptions, call);
  const { payment: proofId } = options;
  const operator = operatorOf(options, context.env);
  const kept = { what: 'unmatch', ...operator, proofId } as const;
  return await commandOrders({ call, context, options, verb: 'unmatch', by: operator.by, kept }, (control) =>
    control.detachMatch({ ...operator, proofId }),
  );
};
