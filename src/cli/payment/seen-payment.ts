import type { Payment } from '../../domain/payments/payment.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';

interface PaymentPlace {
  readonly account?: string | undefined;
  readonly config?: string | undefined;
}

/** Returns a payment that was seen. Rejects where there is none of this number. */
export async function seenPayment(number: number, at: PaymentPlace, context: CommandContext): Promise<Payment> {
  const { place } = chosenRegister(at, context);
  const [payment] = await withRegister(place, ({ register }) => register.paymentsSeen({ payment: number }));
  if (payment !== undefined) return payment;
  throw new CliFailure(ExitCode.NOT_FOUND, `there is no payment ${number}: \`peerdesk payment list\` shows them`);
}
