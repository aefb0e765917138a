import { readGreetings } from '../../config/environment/greetings.ts';
import { greetingId } from '../../domain/greetings/greeting.ts';
import type { OrderMessage } from '../../domain/sheet/chat-message.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { Environment } from '../kit/command-context.ts';

/** Returns a greeting of the file as it is asked for. Throws a failure where the file has none of this name. */
export function greetingNamed(
  env: Environment,
  name: string,
  order: { readonly account: string; readonly orderNumber: string },
): Required<Pick<OrderMessage, 'id' | 'greeting'>> {
  const greetings = readGreetings(env);
  const greeting = greetings.find((one) => one.name === name);
  if (greeting !== undefined) return { id: greetingId({ ...order, state: greeting.state }), greeting: name };
  const known = greetings.length === 0 ? 'none' : greetings.map((one) => one.name).join(', ');
  throw misuse(`the configuration has no [greetings.${name}] for account ${order.account}; it has ${known}`);
}
