import { randomUUID } from 'node:crypto';
import { createRegister } from '../../register/open-register.ts';
import { RegisterFailure } from '../../register/register.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { refusal } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { userOf } from '../session/effective-environment.ts';
import { chosenRegister } from './register-choice.ts';
import { mayBeThere } from './register-places.ts';
import { readOptions } from '../kit/option-values.ts';
import { registerCreateOptions } from '../options/register-options.ts';

/** `peerdesk register create`: the register of real money, made once. */
export const registerCreate: CommandRun = async (call, context) => {
  const options = readOptions(registerCreateOptions, call);
  const { place } = chosenRegister(options, context);
  const generation = await makeRegister(place, options.by ?? userOf(context.env));
  print(context, {
    json: options.json,
    data: { place: placeText(place), kind: place.kind, generation },
    text: () =>
      `made the register ${placeText(place)}, generation ${generation}\nback it up from now on: \`peerdesk register backup FILE\``,
  });
  return undefined;
};

/** Makes a register, and writes down who has said so as far as that is known; returns its generation. Rejects with a refusal where there is one already. */
export async function makeRegister(place: RegisterPlace, by: string | null): Promise<string> {
  if (place.kind === 'sqlite' && mayBeThere(place)) throw refusal(thereAlready(place));
  const generation = randomUUID();
  try {
    await createRegister(place, { generation, how: 'created', by: by ?? undefined, nowMs: Date.now() });
    return generation;
  } catch (error) {
    const code = error instanceof RegisterFailure ? error.fault.code : null;
    throw error instanceof Error && (code === 'file-present' || code === 'register-present')
      ? refusal(`${error.message} (${thereAlready(place)})`)
      : error;
  }
}

const thereAlready = (place: RegisterPlace): string =>
  `there is a register already: ${placeText(place)}; \`peerdesk register show\` shows it, and nothing replaces it by a new one`;
