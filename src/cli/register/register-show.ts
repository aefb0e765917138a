import { z } from 'zod';
import { placeText } from '../../domain/register/register-place.ts';
import { migrations } from '../../register/schema.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { readOptions } from '../kit/option-values.ts';
import { chosenRegister, choiceShape } from './register-choice.ts';
import { registerText, type ShownRegister } from './register-text.ts';
import { withRegister, type OpenRegister } from './with-register.ts';

const schema = z.object(choiceShape);

/** `peerdesk register show`: what the register has, and whether it is whole. */
export const registerShow: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  const { place } = chosenRegister(options, context);
  const shown = await withRegister(place, shownRegister);
  const { brokenEntry } = shown;
  print(context, { json: options.json, data: shown, text: () => registerText(shown) });
  return brokenEntry === null ? ExitCode.OK : ExitCode.REFUSED;
};

/** Reads all that is shown of a register. */
async function shownRegister({ place, register, identity }: OpenRegister): Promise<ShownRegister> {
  const summary = await register.summary({ nowMs: Date.now() });
  const brokenEntry = await register.brokenJournalEntry();
  // One of another schema is not opened.
  return { place: placeText(place), identity, schema: migrations.length, ...summary, brokenEntry };
}
