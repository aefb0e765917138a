import { z } from 'zod';
import { greetingFault, greetingSchema, type Greeting } from '../../domain/greetings/greeting.ts';
import { greetingFaultText } from '../../words/chat/greeting-words.ts';
import { ConfigurationError, type Environment } from './service-environment.ts';

const variable = 'PEERDESK_GREETINGS';

/** Reads what the desk says by itself from PEERDESK_GREETINGS; nothing by default. Throws ConfigurationError. */
export function readGreetings(env: Environment): readonly Greeting[] {
  const text = (env[variable] ?? '').trim();
  if (text === '') return [];
  const { data } = z.array(greetingSchema).safeParse(jsonIn(text));
  if (data === undefined) {
    throw new ConfigurationError(
      `${variable} is no list of greetings: write them as [greetings.NAME] in peerdesk.toml`,
    );
  }
  for (const { name, text: said, state } of data) {
    const fault = greetingFault(said, state);
    if (fault !== null) throw new ConfigurationError(`${variable}: the text of ${name} ${greetingFaultText(fault)}`);
  }
  return data;
}

/** Returns the same as the variable has it. */
export const greetingsText = (greetings: readonly Greeting[]): string => JSON.stringify(greetings);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
