import { maxNoteBytes } from '../../domain/guard/block-list.ts';
import { jsonBytes } from '../../domain/kept-text.ts';
import { blockKey, blockText } from '../../domain/orders/counterparty.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { note, print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readOptions } from '../kit/option-values.ts';
import { personNoteOptions } from '../options/person-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { accountOf, operatorOf } from '../session/effective-environment.ts';
import { personOf, typedPerson, unseenText } from './person-text.ts';

/** `peerdesk person note`: what is to be known of a person. */
export const personNote: CommandRun = async (call, context) => {
  const options = readOptions(personNoteOptions, call);
  const target = personOf(typedPerson(call));
  const account = accountOf(options.account, context.env);
  const { by } = operatorOf({ by: options.by }, context.env);
  const text = options.note?.trim() ?? '';
  if ((text === '') !== options.drop) throw misuse('say what is to be known with --note, or take it away with --drop');
  if (jsonBytes(text) > maxNoteBytes) throw refusal(`a note has at most ${maxNoteBytes} bytes: nothing is noted`);
  const { place } = chosenRegister(options, context);
  const said = { account, person: blockKey(target), text, by };
  const seen = await withRegister(place, async ({ register }) => {
    await register.remark({ ...said, nowMs: Date.now() });
    return await register.dealings({ account, person: said.person });
  });
  if (target.kind === 'number' && text !== '' && seen.length === 0)
    note(context, `warning: ${unseenText(target.number)}`);
  const done = text === '' ? 'nothing is noted any more' : `noted: ${text}`;
  print(context, { json: options.json, data: said, text: () => `account ${account}: ${blockText(target)}: ${done}` });
  return undefined;
};
