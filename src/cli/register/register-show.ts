import { placeText } from '../../domain/register/register-place.ts';
import { migrations } from '../../register/schema.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { chosenRegister } from './register-choice.ts';
import { registerText, type ShownRegister } from './register-text.ts';
import { type OpenRegister, withRegister } from './with-register.ts';
import { readOptions } from '../kit/option-values.ts';
import { registerShowOptions } from '../options/register-options.ts';

/** `peerdesk register show`: what the register has, and whether it is whole. */
export const registerShow: CommandRun = async (call, context) => {
  const options = readOptions(registerShowOptions, call);
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
