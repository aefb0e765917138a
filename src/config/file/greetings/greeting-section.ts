import { z } from 'zod';
import { greetingFault, greetingStates, isSameOccasion, type Greeting } from '../../../domain/greetings/greeting.ts';
import { currencySchema } from '../../../domain/payments/sighting.ts';
import { greetingFaultText } from '../../../words/chat/greeting-words.ts';
import { alias, key } from '../leaf-schemas.ts';

const section = z.strictObject({
  account: key(alias, 'the account whose orders are greeted, an [account.NAME] of this file', {
    example: 'main',
    without: 'all',
  }).optional(),
  state: key(z.enum(greetingStates), 'in which state of an order it is said, once', { example: 'placed' }),
  side: key(z.enum(['BUY', 'SELL']), 'your side of the order', { example: 'SELL', without: 'either' }).optional(),
  fiat: key(currencySchema, 'the currency of the order', { example: 'BOB', without: 'any' }).optional(),
  text: key(
    z.string(),
    'what is said, with {order}, {amount}, {asset}, {total}, {fiat}, {price} and {minutes} until the deadline',
    { example: 'Hola, son {total} {fiat}; quedan {minutes} minutos.' },
  ),
});

const checkedSection = section.superRefine(({ text, state }, context) => {
  const fault = greetingFault(text, state);
  if (fault !== null) context.addIssue({ code: 'custom', path: ['text'], message: greetingFaultText(fault) });
});

/** `[greetings.NAME]`: what the desk says by itself in the chat of an order. */
export const greetingSections = z.record(
  alias,
  checkedSection.meta({ description: 'what the desk says by itself in the chat of an order' }),
);
type GreetingSections = z.output<typeof greetingSections>;

/** Returns what is said at the orders of an account. */
export const greetingsOf = (sections: GreetingSections | undefined, account: string): Greeting[] =>
  Object.entries(sections ?? {})
    .filter(([, one]) => (one.account ?? account) === account)
    .map(([name, { state, side = null, fiat = null, text }]) => ({ name, state, side, fiat, text }));

/** Returns the second of two of an account between which nothing decides, with the first; null: there are none. */
export function twinGreetings(greetings: readonly Greeting[]): readonly [name: string, first: string] | null {
  for (const [index, one] of greetings.entries()) {
    const first = greetings.slice(0, index).find((other) => isSameOccasion(one, other));
    if (first !== undefined) return [one.name, first.name];
  }
  return null;
}
