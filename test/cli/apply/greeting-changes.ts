import { begins, type KeyChange } from './changes.ts';

const greeting = { account: 'main', state: 'placed', text: 'Welcome' };

const change = (key: string, from: unknown, to: unknown): KeyChange => ({
  key: `greetings.*.${key}`,
  from,
  to,
  there: begins('greetings'),
  beside: Object.fromEntries(
    Object.entries(greeting)
      .filter(([name]) => name !== key)
      .map(([name, value]) => [`greetings.hello.${name}`, value]),
  ),
});

/** What the desk says in chats moves nothing: it waits for no consent. */
export const greetingChanges: readonly KeyChange[] = [
  change('state', 'placed', 'paid'),
  change('side', 'SELL', 'BUY'),
  change('fiat', 'BOB', 'PEN'),
  change('text', 'Welcome', 'Hola'),
  {
    ...change('account', 'main', 'second'),
    there: [...begins('greetings'), 'change second: greetings; it begins again'],
  },
];
