import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readOptions } from '../kit/option-values.ts';
import { personReadOptions } from '../options/person-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { accountOf } from '../session/effective-environment.ts';
import { personRows, personTable } from './person-text.ts';

/** `peerdesk person list`: who is blocked, and of whom something is noted. */
export const personList: CommandRun = async (call, context) => {
  const options = readOptions(personReadOptions, call);
  const account = accountOf(options.account, context.env);
  const { place } = chosenRegister(options, context);
  const people = await withRegister(place, async ({ register }) => {
    const { entries } = await register.restrictions({ account });
    return personRows({ entries, remarks: await register.remarks({ account }) });
  });
  print(context, { json: options.json, data: people, text: (columns) => personTable(people, columns) });
  return undefined;
};
