import { basisOf, type Payment } from '../../domain/payments/payment.ts';
import { backedText } from '../../words/payments/payment-words.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { numberIdValue, positiveCountValue, readArgument, readOptions } from '../kit/option-values.ts';
import { paymentAssignOptions } from '../options/payment-options.ts';
import { attachReceived } from '../order/order-received.ts';
import { seenPayment } from './seen-payment.ts';

/** `peerdesk payment assign`: attaches a payment that was seen to an order, as `peerdesk order received` does what was typed. */
export const paymentAssign: CommandRun = async (call, context) => {
  const number = readArgument(positiveCountValue, call, { index: 0, name: 'the payment' });
  const orderNumber = readArgument(numberIdValue, call, { index: 1, name: 'the order' });
  const options = readOptions(paymentAssignOptions, call);
  const payment = await seenPayment(number, options, context);
  const { account, owner, amount, currency, proof } = payment;
  if (owner !== null && owner.orderNumber !== orderNumber)
    throw refusal(`payment ${number} backs ${backedText(payment)}: it backs one order alone`);
  const atMs = options.at === undefined ? basisOf(payment).atMs : Date.parse(options.at);
  const received = { amount, currency, payer: payerOf(payment, options.payer), proof, atMs };
  const ofOrder = { call: { ...call, args: [orderNumber] }, context, options: { ...options, account } };
  return await attachReceived(ofOrder, received);
};

function payerOf(payment: Payment, given: string | undefined): string {
  const [reported, ...more] = basisOf(payment).payers;
  if (given !== undefined) return given;
  if (reported !== undefined && more.length === 0) return reported;
  const what = reported === undefined ? 'no source names the payer' : 'its sources name several payers';
  throw misuse(`${what} of payment ${payment.id}: add --payer with the name as the bank shows it`);
}
